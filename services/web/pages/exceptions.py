"""Exceptions: what is open in the books, oldest first, with who may answer for it."""

from collections.abc import Sequence
from typing import Annotated, Final, Literal, NamedTuple
from urllib.parse import quote

from fastapi import APIRouter, Query, Request, Response

from domain.people import same_person
from projections.reports import EXCEPTIONS
from projections.reports.exceptions import ANSWERS, OpenItem, is_exception, items
from services.http.opening import opened
from services.http.problems import Problem
from services.http.readers import report_apart
from services.http.reading import day_of
from services.reports.books_at import Asked
from services.web.frame import page
from services.web.visitor import Visiting, Visitor

router = APIRouter(include_in_schema=False)
_A_PAGE: Final = 100
Show = Literal["open", "answered", "all"]


class ShownItem(NamedTuple):
    """An open item, and what this visitor may do about it."""

    one: OpenItem
    anchor: str
    answer: str
    """The command of the form it is answered with here; empty: none."""
    why_not: str
    """Why this visitor does not answer for it."""


@router.get("/exceptions")
@report_apart
def exceptions(  # noqa: PLR0913  each is a part of the address
    request: Request,
    visitor: Visiting,
    *,
    show: Show = "open",
    table: str | None = None,
    day: str | None = None,
    kind: str | None = None,
    number: Annotated[int, Query(alias="page", ge=1, le=100_000)] = 1,
) -> Response:
    """Without a day, everything up to today."""
    table, day, kind = table or None, day or None, kind or None
    if kind is not None and kind not in ANSWERS:
        raise Problem("invalid-request", f"kind: there are {', '.join(ANSWERS)}")
    until = day_of(request, day)
    every = items(opened(request, visitor.actor, Asked(until, table=table), EXCEPTIONS))
    wanted = [
        one
        for one in every
        if (show == "all" or one.open == (show == "open"))
        and (day is None or one.day == until)
        and kind in (None, one.kind)
    ]
    wanted.sort(key=by_age)
    first = (number - 1) * _A_PAGE
    return page(
        request,
        visitor,
        "exceptions.html",
        section="exceptions",
        title="Exceptions",
        day=until if day else None,
        items=shown_items(wanted[first : first + _A_PAGE], visitor),
        found=len(wanted),
        more=len(wanted) > first + _A_PAGE,
        number=number,
        open_count=sum(one.open for one in every),
        asked={"show": show, "table": table or "", "day": day or "", "kind": kind or ""},
        kinds=tuple(ANSWERS),
        back=_own_address(request),
    )


def by_age(one: OpenItem) -> tuple[str, str]:
    """The oldest day first, and in a day the earliest."""
    return one.day, one.at


def shown_items(found: Sequence[OpenItem], visitor: Visitor) -> list[ShownItem]:
    return [_shown(one, visitor) for one in found]


def anchor_of(one: OpenItem) -> str:
    """Its place on the page; an exception's is its table and its number."""
    if one.kind == "alert":
        return f"{one.day}-{one.number}"
    return f"{one.table}-slip-{one.number}" if one.kind == "slip" else f"{one.table}-{one.number}"


def _shown(one: OpenItem, visitor: Visitor) -> ShownItem:
    answer = why_not = ""
    if one.open:
        if visitor.role not in one.roles:
            why_not = f"you are {visitor.role.replace('_', ' ')}"
        elif any(same_person(visitor.actor.id, who) for who in one.people):
            why_not = "you had a hand in it: another person answers"
        else:
            answer = _command(one.kind)
    return ShownItem(one, anchor_of(one), answer, why_not)


def _command(kind: str) -> str:
    """Complaints are decided on their round's page, slips are seen to on their table's."""
    if is_exception(kind):
        return "acknowledge"
    return {"alert": "acknowledge_alert", "owed": "recover_vigorish"}.get(kind, "")


def _own_address(request: Request) -> str:
    query = request.url.query
    return f"/exceptions?{quote(query, safe='=&%+')}" if query else "/exceptions"
