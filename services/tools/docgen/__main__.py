"""`make docs`: write everything that is generated."""

from pathlib import Path

from services.tools.docgen.pages import generated

ROOT = Path(__file__).parents[3]

for name, content in generated().items():
    (ROOT / name).parent.mkdir(parents=True, exist_ok=True)
    (ROOT / name).write_text(content, encoding="utf-8")
    print(f"wrote {name}")  # noqa: T201
