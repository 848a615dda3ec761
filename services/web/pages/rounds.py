"""`/rounds`: finished rounds by what somebody remembers of them."""

from typing import Annotated, Any, Final, NamedTuple
from urllib.parse import urlencode
from zoneinfo import ZoneInfo

from fastapi import APIRouter, Query, Request, Response

from domain.game_library import LIBRARY, PLAYED, REGULATIONS
from domain.terms import Terms
from projections.rounds.search import STATES
from services.http.masking import sight_of
from services.http.readers import read_apart
from services.search.asked import (
    OUTCOMES,
    WAGERS,
    BadSearch,
    read_cursor,
    write_cursor,
)
from services.search.rounds import RoundSearch
from services.search.summary import RoundFound, summary_of
from services.web.frame import page
from services.web.layouts import layout_of
from services.web.search_form import FIELDS, read_search
from services.web.visitor import Visiting, Visitor

router = APIRouter(include_in_schema=False)
_A_PAGE: Final = 50
_PLURALS: Final = {"win": "won", "lose": "lost", "push": "pushed", "surrender": "surrendered"}
Words = Annotated[str, Query(max_length=200)]


class Found(NamedTuple):
    """What the page shows below its form."""

    rounds: list[RoundFound]
    older: str | None
    """The address of the next page."""
    newest: str | None
    """Of the first, where this is not it."""
    read: dict[str, tuple[str, ...]]
    why: list[str]


SEARCHES: Final = tuple(
    game.layout.search for game in LIBRARY.games if game.layout.search is not None
)
_DICE_EXAMPLE: Final = max((game.views.search.dice_example for game in LIBRARY.games), key=len)


@router.get("/rounds")
@read_apart
def rounds_page(  # noqa: PLR0913, PLR0917  one for each field of the form
    request: Request,
    visitor: Visiting,
    table: Words = "",
    day: Words = "",
    since: Annotated[str, Query(alias="from", max_length=40)] = "",
    until: Annotated[str, Query(alias="to", max_length=40)] = "",
    seat: Words = "",
    player: Words = "",
    piece: Words = "",
    dice: Words = "",
    outcome: Words = "",
    wager: Words = "",
    least: Annotated[str, Query(alias="min", max_length=40)] = "",
    most: Annotated[str, Query(alias="max", max_length=40)] = "",
    game: Words = "",
    state: Words = "",
    cursor: Words = "",
) -> Response:
    """The form, and what it finds; what is wrong is told beside its field."""
    values = (
        *(table, day, since, until, seat, player, piece, dice),
        *(outcome, wager, least, most, game, state),
    )
    asked = dict(zip(FIELDS, values, strict=True))
    found, wrong = None, {}
    try:
        found = _find(request, visitor, asked, cursor)
    except BadSearch as error:
        wrong = dict(reversed(error.wrong))
    return page(
        request,
        visitor,
        "rounds.html",
        section="rounds",
        title="Rounds",
        status=422 if wrong else 200,
        asked=asked,
        found=found,
        wrong=wrong,
        choices=_choices(),
        searches=SEARCHES,
        dice_example=_DICE_EXAMPLE,
        dice_of={rules.played: _dice_of(rules.ref) for rules in REGULATIONS},
        said=_PLURALS,
        day=day if day and "day" not in wrong else None,
    )


def _find(request: Request, visitor: Visitor, values: dict[str, str], cursor: str) -> Found:
    zone = ZoneInfo(request.app.state.settings.timezone)
    asked = read_search(values, zone)
    after = read_cursor(cursor) if cursor else None
    search: RoundSearch = request.app.state.round_search
    sees_hidden = sight_of(visitor.actor).hands
    found = search.find(asked, after, _A_PAGE, sees_hidden=sees_hidden)
    kept = {name: value for name, value in values.items() if value.strip()}
    older = {} if found.next is None else {**kept, "cursor": write_cursor(found.next)}
    return Found(
        rounds=[summary_of(row) for row in found.rounds],
        older=_address(older) if older else None,
        newest=_address(kept) if after is not None else None,
        read={piece.words: piece.meant for piece in asked.pieces},
        why=found.why,
    )


def _address(values: dict[str, str]) -> str:
    return f"/rounds?{urlencode(values)}" if values else "/rounds"


def _choices() -> dict[str, Any]:
    labels = {name: known.label for name in WAGERS if (known := LIBRARY.wager(name)) is not None}
    return {
        "game": [(one, one) for one in PLAYED],
        "outcome": [(one, _PLURALS.get(one, one)) for one in OUTCOMES],
        "wager": [(one, labels.get(one, one)) for one in WAGERS],
        "state": [(one, one) for one in STATES],
    }


def _dice_of(regulation: str) -> list[str]:
    """The looks of its dice, in a game where nothing is elected."""
    return [one.look for one in layout_of(regulation).dice(Terms())]
