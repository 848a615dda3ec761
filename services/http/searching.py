"""`GET /v1/rounds`: finished rounds by what somebody remembers of them."""

from typing import Annotated, Final

import msgspec
from fastapi import APIRouter, Query, Request, Response

from services.http.access import Caller
from services.http.answers import json_answer
from services.http.masking import sight_of
from services.http.parameters import (
    Amount,
    CursorText,
    DayText,
    Dice,
    Game,
    Moment,
    Outcome,
    Pieces,
    Player,
    RoundLimit,
    Seat,
    State,
    Table,
    Wager,
)
from services.http.problems import Problem
from services.http.readers import read_apart
from services.search.asked import (
    Asked,
    BadSearch,
    read_criteria,
    read_cursor,
    write_cursor,
)
from services.search.criteria import Criteria
from services.search.rounds import Page, RoundSearch
from services.search.summary import RoundFound, summary_of

router = APIRouter(tags=["books"])
_ROUNDS: Final = 50


class FoundRounds(msgspec.Struct, frozen=True):
    """The answer to a search."""

    rounds: list[RoundFound]
    next: str | None
    """The `cursor` of the next page; null: there is none."""
    read: dict[str, tuple[str, ...]]
    """How each piece was understood: a hand with any of these is found."""
    why: list[str]
    """Where nothing was found: why, as far as that is plain."""


@router.get("/v1/rounds")
@read_apart
def get_found_rounds(  # noqa: PLR0913, PLR0917  one for each thing a round is found by
    request: Request,
    actor: Caller,
    table: Table = None,
    day: Annotated[DayText | None, Query(description="gaming day, 2026-11-15")] = None,
    since: Annotated[Moment, Query(alias="from")] = None,
    until: Annotated[Moment, Query(alias="to")] = None,
    seat: Seat = None,
    player: Player = None,
    piece: Pieces = None,
    dice: Dice = None,
    outcome: Outcome = None,
    wager: Wager = None,
    least: Annotated[Amount, Query(alias="min")] = None,
    most: Annotated[Amount, Query(alias="max")] = None,
    game: Game = None,
    state: State = None,
    cursor: CursorText = None,
    limit: RoundLimit = _ROUNDS,
) -> Response:
    """Finished rounds, newest first; all that is named is true of each.

    Seat, player, wager, outcome and amount (of the wager, or of what it was paid) are of one wager;
    pieces are of one hand. A round is found by a time if it was on the layout then. Hands that the
    caller may not see are not found by what they held.
    """
    asked = Asked(
        table=table, day=day, since=since, until=until, seat=seat, player=player,
        piece=tuple(piece or ()), dice=dice, outcome=outcome, wager=wager, least=least, most=most,
        game=game, state=state,
    )  # fmt: skip
    try:
        criteria = read_criteria(asked)
        after = None if cursor is None else read_cursor(cursor)
    except BadSearch as error:
        raise bad_search(error) from None
    search: RoundSearch = request.app.state.round_search
    page = search.find(criteria, after, limit, sees_hidden=sight_of(actor).hands)
    return json_answer(answer_of(criteria, page))


def answer_of(asked: Criteria, page: Page) -> FoundRounds:
    return FoundRounds(
        rounds=[summary_of(row) for row in page.rounds],
        next=None if page.next is None else write_cursor(page.next),
        read={piece.words: piece.meant for piece in asked.pieces},
        why=page.why,
    )


def bad_search(error: BadSearch) -> Problem:
    wrong = [{"where": f"query.{where}", "what": what} for where, what in error.wrong]
    return Problem("invalid-request", f"nothing can be looked for: {error}", errors=wrong)
