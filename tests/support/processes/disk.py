"""A disk of the test's own that can be filled."""

from pathlib import Path


def fill(filler: Path) -> None:
    with filler.open("ab", buffering=0) as file:
        try:
            while True:
                file.write(b"\0" * 65536)
        except OSError:
            return
