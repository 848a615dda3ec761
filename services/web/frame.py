"""The frame around every page: where one is, who one is, which day, and in which time zone."""

from datetime import UTC, datetime
from typing import Any, Final, NamedTuple
from uuid import uuid4
from zoneinfo import ZoneInfo

from fastapi import Request, Response
from markupsafe import Markup, escape

from domain.gaming_day import parse_moment
from domain.roles import ROLES
from services.http.problems import Problem, problem_body, problem_headers
from services.settings import Settings
from services.web.addresses import own_path
from services.web.files import HEADERS
from services.web.templates import templates_of
from services.web.visitor import Visitor

SECTIONS: Final = (
    *(("floor", "/", "Floor"), ("rounds", "/rounds", "Rounds")),
    *(("exceptions", "/exceptions", "Exceptions"), ("count", "/count", "Count")),
    *(("day", "/days", "Day"), ("meters", "/meters", "Meters")),
    *(("reports", "/reports", "Reports"), ("rules", "/rules", "Rules")),
    ("system", "/system", "System"),
)
"""What the navigation leads to: name, address, label."""


class Frame(NamedTuple):
    """What stands around a page."""

    section: str
    title: str
    visitor: Visitor | None
    """None on the pages of those who have not signed in."""
    day: str
    today: str
    day_address: str
    """Where the day picker leads: this page where it has a day, else the day's own."""
    query: list[tuple[str, str]]
    """The rest of the address, which another day leaves as it is."""
    zone: str
    house: str


class Pages:
    """The templates of one house: its time zone is theirs."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._zone = ZoneInfo(settings.timezone)
        self._templates = templates_of("services.web")
        self._templates.globals |= {
            "sections": SECTIONS,
            "roles": tuple(ROLES),
            "new_id": _new_id,
        }
        self._templates.filters |= {"local": self.local, "moment": self._moment}

    def local(self, text: str) -> str:
        """A moment as the house's clock showed it, with the zone."""
        return f"{parse_moment(text).astimezone(self._zone):%Y-%m-%d %H:%M:%S %Z}"

    def _moment(self, text: str) -> Markup:
        """The same, to the second; the frame says the zone, and a pointer shows UTC."""
        there = parse_moment(text).astimezone(self._zone)
        shown = f"{there:%Y-%m-%d} <span class=clock>{there:%H:%M:%S}</span>"
        title = f"{there:%Y-%m-%d %H:%M:%S %Z}, {text}"
        return Markup(f'<time datetime="{escape(text)}" title="{escape(title)}">{shown}</time>')  # noqa: S704  escaped

    def render(  # noqa: PLR0913  what every page says of itself
        self,
        request: Request,
        visitor: Visitor | None,
        template: str,
        *,
        section: str,
        title: str,
        day: str | None = None,
        **values: Any,
    ) -> str:
        """`day`: of a page that shows one day, and has it in its address as `day`."""
        frame = self._frame(request, visitor, section, title, day)
        return self._templates.get_template(template).render(frame=frame, **values)

    def _frame(
        self, request: Request, visitor: Visitor | None, section: str, title: str, day: str | None
    ) -> Frame:
        today = self._settings.gaming_day().of(datetime.now(UTC)).isoformat()
        there = datetime.now(self._zone).tzname() or ""
        zone = self._settings.timezone
        query = [] if day is None else _without_day(request)
        return Frame(
            section=section,
            title=title,
            visitor=visitor,
            day=day or today,
            today=today,
            day_address="/days" if day is None else request.url.path,
            query=query,
            zone=zone if zone == there else f"{zone} ({there})",
            house=self._settings.property,
        )


def _without_day(request: Request) -> list[tuple[str, str]]:
    pairs = request.query_params.multi_items()
    return [(name, value) for name, value in pairs if name not in ("day", "cursor")]


def _new_id() -> str:
    """A command's id, made with the form: posted twice, it is done once."""
    return str(uuid4())


def page(  # noqa: PLR0913  what every page says of itself
    request: Request,
    visitor: Visitor,
    template: str,
    *,
    section: str,
    title: str,
    status: int = 200,
    day: str | None = None,
    **values: Any,
) -> Response:
    """A page in its frame, with the headers that keep it to itself."""
    pages: Pages = request.app.state.pages
    text = pages.render(request, visitor, template, section=section, title=title, day=day, **values)
    return html(text, status)


def html(text: str, status: int = 200) -> Response:
    # What a page shows depends on who looks: no cache keeps it.
    headers = {**HEADERS, "Cache-Control": "no-store"}
    return Response(text, status, headers, media_type="text/html; charset=utf-8")


def problem_page(request: Request, problem: Problem, visitor: Visitor | None) -> Response:
    """What went wrong, for a person: what, where, by which rule, and the way back."""
    told = problem_body(problem)
    pages: Pages = request.app.state.pages
    text = pages.render(
        request,
        visitor,
        "problem.html",
        section="",
        title=told["title"],
        told={"rule": None, "errors": (), **told},
        back=back_of(request),
    )
    answer = html(text, told["status"])
    answer.headers.update(problem_headers(problem))
    return answer


def back_of(request: Request) -> str:
    """The page that led here, if it is one of ours."""
    referer = request.headers.get("referer", "")
    own = f"{request.url.scheme}://{request.url.netloc}/"
    return own_path(f"/{referer.removeprefix(own)}") if referer.startswith(own) else "/"
