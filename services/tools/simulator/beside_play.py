"""What happens beside play: markers paid back, vigorish owed, a round disputed."""

from collections.abc import Iterator, Sequence
from random import Random
from typing import Any, Final

from services.tools.simulator.chances import (
    COMPLAINS,
    MARKER_IN_CASH,
    PAYS_MARKER_BACK,
    PAYS_VIGORISH_LATER,
    RULED_NOW,
    UPHELD,
    VIGORISH_UNPAID,
    happens,
)
from services.tools.simulator.lawful_table import LawfulTable, Told
from services.tools.simulator.player import Player
from services.tools.simulator.seats import Seats
from services.tools.simulator.staff import standing_by

_ADJUSTMENTS: Final = (500, 1_000, 2_500)


class BesidePlay:
    """One table's guests and the pit between two rounds; its luck is not that of play."""

    def __init__(self, table: LawfulTable, seats: Seats[Any], complaints: Sequence[str]) -> None:
        self._table = table
        self._complaints = complaints
        self._seats = seats
        self._luck: Random = table.beside
        self._debtors: dict[int, Player] = {}
        """Who owes vigorish, by the number of the event."""
        self._markers = 0
        self._disputed: set[int] = set()
        """The complaints that were made here: those of others are for others to decide."""

    def after_round(self) -> Iterator[Told]:
        yield from self._recover(PAYS_VIGORISH_LATER)
        yield from self._owe()
        yield from self._rule(RULED_NOW)
        yield from self._complain()

    def before_leaving(self, seat: int) -> Iterator[Told]:
        """Who goes pays what is owed, if there are chips for it."""
        player = self._seats.players[seat]
        yield from self._recover(1.0, player)
        if player.marker and happens(self._luck, PAYS_MARKER_BACK):
            tender = "cash" if happens(self._luck, MARKER_IN_CASH) else "chips"
            if tender == "cash" or player.chips >= player.marker:
                yield self._pay_marker(seat, player, tender)

    def before_closing(self) -> Iterator[Told]:
        """No complaint is left over for another day."""
        yield from self._rule(1.0)

    def _pay_marker(self, seat: int, player: Player, tender: str) -> Told:
        self._markers += 1
        amount, player.marker = player.marker, 0
        return self._table.tell_beside(
            "pay_marker",
            seat=seat,
            amount=amount,
            marker=f"{self._table.series}{self._table.state.name}-M{self._markers:04d}",
            tender=tender,
            player=player.name,
        )

    def _owe(self) -> Iterator[Told]:
        taken = self._table.state.books.taken
        seats = [seat for seat in sorted(taken) if taken[seat] and seat in self._seats.players]
        if not seats or not happens(self._luck, VIGORISH_UNPAID):
            return
        seat = self._luck.choice(seats)
        reason = "no chips small enough"
        yield self._table.tell_beside("owe_vigorish", seat=seat, amount=taken[seat], reason=reason)
        self._debtors[self._table.state.seq] = self._seats.players[seat]

    def _recover(self, chance: float, of: Player | None = None) -> Iterator[Told]:
        for number, owed in sorted(self._table.state.books.owed.items()):
            player = self._debtors.get(number)
            if player is None or of not in (None, player):
                continue  # it was owed to an earlier life of the table, or another goes
            here = self._seats.players.get(owed.seat) is player
            if here and player.chips >= owed.left and happens(self._luck, chance):
                yield self._table.tell_beside("recover_vigorish", owed=number)

    def _complain(self) -> Iterator[Told]:
        last = self._table.state.books.last_round
        if last is None or not self._seats.players or not happens(self._luck, COMPLAINS):
            return
        played = self._table.state.books.seatings[-1].players
        seats = [
            seat
            for seat, player in sorted(self._seats.players.items())
            if played.get(seat) == player.name
        ]
        if not seats:
            return
        seat = self._luck.choice(seats)
        yield self._table.tell_beside(
            "complain",
            round=last,
            seat=seat,
            words=self._luck.choice(self._complaints),
            player=self._seats.players[seat].name,
        )
        number, amount = self._table.state.seq, self._luck.choice(_ADJUSTMENTS)
        self._disputed.add(number)
        yield self._table.tell_beside("hold_dispute", complaint=number, amount=amount)

    def _rule(self, chance: float) -> Iterator[Told]:
        for number in sorted(self._disputed & self._table.state.books.complaints.keys()):
            if not happens(self._luck, chance):
                continue
            upheld = happens(self._luck, UPHELD)
            adjustment = self._luck.choice(_ADJUSTMENTS) if upheld else 0
            yield self._table.tell_beside(
                "rule_dispute",
                complaint=number,
                decision="upheld" if upheld else "dismissed",
                adjustment=adjustment,
                reason="the recording was looked at",
                supervisor=standing_by("rule_dispute", self._table.now),
            )
