"""What a teller has to remember of a table to say why something happened."""

from dataclasses import dataclass, field

from domain.events import Event
from domain.events.round import (
    BankAccepted,
    CardsDealt,
    DiceRolled,
    HandSet,
    HouseSet,
    RoundOpened,
    TilesDealt,
)
from domain.events.table import TableOpened
from domain.positions import DEALER, SEATS
from domain.regulations import Regulation, regulation_for
from domain.setting import Setting


@dataclass(slots=True)
class Scene:
    """One table as the story goes on: its regulation, and the dice and hands of its round."""

    rules: Regulation | None = None
    dice_total: int | None = None
    settings: dict[int | str, Setting] = field(default_factory=dict)
    house: Setting | None = None
    house_position: str = DEALER
    seats: frozenset[str] = frozenset()
    """Those that were dealt a hand of their own, the bank's aside."""
    bank: str | None = None

    def note(self, event: Event) -> None:
        """Remember what later sentences lean on."""
        match event:
            case TableOpened():
                self.rules = regulation_for(event.regulation)
            case RoundOpened():
                self._begin(event)
            case DiceRolled():
                self.dice_total = event.total
            case BankAccepted():
                self.bank = str(event.seat)
            case TilesDealt() | CardsDealt():
                self.seats = frozenset(map(str, SEATS)).intersection(event.hands) - {self.bank}
            case HandSet():
                self.settings[event.seat] = Setting(event.high, event.low)
            case HouseSet():
                self.house = Setting(event.high, event.low)
                self.house_position = event.position
            case _:
                pass

    def _begin(self, event: RoundOpened) -> None:
        self.rules = regulation_for(event.regulation, event.terms.wheel)
        self.dice_total = None
        self.settings = {}
        self.house = None
        self.house_position = DEALER
        self.seats = frozenset()
        self.bank = None
