"""The statements of a search.

Two ways lead to an answer. Looking through the newest rounds finds quickly what is common; asking
the index for all of it and sorting finds quickly what is rare. What the newest rounds do not
answer is rare enough for the index, first for some time back and then for all of it, so neither
way is ever long. The planner is not left to guess: it takes what somebody did a year ago for
something that happens now and then.
"""

from collections.abc import Sequence
from datetime import timedelta
from typing import Any, Final, NamedTuple

from psycopg.sql import SQL, Composable, Composed

from domain.game_library import LIBRARY
from domain.money import MOST_CENTS
from domain.unseen import DEAD
from projections.rounds.search import dice_tag, range_tags
from services.search.criteria import DEALER, Criteria, Cursor, Piece

NEWEST: Final = 5000
"""So many rounds are looked through one by one."""
_LONGEST_ROUND: Final = timedelta(days=1)
_AMONG_NEWEST: Final = SQL(
    "SELECT id, opened FROM (SELECT * FROM read_rounds_search WHERE {within}"
    " ORDER BY opened DESC, id DESC LIMIT {newest}) AS newest"
    " WHERE {asked} ORDER BY opened DESC, id DESC LIMIT {limit}"
)
_AMONG_ALL: Final = SQL(
    "WITH found AS MATERIALIZED (SELECT id, opened FROM read_rounds_search"
    " WHERE {within} AND {asked})"
    " SELECT id, opened FROM found ORDER BY opened DESC, id DESC LIMIT {limit}"
)
_LINE: Final = SQL(
    "EXISTS (SELECT FROM unnest(seats, players, wagers, outcomes, amounts, paid)"
    " AS line (seat, player, wager, outcome, amount, paid) WHERE {})"
)
_SEATS: Final = tuple(
    dict.fromkeys(str(seat) for game in LIBRARY.games for seat in game.views.search.hand_seats)
)
"""Whose hands may be found."""
_EVERYWHERE: Final = (DEALER, *_SEATS)


_BEYOND_NEWEST: Final = SQL(
    "SELECT id, opened FROM read_rounds_search WHERE {within}"
    " ORDER BY opened DESC, id DESC OFFSET {newest} LIMIT 1"
)


class Condition(NamedTuple):
    """A piece of SQL and what belongs into it."""

    sql: Composable
    values: tuple[Any, ...]


class Statement(NamedTuple):
    """To be executed."""

    sql: Composed
    values: tuple[Any, ...]


def among_newest(
    asked: Criteria, cursor: Cursor | None, limit: int, *, sees_hidden: bool
) -> Statement:
    return _statement(_AMONG_NEWEST, asked, cursor, limit, sees_hidden=sees_hidden)


def among_all(
    asked: Criteria, cursor: Cursor | None, limit: int, *, sees_hidden: bool
) -> Statement:
    return _statement(_AMONG_ALL, asked, cursor, limit, sees_hidden=sees_hidden)


def beyond_newest(asked: Criteria, cursor: Cursor | None) -> Statement:
    """The first round that was not looked through, if there are more in that time."""
    within = _within(asked, cursor)
    sql = _BEYOND_NEWEST.format(within=_all_of(within), newest=SQL(str(NEWEST)))
    return Statement(sql, tuple(value for one in within for value in one.values))


def _statement(
    frame: SQL, asked: Criteria, cursor: Cursor | None, limit: int, *, sees_hidden: bool
) -> Statement:
    within, wanted = _within(asked, cursor), _wanted(asked, sees_hidden=sees_hidden)
    sql = frame.format(
        within=_all_of(within),
        asked=_all_of(wanted),
        newest=SQL(str(NEWEST)),
        limit=SQL("%s"),
    )
    values = (value for one in (*within, *wanted) for value in one.values)
    return Statement(sql, (*values, limit))


def _within(asked: Criteria, cursor: Cursor | None) -> list[Condition]:
    """What the order of time alone can answer."""
    found = []
    if asked.until is not None:
        found.append(Condition(SQL("opened <= %s"), (asked.until,)))
    if asked.since is not None:
        bounds = (asked.since, asked.since - _LONGEST_ROUND)
        found.append(Condition(SQL("ended >= %s AND opened >= %s"), bounds))
    if cursor is not None:
        found.append(Condition(SQL("(opened, id) < (%s, %s)"), (cursor.opened, cursor.round)))
    return found


def _wanted(asked: Criteria, *, sees_hidden: bool) -> list[Condition]:
    """Each by itself for the index, and together where they are to be of one wager or hand."""
    found = [Condition(SQL("tags @> %s::text[]"), (tags,))] if (tags := _tags(asked)) else []
    if asked.by_amount:
        found.append(Condition(SQL("tags && %s::text[]"), (_amount_tags(asked),)))
    if isinstance(asked.seat, int):
        found.append(Condition(SQL("seats @> ARRAY[%s::smallint]"), (asked.seat,)))
    for column, value in (
        (SQL("players"), asked.player),
        (SQL("wagers"), asked.wager),
        (SQL("outcomes"), asked.outcome),
    ):
        if value is not None:
            found.append(Condition(SQL("{} @> ARRAY[%s]").format(column), (value,)))
    return [*found, *_hands(asked, sees_hidden=sees_hidden), *_line(asked, sees_hidden=sees_hidden)]


def _tags(asked: Criteria) -> list[str]:
    named = {"table": asked.table, "day": asked.day, "game": asked.game, "state": asked.state}
    tags = [f"{name} {value}" for name, value in named.items() if value is not None]
    return tags if asked.dice is None else [*tags, dice_tag(asked.dice)]


def _amount_tags(asked: Criteria) -> list[str]:
    return range_tags(*_bounds(asked))


def _bounds(asked: Criteria) -> tuple[int, int]:
    """Of an amount: nothing is no amount."""
    return max(asked.least or 1, 1), MOST_CENTS if asked.most is None else asked.most


def _hands(asked: Criteria, *, sees_hidden: bool) -> list[Condition]:
    """Pieces of one hand; whose, where a wager decides, is for the line to say."""
    places = _places(asked, sees_hidden=sees_hidden)
    if len(asked.pieces) > 1 and (len(places) == 1 or not asked.of_a_wager):
        return [_one_hand(asked.pieces, places, sees_hidden=sees_hidden)]
    return [_held(piece, places, sees_hidden=sees_hidden) for piece in asked.pieces]


def _places(asked: Criteria, *, sees_hidden: bool) -> tuple[str, ...]:
    """Whose hands are looked at."""
    if asked.seat is not None:
        return (str(asked.seat),)
    if asked.of_a_wager:
        return _SEATS
    return (*_EVERYWHERE, DEAD) if sees_hidden else _EVERYWHERE


def _held(piece: Piece, places: Sequence[str], *, sees_hidden: bool) -> Condition:
    wanted = [f"{place}:{held}" for place in places for held in piece.meant]
    if not sees_hidden:
        return Condition(SQL("pieces && %s::text[]"), (wanted,))
    sql = SQL("(pieces && %s::text[] OR hidden && %s::text[])")
    return Condition(sql, (wanted, wanted))


def _one_hand(pieces: Sequence[Piece], places: Sequence[str], *, sees_hidden: bool) -> Condition:
    """All of a hand may be seen, or nothing of it."""
    columns = (SQL("pieces"), SQL("hidden")) if sees_hidden else (SQL("pieces"),)
    hands = [_all_held(pieces, place, column) for place in places for column in columns]
    sql = SQL("({})").format(SQL(" OR ").join(_all_of(hand) for hand in hands))
    return Condition(sql, tuple(value for hand in hands for one in hand for value in one.values))


def _all_held(pieces: Sequence[Piece], place: str, column: SQL) -> list[Condition]:
    """What has one meaning is asked for together."""
    plain = [f"{place}:{one.meant[0]}" for one in pieces if len(one.meant) == 1]
    other = [[f"{place}:{held}" for held in one.meant] for one in pieces if len(one.meant) != 1]
    found = [Condition(SQL("{} && %s::text[]").format(column), (held,)) for held in other]
    if plain:
        found.insert(0, Condition(SQL("{} @> %s::text[]").format(column), (plain,)))
    return found


def _line(asked: Criteria, *, sees_hidden: bool) -> list[Condition]:
    """What holds of a round's wagers one by one need not hold of one of them."""
    seated = isinstance(asked.seat, int)
    if not (asked.by_amount or len(asked.of_a_wager) + seated + bool(asked.pieces) > 1):
        return []
    if not asked.of_a_wager:
        return []
    found = [
        Condition(SQL(sql), (value,))
        for sql, value in (
            ("line.seat = %s", asked.seat),
            ("line.player = %s", asked.player),
            ("line.wager = %s", asked.wager),
            ("line.outcome = %s", asked.outcome),
        )
        if value is not None
    ]
    if asked.by_amount:
        sql = SQL("(line.amount BETWEEN %s AND %s OR line.paid BETWEEN %s AND %s)")
        found.append(Condition(sql, _bounds(asked) * 2))
    if not seated:
        found += [_held_there(piece, sees_hidden=sees_hidden) for piece in asked.pieces]
    values = tuple(value for one in found for value in one.values)
    return [Condition(_LINE.format(_all_of(found)), values)]


def _held_there(piece: Piece, *, sees_hidden: bool) -> Condition:
    """By the hand of the wager's own seat."""
    there = "ARRAY(SELECT line.seat || ':' || held FROM unnest(%s::text[]) AS held)"
    sql = f"pieces && {there}"
    if not sees_hidden:
        return Condition(SQL(sql), (list(piece.meant),))
    both = f"({sql} OR hidden && {there})"
    return Condition(SQL(both), (list(piece.meant),) * 2)


def _all_of(conditions: Sequence[Condition]) -> Composable:
    return SQL(" AND ").join(one.sql for one in conditions) if conditions else SQL("true")
