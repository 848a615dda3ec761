"""A table's money kept a second time, from its stored events alone and by sums of its own."""

from collections import Counter
from typing import TypeAlias

from domain.events import Event
from domain.events.corrections import RollCorrected, WagerCorrected
from domain.events.envelope import Posting
from domain.events.round import (
    DealerWagerSettled,
    DiceRolled,
    RoundClosed,
    RoundOpened,
    RoundVoided,
    WagerLine,
    WagerPlaced,
    WagerReturned,
    WagerWithdrawn,
)
from domain.events.table import ChipsBought, DropCounted, TableOpened, TrayCounted
from domain.games.pai_gow.elections.terms import own_terms
from domain.games.pai_gow.messages.events import BankAccepted, BankCorrected
from domain.terms import Terms

Ended: TypeAlias = RoundClosed | RoundVoided

TAKEN = ("lose", "surrender", "abandoned")


class OwnBooks:
    """What every figure must come to; a round that does not add up fails here."""

    def __init__(self) -> None:
        self.tray = 0
        self.boxes: Counter[tuple[int, int]] = Counter()
        """What should be in each box that is not counted, by session and number."""
        self.box = (0, 0)
        """The one at the table."""
        self.rounds = 0
        self.running = 0
        self.terms = own_terms(Terms())
        self.bank: BankAccepted | None = None
        self.out = 0
        """What the dealer wagers against a bank, and has out of the tray for it."""
        self.standing: dict[tuple[int, str], int] = {}
        self.lying: dict[int, int] = {}
        """Dice bonus wagers that stay on the table between rounds."""
        self.posted: Counter[str] = Counter()
        """What the round's events posted to each account."""

    @property
    def drop(self) -> int:
        return sum(self.boxes.values())

    def take(self, event: Event) -> None:
        self._table(event)
        self._wagered_by_the_dealer(event)
        if isinstance(event, Posting):
            assert sum(event.entries.values()) == 0
            self.tray += event.entries.get("tray", 0)
            if event.OF_ROUND:
                self.posted.update(event.entries)
        self._round(event)

    def _table(self, event: Event) -> None:
        if isinstance(event, TableOpened):
            assert event.session is not None
            self.tray = self.running = 0
            self.lying = {}
            self.box = (event.session, 1)
        if isinstance(event, TrayCounted) and event.roll:
            self.tray = event.counted + self.out
            self.box = (self.box[0], self.box[1] + 1)
        if isinstance(event, ChipsBought):
            self.boxes[self.box] += event.amount
        if isinstance(event, DropCounted):
            assert event.session is not None
            assert event.estimated == self.boxes.pop((event.session, event.box), 0)

    def _wagered_by_the_dealer(self, event: Event) -> None:
        if isinstance(event, BankAccepted):
            self.out = event.dealer_wager
        if isinstance(event, RollCorrected) and self.bank is not None:
            self.out = self.bank.dealer_wager
        if isinstance(event, BankCorrected):
            self.bank = None
        if isinstance(event, BankCorrected | DealerWagerSettled | RoundClosed | RoundVoided):
            self.out = 0

    def _round(self, event: Event) -> None:
        match event:
            case RoundOpened():
                self._opened(event)
            case BankAccepted():
                self.bank = event
            case WagerPlaced():
                spot = (event.seat, event.wager)
                self.standing[spot] = self.standing.get(spot, 0) + event.amount
                assert event.total == self.standing[spot]
            case WagerReturned():
                assert self.lying.pop(event.seat) == event.amount
            case WagerWithdrawn():
                assert self.standing.pop((event.seat, event.wager)) == event.amount
            case WagerCorrected():
                was = event.was
                assert self.standing.pop((was.seat, was.wager)) == was.amount
                assert (event.seat, event.wager) not in self.standing
                if event.amount:
                    self.standing[event.seat, event.wager] = event.amount
            case RollCorrected():
                self.running = event.triples
            case DiceRolled():
                self.running = self.running + 1 if len({*event.dice}) == 1 else 0
                assert event.running == self.running
                if self.terms.dragons_eye is not None:
                    self.running %= 3
            case RoundClosed() | RoundVoided():
                self._ended(event)

    def _opened(self, event: RoundOpened) -> None:
        assert {one.seat: one.amount for one in event.retained} == self.lying
        assert event.triples == self.running
        self.terms, self.bank = own_terms(event.terms), None
        self.standing = {(seat, "dice_bonus"): amount for seat, amount in self.lying.items()}
        self.posted.clear()

    def _ended(self, ended: Ended) -> None:
        self.rounds += 1
        lines = ended.wagers
        assert {(line.seat, line.wager): line.amount for line in lines} == self.standing
        assert ended.triples == self.running
        self._conserved(ended)
        for line in lines:
            self._fair(line, void=isinstance(ended, RoundVoided))
        self._bank_even(ended)
        self.lying = {line.seat: line.amount for line in lines if line.outcome == "retained"}

    def _conserved(self, ended: Ended) -> None:
        """To the cent across seats, bank, dealer, tray, vigorish and promotion."""
        posted, lines = self.posted, ended.wagers
        assert posted["tray"] == ended.tray_delta
        assert posted["bank"] == posted["patrons"] == 0
        players = sum(line.paid - line.vigorish - _lost(line) for line in lines)
        bank = ended.bank.net if ended.bank else 0
        assert players + bank + ended.tray_delta == 0
        vigorish = sum(line.vigorish for line in lines)
        assert -posted["vigorish"] == vigorish + (ended.bank.vigorish if ended.bank else 0)
        assert posted["promotional"] == sum(
            line.paid * line.coupon // (line.amount + line.coupon) for line in lines
        )

    def _fair(self, line: WagerLine, *, void: bool) -> None:
        """Winnings are whole odds; only hands that won pay vigorish, and only by method 1."""
        won = line.outcome in ("win", "retained")
        # What was carried into a round that is void before the dice waits for them, unpaid.
        assert bool(line.paid) == won or (void and line.outcome == "retained")
        assert line.paid % (line.amount + line.coupon) == 0
        if line.wager == "pai_gow":
            assert line.paid in (0, line.amount + line.coupon)
            self._five_percent(line.vigorish, line.paid)
        else:
            assert line.vigorish == 0
        assert line.outcome != "retained" or line.wager == "dice_bonus"

    def _five_percent(self, vigorish: int, won: int) -> None:
        eye = self.terms.dragons_eye
        if eye is not None and eye.vigorish_method == 2:
            assert vigorish == 0
            return
        unit = 25 if self.terms.vigorish == "quarter" else 1
        assert vigorish % unit == 0
        assert 0 <= 20 * vigorish - won < 20 * unit

    def _bank_even(self, ended: Ended) -> None:
        """The bank has what the hands lost less what they won, or the better half of it."""
        assert (ended.bank is None) == (self.bank is None)
        if ended.bank is None or self.bank is None:
            assert ended.dealer_wager is None
            return
        hands = [line for line in ended.wagers if line.wager == "pai_gow"]
        surplus = sum(_lost(line) for line in hands)
        surplus -= sum(line.amount for line in hands if line.outcome == "win")
        if ended.dealer_wager is not None:
            sign = {"lose": 1, "win": -1}.get(ended.dealer_wager.outcome, 0)
            surplus += sign * self.bank.dealer_wager
        share = ended.bank.net + ended.bank.vigorish
        if self.bank.co_bank:
            assert 0 <= 2 * share - surplus <= 1
        else:
            assert share == surplus
        if isinstance(ended, RoundVoided):
            assert ended.bank.vigorish == 0
        else:
            self._five_percent(ended.bank.vigorish, max(share, 0))


def _lost(line: WagerLine) -> int:
    return line.amount if line.outcome in TAKEN else 0
