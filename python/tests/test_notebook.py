"""The notebook of examples/ runs, where nbclient, a kernel and matplotlib are installed."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

NOTEBOOK = Path(__file__).parents[1] / "examples" / "curve.ipynb"


def test_the_notebook_draws_a_curve_and_a_board() -> None:
    for module in ("matplotlib", "ipykernel"):
        pytest.importorskip(module)
    nbclient: Any = pytest.importorskip("nbclient")
    nbformat: Any = pytest.importorskip("nbformat")
    notebook = nbformat.read(NOTEBOOK, as_version=4)
    nbclient.NotebookClient(notebook, timeout=120, resources={"metadata": {"path": str(NOTEBOOK.parent)}}).execute()
    shown = [set(output.data) for cell in notebook.cells for output in cell.get("outputs", []) if "data" in output]
    assert any("image/png" in kinds for kinds in shown)
    assert any("image/svg+xml" in kinds for kinds in shown)


def test_the_notebook_is_kept_without_results() -> None:
    assert '"outputs": []' in NOTEBOOK.read_text() and "image/png" not in NOTEBOOK.read_text()
