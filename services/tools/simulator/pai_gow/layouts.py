"""Twenty-three tables, no two alike: what a floor of this size would offer its guests."""

from typing import Any, Final

from services.tools.simulator.pai_gow.terms import PaiGowTerms, plain_extras

_FIVE: Final = (500, 100_000, {"500": 800, "2500": 400, "10000": 100, "50000": 4})
_TEN: Final = (1_000, 200_000, {"500": 300, "2500": 160, "10000": 40, "50000": 2})
_DEEP_TEN: Final = (1_000, 200_000, {"500": 600, "2500": 400, "10000": 100, "50000": 8})
"""With a tray that can stand for the long odds of its side wagers."""
_TWENTY_FIVE: Final = (2_500, 500_000, {"500": 300, "2500": 300, "10000": 120, "50000": 10})
_FIFTY: Final = (5_000, 500_000, {"500": 300, "2500": 500, "10000": 250, "50000": 30})
_DEEP_TWENTY_FIVE: Final = (
    2_500,
    500_000,
    {"500": 300, "2500": 600, "10000": 300, "50000": 60},
)
"""With a tray that can stand for a progressive meter."""
_HUNDRED: Final = (10_000, 1_000_000, {"500": 200, "2500": 600, "10000": 500, "50000": 80})

_METER: Final = {
    "meter": "MIDI",
    "stake": 100,
    "rate_bp": 2_500,
    "initial": 1_000_000,
    "reset": 1_000_000,
}
"""Two tables feed it."""
_HIGH_METER: Final = {**_METER, "meter": "GRAND", "stake": 500, "rate_bp": 3_000}

_QUIET: Final = (0.02, 0.06)
"""Where few sit down, and the tiles are set out until somebody does."""
_BANK: Final = {"banking": True}
_CO_BANK: Final = {"banking": True, "co_banking": True}
_FULL: Final = {"controls": "full"}
_CLASSIC_STYLES: Final = ["house_way_from_right", "cup_say_from_right", "jung_quat", "chee_yee"]


def _eye(method: int = 1, *, standalone: bool = False, start: str = "eye") -> dict[str, Any]:
    variation = {"vigorish_method": method, "standalone": standalone, "start": start}
    return {"dragons_eye": variation}


def _maryland(stakes: tuple[int, int, dict[str, int]], **elections: Any) -> PaiGowTerms:
    return PaiGowTerms(*stakes, regulation="md-pai-gow", elections=elections)


def _poker(stakes: tuple[int, int, dict[str, int]], **elections: Any) -> PaiGowTerms:
    return PaiGowTerms(*stakes, regulation="nj-pai-gow-poker", elections=elections)


LAYOUTS: Final = (
    # The first four are played against the house alone: nothing is elected.
    PaiGowTerms(*_TWENTY_FIVE),
    PaiGowTerms(*_TEN),
    PaiGowTerms(*_FIFTY),
    PaiGowTerms(*_HUNDRED),
    PaiGowTerms(*_TWENTY_FIVE, elections=_CO_BANK, worn=True),
    PaiGowTerms(*_TWENTY_FIVE, elections={**_eye(), **_FULL}),
    _maryland(_TWENTY_FIVE, pair_fortunes="A", generator=True, dealer_delivery=True),
    _poker(_DEEP_TWENTY_FIVE, progressive=_METER, house_way="basic", **_FULL),
    PaiGowTerms(*_FIFTY, elections={**_BANK, **_FULL}, popularity=_QUIET),
    PaiGowTerms(*_DEEP_TEN, elections=_eye(2), worn=True),
    _maryland(_DEEP_TEN, **_CO_BANK, pair_fortunes="B"),
    PaiGowTerms(*_FIVE, elections=_eye(standalone=True, start="count"), match_play=1_000),
    _maryland(_FIFTY, two_areas=True, vigorish="cent"),
    PaiGowTerms(
        *_HUNDRED,
        elections={**_CO_BANK, "two_areas": True},
        match_play=10_000,
        popularity=_QUIET,
    ),
    PaiGowTerms(*_TWENTY_FIVE, elections={"triples_bonus": True, "vigorish": "cent"}, worn=True),
    _maryland(_TWENTY_FIVE, banking=True, bank_house_way=True, generator=True, pair_fortunes="C"),
    PaiGowTerms(*_TWENTY_FIVE, elections={**_BANK, **_eye(2, standalone=True)}),
    _maryland(
        _HUNDRED,
        **_CO_BANK,
        two_areas=True,
        **plain_extras("md-pai-gow"),
        pair_fortunes="D",
        dealer_delivery=True,
        delivery_styles=_CLASSIC_STYLES,
    ),
    PaiGowTerms(
        *_FIFTY, elections={**_CO_BANK, **_eye(), **plain_extras("nj-pai-gow")}, match_play=5_000
    ),
    PaiGowTerms(*_TEN, elections={**_BANK, "delivery_styles": _CLASSIC_STYLES}, match_play=1_000),
    PaiGowTerms(*_DEEP_TEN, elections={"two_areas": True, "triples_bonus": True}, match_play=2_500),
    _poker(
        _DEEP_TWENTY_FIVE,
        **_CO_BANK,
        **_eye(2),
        **plain_extras("nj-pai-gow-poker"),
        progressive=_HIGH_METER,
        wheel="lowest",
    ),
    _poker(_DEEP_TWENTY_FIVE, **_BANK, two_areas=True, progressive=_METER),
)
