"""One command about the keys to the events it makes."""

from typing import NamedTuple

from msgspec.structs import replace

from domain.commands.seal import RotateKey
from domain.controls import SEAL_KEY
from domain.duties import check_key_duties
from domain.events.envelope import Stamp
from domain.events.seal import SealEvent, SealKeyRotated
from domain.key_names import key_name
from domain.proving import refuse_wrong_proofs
from domain.refusals import BooksRefuse
from domain.seal.evolve import evolve_keys
from domain.seal.state import SealKeys


class KeysDecided(NamedTuple):
    """What came of a command: the keys after it, and the events."""

    keys: SealKeys
    events: list[SealEvent]


def decide_rotation(keys: SealKeys, command: RotateKey, stamp: Stamp) -> KeysDecided:
    """The rotation in its place. Whether the old key signed for it was seen to at the entry.

    The key belongs to the house, so the house's controls say who may; no table's do.
    Raises Refused, with the control, and leaves everything as it was.
    """
    refuse_wrong_proofs(stamp)
    if stamp.controls == "full":
        check_key_duties(command, stamp.actor)
    _refuse_out_of_turn(keys, command, stamp)
    fact = SealKeyRotated(
        old=command.old, new=command.new, signature=command.signature, reason=command.reason
    )
    event = replace(fact, key=keys.key, seq=keys.seq + 1, **stamp.envelope())
    return KeysDecided(evolve_keys(keys, event), [event])


def _refuse_out_of_turn(keys: SealKeys, command: RotateKey, stamp: Stamp) -> None:
    name = key_name(command.old)
    in_force = keys.in_force.get(name) or stamp.seal_key
    if in_force is None:
        reason = f"nothing is sealed as {name} yet, so no key of it can give way"
        raise BooksRefuse(SEAL_KEY, reason)
    if command.old != in_force:
        was = "was in force before" if command.old in keys.used else "was never in force"
        raise BooksRefuse(SEAL_KEY, f"{command.old} {was}; in force is {in_force}")
    if command.new in keys.used:
        raise BooksRefuse(SEAL_KEY, f"{command.new} was in force before; make another key")
