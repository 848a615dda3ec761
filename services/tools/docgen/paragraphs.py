"""The paragraphs of the regulation texts, and the conformance files that hold them.

Beside the files of a regulation lies a `paragraphs*.toml` for each text it comes from: what every
paragraph demands, in our own words, or why no software can hold it. Which paragraphs a file holds
is said by the file: its first line is a comment that names them before the first colon.
"""

import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import msgspec

from services.offline.expect import EXPECTED
from services.tools.docgen.citations import Label, named_in, spread

TABLES: Final = "paragraphs*.toml"


class Paragraph(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One row: a paragraph, or a range of them that say the like."""

    cite: str
    demands: str
    not_for_software: str = ""
    """Why no software can hold it."""
    tested_in: str = ""
    """The test that holds it where no command shows it, from the project's root."""

    @property
    def labels(self) -> tuple[Label, ...]:
        return spread(self.cite)


class Text(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One regulation text, from its first paragraph to its last."""

    title: str
    paragraph: tuple[Paragraph, ...]


class HeldBy(msgspec.Struct, frozen=True):
    """A conformance file, and the paragraphs that its first line names."""

    file: Path
    labels: tuple[Label, ...]

    def names(self, paragraph: Paragraph) -> bool:
        """Whether it names the paragraph, one of its range, one above it or one under it."""
        return any(
            mine.holds(one) or one.holds(mine) for mine in self.labels for one in paragraph.labels
        )


def texts_of(folder: Path) -> list[Text]:
    """The texts that a regulation comes from."""
    return [
        msgspec.convert(tomllib.loads(file.read_text(encoding="utf-8")), Text)
        for file in sorted(folder.glob(TABLES))
    ]


def files_of(folder: Path) -> list[HeldBy]:
    """The files that are played, with what they name."""
    return [
        HeldBy(file, tuple(_named(file)))
        for file in sorted(folder.glob("*.jsonl"))
        if not file.name.endswith(EXPECTED)
    ]


def _named(file: Path) -> Iterator[Label]:
    first = file.read_text(encoding="utf-8").partition("\n")[0]
    heading, colon, _ = first.removeprefix("# ").partition(": ")
    if not (first.startswith("# ") and colon):
        raise ValueError(f"{file.name}: begin it with `# PARAGRAPHS: what they demand`")
    try:
        yield from named_in(heading)
    except ValueError as error:
        raise ValueError(f"{file.name}: its first line: {error}") from None
