"""Rounds by the hundred thousand, made up from a seed: as many as ten million events leave."""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from itertools import islice
from random import Random
from typing import Final

from msgspec.structs import replace

from domain.events.round import Outcome, WagerLine
from domain.games.pai_gow.cards.deck import DECK
from domain.games.pai_gow.layout.positions import DEAD, DEALER, SEATS
from domain.games.pai_gow.tiles.tile_set import FULL_SET
from domain.gaming_day import GamingDay, write_moment
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

TABLES: Final = 50
PLAYERS: Final = 5000
YEARS: Final = 10
"""The rounds of one year are made up, and told again for each of the years before."""
LAST: Final = datetime(2026, 11, 15, 20, tzinfo=UTC)
_REGULATIONS: Final = ("nj-pai-gow@3", "md-pai-gow@3", "nj-pai-gow-poker@3", "nj-craps@2")
_STAKES: Final = (500, 1000, 2500, 2500, 5000, 10_000, 25_000, 100_000)
_OUTCOMES: Final[tuple[Outcome, ...]] = ("win", "lose", "lose", "push", "push", "surrender")
_BATCH: Final = 5000
_FILL_SECONDS: Final = 900.0
_ON_CRAPS: Final = ("pass", "dont_pass", "come", "place_6", "place_8", "hard_4")
_TOLD_AGAIN: Final = """
INSERT INTO read_rounds_search
SELECT split_part(id, '-', 1) || '-' || (split_part(id, '-', 2)::int + 1000 * %(back)s) || '-'
       || split_part(id, '-', 3),
       opened - interval '365 days' * %(back)s, ended - interval '365 days' * %(back)s,
       array_replace(tags, 'day ' || (opened::date)::text,
                     'day ' || (opened::date - 365 * %(back)s)::text),
       seats, players, wagers, outcomes, amounts, paid, pieces, hidden
  FROM read_rounds_search WHERE opened > %(since)s"""


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
    for number in range(rounds):
        opened = LAST - timedelta(days=364) * (number / rounds)
        table = rng.randrange(TABLES)
        row = RoundRow(
            key=f"PG{table:02d}",
            round=f"PG{table:02d}-{number // 100 + 1}-{number % 100 + 1}",
            table=f"PG{table:02d}",
            session=number // 100 + 1,
            regulation=_REGULATIONS[table * len(_REGULATIONS) // TABLES],
            phase="voided" if rng.random() < 0.01 else "closed",
            opened=write_moment(opened),
            ended=write_moment(opened + timedelta(seconds=rng.randrange(40, 200))),
            day=str(GamingDay().of(opened)),
            wagers=(),
        )
        searched = search_row(_played(rng, row))
        assert searched is not None
        yield searched


def _played(rng: Random, row: RoundRow) -> RoundRow:
    is_craps = row.regulation.startswith("nj-craps")
    seats = sorted(rng.sample(range(1, 17) if is_craps else SEATS, rng.randrange(2, 7)))
    wagers = tuple(line for seat in seats for line in _lines(rng, seat, is_craps=is_craps))
    dice = tuple(rng.randrange(1, 7) for _ in range(2 if is_craps else 3))
    row = replace(row, wagers=wagers, dice=dice)
    if is_craps:
        return row
    gave_up = {line.seat for line in wagers if line.outcome == "surrender"}
    return replace(row, hands=_dealt(rng, row, seats), surrendered=tuple(sorted(gave_up)))


def _lines(rng: Random, seat: int, *, is_craps: bool) -> Iterator[WagerLine]:
    # Half of the rounds are those of a tenth of the players.
    player = rng.randrange(PLAYERS // 10 if rng.random() < 0.5 else PLAYERS)
    on_tiles = ("pai_gow", "any_triple")[: rng.choice((1, 2))]
    for wager in rng.sample(_ON_CRAPS, 2) if is_craps else on_tiles:
        amount, outcome = rng.choice(_STAKES), rng.choice(_OUTCOMES)
        yield WagerLine(
            seat=seat, wager=wager, amount=amount, coupon=0, player=f"player-{player}",
            outcome=outcome, paid=amount if outcome == "win" else 0, vigorish=0, rule="",
        )  # fmt: skip


def _dealt(rng: Random, row: RoundRow, seats: list[int]) -> dict[str, tuple[str, ...]]:
    places = [DEALER, *map(str, seats)]
    if "poker" in row.regulation:
        deck = rng.sample(DECK, len(DECK))
        return {place: tuple(deck[at * 7 : at * 7 + 7]) for at, place in enumerate(places)}
    tiles = rng.sample(FULL_SET, len(FULL_SET))
    hands = {place: tuple(tiles[at * 4 : at * 4 + 4]) for at, place in enumerate(places)}
    return {**hands, DEAD: tuple(tiles[len(places) * 4 :])}
