"""What a round knows of itself, and what the game carries from round to round."""

from typing import TYPE_CHECKING, Literal, TypeAlias

import msgspec

from domain.events.round import (
    COUPON_RETURNED,
    BankLine,
    DealerWagerLine,
    MeterLine,
    WagerLine,
)
from domain.games.pai_gow.layout.filed_way import FiledWay
from domain.games.pai_gow.layout.positions import SEATS
from domain.games.pai_gow.layout.setting import Setting
from domain.games.pai_gow.messages.parts import Offer
from domain.games.pai_gow.wagers.names import DICE_BONUS, MAIN
from domain.gaming_day import is_earlier
from domain.table.hosted import Carried, GameState, OpenRound
from domain.table.state import Table

if TYPE_CHECKING:
    from domain.games.pai_gow.elections.terms import Terms
else:  # they are kept as the round's opening has them, which is recorded alike for every game
    from domain.terms import Terms

Phase: TypeAlias = Literal["betting", "no_more_bets", "rolled", "dealt", "house_set"]
Shaker: TypeAlias = int | Literal["dealer"]


class Wager(msgspec.Struct, frozen=True):
    """Chips, and perhaps a coupon, of one player on one spot."""

    seat: int
    wager: str
    amount: int
    coupon: int
    player: str
    retained: bool = False
    """It lies there since an earlier triple."""


class Bank(msgspec.Struct, frozen=True):
    """The player who banks the round."""

    seat: int
    player: str
    chips: int
    co_bank: bool
    dealer_wager: int
    out_of_tray: int = 0
    """What of it was taken out of the tray, and lies before it while the round is played."""
    seq: int = 0
    """Of the event that told it."""


class WronglySet(msgspec.Struct, frozen=True):
    """A hand as it was keyed in before it was corrected."""

    position: str
    """A seat, `dealer` or `house`."""
    setting: Setting


class Deal(msgspec.Struct, frozen=True):
    """Which event brought the hands, and how many wagers had been decided before it."""

    seq: int
    decided: int
    start_told: bool = False
    """Who dealt said which position got the first of them."""


class Round(msgspec.Struct, frozen=True, kw_only=True):
    """State of an open round. A closed round has none: its last event says it all."""

    id: str
    number: int
    phase: Phase
    regulation: str
    terms: Terms
    offered: tuple[Offer, ...] = ()
    dealer_keeps: bool = False
    """The offer of the bank has come back to the dealer."""
    passed: tuple[int, ...] = ()
    """Seats that declined the bank."""
    bank: Bank | None = None
    wagers: tuple[Wager, ...] = ()
    """Undecided wagers, by seat."""
    lines: tuple[WagerLine, ...] = ()
    """Decided ones."""
    was_cut: bool = False
    style: str | None = None
    shaken: bool = False
    """The shaker was shaken since the tiles were stacked, to a "no roll"."""
    dice: tuple[int, int, int] | None = None
    announced: int | None = None
    """The total that was called out for the dice, where it was told."""
    number_announced: int | None = None
    hands: dict[str, tuple[str, ...]] = {}
    deal: Deal | None = None
    deck: str | None = None
    """The deck of cards that it was dealt from, where decks have names."""
    settings: dict[int, Setting] = {}
    house: Setting | None = None
    dealer: Setting | None = None
    """The dealer's own hand, where the dealer wagers against a bank."""
    set_by: dict[str, int] = {}
    """`seq` of the event that set each of these hands: by seat, `dealer` or `house`."""
    wrongly_set: dict[int, WronglySet] = {}
    """What was corrected of them, by the `seq` of the correction."""
    exposed: tuple[int, ...] = ()
    """Seats whose player has yet to choose whether to play the exposed hand."""
    triples: int = 0
    """The table's running count."""
    centre: int = 0
    """Chips in the centre of the layout, in cents."""
    bank_line: BankLine | None = None
    dealer_line: DealerWagerLine | None = None
    meter_line: MeterLine | None = None
    tray_delta: int = 0

    def wager_at(self, seat: int, wager: str) -> Wager | None:
        for one in self.wagers:
            if one.seat == seat and one.wager == wager:
                return one
        return None

    def playing(self) -> tuple[Wager, ...]:
        """The undecided wagers on the hands themselves."""
        return tuple([one for one in self.wagers if one.wager == MAIN])

    def unset(self) -> tuple[int, ...]:
        """Seats whose hand is still to be set."""
        return tuple([one.seat for one in self.playing() if one.seat not in self.settings])

    def unset_in_turn(self) -> tuple[Wager, ...]:
        """The wagers whose hand is still to be set: of one player the larger wager's comes first,
        of equals the lower seat's (19:47-10.10(b))."""
        unset = [one for one in self.playing() if one.seat not in self.settings]
        return tuple(sorted(unset, key=lambda one: (-(one.amount + one.coupon), one.seat)))

    def may_be_voided(self, seat: int) -> bool:
        """A player who sees a tile of it exposed may void the hand: it is not set, and something
        undecided hangs on it (10.9(d); MD 10.D)."""
        return seat not in self.settings and any(one.seat == seat for one in self.wagers)

    @property
    def dealer_plays(self) -> bool:
        """The dealer has a wager of its own, against a bank, that is not decided."""
        staked = self.bank is not None and self.bank.dealer_wager > 0
        return staked and self.dealer_line is None

    @property
    def dealer_to_set(self) -> bool:
        return self.dealer_plays and self.dealer is None

    @property
    def counted_by(self) -> int | None:
        """What the first position is counted by: the dice in all, or the generator's number."""
        return self.number_announced if self.dice is None else sum(self.dice)

    @property
    def house_position(self) -> str:
        """Whose hand the seats are compared with."""
        return "dealer" if self.bank is None else str(self.bank.seat)


class Rotation(msgspec.Struct, frozen=True, kw_only=True):
    """What decides who is offered the bank. Void rounds leave it as it is."""

    fresh: bool = True
    """The next round is the first since the tiles were set out."""
    begun_at: int | None = None
    """Where the first offer stood in the last round that was offered; None: it begins anew."""
    played: tuple[int, ...] = ()
    """Seats that wagered on the hands or banked in that round."""
    first_took: int | None = None
    """The bank's seat in that round, where the first one offered took it."""
    last_bank: str | None = None
    """The player who banked the last round."""
    wagered: tuple[str, ...] = ()
    """Who wagered against the dealer in the last round without a bank."""
    stakes: dict[int, int] = {}
    """Each seat's last wager against the dealer, which version 1 has the dealer match."""
    last_wagers: dict[str, int] = {}
    """Each player's; of two areas that of the lower seat, where the bank is offered."""
    players: dict[int, str] = {}
    """Each seat's last player, unless that player has moved to another seat since."""
    sat: dict[int, str] = {}
    """The same, as the last round that was opened found it."""

    def moves_to(self) -> int | None:
        """Where the first offer stands next, whoever may bank there; None: it is past the last."""
        if self.begun_at is None:
            return None
        return next((seat for seat in self.played if seat > self.begun_at), None)

    def beside_the_bank(self) -> int | None:
        """The seat after the bank that the first one offered took, counterclockwise."""
        return None if self.first_took is None else self.first_took % len(SEATS) + 1


class Streak(msgspec.Struct, frozen=True, kw_only=True):
    """Running triples over the valid rolls of a table."""

    count: int = 0
    after_triple: bool = False
    """The last valid roll was a triple, the third in a row included."""
    down: tuple[Wager, ...] = ()
    """The dice bonus wagers that were down at it."""
    retained: tuple[Wager, ...] = ()
    """Those that still lie on the table."""
    button: int | None = None
    """The seat that got the dragon's eye button at the last valid roll."""


class Decks(msgspec.Struct, frozen=True, kw_only=True):
    """The decks of cards that are dealt from in turn."""

    names: tuple[str, ...] = ()
    """Two at most, since cards were last brought to the table."""
    last: str | None = None
    """What the last round was dealt from; none where it was not dealt."""


class EndedByDice(msgspec.Struct, frozen=True, kw_only=True):
    """A round as the dice alone ended it, and what its end then changed of the game."""

    round: Round
    rotation: Rotation
    decks: Decks


class BeforeRoll(msgspec.Struct, frozen=True, kw_only=True):
    """The round and the streak as the dice found them, so that these can be read anew."""

    seq: int
    """Of the roll."""
    round: Round
    streak: Streak
    by_dealer: bool = False
    """The dealer shook for the one whose roll it was."""
    posted: dict[str, int] = {}
    """What the round has posted since, by account."""
    box: int = 0
    """The drop box that the coupons of it went into."""
    ended: EndedByDice | None = None
    """The round is over: what is kept stays until the next one, so that it may be opened again."""


class Lying(msgspec.Struct, frozen=True):
    """Dice or tiles on the table, by the moment they came to it; closing it leaves them there."""

    came: str = ""
    """Empty: it is not asked how old they are."""
    in_last_round: str = ""
    """When those came that the last round was opened with; before any round, the first ones."""

    def at(self, moment: str) -> str:
        """When those came that lay there at a moment after the last round was opened.

        Of a moment before the last change it is not known which did; the last round's are the
        oldest that could have.
        """
        is_before = self.came and is_earlier(moment, self.came)
        return self.in_last_round if is_before else self.came


class PaiGow(GameState, frozen=True, kw_only=True, tag="pai_gow"):
    """The game at a table: the round being played, and what outlives it."""

    dice_since: str = ""
    tiles_since: str = ""
    """Counted as version 1 of the regulations does: from the session's opening, or a change."""
    dice: Lying = Lying()
    tiles: Lying = Lying()
    streak: Streak = Streak()
    rotation: Rotation = Rotation()
    filed: FiledWay | None = None
    """The session's exceptions to the house way; rounds name them by hash."""
    decks: Decks = Decks()
    round: Round | None = None
    before_roll: BeforeRoll | None = None

    def shaker(self) -> Shaker:
        """Whose roll it is, or the next one: the bank's; else that of the button's seat, with a
        dice bonus wager down; else the dealer's."""
        state, button = self.round, self.streak.button
        if state is not None and state.bank is not None:
            return state.bank.seat
        lying = self.streak.retained if state is None else state.wagers
        down = {one.seat for one in lying if one.wager == DICE_BONUS}
        return button if button is not None and button in down else "dealer"

    def open_round(self) -> OpenRound | None:
        return None if self.round is None else OpenRound(self.round.id, self.round.number)

    def round_id(self) -> str | None:
        return None if self.round is None else self.round.id

    def player_at(self, seat: int) -> str | None:
        return self.rotation.players.get(seat)

    def carried(self) -> tuple[Carried, ...]:
        return tuple(Carried(one.seat, one.wager, one.amount) for one in self.streak.retained)

    def was_banked(self) -> bool:
        return self.before_roll is not None and self.before_roll.round.bank is not None

    def out_of_tray(self) -> int:
        state = self.round
        if state is None or state.bank is None or not state.dealer_plays:
            return 0
        return state.bank.out_of_tray

    def coupons_played(self) -> int:
        kept = self.before_roll
        ended = None if kept is None or kept.ended is None else kept.ended.round
        state = self.round or ended
        lines = () if state is None else state.lines
        return sum(line.coupon for line in lines if line.outcome not in COUPON_RETURNED)


def game_at(table: Table) -> PaiGow:
    """The game's state at a table; its first where none was ever played there."""
    game = table.game
    if type(game) is PaiGow:
        return game
    assert game is None, f"{table.name} hosts no pai gow"
    return PaiGow()


def round_at(table: Table) -> Round:
    """The round being played at a table, which there is."""
    state = game_at(table).round
    assert state is not None, f"no round is open at {table.name}"
    return state
