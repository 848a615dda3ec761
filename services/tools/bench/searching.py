"""Finding rounds among those of ten million events, by every kind of thing they are found by."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import timedelta
from random import Random
from typing import Final, TypeAlias

from projections import all_projections
from services.projector.read_models import ReadModels
from services.queries import Queries
from services.search.asked import Asked, read_criteria
from services.search.criteria import Cursor
from services.search.rounds import RoundSearch
from services.tools.bench.figures import Figure, stopwatch
from services.tools.bench.many_rounds import LAST, PLAYERS, TABLES, YEARS, deals, fill
from services.tools.bench.material import new_ledger

_TILES: Final = "nj-pai-gow"
_SEARCHES: Final = 25
_PAGE: Final = 51
_MOST_MS: Final = 100.0
Make: TypeAlias = Callable[[Random], Asked]


def _day(rng: Random) -> str:
    return (LAST - timedelta(days=rng.randrange(365 * YEARS))).date().isoformat()


def _within(rng: Random, asked: Asked, hours: int = 2) -> Asked:
    since = LAST - timedelta(minutes=rng.randrange(365 * YEARS * 24 * 60))
    until = since + timedelta(hours=hours)
    return replace(asked, since=since.isoformat(), until=until.isoformat())


def _table(rng: Random) -> str:
    return f"PG{rng.randrange(TABLES):02d}"


def _player(rng: Random) -> str:
    return f"player-{rng.randrange(PLAYERS)}"


def _tiles(rng: Random, count: int) -> tuple[str, ...]:
    return tuple(rng.sample(sorted({*deals()[_TILES].pieces}), count))


def _seat(rng: Random) -> str:
    return str(rng.randrange(1, 7))


def _dice(rng: Random) -> str:
    return "-".join(str(rng.randrange(1, 7)) for _ in range(3))


_KINDS: Final[dict[str, Make]] = {
    "anything": lambda _: Asked(),
    "a table": lambda rng: Asked(table=_table(rng)),
    "a day": lambda rng: Asked(day=_day(rng)),
    "a table on a day": lambda rng: Asked(table=_table(rng), day=_day(rng)),
    "two hours": lambda rng: _within(rng, Asked()),
    "a table in two months": lambda rng: _within(rng, Asked(table=_table(rng)), 60 * 24),
    "a seat": lambda rng: Asked(seat=_seat(rng)),
    "a player": lambda rng: Asked(player=_player(rng)),
    "a player nobody knows": lambda _: Asked(player="nobody"),
    "a player who won at a seat": lambda rng: Asked(
        player=_player(rng), outcome="win", seat=_seat(rng)
    ),
    "a tile": lambda rng: Asked(piece=_tiles(rng, 1)),
    "gee joon at a seat": lambda rng: Asked(piece=("gee joon",), seat=_seat(rng)),
    "four tiles in one hand": lambda rng: Asked(piece=_tiles(rng, 4)),
    "four tiles at a seat": lambda rng: Asked(piece=_tiles(rng, 4), seat=_seat(rng)),
    "four cards in one hand": lambda _: Asked(piece=("AS", "KH", "joker", "2C")),
    "a dispute: seat, time, pair of sixes": lambda rng: _within(
        rng, Asked(seat=_seat(rng), piece=("pair of sixes",))
    ),
    "a loser with a pair of sixes": lambda _: Asked(piece=("pair of sixes",), outcome="lose"),
    "a player's pair of sixes": lambda rng: Asked(piece=("pair of sixes",), player=_player(rng)),
    "dice": lambda rng: Asked(dice=_dice(rng)),
    "dice at craps": lambda _: Asked(dice="6-1"),
    "dice at a table": lambda rng: Asked(dice=_dice(rng), table=_table(rng)),
    "a surrender at a seat": lambda rng: Asked(outcome="surrender", seat=_seat(rng)),
    "a wager that won": lambda _: Asked(wager="hard_4", outcome="win"),
    "a wager nobody made": lambda _: Asked(wager="pair_fortunes"),
    "an amount": lambda _: Asked(least=25_000, most=25_000),
    "an amount nobody wagered": lambda _: Asked(least=26_000, most=29_999),
    "an amount a seat won": lambda rng: Asked(least=90_000, outcome="win", seat=_seat(rng)),
    "a game": lambda _: Asked(game="craps"),
    "voided": lambda _: Asked(state="voided"),
    "voided at a table": lambda rng: Asked(state="voided", table=_table(rng)),
    "corrected, of which there are none": lambda _: Asked(state="corrected"),
    "everything at once": lambda rng: Asked(
        table=_table(rng), seat=_seat(rng), outcome="lose", wager="pai_gow", least=2500,
        piece=("pair of sixes",), dice=_dice(rng),
    ),
}  # fmt: skip


def run(server: str, rounds: int, seed: int) -> Iterator[Figure]:
    """The slowest but one in a hundred of each kind, for who sees everything and who does not."""
    with new_ledger(server) as ledger:
        ReadModels(ledger.datastore).create(all_projections())
        fill(ledger.datastore, rounds, seed)
        search = RoundSearch(ledger.datastore, Queries(ledger.datastore))
        for name, make in _KINDS.items():
            took = sorted(_took(search, make, Random(seed)))  # noqa: S311  the same searches again
            slowest = took[int(len(took) * 0.99)]
            yield Figure(
                bench="search", what=name, value=slowest, unit="ms", baseline=_MOST_MS,
                baseline_name=f"what it may take, of {rounds:,} rounds", holds=slowest < _MOST_MS,
            )  # fmt: skip


def _took(search: RoundSearch, make: Make, rng: Random) -> Iterator[float]:
    """In milliseconds: the first page and the one after it."""
    for number in range(_SEARCHES):
        asked, sees_hidden = read_criteria(make(rng)), number % 3 == 0
        cursor: Cursor | None = None
        for _ in range(2):
            with stopwatch() as watch:
                found = search.places(asked, cursor, _PAGE, sees_hidden=sees_hidden)
            yield watch.seconds * 1000
            if len(found) < _PAGE:
                break
            cursor = found[-2]
