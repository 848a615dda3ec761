"""`make docs`: write everything that is generated."""

from pathlib import Path

from services.tools.docgen.pages import generated
from services.tools.release.licences import licence_page
from services.tools.release.locked import read_lock

ROOT = Path(__file__).parents[3]

licences = licence_page(read_lock(ROOT / "deploy/locked/runtime.txt"))
for name, content in {**generated(), "docs/licences.md": licences}.items():
    (ROOT / name).parent.mkdir(parents=True, exist_ok=True)
    (ROOT / name).write_text(content, encoding="utf-8")
    print(f"wrote {name}")  # noqa: T201
