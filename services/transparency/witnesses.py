"""Witnesses: others who saw a checkpoint, and saw that it goes on from the one before."""

import threading
from collections.abc import Sequence
from typing import Final, Literal, TypeAlias

import httpx
import structlog
from eventsourcing.persistence import PersistenceError

from services.runtime.metrics import SEAL_WITNESS_ANSWERS, SEAL_WITNESS_SIZE
from services.runtime.worker import Worker
from services.store.database import Datastore
from services.tempo import seconds
from services.transparency.checkpoints import Checkpoint
from services.transparency.encoding import encode64
from services.transparency.notes import (
    BadNote,
    BadSignature,
    Signature,
    VerifierKey,
    read_signature,
)
from services.transparency.sealed_log import NotSealed, Sealed, SealedLog
from services.transparency.witness_list import Witness

_log = structlog.get_logger("seal")
_ANSWERS_WITHIN_SECONDS: Final = 10.0
_LOOK_SECONDS: Final = seconds(1.0)
_MOST_PAUSE_SECONDS: Final = 60.0
_MOST_TRIES: Final = 3
_MOST_BYTES: Final = 64 * 1024
_OK: Final = 200
_CONFLICT: Final = 409
_STAMP_BYTES: Final = 8
_MOST_DIGITS: Final = 19

Answer: TypeAlias = Literal["cosigned", "behind", "ahead", "refused", "wrong", "away"]


class _NotCosigned(Exception):
    def __init__(self, answer: Answer, why: str) -> None:
        super().__init__(why)
        self.answer: Answer = answer


class WitnessOutlet(Worker):
    """Asks one witness for its cosignature of the newest checkpoint, over and over."""

    def __init__(
        self,
        witness: Witness,
        datastore: Datastore,
        transport: httpx.BaseTransport | None = None,
    ) -> None:
        super().__init__(f"witness {witness.key.name}")
        self._witness = witness
        self._datastore = datastore
        self._sealed = SealedLog(datastore)
        self._woken = threading.Event()
        self._failures = 0
        self._told = ""
        self._client = httpx.Client(timeout=_ANSWERS_WITHIN_SECONDS, transport=transport)

    def wake(self) -> None:
        self._woken.set()

    def trouble(self) -> str | None:
        return None  # a checkpoint is as good without it; the metrics and the log tell

    def remembered(self, keys: Sequence[VerifierKey]) -> Checkpoint | None:
        return None  # what it saw larger than we have it says when it is asked, see `ahead`

    def run(self) -> None:
        with self._client:
            while not self.closing.is_set():
                self._woken.clear()
                try:
                    self.ask()
                except PersistenceError as error:
                    self._tell("away", f"the store does not answer: {error}")
                self._wait()

    def _wait(self) -> None:
        if self._failures:
            pause = min(_MOST_PAUSE_SECONDS, 2.0 ** (self._failures - 1))
            self.closing.wait(pause)
        else:
            self._woken.wait(_LOOK_SECONDS)

    def ask(self) -> Answer | None:
        """For the newest checkpoint; none where it is cosigned already, or there is none."""
        answer: Answer
        newest = self._sealed.newest()
        if newest is None or self._has_cosigned(newest):
            return None
        try:
            self._ask_for(newest)
            answer, why = "cosigned", ""
        except _NotCosigned as error:
            answer, why = error.answer, str(error)
        SEAL_WITNESS_ANSWERS.labels(self._witness.key.name, answer).inc()
        self._failures = 0 if answer == "cosigned" else self._failures + 1
        self._tell(answer, why)
        return answer

    def _ask_for(self, newest: Sealed) -> None:
        """It may be elsewhere than we thought: then it says where, and is asked from there."""
        old = min(self._size(), newest.size)
        for _ in range(_MOST_TRIES):
            status, body = self._post(newest, old)
            if status == _OK:
                self._take(newest, body)
                return
            if status != _CONFLICT:
                raise _NotCosigned("refused", f"{status}: {body[:200]!r}")
            old = _elsewhere(body)
            if old > newest.size:
                said = f"it has cosigned {old} events, and here {newest.size} are sealed"
                raise _NotCosigned("ahead", f"{said}: was the database rolled back?")
        raise _NotCosigned("behind", "it says each time that it is elsewhere")

    def _post(self, newest: Sealed, old: int) -> tuple[int, bytes]:
        try:
            proof = self._sealed.tree(newest.size).consistency(old)
        except NotSealed as error:
            raise _NotCosigned("wrong", f"there is no proof from {old} on: {error}") from None
        lines = [f"old {old}", *map(encode64, proof), "", newest.note]
        url, content = f"{self._witness.url}/add-checkpoint", "\n".join(lines).encode()
        try:
            with self._client.stream("POST", url, content=content) as answer:
                body = b""
                for chunk in answer.iter_bytes():
                    body += chunk
                    if len(body) > _MOST_BYTES:
                        break
                return answer.status_code, body
        except (httpx.HTTPError, httpx.InvalidURL, OSError) as error:
            raise _NotCosigned("away", repr(error)) from None

    def _take(self, newest: Sealed, body: bytes) -> None:
        """Only what its own key signed of this very checkpoint."""
        key, text = self._witness.key, newest.opened().text
        try:
            lines = map(read_signature, body.decode().removesuffix("\n").split("\n"))
            own: list[Signature] = [one for one in lines if key.made(one)]
            for one in own:
                key.check(text, one)
        except (UnicodeDecodeError, BadNote, BadSignature) as error:
            raise _NotCosigned("wrong", f"its cosignature cannot be used: {error}") from None
        if not own or not any(own[0].signed[:_STAMP_BYTES]):
            raise _NotCosigned("wrong", f"it did not sign as {key.name}, or not with the time")
        self._sealed.keep_cosignatures(newest.size, own[0].line())
        self._keep_size(newest.size)
        SEAL_WITNESS_SIZE.labels(key.name).set(newest.size)

    def _has_cosigned(self, newest: Sealed) -> bool:
        return any(self._witness.key.made(one) for one in newest.opened().signatures)

    def _size(self) -> int:
        """How large a log it cosigned last, as far as is known here."""
        with self._datastore.get_connection() as conn:
            row = conn.execute(
                "SELECT size FROM pitledger_witnesses WHERE vkey = %s", (str(self._witness.key),)
            ).fetchone()
        return 0 if row is None else int(row["size"])

    def _keep_size(self, size: int) -> None:
        with self._datastore.get_connection() as conn:
            conn.execute(
                "INSERT INTO pitledger_witnesses VALUES (%s, %s)"
                " ON CONFLICT (vkey) DO UPDATE SET size = excluded.size",
                (str(self._witness.key), size),
            )

    def _tell(self, answer: Answer, why: str) -> None:
        """Once for each change."""
        if answer != self._told:
            level = _log.info if answer == "cosigned" else _log.warning
            level("a witness was asked", witness=self._witness.key.name, answer=answer, why=why)
        self._told = answer


def _elsewhere(body: bytes) -> int:
    told = body.removesuffix(b"\n")
    if not told.isdigit() or len(told) > _MOST_DIGITS:
        said = f"it says that it is elsewhere, but not where: {told[:40]!r}"
        raise _NotCosigned("wrong", said)
    return int(told)
