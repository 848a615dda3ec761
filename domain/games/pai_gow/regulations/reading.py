"""How a version reads its text where another version reads it otherwise: one flag a reading.

The defaults are the reading in force. A rule that is mended gets a flag here, which `SECOND` (or
`FIRST`) switches back: rounds that were played under an earlier version are decided as they were.
"""

from dataclasses import dataclass, replace
from typing import Final


@dataclass(frozen=True, slots=True, kw_only=True)
class Reading:
    """The readings in which the versions differ."""

    void_returns_surrendered: bool = True
    """A void round gives back a surrendered wager too (10.9(c), (e); MD 10.C, 10.E)."""
    void_without_vigorish: bool = True
    """Nor is vigorish taken in it on what is left in a bank's centre."""
    void_leaves_carried: bool = True
    """A dice bonus that lies there since a triple outlasts a round that is void before the dice."""
    misdeal_after_deal: bool = True
    """A misdeal is of hands that were dealt (10.9(c); MD 10.C)."""
    no_roll_by_cause: bool = True
    """A "no roll" cites its cause (10.9(a), (b), 10.8(i); MD 10.A, 10.B, 9.J(5))."""
    taken_down_stays_down: bool = True
    """In a streak a dice bonus that was taken down is not put back (13:69F-10.11(f), 11.19(f))."""
    triples_run_on: bool = True
    """Without a dice bonus on the layout the third triple starts no count again."""
    offer_by_own_text: bool = True
    """The bank is offered as the regulation itself says: Maryland has no rotation (MD 9.C)."""
    offered_once: bool = True
    """A player on two areas is offered the bank once, at the lower seat (10.8(c); MD 9.C(1))."""
    hands_move_the_offer: bool = True
    """A round without a wager on the hands leaves the offer of the bank as it was (10.8(c))."""
    last_wager_of_the_player: bool = True
    """The dealer matches the last wager of the bank's player, not the seat's (10.8(h); MD 9.H)."""
    bank_keeps_retained_bonus: bool = True
    """A dice bonus that was retained on another area does not keep its player from the bank."""
    aged_when_a_round_opens: bool = True
    """Dice and tiles are judged by their age when a round opens, and grow older while the table is
    closed (10.3(c); MD 2.E, 3.A(2)); else when they are used, counted from the opening."""
    misdeal_by_wrong_total: bool = True
    """A misdeal comes of a wrong total, and of nothing else (10.9(c); MD 10.C)."""
    exposed_by_whom: bool = True
    """A tile of a seat that wagered voids no round, and only the dealer's exposure gives a choice
    (10.9(d), (e); MD 10.D, 10.E)."""
    void_returns_abandoned: bool = True
    """A void round gives back an abandoned wager too (MD 10.C, 10.E)."""
    no_roll_by_told_cause: bool = True
    """The cause of a "no roll" is told, and not read out of its words."""
    offer_moves_on_from_the_first: bool = True
    """The offer of the bank moves on from the seat that was in fact offered it first, not from one
    that was passed over (10.8(c))."""
    void_round_was_banked: bool = True
    """Whoever banked a void round does not bank the next one (10.8(c); MD 9.C(3))."""
    silence_passes_the_bank: bool = True
    """Who is offered the bank and says nothing until "no more bets" is recorded to have passed."""
    bank_shakes: bool = True
    """In its round the bank itself shakes, and no dealer for it (10.8(i); MD 9.J(2))."""
    cut_before_delivery: bool = True
    """A cut comes before the style of delivery is indicated, which is chosen once, before the
    shaker is shaken (10.8(g), (i); MD 9.G, 9.J)."""
    surrender_after_dealers_hand: bool = True
    """Against a bank nobody surrenders before the dealer's own hand is set (10.8(n); MD 9.O)."""
    reshuffle_before_the_dice: bool = True
    """Tiles are mixed again before the dice are rolled, and cut and delivered anew."""
    dice_aged_at_the_roll: bool = True
    """Dice that grow too old in the middle of a round are changed before they are rolled."""
    dealers_wager_leaves_the_tray: bool = True
    """The dealer's wager against a bank is taken out of the tray when the bank is accepted, and
    lies before it until the round ends (10.8(h), (q); MD 9.H(3), 9.I(2), 9.Q)."""
    bank_cited_by_itself: bool = True
    """A bank's round closes, and what it wins is collected, by 10.8(o), (p) (MD 9.P, 9.S)."""
    style_cited_by_number: bool = True
    """A style of delivery that the dealer chose, and its deal, cite the style (MD 7.B)."""

    retained_stays_as_it_is: bool = True
    """No correction lowers a retained dice bonus either (13:69F-10.11(f), 11.19(f))."""

    decks_alternate: bool = True
    """Decks that are named alternate under any controls (11.2(b)4)."""
    empty_meter_resets: bool = True
    """A hand of 100 percent resets a meter that stands at nothing, too (11.14(d), (f))."""
    meter_adds_up: bool = True
    """A round's line of its meter says what was reset, funded and done elsewhere."""


IN_FORCE: Final = Reading()

SECOND: Final = replace(
    IN_FORCE,
    offer_moves_on_from_the_first=False,
    void_round_was_banked=False,
    silence_passes_the_bank=False,
    bank_shakes=False,
    cut_before_delivery=False,
    surrender_after_dealers_hand=False,
    reshuffle_before_the_dice=False,
    dice_aged_at_the_roll=False,
    dealers_wager_leaves_the_tray=False,
    misdeal_by_wrong_total=False,
    exposed_by_whom=False,
    void_returns_abandoned=False,
    no_roll_by_told_cause=False,
    bank_cited_by_itself=False,
    style_cited_by_number=False,
    retained_stays_as_it_is=False,
    decks_alternate=False,
    empty_meter_resets=False,
    meter_adds_up=False,
)
"""As version 2 read the texts."""

FIRST: Final = replace(
    SECOND,
    void_returns_surrendered=False,
    void_without_vigorish=False,
    void_leaves_carried=False,
    misdeal_after_deal=False,
    no_roll_by_cause=False,
    taken_down_stays_down=False,
    triples_run_on=False,
    offer_by_own_text=False,
    offered_once=False,
    hands_move_the_offer=False,
    last_wager_of_the_player=False,
    bank_keeps_retained_bonus=False,
    aged_when_a_round_opens=False,
)
"""As version 1 read the texts."""
