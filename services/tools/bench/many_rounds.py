"""Rounds by the hundred thousand, made up from a seed: as many as ten million events leave."""

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime, timedelta
from functools import cache
from itertools import islice
from random import Random
from typing import Final, NamedTuple

from msgspec.structs import replace

from domain.events.round import Outcome, WagerLine
from domain.game_library import LIBRARY, regulation_name
from domain.gaming_day import GamingDay, write_moment
from domain.unseen import DEAD
from projections.projection import folded
from projections.rounds import RoundRow, Rounds
from projections.rounds.search import SearchRow, search_row
from services.projector.search_index import (
    create_index,
    drop_index,
    make_search_indexes,
    save_index,
)
from services.store.connection import allowing
from services.store.database import Datastore
from services.tools.simulator import Floor, tables_among
from services.tools.simulator.mistakes import decided

TABLES: Final = 50
PLAYERS: Final = 5000
YEARS: Final = 10
"""The rounds of one year are made up, and told again for each of the years before."""
LAST: Final = datetime(2026, 11, 15, 20, tzinfo=UTC)
_ON_HANDS: Final = ("pai_gow", "any_triple")
_ON_DICE: Final = ("pass", "dont_pass", "come", "place_6", "place_8", "hard_4")
_WAGERS: Final = {
    "nj-pai-gow": _ON_HANDS,
    "md-pai-gow": _ON_HANDS,
    "nj-pai-gow-poker": _ON_HANDS,
    "nj-craps": _ON_DICE,
}
"""What is wagered, by the regulation."""
_SIMULATED_TABLES: Final = 28
_SIMULATED_ROUNDS: Final = 8
_STAKES: Final = (500, 1000, 2500, 2500, 5000, 10_000, 25_000, 100_000)
_OUTCOMES: Final[tuple[Outcome, ...]] = ("win", "lose", "lose", "push", "push", "surrender")
_BATCH: Final = 5000
_FILL_SECONDS: Final = 900.0
_TOLD_AGAIN: Final = """
INSERT INTO read_rounds_search
SELECT split_part(id, '-', 1) || '-' || (split_part(id, '-', 2)::int + 1000 * %(back)s) || '-'
       || split_part(id, '-', 3),
       opened - interval '365 days' * %(back)s, ended - interval '365 days' * %(back)s,
       array_replace(tags, 'day ' || (opened::date)::text,
                     'day ' || (opened::date - 365 * %(back)s)::text),
       seats, players, wagers, outcomes, amounts, paid, pieces, hidden
  FROM read_rounds_search WHERE opened > %(since)s"""


class Deal(NamedTuple):
    """What is dealt under a regulation."""

    pieces: tuple[str, ...]
    """All of them; none where nothing is dealt."""
    in_hand: int
    rest_is_dead: bool


def fill(datastore: Datastore, rounds: int, seed: int) -> None:
    """The index of the rounds of some years, ready to be searched."""
    rng = Random(seed)  # noqa: S311  no secret: the same rounds again
    with allowing(_FILL_SECONDS), datastore.get_connection() as conn:
        drop_index(conn, Rounds.name)
        create_index(conn, Rounds.name)
        made = _a_year(rng, rounds // YEARS)
        while batch := list(islice(made, _BATCH)):
            save_index(conn.cursor(), Rounds.name, batch)
        for back in range(1, YEARS):
            conn.execute(_TOLD_AGAIN, {"back": back, "since": LAST - timedelta(days=365)})
        make_search_indexes(conn, Rounds.name)
        conn.execute("VACUUM ANALYZE read_rounds_search")


def _a_year(rng: Random, rounds: int) -> Iterator[SearchRow]:
    regulations = [LIBRARY.in_force(name).ref for name in _WAGERS]
    for number in range(rounds):
        opened = LAST - timedelta(days=364) * (number / rounds)
        table = rng.randrange(TABLES)
        row = RoundRow(
            key=f"PG{table:02d}",
            round=f"PG{table:02d}-{number // 100 + 1}-{number % 100 + 1}",
            table=f"PG{table:02d}",
            session=number // 100 + 1,
            regulation=regulations[table * len(regulations) // TABLES],
            phase="voided" if rng.random() < 0.01 else "closed",
            opened=write_moment(opened),
            ended=write_moment(opened + timedelta(seconds=rng.randrange(40, 200))),
            day=str(GamingDay().of(opened)),
            wagers=(),
        )
        searched = search_row(_played(rng, row))
        assert searched is not None
        yield searched


@cache
def deals() -> dict[str, Deal]:
    """By the regulation, as the rounds of a simulated floor show it."""
    tables_of = tables_among(_SIMULATED_TABLES)
    floor = Floor(_SIMULATED_TABLES, _SIMULATED_ROUNDS, seed=1, start=LAST, tables_of=tables_of)
    hands: defaultdict[str, list[dict[str, tuple[str, ...]]]] = defaultdict(list)
    for table in floor.names():
        events = [event for one in decided(floor.commands(table)) for event in one.events]
        for row in folded(Rounds(), events).values():
            hands[regulation_name(row.regulation)].append(row.hands)
    return {name: _deal(hands[name]) for name in _WAGERS}


def _deal(rounds: list[dict[str, tuple[str, ...]]]) -> Deal:
    pieces: Counter[str] = Counter()
    for hands in rounds:
        pieces |= Counter(piece for hand in hands.values() for piece in hand)
    sizes = {len(hand) for hands in rounds for hand in hands.values()}
    return Deal(
        tuple(sorted(pieces.elements())),
        in_hand=min(sizes, default=0),
        rest_is_dead=any(DEAD in hands for hands in rounds),
    )


def _played(rng: Random, row: RoundRow) -> RoundRow:
    name = regulation_name(row.regulation)
    places = LIBRARY.in_force(name).places
    seats = sorted(rng.sample(range(1, places + 1), rng.randrange(2, 7)))
    deal, offered = deals()[name], _WAGERS[name]
    wagers: list[WagerLine] = []
    for seat in seats:
        made = offered[: rng.choice((1, 2))] if deal.pieces else rng.sample(offered, 2)
        wagers += _lines(rng, seat, made)
    dice = LIBRARY.by_regulation[name].views.search.dice
    rolled = tuple(rng.randrange(1, 7) for _ in range(dice))
    row = replace(row, wagers=tuple(wagers), dice=rolled)
    if not deal.pieces:
        return row
    gave_up = {line.seat for line in wagers if line.outcome == "surrender"}
    return replace(row, hands=_dealt(rng, deal, seats), surrendered=tuple(sorted(gave_up)))


def _lines(rng: Random, seat: int, made: Sequence[str]) -> Iterator[WagerLine]:
    # Half of the rounds are those of a tenth of the players.
    player = rng.randrange(PLAYERS // 10 if rng.random() < 0.5 else PLAYERS)
    for wager in made:
        amount, outcome = rng.choice(_STAKES), rng.choice(_OUTCOMES)
        yield WagerLine(
            seat=seat, wager=wager, amount=amount, coupon=0, player=f"player-{player}",
            outcome=outcome, paid=amount if outcome == "win" else 0, vigorish=0, rule="",
        )  # fmt: skip


def _dealt(rng: Random, deal: Deal, seats: list[int]) -> dict[str, tuple[str, ...]]:
    left = iter(rng.sample(deal.pieces, len(deal.pieces)))
    places = ("dealer", *map(str, seats))
    hands = {place: tuple(islice(left, deal.in_hand)) for place in places}
    return {**hands, DEAD: tuple(left)} if deal.rest_is_dead else hands
