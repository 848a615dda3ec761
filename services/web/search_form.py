"""A search as people type it on a page: the property's own time, and dollars."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from datetime import datetime
from typing import Final, TypeVar
from zoneinfo import ZoneInfo

from domain.gaming_day import write_moment
from domain.money import read_dollars
from services.search.asked import Asked, BadSearch, read_criteria
from services.search.criteria import Criteria

T = TypeVar("T")
FIELDS: Final = (
    *("table", "day", "from", "to", "seat", "player", "piece", "dice"),
    *("outcome", "wager", "min", "max", "game", "state"),
)
"""What the page's address may hold, in the order that it asks for them."""


@dataclass(slots=True)
class _Typed:
    values: dict[str, str]
    wrong: list[tuple[str, str]] = field(default_factory=list)

    def read(self, name: str, reader: Callable[[str], T]) -> T | None:
        text = self.values.get(name)
        if text is None:
            return None
        try:
            return reader(text)
        except ValueError as error:
            self.wrong.append((name, str(error)))
            return None


def read_search(values: dict[str, str], zone: ZoneInfo) -> Criteria:
    """What is empty was not asked. Raises BadSearch, with everything that is wrong with it."""
    typed = _Typed({name: text.strip() for name, text in values.items() if text.strip()})
    asked = Asked(
        table=typed.values.get("table"),
        day=typed.values.get("day"),
        since=typed.read("from", lambda text: local_moment(text, zone, fold=0)),
        until=typed.read("to", lambda text: local_moment(text, zone, fold=1)),
        seat=typed.values.get("seat"),
        player=typed.values.get("player"),
        piece=tuple(pieces_in(typed.values.get("piece", ""))),
        dice=typed.values.get("dice"),
        outcome=typed.values.get("outcome"),
        wager=typed.values.get("wager"),
        least=typed.read("min", read_dollars),
        most=typed.read("max", read_dollars),
        game=typed.values.get("game"),
        state=typed.values.get("state"),
    )
    try:
        criteria = read_criteria(asked)
    except BadSearch as error:
        raise BadSearch([*typed.wrong, *error.wrong]) from None
    if typed.wrong:
        raise BadSearch(typed.wrong)
    return criteria


def pieces_in(text: str) -> Iterable[str]:
    """Several are told with commas, or with `and`."""
    parts = (part for comma in text.replace("、", ",").split(",") for part in comma.split(" and "))
    return (part.strip() for part in parts if part.strip())


def local_moment(text: str, zone: ZoneInfo, fold: int) -> str:
    """By the house's clock, unless it has an offset; of an hour that came twice, the wider."""
    try:
        moment = datetime.fromisoformat(text)
    except ValueError:
        raise ValueError(f"{text[:40]!r} is not a time such as 2026-11-15 21:30") from None
    if moment.tzinfo is None:
        moment = moment.replace(tzinfo=zone, fold=fold)
    return write_moment(moment)
