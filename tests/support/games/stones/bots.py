"""Stones as it is played at a simulated table."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final

from domain.games.seam.bots import Bots, Move, PlayedTable, SeenTable, Told
from domain.games.seam.guests import SITS_OUT, Luck, Player, Seats, Setup, happens, temperament

from .bag import HOUSE, SEATS, STONES
from .wagers.catalogue import HIGH, LUCKY_STONE, NAME

_LUCKY_LIMITS: Final = (500, 1_000)
_CALLED_OFF: Final = 0.01


@dataclass(frozen=True, slots=True)
class StonesSetup(Setup):
    """Played with or without the lucky stone."""

    @property
    def places(self) -> range:
        return SEATS

    def side_risk(self) -> int:
        """One stone is the highest."""
        lucky = self.elects("lucky_stone")
        return int(LUCKY_STONE.odds * _LUCKY_LIMITS[1]) if lucky else 0

    def submission(self) -> dict[str, Any]:
        limits = {HIGH: [self.minimum, self.maximum]}
        if self.elects("lucky_stone"):
            limits["lucky_stone"] = list(_LUCKY_LIMITS)
        return {"regulation": self.regulation, "limits": limits, **self.elections}


class StonesSeats(Seats[Player]):
    """Who plays; everybody with habits alike."""

    main_wager = HIGH

    def __init__(self, table: str, setup: Setup, luck: Luck) -> None:
        super().__init__(table, setup, luck)
        self._setup = setup

    def newcomer(self, name: str) -> Player:
        return Player(
            name=name,
            unit=self._setup.minimum * self._luck.randint(1, 4),
            temperament=temperament(self._luck),
            rounds_left=self._luck.randint(20, 90),
            goal_percent=self._luck.randint(150, 300),
            rebuys_left=1,
        )


class StonesPlay:
    """A round: wagers, the draw, the stones turned over."""

    complaints: Final = ("the stone was shown before it was mine", "I had put down more than that")

    def __init__(self, table: PlayedTable, setup: StonesSetup, luck: Luck) -> None:
        self.seats: Final = StonesSeats(table.state.name, setup, luck)
        self._table = table
        self._setup = setup
        self._luck = luck

    def bets(self) -> dict[int, int] | None:
        found: dict[int, int] = {}
        for seat, player in sorted(self.seats.players.items()):
            stake = player.stake(self._setup.minimum, self._setup.maximum)
            if stake and not player.has_had_enough() and not happens(self._luck, SITS_OUT):
                found[seat] = stake
        return found or None

    def play(self, bets: dict[int, int]) -> Iterator[Told]:
        yield self._table.tell("open_round")
        for seat, stake in bets.items():
            yield from self._wager(seat, stake)
        yield self._table.tell("no_more_bets")
        if happens(self._luck, _CALLED_OFF):
            supervisor = self._table.supervisor("void_round")
            yield self._table.tell("void_round", reason="the bag fell", supervisor=supervisor)
            return
        yield self._table.tell("draw", stones=drawn(tuple(bets), self._luck))
        yield self._table.tell("show_stones")

    def _wager(self, seat: int, stake: int) -> Iterator[Told]:
        player = self.seats.at(seat)
        yield self._place(seat, HIGH, stake)
        if self._setup.elects("lucky_stone") and happens(self._luck, 0.3):
            amount = min(_LUCKY_LIMITS[self._luck.randint(0, 1)], player.chips)
            if amount >= _LUCKY_LIMITS[0]:
                yield self._place(seat, "lucky_stone", amount)

    def _place(self, seat: int, wager: str, amount: int) -> Told:
        who = self.seats.at(seat).name
        return self._table.tell("place_wager", seat=seat, wager=wager, amount=amount, player=who)

    def lying(self) -> dict[int, int]:
        return {}

    def give_back(self) -> Iterator[Told]:
        return iter(())

    def owed(self) -> int:
        return 0

    def look_after(self) -> Iterator[Told]:
        return iter(())

    def nobody_plays(self) -> Iterator[Told]:
        return iter(())


def drawn(seats: tuple[int, ...], luck: Luck) -> dict[str, list[str]]:
    """A stone each, and the house's."""
    places = (HOUSE, *map(str, seats))
    return {at: [one] for at, one in zip(places, luck.sample(STONES, len(places)), strict=True)}


def finishing(seen: SeenTable) -> Iterator[Move]:
    """What a dealer would do next."""
    if "show_stones" in seen.next:
        yield "show_stones", {}
    if "draw" in seen.next:
        yield "draw", {"stones": drawn(seen.in_play.seats, seen.luck)}
    if "no_more_bets" in seen.next:
        yield "no_more_bets", {}


_TRAY: Final = {"100": 500, "500": 700, "2500": 300, "10000": 80}
BOTS: Final = Bots(
    letters="ST",
    one_in=4,
    setups=(
        StonesSetup(500, 10_000, _TRAY, NAME, {"lucky_stone": True}),
        StonesSetup(1_000, 20_000, _TRAY, NAME, {"controls": "full"}),
    ),
    play=StonesPlay,
    pace={"draw": (5, 9), "show_stones": (4, 8)},
    told_by={},
    finishing=finishing,
    giving_back=lambda *_: iter(()),
)
