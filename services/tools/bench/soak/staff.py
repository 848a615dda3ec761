"""Who is signed in during the soak; the file of tokens can be changed while the service runs."""

import contextlib
import hashlib
from pathlib import Path
from typing import Final

HONEST: Final = "honest"
"""Sees everything, so that what was acknowledged can be compared with what is stored."""
ATTACKER: Final = "attacker"
GUEST: Final = "guest"
"""Comes and goes."""
_ROLES: Final = {HONEST: "auditor", ATTACKER: "floorperson", GUEST: "surveillance"}


class TokensFile:
    """Each one's token is their name."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self.path = str(path)
        self.write(HONEST, ATTACKER)

    def write(self, *people: str) -> bool:
        """Replaced whole, never half written. False where the disk is full just now."""
        fresh = self._path.with_suffix(".new")
        told = "\n".join(_entry(who) for who in people)
        with contextlib.suppress(OSError):
            fresh.write_text(told)
            if fresh.stat().st_size == len(told):
                fresh.chmod(0o600)
                fresh.replace(self._path)
                return True
        return False


def _entry(who: str) -> str:
    hashed = hashlib.sha256(who.encode()).hexdigest()
    return f'[[token]]\nid = "{who}"\nrole = "{_ROLES[who]}"\nsha256 = "{hashed}"\n'
