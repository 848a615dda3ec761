"""A copy of this tree with one more game, registered as CONTRIBUTING.md tells it."""

import shutil
from pathlib import Path
from typing import Final

from tests.support.processes.builds import Build, copied

_HERE: Final = Path(__file__).parent
LIBRARY: Final = "domain/games/library.py"
SCRIPTS: Final = "services/web/static/games"


def with_game(folder: Path, name: str, *more: str) -> Build:
    """Its folder, its script, one line; `more`: what else of the tree is needed."""
    build = Build(copied(folder, *more))
    ignored = shutil.ignore_patterns("__pycache__")
    shutil.copytree(_HERE / name, folder / "domain/games" / name, ignore=ignored)
    shutil.copy2(_HERE / f"{name}.js", folder / SCRIPTS / f"{name}.js")
    build.edit(LIBRARY, ('    "craps",\n', f'    "craps",\n    "{name}",\n'))
    return build
