"""Under full controls: who may do what, and which duties one person does not hold at once."""

from typing import Final, TypeAlias

from domain.commands import Command
from domain.commands.books import Acknowledge, CorrectEntry
from domain.commands.day import AcknowledgeAlert, CloseDay
from domain.commands.fields import Actor as Person
from domain.commands.seal import RotateKey
from domain.commands.table import CountDrop, Credit, Fill, OpenTable, Signed
from domain.controls import BOX_REMOVED, DUTIES, DUTIES_APART, SIGNATURES
from domain.events.envelope import Stamp
from domain.game_library import LIBRARY
from domain.people import person, same_person
from domain.proving import require_proofs
from domain.refusals import BooksRefuse
from domain.roles import AT_THE_TABLE, PLAY, SUPERVISES
from domain.standing_by import refuse_dealer, require_supervisor
from domain.table.drop import box_to_count
from domain.table.state import Slip, Table, is_fully_controlled

Actor: TypeAlias = dict[str, str]

_AUDIT: Final = frozenset({"pit_manager", "auditor"})
_COUNT: Final = frozenset({"count_room", "auditor"})
_CAGE: Final = frozenset({"cage"})

_OF_PLAY: Final = (
    *("open_round", "place_wager", "withdraw_wager", "no_more_bets", "roll", "no_roll"),
    *("void_round", "return_wager", "change_dice", "buy_in"),
)

MAY: Final[dict[str, frozenset[str]]] = {
    **dict.fromkeys(_OF_PLAY, PLAY),
    "open_table": AT_THE_TABLE,
    "count_tray": AT_THE_TABLE,
    "close_table": AT_THE_TABLE,
    "fill requested": SUPERVISES,
    "fill issued": _CAGE,
    "fill received": AT_THE_TABLE,
    "fill voided": SUPERVISES | _CAGE,
    "credit requested": SUPERVISES,
    "credit issued": SUPERVISES | _CAGE,
    "credit received": _CAGE,
    "credit voided": SUPERVISES | _CAGE,
    "pay_marker": AT_THE_TABLE,
    "owe_vigorish": AT_THE_TABLE,
    "recover_vigorish": AT_THE_TABLE,
    "remove_box": frozenset({"security"}),
    "count_drop": frozenset({"count_room"}),
    "correct_wager": AT_THE_TABLE,
    "correct_roll": AT_THE_TABLE,
    "correct_entry": SUPERVISES | {"auditor"},
    "correct_entry drop": _COUNT,
    "complain": AT_THE_TABLE,
    "hold_dispute": SUPERVISES,
    "rule_dispute": SUPERVISES,
    "acknowledge": _AUDIT,
    "close_day provisional": _AUDIT,
    "close_day counted": _COUNT,
    "close_day audited": frozenset({"auditor"}),
    "acknowledge_alert": _AUDIT,
    "rotate_key": frozenset({"auditor"}),
    **{kind.command_name(): kind.TOLD_BY for kind in LIBRARY.commands},
}
"""Roles by command, or by command and step, status or what it is about."""


def check_duties(table: Table, command: Command, stamp: Stamp) -> None:
    """Refuse what the actor may not do at a table under full controls.

    At others all may do all; but what a supervisor decides is not decided by a dealer.
    """
    # By its very type: asking a model for its bases, or for a field it lacks, is slow.
    elects = type(command) is OpenTable and command.submission.controls == "full"
    if elects or is_fully_controlled(table, stamp):
        _check_fully(table, command, stamp, elects=elects)
    elif command.DECIDED_BY_SUPERVISOR:
        supervisor = vars(command)["supervisor"]
        if supervisor is not None:
            refuse_dealer(table, supervisor, stamp)


def _check_fully(table: Table, command: Command, stamp: Stamp, *, elects: bool) -> None:
    if isinstance(command, OpenTable) and not elects and stamp.controls != "full":
        reason = f"table {table.name} is kept under full controls; opening it does not lift them"
        raise BooksRefuse(DUTIES, f"{reason}: elect `controls` `full`")
    who = _require_role(_duty(table, command), stamp.actor)
    if isinstance(command, Signed):
        _require_signatures(command.signatures, "the count")
    if isinstance(command, OpenTable) and command.inspected_by:
        what = LIBRARY.by_regulation[command.submission.regulation].account.played_with
        _require_signatures(command.inspected_by, f"the inspection of {what}", "inspected_by")
    if command.SEALS:
        _require_sealed(command)
    if isinstance(command, Fill | Credit):
        _apart_on_slips(table.slips.get(command.slip), command, who)
    if isinstance(command, CountDrop):
        _apart_on_boxes(table, command, who)
    if isinstance(command, Acknowledge):
        _apart_on_exceptions(table, command, who)
    supervisor = vars(command).get("supervisor")
    if supervisor is not None and not _validates(table, command):
        require_supervisor(table, supervisor, stamp, DUTIES_APART)
    require_proofs(command, stamp)


def check_day_duties(command: CloseDay | AcknowledgeAlert, actor: Actor | None) -> None:
    """The same for what is asked of a day."""
    if isinstance(command, CloseDay):
        _require_role(f"{command.command} {command.status}", actor)
    else:
        _require_role(command.command, actor)


def check_key_duties(command: RotateKey, actor: Actor | None) -> None:
    """The same for the key that seals the log: not by those whose play is sealed with it."""
    _require_role(command.command, actor)


def _validates(table: Table, command: Command) -> bool:
    """Whoever validates a payout off a meter is held to the game's own paragraph instead."""
    return command.PAYS_OFF_METER and table.terms.progressive is not None


def _duty(table: Table, command: Command) -> str:
    """The command as `MAY` names it."""
    if isinstance(command, Fill | Credit):
        if command.step is None:
            reason = f"slip {command.slip} is told in one go; its steps are by different people"
            raise BooksRefuse(DUTIES_APART, f"{reason}: tell requested, issued, received")
        return f"{command.command} {command.step}"
    if isinstance(command, CorrectEntry):
        entry = table.books.entries.get(command.entry)
        return "correct_entry drop" if entry and entry.what == "drop" else "correct_entry"
    return command.command


def _require_role(duty: str, actor: Actor | None) -> str:
    """Who does it."""
    may = MAY[duty]
    told = ", ".join(sorted(may))
    what = f"`{duty}` under full controls is for {told}"
    if actor is None:
        raise BooksRefuse(DUTIES, f"{what}; tell who does it as `actor`")
    if actor["role"] not in may:
        raise BooksRefuse(DUTIES, f"{what}, and {actor['id']} is {actor['role']}")
    return actor["id"]


def _require_signatures(people: list[Person], what: str, field: str = "signatures") -> None:
    """A dealer and a supervisor, who are two people."""
    dealers = {person(one.id) for one in people if one.role == "dealer"}
    floor = {person(one.id) for one in people if one.role in SUPERVISES}
    if not dealers or not floor:
        lacking = "a floorperson or pit manager" if dealers else "the dealer"
        raise BooksRefuse(SIGNATURES, f"{lacking} has not signed {what}; add `{field}`")
    if len(dealers | floor) == 1:
        [who] = dealers
        reason = f"{who} signed {what} as dealer and as supervisor; another person signs too"
        raise BooksRefuse(SIGNATURES, reason)


def _require_sealed(command: Command) -> None:
    """What goes is sealed with the reason, and signed (19:47-10.4(a)3; MD 4.C(3))."""
    told = vars(command)
    if told["reason"] is None:
        reason = f"nobody says why {command.SEALS} goes that lies here; add `reason`"
        raise BooksRefuse(SIGNATURES, reason)
    _require_signatures(told["signatures"], f"for {command.SEALS} that goes")


def _apart_on_slips(slip: Slip | None, command: Fill | Credit, who: str) -> None:
    if slip is None:
        return
    if command.step == "issued" and same_person(who, slip.requested_by):
        reason = f"{who} requested slip {command.slip}; another person issues it"
        raise BooksRefuse(DUTIES_APART, reason)
    if command.step == "received" and same_person(who, slip.issued_by):
        reason = f"{who} issued slip {command.slip}; another person receives it"
        raise BooksRefuse(DUTIES_APART, reason)


def _apart_on_boxes(table: Table, command: CountDrop, who: str) -> None:
    box = box_to_count(table, command)
    named = f"box {box.number} of session {box.session} of {table.name}"
    if box.carrier is None:
        reason = f"nobody is known to have carried {named}; tell who did with `remove_box` first"
        raise BooksRefuse(BOX_REMOVED, reason)
    if same_person(box.carrier, who):
        raise BooksRefuse(DUTIES_APART, f"{who} carried {named}; another person counts it")


def _apart_on_exceptions(table: Table, command: Acknowledge, who: str) -> None:
    found = table.books.exceptions.get(command.exception)
    if found is not None and any(same_person(who, one) for one in found.people):
        reason = f"{who} had a hand in exception {command.exception}; another person answers for it"
        raise BooksRefuse(DUTIES_APART, reason)
