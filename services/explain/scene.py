"""What a teller has to remember of a table to say why something happened."""

from dataclasses import dataclass, field

from domain.events import Event
from domain.events.corrections import DealCorrected, RollCorrected
from domain.events.round import (
    BankAccepted,
    CardsDealt,
    DiceRolled,
    HandSet,
    HouseSet,
    NumberAnnounced,
    RoundOpened,
    TilesDealt,
)
from domain.events.table import TableOpened
from domain.games.library import LIBRARY
from domain.games.pai_gow.game import PAI_GOW
from domain.games.pai_gow.layout.positions import DEALER, SEATS
from domain.games.pai_gow.layout.setting import Setting
from domain.games.pai_gow.regulations import Regulation, regulation_for
from domain.games.pai_gow.wagers.catalogue import CATALOGUE, PaiGowCatalogue
from domain.terms import Terms


@dataclass(slots=True)
class Scene:
    """One table as the story goes on: its regulation, and what its round has shown so far."""

    catalogue: PaiGowCatalogue = field(default_factory=lambda: CATALOGUE)
    game: str = PAI_GOW.name
    """Whose events are told: that of the table's regulation."""
    rules: Regulation | None = None
    terms: Terms = field(default_factory=Terms)
    offered: bool = False
    """The bank was offered in this round."""
    bank: BankAccepted | None = None
    rolled: DiceRolled | None = None
    number: int | None = None
    """What the start is counted by: the dice's total or the generator's number."""
    hands: dict[str, tuple[str, ...]] = field(default_factory=dict)
    settings: dict[int | str, Setting] = field(default_factory=dict)
    house: Setting | None = None

    def note(self, event: Event) -> None:
        """Remember what later sentences lean on."""
        match event:
            case TableOpened():
                self.game = LIBRARY.by_regulation[event.regulation].name
                self.rules = regulation_for(event.regulation)
            case RoundOpened():
                self._begin(event)
            case BankAccepted():
                self.bank = event
            case DiceRolled():
                self.rolled, self.number = event, event.total
            case NumberAnnounced():
                self.number = event.number
            case TilesDealt() | CardsDealt():
                self.hands = event.hands
            case RollCorrected() | DealCorrected():
                self.hands, self.settings, self.house = {}, {}, None
            case HandSet():
                self.settings[event.seat] = Setting(event.high, event.low)
            case HouseSet():
                self.house = Setting(event.high, event.low)
            case _:
                pass

    def _begin(self, event: RoundOpened) -> None:
        """Nothing of the last round is left."""
        fresh = Scene(
            catalogue=self.catalogue,
            game=LIBRARY.by_regulation[event.regulation].name,
            rules=regulation_for(event.regulation, event.terms.wheel),
            terms=event.terms,
            offered=bool(event.offered),
        )
        for name in self.__slots__:
            setattr(self, name, getattr(fresh, name))

    @property
    def house_named(self) -> str:
        """Whose hand the seats are compared with."""
        if self.bank is None:
            return "the dealer"
        return "the co-bank" if self.bank.co_bank else "the bank"

    @property
    def counted_from(self) -> str:
        """The position that is one in the count for the first stack."""
        return DEALER if self.bank is None else str(self.bank.seat)

    @property
    def seats(self) -> frozenset[str]:
        """Those that were dealt a hand of their own, the bank's aside."""
        banked = set() if self.bank is None else {str(self.bank.seat)}
        return frozenset(map(str, SEATS)).intersection(self.hands) - banked
