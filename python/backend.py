"""How pip makes the package of a checkout: maturin builds the extension module, after the executable.

scripts/release does the same for other systems than this one, without this module.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import maturin
from maturin import build_sdist, get_requires_for_build_sdist, get_requires_for_build_wheel

__all__ = ["build_sdist", "build_wheel", "get_requires_for_build_sdist", "get_requires_for_build_wheel"]

HERE = Path(__file__).resolve().parent
NAME = "bianca.exe" if sys.platform == "win32" else "bianca"


def build_wheel(
    wheel_directory: str,
    config_settings: dict[str, object] | None = None,
    metadata_directory: str | None = None,
) -> str:
    """The wheel, with the executable beside the module."""
    manifest = HERE.parent / "Cargo.toml"
    target = Path(os.environ.get("CARGO_TARGET_DIR", HERE.parent / "target")).resolve()
    subprocess.run(
        ["cargo", "build", "--release", "--locked", "-p", "bianca", "--manifest-path", manifest, "--target-dir", target],
        check=True,
    )
    scripts = HERE / "bianca_othello.data" / "scripts"
    shutil.rmtree(scripts, ignore_errors=True)
    scripts.mkdir(parents=True)
    shutil.copy2(target / "release" / NAME, scripts)
    built: str = maturin.build_wheel(wheel_directory, config_settings, metadata_directory)
    return built
