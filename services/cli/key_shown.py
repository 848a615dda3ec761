"""The keys of the log, for a person and for programs."""

import hashlib
import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

from domain.gaming_day import write_moment
from services.transparency.key_history import KeyHistory, KeyInForce
from services.transparency.notes import VerifierKey


class KeysShown(NamedTuple):
    """What is known of them here."""

    origin: str
    in_force: KeyInForce | None
    earlier: tuple[KeyInForce, ...]
    """Newest first, also of names that the log had before."""
    waiting: VerifierKey | None
    """In the file, but not in force: a rotation was cut short."""
    file: Path | None
    """Where the private ones lie, if they lie here."""
    here: frozenset[VerifierKey]

    @classmethod
    def of(
        cls, origin: str, history: KeyHistory, own: Sequence[VerifierKey], file: Path | None
    ) -> "KeysShown":
        newest = history.newest(origin)
        if newest is None and own:  # nothing was sealed yet: the file says what will be in force
            newest = KeyInForce(own[-1], 0)
        known = {one.key for one in history.keys} | ({newest.key} if newest else set())
        waiting = own[-1] if own and own[-1] not in known else None
        earlier = tuple(one for one in reversed(history.keys) if one.key != (newest and newest.key))
        return cls(origin, newest, earlier, waiting, file, frozenset(own))

    def as_json(self) -> str:
        return json.dumps(
            {
                "origin": self.origin,
                "in_force": None if self.in_force is None else self._plain(self.in_force),
                "earlier": [self._plain(one) for one in self.earlier],
                "waiting": None if self.waiting is None else str(self.waiting),
                "private_keys": None if self.file is None else str(self.file.absolute()),
            }
        )

    def lines(self) -> list[str]:
        told = [self.origin]
        if self.in_force is not None:
            told += ["in force", *self._told(self.in_force)]
        for one in self.earlier:
            told += ["before", *self._told(one)]
        if self.waiting is not None:
            told += ["waiting: `pitledger key rotate` goes on with it", f"  {self.waiting}"]
        where = "in no file of this machine" if self.file is None else f"in {self.file.absolute()}"
        return [*told, f"private keys {where}"]

    def _told(self, one: KeyInForce) -> list[str]:
        since = "" if one.recorded is None else f", since {write_moment(one.recorded)}"
        until = "" if one.until is None else f" to below {one.until}"
        here = "" if self.file is None or one.key in self.here else "; not in the file here"
        return [
            f"  {one.key}",
            f"  fingerprint {fingerprint(one.key)}",
            f"  signs checkpoints of size {one.since}{until or ' on'}{since}{here}",
        ]

    def _plain(self, one: KeyInForce) -> dict[str, Any]:
        return {
            "key": str(one.key),
            "fingerprint": fingerprint(one.key),
            "since_size": one.since,
            "until_size": one.until,
            "since": None if one.recorded is None else write_moment(one.recorded),
            "private": one.key in self.here,
        }


def fingerprint(key: VerifierKey) -> str:
    """Of the public key alone, to be read out and compared."""
    return f"sha256:{hashlib.sha256(key.public).hexdigest()}"
