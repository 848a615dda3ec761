"""How each event changes what is known of the keys."""

from msgspec.structs import replace

from domain.events.seal import SealEvent, SealKeyRotated
from domain.key_names import key_name
from domain.seal.state import SealKeys


def evolve_keys(keys: SealKeys, event: SealEvent) -> SealKeys:
    """The keys after the event; their stream has moved by one."""
    assert event.seq == keys.seq + 1, f"{event.key}: {event.seq} does not follow {keys.seq}"
    if isinstance(event, SealKeyRotated):
        in_force = {**keys.in_force, key_name(event.new): event.new}
        used = tuple(dict.fromkeys((*keys.used, event.old, event.new)))
        keys = replace(keys, in_force=in_force, used=used)
    return replace(keys, seq=event.seq)
