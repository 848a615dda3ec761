"""What the simulator needs of a service: to look at a table, and to send it commands."""

from typing import Any, Protocol, TypeAlias

from domain.games.seam.bots import Told
from projections.floor.view import TableView

StoredEvent: TypeAlias = dict[str, Any]
"""An event as JSON has it."""


class Refusal(Exception):
    """The service refuses a command; nothing was done."""


class Away(Exception):
    """The service does not answer now; the same may succeed later."""


class Closed(Exception):
    """The service takes nothing more."""


class Sent(Protocol):
    """A command on its way."""

    def events(self) -> list[StoredEvent]:
        """What it made, once it is answered. Raises Refusal, Away or Closed."""
        ...


class Access(Protocol):
    """A service, in this process or elsewhere."""

    def look(self, table: str) -> TableView | None:
        """The table as it stands after everything that was answered; None: never opened."""
        ...

    def send(self, told: Told) -> Sent:
        """Commands of one table are taken in the order they are sent."""
        ...
