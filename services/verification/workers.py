"""Processes that follow streams side by side; of a small log this one does it alone."""

from collections.abc import Iterator
from typing import Final, Protocol, TypeAlias

import msgspec

from domain.day.state import day_of_key
from domain.meter.state import meter_name
from services.runtime.by_stream import Processes, Share, Store
from services.store.ledger import Ledger, StoredRow
from services.verification.findings import PartResult
from services.verification.followed import Followed, Shown

Results: TypeAlias = list[list[PartResult]]

_WRITE: Final = msgspec.msgpack.Encoder()
_READ: Final = msgspec.msgpack.Decoder(list[Shown])
_READ_RESULTS: Final = msgspec.json.Decoder(list[PartResult])


def divide(rows: list[StoredRow], share: Share) -> list[list[Shown]]:
    """Every worker's part of a page; meters and days are shown to all."""
    shares: list[list[Shown]] = [[] for _ in range(share.workers)]
    for row in rows:
        owner = share.owner(row.key)
        if _is_for_all(row.key):
            for worker, part in enumerate(shares):
                part.append((*row, worker == owner))
        else:
            shares[owner].append((*row, True))
    return shares


def _is_for_all(key: str) -> bool:
    return ":" in key and (meter_name(key) is not None or day_of_key(key) is not None)


class Following(Protocol):
    """Whoever follows the streams: this process, or several others."""

    def take(self, rows: list[StoredRow]) -> None: ...
    def results(self) -> Results: ...


class AloneFollowing:
    """For a log that is read sooner than a process is started."""

    def __init__(self, parts: frozenset[str], heads: dict[str, int], ledger: Ledger) -> None:
        self._followed = Followed(parts, heads, ledger)
        self._share = Share(1)

    def take(self, rows: list[StoredRow]) -> None:
        self._followed.take(divide(rows, self._share)[0])

    def results(self) -> Results:
        return [self._followed.finish()]


class ProcessesFollowing:
    """Each has its own streams and a connection of its own."""

    def __init__(
        self, parts: frozenset[str], heads: dict[str, int], store: Store, workers: int
    ) -> None:
        self._share = Share(workers)
        self._processes = Processes(
            *(workers, _follow, parts, heads, store),
            name="followed streams",
            read=_READ_RESULTS.decode,
        )

    def take(self, rows: list[StoredRow]) -> None:
        for worker, shown in enumerate(divide(rows, self._share)):
            self._processes.give(worker, _WRITE.encode(shown))

    def results(self) -> Results:
        return self._processes.answers()

    def end(self) -> None:
        self._processes.end()


def _follow(
    pages: Iterator[bytes], parts: frozenset[str], heads: dict[str, int], store: Store
) -> bytes:
    with store.opened() as ledger:
        followed = Followed(parts, heads, ledger)
        for page in pages:
            followed.take(_READ.decode(page))
        return msgspec.json.encode(followed.finish())
