"""Who looks at a page: somebody who signed in, or where nobody does, the role they chose to be."""

from typing import Annotated, Final, NamedTuple

from fastapi import Depends, Request

from domain.commands.fields import Actor
from domain.duties import MAY
from services.entry.tokens import Known
from services.http.access import Access, Identity, demo_actor

_DEFAULT: Final = "pit_manager"


class Visitor(NamedTuple):
    """Whoever asked for a page."""

    known: Known
    by_choice: bool
    """Nobody signs in here: the role is the visitor's own choice."""

    @property
    def actor(self) -> Actor:
        return self.known.actor

    @property
    def role(self) -> str:
        return self.actor.role

    def may(self, command: str, step: str | None = None) -> bool:
        """Whether this role does that in a house with duties apart."""
        return self.role in MAY[command if step is None else f"{command} {step}"]


async def visitor_of(request: Request) -> Visitor:
    """The visitor of this request; whoever must sign in first is sent to do so."""
    access: Access = request.app.state.access
    found = await access.identify(request)
    if found is None:
        found = Identity(Known(demo_actor(_DEFAULT), b""))
    return of_identity(found, access)


def of_identity(found: Identity, access: Access) -> Visitor:
    return Visitor(found.known, by_choice=not access.is_on)


Visiting = Annotated[Visitor, Depends(visitor_of)]
