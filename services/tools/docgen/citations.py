"""Labels of paragraphs: read, in order, and which one stands under which.

New Jersey writes `19:47-10.8(k)10` and `19:47-1.2(a)1i(2)`, Maryland `MD 3.B(2)(b)(xi)`. A place
that another text words anew says so: `19:47-10.6(e) as amended`.
"""

import re
from collections.abc import Iterator
from functools import cache
from typing import Final, NamedTuple

_STEP: Final = re.compile(r"\(\w+\)|\d+|\.?[ivx]+")
_LABEL: Final = re.compile(
    r"(?P<top>(?P<text>\d+:\d+[A-Z]?-)\d+\.\d+[A-Z]?|(?P<md>MD )\d+(?:\.[A-Z])?)"
    rf"(?P<steps>(?:{_STEP.pattern})*)(?P<anew> as amended)?"
)
_WHOLE: Final = re.compile(r"\d+:|MD ")
_ITEM: Final = r"(?P<item>(?:\d+:\w+-|MD )?[\d(][\w.()]*(?: as amended)?)(?=[:, ])"
_FIRST: Final = re.compile(rf"(?=\d+:|MD ){_ITEM}")
_NEXT: Final = re.compile(rf", (?:and |with )?{_ITEM}")
_END: Final = r"\(\w+\)|\d+|[ivx]+"
_RANGE: Final = re.compile(rf"(?P<first>.*?)(?P<from>{_END})-(?P<to>{_END})")
_ROMAN: Final = ("i", "ii", "iii", "iv", "v", "vi", "vii", "viii", "ix", "x", "xi", "xii")


class Label(NamedTuple):
    """A place in a text, from its section down."""

    written: str
    text: str
    """What the labels of one text begin with."""
    section: str
    parts: tuple[str, ...]

    def holds(self, other: "Label") -> bool:
        """Whether the other is this very paragraph, or stands under it."""
        return other.parts[: len(self.parts)] == self.parts


@cache
def label(written: str) -> Label:
    """One paragraph, by its whole name."""
    found = _LABEL.fullmatch(written)
    if found is None:
        raise ValueError(f"{written!r} is not the label of a paragraph, such as 19:47-10.7(d)1")
    steps = [step.removeprefix(".") for step in _STEP.findall(found["steps"])]
    top, *letter = found["top"].split(".") if found["md"] else [found["top"]]
    parts = (top + (found["anew"] or ""), *letter, *steps)
    return Label(written, found["text"] or found["md"], found["top"], parts)


@cache
def spread(written: str) -> tuple[Label, ...]:
    """The paragraphs of a range, such as `MD 3.I(1)-(21)`; a single one is a range of itself."""
    found = _RANGE.fullmatch(written)
    if found is None or _LABEL.fullmatch(written):
        return (label(written),)
    steps = _between(found["from"].strip("()"), found["to"].strip("()"))
    enclosed = found["from"].startswith("(")
    return tuple(label(found["first"] + (f"({step})" if enclosed else step)) for step in steps)


def _between(first: str, last: str) -> list[str]:
    if first.isdigit():
        return [str(number) for number in range(int(first), int(last) + 1)]
    if first == "i" and last in _ROMAN:
        return list(_ROMAN[: _ROMAN.index(last) + 1])
    return [chr(letter) for letter in range(ord(first), ord(last) + 1)]


def named_in(line: str) -> Iterator[Label]:
    """The labels that a line begins with, such as `19:47-10.9(a), (b)`, up to the first other word.

    What one of them lacks, the one before it has.
    """
    found: Label | None = None
    while item := (_NEXT if found else _FIRST).match(line):
        found = label(_completed(item["item"], found))
        line = line[item.end() :]
        yield found


def _completed(item: str, before: Label | None) -> str:
    if before is None or _WHOLE.match(item):
        return item
    if item.isdigit():
        return re.sub(r"\d+$", "", before.written) + item
    return (before.section if item.startswith("(") else before.text) + item
