"""The dice: who shoots, throws that do not count, a round called off, a die misread."""

from collections.abc import Iterator
from random import Random
from typing import Final

from domain.games.craps.round.state import Craps, craps_at
from services.tools.simulator.chances import happens
from services.tools.simulator.craps.chances import NO_ROLL, ROLL_MISREAD, VOID_ROUND
from services.tools.simulator.keying import corrected
from services.tools.simulator.lawful_table import LawfulTable, Told
from services.tools.simulator.staff import standing_by

_FACES: Final = range(1, 7)
_NO_ROLLS: Final = (
    "a die left the table",
    "a die came to rest in the chips",
    "the dice did not reach the wall",
)
_CALLED_OFF: Final = (
    "a die was found to be chipped",
    "a player fell ill at the table",
    "the layout was soaked",
)


class Rolling:
    """Throws the dice of one table."""

    def __init__(self, table: LawfulTable, luck: Random) -> None:
        self._table = table
        self._luck = luck
        self._shooter = 0
        """The seat that shoots, until a seven takes the point; 0: nobody has yet."""

    def roll(self) -> Iterator[Told]:
        """From "no more bets" to the end of the round."""
        called_off = happens(self._luck, VOID_ROUND)
        if called_off and self._luck.random() < 0.5:
            yield self._void()
            return
        yield self._table.tell("no_more_bets")
        while happens(self._luck, NO_ROLL):
            yield self._table.tell("no_roll", reason=self._luck.choice(_NO_ROLLS))
        if called_off:
            yield self._void()
            return
        dice = [self._luck.choice(_FACES), self._luck.choice(_FACES)]
        wrong = self._misread(dice)
        shooter, stood = self._next_shooter(), self._game.point
        yield self._table.tell("roll", dice=wrong or dice, shaker=shooter)
        if wrong is not None:
            yield corrected(self._table, "correct_roll", dice=dice)
        self._shooter = shooter if stood is None or sum(dice) != 7 else -shooter

    def _next_shooter(self) -> int:
        """The same, while there is a wager of theirs; else the next who has one."""
        seats = sorted({one.seat for one in self._game.wagers})
        if self._shooter in seats:
            return self._shooter
        after = [seat for seat in seats if seat > abs(self._shooter)]
        return (after or seats)[0]

    def _void(self) -> Told:
        return self._table.tell(
            "void_round",
            reason=self._luck.choice(_CALLED_OFF),
            supervisor=standing_by("void_round", self._table.now),
        )

    def _misread(self, dice: list[int]) -> list[int] | None:
        """One die as it did not fall."""
        luck = self._table.beside
        if not happens(luck, ROLL_MISREAD):
            return None
        die = luck.randrange(len(dice))
        face = luck.choice([face for face in _FACES if face != dice[die]])
        return [*dice[:die], face, *dice[die + 1 :]]

    @property
    def _game(self) -> Craps:
        return craps_at(self._table.state)
