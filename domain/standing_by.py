"""Whoever stands by as supervisor is another person than the one who acts, and no dealer."""

from domain.controls import DUTIES_APART
from domain.events.envelope import Stamp
from domain.people import person, same_person
from domain.refusals import BooksRefuse
from domain.roles import SUPERVISES
from domain.table.state import Table, is_fully_controlled


def require_another(supervisor: str, stamp: Stamp, rule: str = DUTIES_APART) -> None:
    """Under any controls; where nobody is named as acting there is nobody to compare with."""
    if stamp.again:
        return
    if stamp.actor is not None and same_person(supervisor, stamp.actor["id"]):
        reason = (
            f"{supervisor} cannot stand by as supervisor to themselves;"
            " name another person as `supervisor`"
        )
        raise BooksRefuse(rule, reason)


def refuse_dealer(table: Table, supervisor: str, stamp: Stamp) -> None:
    """Under any controls; only a supervisor who tells it may be the one who stands by."""
    if _is_proved(supervisor, stamp):
        return
    if not supervises(stamp):
        require_another(supervisor, stamp)
    acts = stamp.actor is not None and same_person(supervisor, stamp.actor["id"])
    if not acts and table.people.get(person(supervisor)) == "dealer":
        wanted = " or ".join(sorted(SUPERVISES))
        reason = f"{supervisor} is known at {table.name} as dealer; name a {wanted}"
        raise BooksRefuse(DUTIES_APART, reason)


def require_supervisor(table: Table, supervisor: str, stamp: Stamp, rule: str) -> None:
    """Nobody known here as a dealer; under full controls in no role but a supervisor's.

    Somebody who proved for this very command to supervise is known best by that. Where nobody
    signs in, the table knows people by what they did and signed in its session.
    """
    require_another(supervisor, stamp, rule)
    if stamp.again or _is_proved(supervisor, stamp):
        return
    role = table.people.get(person(supervisor))
    knows_better = is_fully_controlled(table, stamp) and role is not None
    if role == "dealer" or (knows_better and role not in SUPERVISES):
        wanted = " or ".join(sorted(SUPERVISES))
        reason = f"{supervisor} is known at {table.name} as {role}; name a {wanted}"
        raise BooksRefuse(rule, reason)


def require_for_correction(table: Table, supervisor: str, stamp: Stamp) -> None:
    """Whoever stands by where a correction may take from a player, or give: after "no more bets",
    and in both directions alike."""
    require_supervisor(table, supervisor, stamp, DUTIES_APART)


def supervises(stamp: Stamp) -> bool:
    """Whoever acts has a supervising role."""
    return stamp.actor is not None and stamp.actor["role"] in SUPERVISES


def _is_proved(supervisor: str, stamp: Stamp) -> bool:
    signed_in = stamp.proofs.people if stamp.proofs is not None else ()
    return any(same_person(one.id, supervisor) and one.role in SUPERVISES for one in signed_in)
