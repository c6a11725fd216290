"""Where the executable of the engine is, and how a command line is split. Nothing is started here."""

from __future__ import annotations

import os
import shlex
import shutil
import sys
import sysconfig
from collections.abc import Sequence
from pathlib import Path
from typing import Union

from .errors import EngineGone

__all__ = ["CommandWords", "command_words", "executable", "line_of"]

CommandWords = Union[str, "os.PathLike[str]", Sequence[Union[str, "os.PathLike[str]"]]]
"""A path, a command line whose quotes protect blanks, or a program with its arguments."""


def executable() -> str:
    """The path of the executable: what BIANCA names, the one of this wheel, or the one in PATH.

    >>> import bianca, subprocess
    >>> done = subprocess.run([bianca.executable(), "--version"], capture_output=True, text=True)
    >>> done.stdout.split()[0]
    'bianca'
    """
    named = os.environ.get("BIANCA")
    if named:
        return named
    name = "bianca.exe" if sys.platform == "win32" else "bianca"
    folders = [
        sysconfig.get_path("scripts"),
        sysconfig.get_path("scripts", sysconfig.get_preferred_scheme("user")),
        # Next to the package where neither is right, as with `pip install --target`.
        str(Path(__file__).parent.parent / "bin"),
    ]
    for folder in folders:
        path = Path(folder) / name
        if path.is_file():
            return str(path)
    found = shutil.which("bianca")
    if found is None:
        raise EngineGone("no executable bianca: neither beside this package nor in PATH")
    return found


def command_words(command: CommandWords) -> list[str]:
    """The program and its arguments; a text that names a file is that file, blanks and all.

    Raises ValueError if there is none, or a quote is open.

    >>> command_words("'my engine' -gtp"), command_words(["my engine", "-gtp"])
    (['my engine', '-gtp'], ['my engine', '-gtp'])
    """
    if isinstance(command, os.PathLike):
        words = [os.fspath(command)]
    elif not isinstance(command, str):
        words = [os.fspath(word) for word in command]
    elif os.path.isfile(command):
        words = [command]
    else:
        words = split(command)
    if not words or not words[0]:
        raise ValueError("a command names a program")
    return words


def split(line: str) -> list[str]:
    """The words of a line; on Windows a backslash is a letter like any other."""
    lexer = shlex.shlex(line, posix=True, punctuation_chars=False)
    lexer.whitespace_split = True
    lexer.commenters = ""
    if sys.platform == "win32":
        lexer.escape = ""
    try:
        return list(lexer)
    except ValueError as error:
        raise ValueError(f"{error}: {line}") from None


def line_of(words: Sequence[str]) -> str:
    """The line of these words, as an engine's field `cmd=` takes it.

    >>> line_of(["my engine", "-gtp"])
    "'my engine' -gtp"
    """
    if sys.platform != "win32":
        return shlex.join(words)
    # Both kinds of quotes protect blanks there, and nothing else means anything.
    quoted = []
    for word in words:
        if '"' in word and "'" in word:
            raise ValueError(f"a word of a command has quotes of both kinds: {word}")
        quote = "'" if '"' in word else '"'
        has_to = not word or "'" in word or '"' in word or any(letter.isspace() for letter in word)
        quoted.append(f"{quote}{word}{quote}" if has_to else word)
    return " ".join(quoted)
