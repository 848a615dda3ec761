"""The paragraphs of the regulation texts, and the conformance files that hold them.

Beside the files of a regulation lies a `paragraphs*.toml` for each text it comes from: what every
paragraph demands, in our own words, or why no software can hold it. Which paragraphs a file holds
is said by the file: its first line is a comment that begins with them.
"""

import tomllib
from collections.abc import Callable
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


class Conformance(msgspec.Struct, frozen=True):
    """A conformance file, and the paragraphs that its first line names."""

    file: Path
    labels: tuple[Label, ...]


class Regulation:
    """A folder: the texts that it comes from and the files that hold them."""

    def __init__(self, folder: Path) -> None:
        self.name: Final = folder.name
        self.texts: Final = [_text(file) for file in sorted(folder.glob(TABLES))]
        self.rows: Final = [row for text in self.texts for row in text.paragraph]
        self.files: Final = [
            Conformance(file, _named(file))
            for file in sorted(folder.glob("*.jsonl"))
            if not file.name.endswith(EXPECTED)
        ]
        self._known: Final = {one.parts for row in self.rows for one in row.labels}

    def knows(self, label: Label) -> bool:
        """Whether a row has it, or something under it."""
        return any(label.holds(one) for row in self.rows for one in row.labels)

    def holding(self, row: Paragraph) -> list[Conformance]:
        """The files that name it; else those that name one above it; else what is under it.

        A paragraph that only leads to others has no row: who names it names those.
        """

        def named(how: Callable[[Label, Label], bool]) -> list[Conformance]:
            return [
                one
                for one in self.files
                if any(how(mine, other) for mine in one.labels for other in row.labels)
            ]

        return (
            named(lambda mine, other: mine.parts == other.parts or self._leads_to(mine, other))
            or named(lambda mine, other: mine.holds(other))
            or named(lambda mine, other: other.holds(mine))
        )

    def _leads_to(self, mine: Label, other: Label) -> bool:
        return mine.parts not in self._known and mine.holds(other)


def _text(file: Path) -> Text:
    return msgspec.convert(tomllib.loads(file.read_text(encoding="utf-8")), Text)


def _named(file: Path) -> tuple[Label, ...]:
    first = file.read_text(encoding="utf-8").partition("\n")[0]
    try:
        labels = tuple(named_in(first.removeprefix("# ")))
    except ValueError as error:
        raise ValueError(f"{file.name}: its first line: {error}") from None
    if not (first.startswith("# ") and labels):
        raise ValueError(f"{file.name}: begin it with `# PARAGRAPHS: what they demand`")
    return labels
