"""The life of a table: opened, played at, looked after, closed and counted, and its disputes."""

from collections.abc import Generator, Iterator, Sequence
from itertools import count
from typing import Any, Final

from domain.game_library import LIBRARY
from domain.games.seam.bots import Person, Span, Told
from domain.games.seam.guests import Luck, Player, Seats, Setup, happens
from services.tools.simulator.cage import DropBoxes, Slip, SlipBook
from services.tools.simulator.lawful_table import LawfulTable

TRAY_COUNTED: Final = 0.012
PAYS_MARKER_BACK: Final = 0.9
"""Of those who go with enough and owe the house a counter check."""
MARKER_IN_CASH: Final = 0.4
VIGORISH_UNPAID: Final = 0.02
"""Of the rounds in which vigorish was taken: somebody had no small chips at hand."""
PAYS_VIGORISH_LATER: Final = 0.4
"""Of what is owed, at the end of every further round."""
BUY_IN_MISKEYED: Final = 0.04
COMPLAINS: Final = 0.006
"""About the round that has just been settled."""
RULED_NOW: Final = 0.3
"""Of the open complaints, at the end of every further round."""
UPHELD: Final = 0.4
_EMPTY_TABLE: Final[Span] = (40, 180)
"""Until the dealer of a table where nobody plays looks up again."""
_VOIDED: Final = "the chips were not needed after all"
_WRONG_BILLS: Final = "a bill too few or too many was keyed in"
_HUNDRED_DOLLARS: Final = 10_000
_TENDERS: Final = ("cash", "counter_check", "voucher")
_ADJUSTMENTS: Final = (500, 1_000, 2_500)


class TablePlay:
    """One table with its players, its slips and its drop boxes."""

    def __init__(self, table: LawfulTable, setup: Setup, luck: Luck) -> None:
        bots = LIBRARY.by_regulation[setup.regulation].bots
        self._game = bots.play(table, setup, luck)
        self.seats = self._game.seats
        self._table = table
        self._setup = setup
        self._luck = luck
        self._slips = SlipBook(table.state.name, setup.par, luck, setup.side_risk(), table.series)
        self._boxes = DropBoxes(table, with_coupons=bool(setup.match_play))
        self._beside = BesidePlay(table, self.seats, self._game.complaints)
        table.witnesses.append(self.seats.see)

    def life(self, rounds: int | None, leave_open: bool) -> Iterator[Told]:
        """So many rounds, or rounds without end, between opening and closing."""
        if not self._table.state.is_open:
            yield self._open()
        yield from self._first_players()
        for _ in count() if rounds is None else range(rounds):
            bets = yield from self._between_rounds()
            yield from self._game.play(bets)
            yield from self._beside.after_round()
        if not leave_open:
            yield from self._close()

    def _open(self) -> Told:
        """With what its last closing count left in the tray, if there was one."""
        closer = self._table.state.books.closer
        return self._table.tell(
            "open_table",
            submission=self._setup.submission(),
            inventory=dict(self._setup.chips) if closer is None else closer,
            **self._signed(),
        )

    def _first_players(self) -> Iterator[Told]:
        for _ in range(self._luck.randint(1, 4)):
            yield from self._welcome()

    def _between_rounds(self) -> Generator[Told, None, dict[int, int]]:
        """What happens until somebody is ready to wager; who, and how much."""
        while True:
            yield from self._turn_day()
            yield from self._go_or_buy_again()
            yield from self._look_after_table()
            if self.seats.newcomer_comes():
                yield from self._welcome()
            bets = self._game.bets()
            if bets is not None:
                return bets
            if not self.seats.players:
                yield from self._game.nobody_plays()
            self._table.wait(_EMPTY_TABLE)

    def _welcome(self) -> Iterator[Told]:
        seat = self.seats.sit_down()
        if not self.seats.players[seat].chips:
            yield from self._buy_in(seat)

    def _go_or_buy_again(self) -> Iterator[Told]:
        waiting = self._game.lying()
        for seat, player in sorted(self.seats.players.items()):
            if seat in waiting:
                continue
            if player.is_broke(self._setup.minimum) and player.rebuys_left:
                player.rebuys_left -= 1
                yield from self._buy_in(seat)
            elif player.is_broke(self._setup.minimum) or player.has_had_enough():
                yield from self._beside.before_leaving(seat)
                self.seats.leave(seat)

    def _buy_in(self, seat: int) -> Iterator[Told]:
        player = self.seats.players[seat]
        amount = player.usual_amount(self._luck)
        if fill := self._slips.fill_for(amount, self._table.state.tray, self._game.owed()):
            yield from self._tell_slip(fill)
        kind = self._luck.choices(_TENDERS, (72, 15, 13))[0]
        yield from tell_buy_in(self._table, amount, seat=seat, kind=kind, player=player.name)

    def _turn_day(self) -> Iterator[Told]:
        """Play goes on into another gaming day: the tray is counted, a fresh box put up."""
        if self._table.gaming_day() == self._table.state.books.day:
            return
        tray = self._table.state.tray
        yield self._table.tell_beside("count_tray", inventory=tray, roll=True, **self._signed())
        yield from self._boxes.carried_off()

    def _look_after_table(self) -> Iterator[Told]:
        yield from self._game.look_after()
        if happens(self._luck, TRAY_COUNTED):
            tray = self._table.state.tray
            yield self._table.tell("count_tray", inventory=tray, **self._signed())
        if errand := self._slips.errand(self._table.state.tray, self._game.owed()):
            yield from self._tell_slip(errand)
        # A credit that was under way may have left too little.
        if fill := self._slips.urgent_fill(self._table.state.tray, self._game.owed()):
            yield from self._tell_slip(fill)

    def _signed(self) -> dict[str, list[Person]]:
        """Dealer and floorperson sign a count where that is demanded."""
        if not self._setup.full_controls:
            return {}
        return {"signatures": self._table.signatures()}

    def _tell_slip(self, slip: Slip) -> Iterator[Told]:
        for one in slip.in_steps() if self._setup.full_controls else [slip]:
            step = {} if one.step is None else {"step": one.step}
            why = {"reason": _VOIDED} if one.step == "voided" else {}
            yield self._table.tell(one.kind, amount=one.amount, slip=one.number, **step, **why)

    def _close(self) -> Iterator[Told]:
        """No slip stays pending; the counts find what the books expect."""
        yield from self._beside.before_closing()
        yield from self._game.give_back()
        for seat in sorted(self.seats.players):
            yield from self._beside.before_leaving(seat)
            self.seats.leave(seat)
        while self._slips.pending:
            yield from self._tell_slip(self._slips.next_step())
        if slip := self._slips.to_par(self._table.state.tray):
            yield from self._tell_slip(slip)
        tray = self._table.state.tray
        yield self._table.tell("close_table", inventory=tray, **self._signed())
        yield from self._boxes.carried_off()
        yield from self._boxes.counted()


class BesidePlay:
    """One table's guests and the pit between two rounds; its luck is not that of play."""

    def __init__(self, table: LawfulTable, seats: Seats[Any], complaints: Sequence[str]) -> None:
        self._table = table
        self._complaints = complaints
        self._seats = seats
        self._luck: Luck = table.beside
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
                supervisor=self._table.supervisor("rule_dispute"),
            )


def tell_buy_in(table: LawfulTable, amount: int, **fields: Any) -> Iterator[Told]:
    if not happens(table.beside, BUY_IN_MISKEYED):
        yield table.tell("buy_in", amount=amount, **fields)
        return
    less = amount - _HUNDRED_DOLLARS
    yield table.tell("buy_in", amount=less or 2 * _HUNDRED_DOLLARS, **fields)
    yield table.corrected("correct_entry", _WRONG_BILLS, entry=table.state.seq, amount=amount)
