"""Labels of paragraphs: read, in order, and which one stands under which.

New Jersey writes `19:47-10.8(k)10` and `19:47-1.2(a)1i(2)`, Maryland `MD 3.B(2)(b)(xi)`. A paragraph that
another text words anew says so: `19:47-10.6(e) as amended`.
"""

import re
from collections.abc import Iterator
from typing import Final, NamedTuple

_SECTION: Final = r"(?:\d+:\d+[A-Z]?-\d+\.\d+[A-Z]?|MD \d+(?:\.[A-Z])?)"
_STEP: Final = r"\(\w+\)|\d+|\.?[ivx]+"
_LABEL: Final = re.compile(rf"(?P<section>{_SECTION})(?P<steps>(?:{_STEP})*)(?P<anew> as amended)?")
_TEXT: Final = re.compile(r"\d+:\d+[A-Z]?-|MD ")
_ENDS: Final = r"\(\w+\)|\d+|[ivx]+"
_RANGE: Final = re.compile(rf"(?P<first>.*?)(?P<from>{_ENDS})-(?P<to>{_ENDS})")
_ROMAN: Final = tuple("i ii iii iv v vi vii viii ix x xi xii xiii xiv xv".split())


class Label(NamedTuple):
    """A place in a text, from its section down."""

    written: str
    parts: tuple[str, ...]

    def holds(self, other: "Label") -> bool:
        """Whether the other is this very paragraph, or stands under it."""
        return other.parts[: len(self.parts)] == self.parts


def label(text: str) -> Label:
    """One paragraph, by its whole name."""
    found = _LABEL.fullmatch(text)
    if found is None:
        raise ValueError(f"{text!r} is not the label of a paragraph, such as 19:47-10.7(d)1")
    section, anew = found["section"], found["anew"] or ""
    steps = [step.removeprefix(".") for step in re.findall(_STEP, found["steps"])]
    if section.startswith("MD "):
        section, *letter = section.split(".")
        steps = [*letter, *steps]
    return Label(text, (section + anew, *steps))


def spread(text: str) -> tuple[Label, ...]:
    """The paragraphs of a range, such as `MD 3.I(1)-(21)`; a single one is a range of itself."""
    found = _RANGE.fullmatch(text)
    if found is None or _LABEL.fullmatch(text):
        return (label(text),)
    steps = _between(found["from"].strip("()"), found["to"].strip("()"))
    enclosed = found["from"].startswith("(")
    return tuple(label(found["first"] + (f"({step})" if enclosed else step)) for step in steps)


def _between(first: str, last: str) -> list[str]:
    if first.isdigit():
        return [str(number) for number in range(int(first), int(last) + 1)]
    if first == "i" and last in _ROMAN:
        return list(_ROMAN[: _ROMAN.index(last) + 1])
    return [chr(letter) for letter in range(ord(first), ord(last) + 1)]


def named_in(heading: str) -> Iterator[Label]:
    """The labels of a list such as `19:47-10.9(a), (b)`: each takes what it lacks from the one before."""
    text = section = ""
    for item in heading.removeprefix("and ").replace(", and ", ", ").split(", "):
        whole = section + item if item.startswith("(") else item
        whole = whole if _TEXT.match(whole) else text + whole
        found = label(whole)
        text = _TEXT.match(whole)[0]  # type: ignore[index]  # a label begins with its text
        section = re.match(_SECTION, whole)[0]  # type: ignore[index]
        yield found
