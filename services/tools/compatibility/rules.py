"""What released versions of the regulations stated, held against what this build states of them."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final, TypedDict

from domain.games.seam.regulation import Regulation

_WHOLE: Final = frozenset({"forbidden", "wagers"})
"""To state one more of these is another rule; other facts may grow, under a recorded hash."""
_MOST_TOLD: Final = 5
_RAISE: Final = (
    "raise the version, and keep this one as it was released: CONTRIBUTING.md, Raising a version"
)


class Released(TypedDict):
    """One version, as it was released."""

    hash: str
    """As its sessions recorded it."""
    facts: dict[str, Any]


def released_of(rules: Regulation) -> Released:
    return {"hash": rules.content_hash(), "facts": rules.facts()}


def rules_changed(released: Mapping[str, Released], carried: Iterable[Regulation]) -> Iterator[str]:
    """A line for each version that is stated otherwise, with what to do."""
    here = {one.ref: one for one in carried}
    for ref, was in released.items():
        if ref not in here:
            yield f"{ref} was released and is not carried any more: its rounds could not be decided"
            continue
        rules = here[ref]
        now, differing = rules.facts(), list(_differing(was["facts"], rules.facts()))
        if not differing and rules.content_hash() != was["hash"]:
            grown = [f"{path} is new" for path in _grown(was["facts"], now)]
            hash_is = f"its hash was {was['hash']} and is {rules.content_hash()}"
            kept = f'or, of an earlier version, recorded_hash="{was["hash"]}"'
            differing = [*grown, f"{hash_is} ({kept})"]
        if differing:
            told = "; ".join(differing[:_MOST_TOLD])
            more = f"; and {len(differing) - _MOST_TOLD} more" if differing[_MOST_TOLD:] else ""
            yield f"{ref} was released, and this build states it otherwise: {told}{more}: {_RAISE}"


def _differing(was: Any, now: Any, path: str = "") -> Iterator[str]:
    if not isinstance(was, dict) or not isinstance(now, dict):
        if was != now:
            yield f"{path} was {was} and is {now}"
        return
    for name, value in was.items():
        at = f"{path}.{name}" if path else name
        if name in now:
            yield from _differing(value, now[name], at)
        else:
            yield f"{at} is gone"
    if path in _WHOLE:
        yield from (f"{path}.{name} is new" for name in now.keys() - was.keys())


def _grown(was: Any, now: Any, path: str = "") -> Iterator[str]:
    for name, value in now.items():
        at = f"{path}.{name}" if path else name
        if name not in was:
            yield at
        elif isinstance(value, dict) and isinstance(was[name], dict):
            yield from _grown(was[name], value, at)
