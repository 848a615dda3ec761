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
    no_more_bets: str
    """Nothing is made, increased or withdrawn after the announcement."""
    announce: str
    """"No more bets" comes before the dice."""
    nobody_plays: str
    """Without gaming activity there is no round."""
    dice_read: str
    """The dice are uncovered and totalled."""
    dice_age: str
    """How long dice may stay on a table."""
    shaker: str
    """Who shakes."""
    generator: str
    """A number generator in place of dice."""
    deal: str
    """Which stack goes where."""
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
    misdeal: str
    exposed_seat: str
    exposed_house: str
    bank: str
    """Whether players may bank at all."""
    cut: str
    delivery: str
    abandoned: str
    two_areas: str
    tiles_out: str
    """Tiles lie face up while nobody plays."""
    tiles_change: str
    """A set of tiles comes to the table."""
