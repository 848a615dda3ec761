"""A client's unanswered requests: which go out next, and which one breaks the connection."""

from collections import deque
from dataclasses import dataclass
from typing import Final

from services.desk.request import Request

_MOST_IN_A_WRITE: Final = 200
_NARROWER: Final = 8
_HUNG_UP: Final = 2
_DIED: Final = 1
_ENOUGH: Final = 4


@dataclass(slots=True, eq=False)
class Asked:
    """A request with its number on the connection."""

    number: int
    request: Request
    sent: bool = False
    strikes: int = 0


class Pending:
    """Unanswered requests in the order they were submitted, which is the order they go out in.

    After a loss those that were under way go out first, but in groups of an eighth of what was
    under way then, each after the answers to the one before. A group that breaks the connection
    too is divided again, until a single request is alone when it breaks. So no request is blamed
    for another. Being alone when the same desk hangs up counts two, when the desk has died one,
    and at four the request is given up: after two hang-ups, or four dead desks. A desk that ends
    in order, or is passed over, counts for nothing. Once all that were under way are answered,
    requests go out as they come.
    """

    def __init__(self) -> None:
        self._all: dict[int, Asked] = {}
        self._numbers: dict[Request, int] = {}
        self._unsent: deque[int] = deque()
        self._under_way: set[int] = set()
        self._number = 0
        self._suspect_upto = 0
        self._group = 0
        self._blamed: int | None = None

    def __len__(self) -> int:
        return len(self._all)

    def add(self, request: Request) -> None:
        self._number += 1
        self._all[self._number] = Asked(self._number, request)
        self._numbers[request] = self._number
        self._unsent.append(self._number)

    def take(self, number: int) -> Asked | None:
        """It is answered, or given up."""
        self._under_way.discard(number)
        one = self._all.pop(number, None)
        if one is not None:
            del self._numbers[one.request]
        return one

    def take_request(self, request: Request) -> Asked | None:
        number = self._numbers.get(request)
        return None if number is None else self.take(number)

    def take_all(self) -> list[Asked]:
        taken = [*self._all.values()]
        self._all.clear()
        self._numbers.clear()
        self._unsent.clear()
        self._under_way.clear()
        self._suspect_upto = 0
        return taken

    @property
    def is_careful(self) -> bool:
        """Whether an answer may be what the next group waits for."""
        return self._suspect_upto > 0

    def sendable(self) -> int:
        """How many may go out now."""
        if self._suspect_upto and not self._under_way:
            while self._unsent and self._unsent[0] not in self._all:
                self._unsent.popleft()
            if not self._unsent or self._unsent[0] > self._suspect_upto:
                self._suspect_upto = 0
        if not self._suspect_upto:
            return min(len(self._unsent), _MOST_IN_A_WRITE)
        return 0 if self._under_way else min(len(self._unsent), self._group)

    def next(self) -> list[Asked]:
        """Those that go out now; `sent` says still whether each has been sent before."""
        found = [self._all.get(self._unsent.popleft()) for _ in range(self.sendable())]
        asked = [one for one in found if one is not None]
        self._under_way.update(one.number for one in asked)
        return asked

    def lose(self, *, in_order: bool) -> None:
        """The connection is lost."""
        if self._under_way and not in_order:
            self._group = max(1, len(self._under_way) // _NARROWER)
            sent = (number for number, one in self._all.items() if one.sent)
            self._suspect_upto = max((*self._under_way, *sent))
            if len(self._under_way) == 1:
                (self._blamed,) = self._under_way
        self._under_way.clear()
        self._unsent = deque(self._all)

    def judge(self, *, same_desk: bool) -> Asked | None:
        """After a loss, and now that it is known who is in charge: a request to be given up."""
        number, self._blamed = self._blamed, None
        blamed = None if number is None else self._all.get(number)
        if blamed is None:
            return None
        blamed.strikes += _HUNG_UP if same_desk else _DIED
        if blamed.strikes < _ENOUGH:
            return None
        self._unsent.remove(blamed.number)
        return self.take(blamed.number)
