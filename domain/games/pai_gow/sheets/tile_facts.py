"""What the regulations of pai gow with tiles say, topic by topic, each with its paragraph.

Two regulations that say the same say it in the same words here, so that what differs can be found.
"""

from typing import Final

from domain.games.seam.sheet import Fact

JERSEY: Final = "nj-pai-gow"
MARYLAND: Final = "md-pai-gow"


def _alike(topic: str, told: str, nj: str, md: str) -> dict[str, Fact]:
    return {JERSEY: Fact(topic, told, nj), MARYLAND: Fact(topic, told, md)}


def _apart(topic: str, nj: tuple[str, str], md: tuple[str, str]) -> dict[str, Fact]:
    return {JERSEY: Fact(topic, *nj), MARYLAND: Fact(topic, *md)}


TILE_SHEET: Final = (
    _apart(
        "tiles",
        nj=("one set of 32, in use as long as it is good", "19:47-10.2(a), 10.4(a)"),
        md=("one set of 32, changed at least every 12 hours", "MD 3.A(2)"),
    ),
    _alike(
        "dice",
        "three, on the table for 24 hours at most",
        nj="19:47-10.3(a), (c)",
        md="MD 2.D, 2.E",
    ),
    _apart(
        "number generator",
        nj=("none: dice are shaken", "19:47-10.3(a), 10.6(a)"),
        md=("may take the place of dice in a round that nobody banks", "MD 2.F, 6.A(1)"),
    ),
    _apart(
        "what is wagered",
        nj=("chips, plaques and match play coupons", "19:47-10.5(a)"),
        md=("chips and plaques; no coupons", "MD 5.A"),
    ),
    _alike(
        "two areas",
        "where elected, a player may wager on two areas side by side; the larger is set first",
        nj="19:47-10.10",
        md="MD 5.E",
    ),
    _apart(
        "a wager left behind",
        nj=("is set by the house way and settled", "19:47-10.5(b)"),
        md=("may be declared abandoned, and then loses", "MD 5.C(2)"),
    ),
    _alike(
        "starting position",
        "counted counterclockwise, the dealer as one, the dead hand included; a bank counts itself"
        " as one",
        nj="19:47-10.6(c), 10.8(j)",
        md="MD 6.B, 9.K",
    ),
    _apart(
        "delivery",
        nj=(
            "a bank may choose among ten styles; otherwise house way from the right",
            "19:47-10.8(i), (k)",
        ),
        md=(
            "a bank, or where elected the dealer, may choose among the ten styles",
            "MD 6.C, 7.A, 9.J",
        ),
    ),
    _alike(
        "ranking",
        "gee joon, eleven matched and four mixed pairs, wongs, gongs; then the value, then the"
        " highest tile",
        nj="19:47-10.2(b) to (g)",
        md="MD 3.B to 3.I",
    ),
    _alike("copies", "go to the house", nj="19:47-10.2(c), (h)", md="MD 3.C, 3.J"),
    _apart(
        "zero against zero",
        nj=("the highest tile decides, as with any value", "19:47-10.2(f)"),
        md=("the house has it, whatever the tiles", "MD 3.H(2)"),
    ),
    _alike("a player's low hand of zero", "never wins", nj="19:47-10.7(h), (i)", md="MD 8.G, 8.H"),
    _alike(
        "house way",
        "gee joon together; else a pair, wong or gong; else nine, eight or seven; else the highest"
        " tile with the lowest",
        nj="19:47-10.7(d)",
        md="MD 8.D",
    ),
    _apart(
        "exceptions to the house way",
        nj=("may be filed with the submission", "19:47-10.7(e)"),
        md=("may be filed where nine, eight or seven leave a choice", "MD 8.D(3)"),
    ),
    _apart(
        "a house hand set wrong",
        nj=("is set again as filed; play goes on", "19:47-10.9(f)"),
        md=("is set again as filed, a co-bank's too; play goes on", "MD 10.F"),
    ),
    _alike(
        "surrender",
        "after the house has set, before that player's hands are shown; the whole wager is lost",
        nj="19:47-10.7(f)",
        md="MD 8.E",
    ),
    _alike(
        "vigorish",
        "5 percent of the amount won, taken when it is paid; may be rounded up to the next quarter",
        nj="19:47-10.7(k)",
        md="MD 8.K",
    ),
    _alike(
        "bank",
        "a player may bank, where elected: not in the first round, not twice running, with chips"
        " to cover the others, after a wager against the dealer in the last round nobody banked",
        nj="19:47-10.8(a) to (d)",
        md="MD 9.A to 9.D",
    ),
    _apart(
        "the bank's rotation",
        nj=(
            "the first offer moves on, and comes back to the dealer, who keeps that round",
            "19:47-10.8(c)",
        ),
        md=(
            "none: a round begins at the right, or beside a bank that was first offered it",
            "MD 9.C(1), (2)",
        ),
    ),
    _alike(
        "the dealer against a bank",
        "wagers that player's last wager against the dealer, or what the submission files; less or"
        " nothing as the bank directs",
        nj="19:47-10.8(h)",
        md="MD 9.H(3), 9.I",
    ),
    _apart(
        "a bank's hand",
        nj=("is set as the bank likes", "19:47-10.7(c)"),
        md=("is set as the bank likes, or where elected by the house way", "MD 8.A, 10.F"),
    ),
    _alike(
        "co-bank",
        "casino and bank carry half each, where elected; the dealer sets the hand and wagers"
        " nothing",
        nj="19:47-10.8(e), (p)",
        md="MD 9.E, 9.S",
    ),
    _alike(
        "an exposed tile",
        "of a player: that player may void the hand; of the house, the dead hand or an empty place:"
        " all hands are void",
        nj="19:47-10.9(d), (e)",
        md="MD 10.D, 10.E",
    ),
    _apart(
        "optional wagers",
        nj=(
            "bonus wagers on three dice alike, and the dragon's eye",
            "19:47-10.11, 13:69F-10.5(d)",
        ),
        md=("the Pair Fortunes bonus", "MD 5.F"),
    ),
    _apart(
        "the sign at the table",
        nj=(
            'lists the odds of the triples bonus, with "to" or "win", never with "for"',
            "19:46-1.13C(e), 19:47-10.11(e)",
        ),
        md=("is not asked for in these rules", "MD 8.L"),
    ),
)
