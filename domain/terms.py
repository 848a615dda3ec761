"""The terms a table plays under: the licensee's elections, as the rules need them."""

from typing import Any, Final

import msgspec

MAIN: Final = "pai_gow"
PAIR_FORTUNES: Final = "pair_fortunes"
DICE_BONUS: Final = "dice_bonus"
PROGRESSIVE: Final = "progressive"
TRIPLES: Final = (*(f"all_{face}" for face in range(1, 7)), "any_triple")
EYE: Final = ("even", "odd", "match", "double", "triple", DICE_BONUS)
"""The wagers of the dragon's eye variation."""
ON_THE_DICE: Final = (*TRIPLES, *EYE)
"""Decided as soon as the dice are read."""
ON_THE_HANDS: Final = (MAIN, PAIR_FORTUNES, PROGRESSIVE)
"""Decided by what a seat is dealt."""


class DragonsEye(msgspec.Struct, frozen=True, omit_defaults=True):
    """How the dragon's eye variation is offered."""

    vigorish_method: int = 1
    standalone: bool = False
    """Its wagers may stand without one on the hands."""
    start: str = "eye"
    """Who is dealt to first: the seat that the dragon's eye die names, or by `count`."""


class Progressive(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The meter that the table takes part in, and its terms; cents."""

    meter: str
    stake: int
    rate_bp: int
    initial: int
    reset: int
    payouts: dict[str, int] | None = None


class Terms(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One licensee's elections on top of a regulation."""

    limits: dict[str, tuple[int, int]] = {}
    vigorish: str = "quarter"
    house_way: str | None = None
    banking: bool = False
    co_banking: bool = False
    two_areas: bool = False
    triples_bonus: bool = False
    dragons_eye: DragonsEye | None = None
    pair_fortunes: str | None = None
    generator: bool = False
    dealer_delivery: bool = False
    delivery_styles: tuple[str, ...] | None = None
    progressive: Progressive | None = None
    wheel: str = "second"
    controls: str = "basic"

    def offered(self) -> tuple[str, ...]:
        """The wagers that may be made at the table."""
        return (
            MAIN,
            *(TRIPLES if self.triples_bonus else ()),
            *(EYE if self.dragons_eye else ()),
            *((PAIR_FORTUNES,) if self.pair_fortunes else ()),
            *((PROGRESSIVE,) if self.progressive else ()),
        )

    def needs_main(self, wager: str) -> bool:
        """Whether the wager stands only beside one on the hands."""
        stands_alone = self.dragons_eye is not None and self.dragons_eye.standalone
        return wager != MAIN and not (stands_alone and wager in EYE)

    @property
    def takes_vigorish(self) -> bool:
        """By its second method the dragon's eye takes none."""
        return self.dragons_eye is None or self.dragons_eye.vigorish_method == 1


def terms_of(submission: dict[str, Any]) -> Terms:
    """The terms of a submission as it was recorded when the table was opened."""
    return msgspec.convert(submission, Terms)
