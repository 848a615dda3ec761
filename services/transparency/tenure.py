"""What the holder of the seal's lease does: look, hash, sign, and look again."""

import time
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Final

import structlog

from services.runtime.metrics import (
    SEAL_CHECKPOINT_AGE_SECONDS,
    SEAL_FINDINGS,
    SEAL_LAG_EVENTS,
    SEAL_SCRUB_POSITION,
    SEAL_SCRUB_ROUNDS,
    SEAL_SIZE,
)
from services.settings import Settings
from services.store.ledger import Ledger
from services.transparency.checkpoints import Checkpoint
from services.transparency.checks import Checks
from services.transparency.findings import KINDS, Finding, Findings
from services.transparency.growth import Growth
from services.transparency.kept_aside import KeptAside
from services.transparency.key_history import BrokenHistory
from services.transparency.keys import load_keys, signers_for, trusted_keys
from services.transparency.notes import Note, VerifierKey
from services.transparency.outlet import NotLooked, Outlet
from services.transparency.rebuilding import rebuild_tiles
from services.transparency.scrub import Scrub
from services.transparency.seal_writer import PassedOver, SealWriter
from services.transparency.sealed_log import Sealed, SealedLog

_log = structlog.get_logger("seal")
_MOST_UNSIGNED: Final = 65_536
"""So many events are held before a checkpoint is signed whether or not it is time."""
_SHARE: Final = 0.05
"""Of the time, at most so much goes into looking over what is sealed."""
_SHARE_AFTER_A_FINDING: Final = 0.5


@dataclass(slots=True)
class _Standing:
    """What is known since everything was last looked at from the ground up."""

    growth: Growth
    scrub: Scrub
    last: Sealed | None
    """The newest checkpoint."""
    owes_a_round: bool
    """Something had been changed: nothing is signed before all of it was gone over."""


class Tenure:
    """Signs only what agrees with all that was signed before, wherever that is remembered."""

    def __init__(
        self, settings: Settings, ledger: Ledger, epoch: int, outlets: Sequence[Outlet] = ()
    ) -> None:
        self._settings = settings
        self._ledger = ledger
        self._outlets = outlets
        self._sealed = SealedLog(ledger.datastore)
        self._writer = SealWriter(ledger.datastore, epoch)
        self._checks = Checks(ledger, self._sealed)
        self._findings = Findings(ledger.datastore)
        self._aside = KeptAside(settings.data)
        self._not_aside: str | None = None
        self._standing: _Standing | None = None
        self._found: Finding | None = None
        self._recalled: dict[Outlet, Checkpoint] = {}
        self._signed_at: float | None = None
        self._scrub_at = 0.0

    def trouble(self) -> str | None:
        """What keeps the log from being sealed, or keeps the seal from being remembered."""
        if self._found is not None:
            return f"nothing is signed any more: {self._found}"
        return self._not_aside or next(filter(None, (one.trouble() for one in self._outlets)), None)

    def turn(self) -> bool:
        """Once around; whether there is more of the log to be read at once.

        Raises NotLooked where it has to be waited for what others remember of the log.
        """
        try:
            if self._standing is None:
                self._standing = self._begin()
            more = self._go_on(self._standing)
        except Finding as found:
            self._stop(found)
            return False
        except BrokenHistory as error:
            self._stop(Finding("keys", str(error)))
            return False
        self._measure(self._standing)
        return more

    def finish(self) -> None:
        """The end is in order: what is in the log is sealed first."""
        standing = self._standing
        try:
            while standing is not None and not standing.owes_a_round:
                more = standing.growth.read()
                if standing.growth.unsigned:
                    self._sign(standing)
                if not more:
                    return
        except Finding as found:
            self._stop(found)

    def _begin(self) -> _Standing:
        """From the ground up: what the database has, beside all that is remembered elsewhere."""
        load_keys(self._settings, make=True)
        keys = self._keys()
        newest, checks = self._sealed.newest(), self._checks
        size = 0 if newest is None else newest.size
        self._writer.cut_back(size)
        checks.length(size)
        if newest is not None:
            checks.signed(newest, keys)
            rebuild_tiles(self._ledger, self._sealed, self._writer, size)
            checks.newest(size)
            checks.tree(size, newest.root)
        kept = self._aside.read(keys)
        if kept is not None:
            checks.remembered(kept, f"in {self._aside.path}", newest)
        self._recall(keys, newest, must=kept is None)
        before = self._findings.open()
        for one in before:
            if one.position is not None and 0 < one.position <= size:
                checks.bundle_of(one.position, size)
        if before and self._found is None:
            self._found = Finding(before[0].kind, before[0].what, before[0].position)
        growth = Growth(self._ledger, self._sealed, size)
        # A gap behind what is sealed is found as the log is read, so it is read that far again.
        furthest = max((one.position or 0 for one in before), default=0)
        while growth.size < furthest and growth.read():
            pass
        scrub = Scrub(checks, self._sealed, self._keys)
        return _Standing(growth, scrub, newest, owes_a_round=self._found is not None)

    def _keys(self) -> list[VerifierKey]:
        """Read each time: one that came into force is known without a restart."""
        return trusted_keys(self._settings)

    def _recall(
        self, keys: Sequence[VerifierKey], newest: Sealed | None, *, must: bool = False
    ) -> None:
        """What went out is remembered there, too. If nothing else remembers, that is waited for."""
        for outlet in self._outlets:
            try:
                kept = outlet.remembered(keys)
            except NotLooked:
                if must:
                    raise
                continue
            if kept is not None and self._recalled.get(outlet) != kept:
                self._checks.remembered(kept, "on the seals topic", newest)
                self._recalled[outlet] = kept

    def _go_on(self, standing: _Standing) -> bool:
        newest = self._sealed.newest()
        _require_same(standing.last, newest)
        self._recall(self._keys(), newest)
        if standing.owes_a_round:
            self._look_over(standing, _SHARE_AFTER_A_FINDING)
            return False
        more = standing.growth.read()
        while more and not self._is_due(standing):
            more = standing.growth.read()
        if self._is_due(standing):
            self._sign(standing)
        if not more:
            size = 0 if standing.last is None else standing.last.size
            self._checks.length(size)
            self._checks.newest(size)
            self._look_over(standing, _SHARE)
        return more

    def _is_due(self, standing: _Standing) -> bool:
        if standing.last is None or self._signed_at is None:
            return standing.last is None or standing.growth.unsigned > 0
        waited = time.monotonic() - self._signed_at
        growth = standing.growth
        return growth.unsigned > 0 and (
            growth.is_urgent
            or growth.unsigned >= _MOST_UNSIGNED
            or waited >= self._settings.seal_seconds
        )

    def _sign(self, standing: _Standing) -> None:
        """The log as it is now, if it goes on from what was signed before."""
        last, growth = standing.last, standing.growth
        tree = growth.tree()
        root = tree.root()
        if last is not None:
            self._checks.length(last.size)
            self._checks.newest(last.size)
            self._checks.grown(last.checkpoint(), tree, root)
        previous = -1 if last is None else last.size
        checkpoint = Checkpoint(self._settings.log_origin(), growth.size, root)
        signers = signers_for(
            self._ledger, self._settings, size=checkpoint.size, after=max(0, previous)
        )
        note = Note(checkpoint.text(), tuple(key.sign(checkpoint.text()) for key in signers))
        self._writer.seal(growth.tiles, checkpoint, note, previous)
        growth.signed()
        standing.last = Sealed(checkpoint.size, root, str(note), "", datetime.now(UTC))
        self._signed_at = time.monotonic()
        self._keep_aside(note)
        for outlet in self._outlets:
            outlet.wake()

    def _keep_aside(self, note: Note) -> None:
        try:
            self._aside.keep(note)
            self._not_aside = None
        except OSError as error:
            self._not_aside = f"the checkpoint cannot be kept aside in {self._aside.path}: {error}"
            _log.warning("the checkpoint cannot be kept aside", why=str(error))

    def _look_over(self, standing: _Standing, share: float) -> None:
        """In idle time, and little of it."""
        began = time.monotonic()
        if began < self._scrub_at:
            return
        ended = standing.scrub.step(0 if standing.last is None else standing.last.size)
        now = time.monotonic()
        self._scrub_at = now + (now - began) * (1 - share) / share
        if ended:
            SEAL_SCRUB_ROUNDS.inc()
            self._absolve(standing)

    def _absolve(self, standing: _Standing) -> None:
        if standing.owes_a_round:
            self._findings.mend()
            _log.info("everything is as it was sealed again", events=standing.scrub.position)
        standing.owes_a_round, self._found = False, None

    def _stop(self, found: Finding) -> None:
        """It stays so over a restart, until all of it was found to be good."""
        self._standing = None
        if self._found is None or str(self._found) != str(found):
            _log.error(
                "not as it was sealed; nothing is signed any more",
                kind=found.kind,
                position=found.position,
                what=str(found),
            )
        self._found = found
        for kind in KINDS:
            SEAL_FINDINGS.labels(kind).set(kind == found.kind)
        self._findings.keep(found)

    def _measure(self, standing: _Standing) -> None:
        last = standing.last
        size = 0 if last is None else last.size
        SEAL_SIZE.set(size)
        SEAL_LAG_EVENTS.set(max(0, self._ledger.head() - size))
        if last is not None:
            age = datetime.now(UTC) - last.signed
            SEAL_CHECKPOINT_AGE_SECONDS.set(max(0.0, age.total_seconds()))
        SEAL_SCRUB_POSITION.set(standing.scrub.position)
        if self._found is None:
            for kind in KINDS:
                SEAL_FINDINGS.labels(kind).set(0)


def _require_same(last: Sealed | None, newest: Sealed | None) -> None:
    """Nobody but the holder of the lease signs, and nothing that was signed goes."""
    before = -1 if last is None else last.size
    now = -1 if newest is None else newest.size
    if now > before:
        raise PassedOver("another process has signed a checkpoint")
    if now < before:
        said = f"a checkpoint of {before} events was signed, but the database has {max(0, now)}"
        raise Finding("rolled_back", f"{said} at most: it was rolled back to an earlier state")
    if last is not None and newest is not None and last[:3] != newest[:3]:
        raise Finding("checkpoint", f"the checkpoint of {before} events was changed")
