"""Which paragraph says what: one field a duty, one instance a regulation."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Citations:
    """The paragraphs that decisions cite."""

    wagers: str
    """How a wager is made, and that only those named may be."""
    seated: str
    """Who may wager, and where."""
    limits: str
    """The minimum and maximum of the table."""
    coupon: str
    """Whether a match play coupon may lie beside the chips."""
    no_more_bets: str
    """Nothing is made, increased or withdrawn after the announcement."""
    announce: str
    """"No more bets" comes before the dice."""
    nobody_plays: str
    """Without gaming activity there is no round."""
    dice: str
    """With how many dice it is played."""
    dice_read: str
    """The dice are uncovered and totalled."""
    dice_age: str
    """How long dice may stay on a table."""
    shaker: str
    """Who shakes."""
    generator: str
    """A number generator in place of dice."""
    count: str
    """The count to the position that gets the first stack."""
    count_beside_bonus: str
    """The same where bonus wagers on the dice are offered: their text moves the letters on."""
    deal: str
    """Which stack goes where."""
    deal_beside_bonus: str
    dead_hand: str
    """Stacks dealt to a position without a wager join the dead hand."""
    dead_hand_beside_bonus: str
    tiles_age: str
    """How long a set of tiles may stay on a table."""
    set_hand: str
    """Every player sets a high and a low hand."""
    own_tiles: str
    """Nobody touches another player's tiles; a set hand is final."""
    high_over_low: str
    """The high hand ranks higher than the low hand."""
    house_hand: str
    """When the house's hand is set."""
    house_way: str
    """How the dealer must set."""
    house_way_exceptions: str
    """What a submission may file to be set otherwise."""
    house_reset: str
    """A wrong house setting is set again."""
    surrender: str
    compare: str
    """Hands are exposed and compared, from the dealer's right."""
    lose: str
    push_high: str
    """A push by the high hand alone."""
    push_low: str
    """A push by the low hand alone."""
    win: str
    vigorish: str
    no_roll: str
    """Dice that do not count, where no cause is told."""
    not_flat: str
    """Dice that did not land flat."""
    fell_out: str
    """Dice that fell out of the shaker."""
    misdeal: str
    reshuffle: str
    """Tiles that are seen before they are dealt are mixed again."""
    exposed_seat: str
    exposed_house: str
    delivery: str
    """Who chooses the style of delivery when no player banks."""
    abandoned: str
    two_areas: str
    """Whether one player may wager on two areas, and which."""
    two_areas_order: str
    """Which of a player's two hands is set first."""
    tiles_out: str
    """Tiles lie face up while nobody plays."""
    tiles_change: str
    """A set of tiles comes to the table."""
    tiles_aged: str
    """It comes because the other has lain there as long as it may."""
    tiles_unsuitable: str
    """It comes because the other is unsuitable, which is sealed and signed."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BankCitations:
    """The paragraphs about a player who banks."""

    offered: str
    """Whether players may bank at all."""
    first_round: str
    """Nobody banks at the start of the game."""
    rotation: str
    """In which order the bank is offered; who accepts or passes."""
    twice: str
    """Nobody banks two rounds running."""
    wagered: str
    """The bank wagered against the dealer in the last round without a bank."""
    cover: str
    """The bank's chips cover the other players' wagers."""
    co_bank: str
    co_bank_way: str
    """The dealer sets a co-bank's hand by the house way."""
    co_bank_reset: str
    """A departure from it is set again."""
    one_area: str
    """The bank plays on one area only."""
    cut: str
    dealer_wager: str
    """What the dealer wagers against the bank: the player's last wager, or what is filed."""
    directed_wager: str
    """The bank may have the dealer wager less, or nothing; never more."""
    delivery: str
    """The bank may choose the style of delivery."""
    shaker: str
    """The bank shakes."""
    uncovered: str
    """The bank lifted the lid, which is the dealer's to lift."""
    roll: str
    """The dealer uncovers the bank's dice and totals them."""
    start: str
    """The count begins at the bank."""
    deal: str
    dead_hand: str
    """Stacks dealt to a position without a wager join the dead hand."""
    dealer_hand: str
    """The dealer's own hand against the bank."""
    dealer_paid: str
    """What the dealer won goes to the tray with the wager."""
    own_hand: str
    """A bank that does not share with the casino sets its own hand, after all other players."""
    own_hand_by_way: str
    """It may ask how the dealer would set it."""
    own_hand_bound: str
    """Whether a submission may bind it to the house way; a departure is then set again."""
    settle: str
    """The centre pays; the bank makes up a shortfall and keeps a surplus, less vigorish."""
    co_settle: str
    """Casino and bank carry half each."""
    vigorish: str
    """Who wins against the bank pays vigorish."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BonusCitations:
    """The paragraphs about the bonus wagers on the dice."""

    limits: str
    """Their minimum and maximum."""
    lose: str
    """They are collected."""


@dataclass(frozen=True, slots=True, kw_only=True)
class EyeCitations:
    """The paragraphs about the dragon's eye variation."""

    wagers: str
    """Which wagers it offers, and beside what."""
    dice: str
    """One of the three dice is the dragon's eye."""
    roll: str
    """The dealer uncovers the dice and reads the dragon's eye."""
    settle: str
    """Its wagers are collected and paid; where no other is down the round ends with that."""
    shaker: str
    """Whom the shaker is passed to."""
    start: str
    """The first hand goes to the dragon's eye seat."""
    counted: str | None
    """The deal where the ordinary count is elected; None: as without the variation."""
    vigorish: str
    """By the first method it is taken, and a triple loses odd and even."""
    no_vigorish: str
    """By the second method there is none, and a triple loses the wagers on the hands."""
    streak: str
    """What a retained dice bonus wager is owed, and who may place one after a triple."""
