"""What a table knows of itself."""

import msgspec

from domain.round.state import Round


class Slip(msgspec.Struct, frozen=True):
    """A fill or credit slip that was written."""

    kind: str
    step: str
    amount: int


class Table(msgspec.Struct, frozen=True, kw_only=True):
    """One table's stream folded: its session, the round being played, and the stream's head."""

    name: str
    seq: int = 0
    session: int = 0
    is_open: bool = False
    regulation: str = ""
    submission_hash: str = ""
    limits: dict[str, tuple[int, int]] = {}
    vigorish: str = "quarter"
    house_way: str = "basic"
    tray: int = 0
    """Expected chips in the tray, in cents."""
    drop: int = 0
    """Estimated drop of the session, in cents."""
    rounds: int = 0
    triples: int = 0
    dice_since: str = ""
    tiles_since: str = ""
    slips: dict[str, Slip] = {}
    uncounted: dict[int, int] = {}
    """Closed sessions whose drop is not counted yet, with their estimated drop."""
    round: Round | None = None
