"""Where the executable of the engine is. Nothing is started here."""

from __future__ import annotations

import os
import shutil
import sys
import sysconfig
from pathlib import Path

from .errors import EngineGone

__all__ = ["executable"]


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
