"""`docker build $(python -m services.tools.release.image) .`: what the image's labels say."""

import tomllib
from pathlib import Path
from typing import Final

from services.tools.release.building import commit_of
from services.tools.release.label import regulation_hashes

ROOT: Final = Path(__file__).parents[3]


def build_arguments(root: Path) -> dict[str, str]:
    """Of the commit that is checked out; each is an ARG of deploy/image/Dockerfile."""
    commit = commit_of(root)
    return {
        "VERSION": tomllib.loads((root / "pyproject.toml").read_text())["project"]["version"],
        "REVISION": commit.revision,
        "CREATED": commit.at.strftime("%Y-%m-%dT%H:%M:%SZ"),
        "REGULATIONS": ",".join(f"{ref}={one}" for ref, one in regulation_hashes().items()),
    }


if __name__ == "__main__":
    told = (f"--build-arg {name}={one}" for name, one in build_arguments(ROOT).items())
    print(*told)  # noqa: T201
