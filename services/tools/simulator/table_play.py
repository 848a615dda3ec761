"""The life of a table: opened, played at, looked after, closed and counted."""

from collections.abc import Generator, Iterator
from itertools import count
from random import Random
from typing import Final

from services.tools.simulator.beside_play import BesidePlay
from services.tools.simulator.chances import TRAY_COUNTED, happens
from services.tools.simulator.drop_boxes import DropBoxes
from services.tools.simulator.games import play_at
from services.tools.simulator.keying import tell_buy_in
from services.tools.simulator.lawful_table import LawfulTable, Told
from services.tools.simulator.pace import EMPTY_TABLE
from services.tools.simulator.player import kind_of_buy_in
from services.tools.simulator.slips import Slip, SlipBook
from services.tools.simulator.staff import Person, signing
from services.tools.simulator.terms import Terms

_VOIDED: Final = "the chips were not needed after all"


class TablePlay:
    """One table with its players, its slips and its drop boxes."""

    def __init__(self, table: LawfulTable, terms: Terms, luck: Random) -> None:
        self._game = play_at(table, terms, luck)
        self.seats = self._game.seats
        self._table = table
        self._terms = terms
        self._luck = luck
        self._slips = SlipBook(table.state.name, terms.par, luck, terms.side_risk(), table.series)
        self._boxes = DropBoxes(table, with_coupons=bool(terms.match_play))
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
            submission=self._terms.submission(),
            inventory=dict(self._terms.chips) if closer is None else closer,
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
            self._table.wait(EMPTY_TABLE)

    def _welcome(self) -> Iterator[Told]:
        seat = self.seats.sit_down()
        if not self.seats.players[seat].chips:
            yield from self._buy_in(seat)

    def _go_or_buy_again(self) -> Iterator[Told]:
        waiting = self._game.lying()
        for seat, player in sorted(self.seats.players.items()):
            if seat in waiting:
                continue
            if player.is_broke(self._terms.minimum) and player.rebuys_left:
                player.rebuys_left -= 1
                yield from self._buy_in(seat)
            elif player.is_broke(self._terms.minimum) or player.has_had_enough():
                yield from self._beside.before_leaving(seat)
                self.seats.leave(seat)

    def _buy_in(self, seat: int) -> Iterator[Told]:
        player = self.seats.players[seat]
        amount = player.usual_amount(self._luck)
        if fill := self._slips.fill_for(amount, self._table.state.tray, self._game.owed()):
            yield from self._tell_slip(fill)
        kind = kind_of_buy_in(self._luck)
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
        if not self._terms.full_controls:
            return {}
        return {"signatures": signing(self._table.state.name, self._table.now)}

    def _tell_slip(self, slip: Slip) -> Iterator[Told]:
        for one in slip.in_steps() if self._terms.full_controls else [slip]:
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
