"""The house's video: an address made of a template, so that a round leads to its pictures."""

from collections.abc import Iterator
from string import Formatter
from typing import Final
from urllib.parse import quote, urlsplit

PLACEHOLDERS: Final = ("table", "at", "round", "day")


def check_video_url(template: str) -> None:
    """ValueError says what is wrong with it; empty, there is no video."""
    if not template:
        return
    known = ", ".join(f"{{{name}}}" for name in PLACEHOLDERS)
    for name in _placeholders(template):
        if name not in PLACEHOLDERS:
            raise ValueError(f"there is no placeholder {{{name}}}; there are {known}")
    parts = urlsplit(template)
    if parts.scheme not in ("http", "https") or not parts.hostname:
        raise ValueError("a whole address is wanted that begins with http:// or https://")
    if list(_placeholders(parts.netloc)):
        raise ValueError("the host is one and the same: placeholders come after it")


def video_address(template: str, **values: str) -> str | None:
    """None where the house has none."""
    if not template:
        return None
    return template.format(**{name: quote(value, safe="") for name, value in values.items()})


def _placeholders(template: str) -> Iterator[str]:
    for _, name, form, conversion in Formatter().parse(template):
        if form or conversion:
            raise ValueError(f"write {{{name}}} and nothing else between the braces")
        if name is not None:
            yield name
