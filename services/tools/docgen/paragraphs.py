"""The paragraphs of the regulation texts, and the conformance files that hold them.

Beside the files of a regulation lies a `paragraphs*.toml` for each text it comes from: what every
paragraph demands, in our own words, or why no software can hold it. Which paragraphs a file holds
is said by the file: its first line is a comment that begins with them. Which version of the
regulation it is played under is said by its expectation; a file of an earlier version lies in a
folder of its own (`version-2`) and holds no paragraph any more.
"""

import tomllib
from pathlib import Path
from typing import Final

import msgspec

from domain.game_library import LIBRARY
from services.offline.expect import EXPECTED, beside, read_expectation, version_of
from services.tools.docgen.citations import Label, named_in, spread

TABLES: Final = "paragraphs*.toml"
_UNDER: Final = 100
_IN_FORCE: Final = {one.ref for one in LIBRARY.regulations}


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
    version: str | None
    """Of the regulation, as its expectation names it; None where it names none."""

    @property
    def is_earlier(self) -> bool:
        return self.version is not None and self.version not in _IN_FORCE


class Regulation:
    """A folder: the texts that it comes from and the files that hold them."""

    def __init__(self, folder: Path) -> None:
        self.folder: Final = folder
        self.name: Final = folder.name
        self.texts: Final = [_text(file) for file in sorted(folder.glob(TABLES))]
        self.rows: Final = [row for text in self.texts for row in text.paragraph]
        every = [
            Conformance(file, _named(file), _version(file))
            for file in sorted(folder.rglob("*.jsonl"))
            if not file.name.endswith(EXPECTED)
        ]
        self.files: Final = [one for one in every if not one.is_earlier]
        """Of the version in force."""
        self.earlier: Final = [one for one in every if one.is_earlier]
        self._known: Final = {one.parts for row in self.rows for one in row.labels}

    def knows(self, label: Label) -> bool:
        """Whether a row has it, or something under it."""
        return any(label.holds(one) for row in self.rows for one in row.labels)

    def holding(self, row: Paragraph) -> list[Conformance]:
        """The files that name it; else those of the nearest one above it; else of what is under it.

        A paragraph that only leads to others has no row: who names it names those.
        """
        near: dict[int, list[Conformance]] = {}
        for one in self.files:
            if (distance := self._distance(one, row)) is not None:
                near.setdefault(distance, []).append(one)
        return near[min(near)] if near else []

    def _distance(self, file: Conformance, row: Paragraph) -> int | None:
        """How many steps the file's paragraph stands above the row's; far where it is under it."""
        steps = [
            0 if mine.parts not in self._known else len(other.parts) - len(mine.parts)
            for mine in file.labels
            for other in row.labels
            if mine.holds(other)
        ]
        under = any(other.holds(mine) for mine in file.labels for other in row.labels)
        return min(steps) if steps else _UNDER if under else None


def _text(file: Path) -> Text:
    return msgspec.convert(tomllib.loads(file.read_text(encoding="utf-8")), Text)


def _version(file: Path) -> str | None:
    expectation = beside(file)
    return version_of(read_expectation(expectation)) if expectation.is_file() else None


def _named(file: Path) -> tuple[Label, ...]:
    first = file.read_text(encoding="utf-8").partition("\n")[0]
    try:
        labels = tuple(named_in(first.removeprefix("# ")))
    except ValueError as error:
        raise ValueError(f"{file.name}: its first line: {error}") from None
    if not (first.startswith("# ") and labels):
        raise ValueError(f"{file.name}: begin it with `# PARAGRAPHS: what they demand`")
    return labels
