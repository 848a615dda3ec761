"""All relays of a house: one for each topic that it publishes its log to."""

from typing import Final

from services.kafka.masked import MaskedRelay
from services.kafka.relay import Relay
from services.settings import Settings
from services.store.ledger import Ledger


def relay_kinds(settings: Settings) -> tuple[type[Relay], ...]:
    return (Relay, MaskedRelay) if settings.masked_topic == "on" else (Relay,)


class Relays:
    """Each in a thread, with a lease of its own."""

    name: Final = "relay"

    def __init__(self, settings: Settings, ledger: Ledger) -> None:
        self._relays = [kind(settings, ledger) for kind in relay_kinds(settings)]

    def start(self) -> None:
        for relay in self._relays:
            relay.start()

    def close(self) -> None:
        for relay in self._relays:
            relay.closing.set()
        for relay in self._relays:
            relay.close()

    def catch_up(self, timeout_seconds: float = 600.0) -> None:
        """Wait until all that is in the log now is on every topic."""
        for relay in self._relays:
            relay.catch_up(timeout_seconds)

    def duties(self) -> list[str]:
        return [duty for relay in self._relays for duty in relay.duties()]

    def trouble(self) -> str | None:
        """What keeps events from the topics, each said once."""
        found = (relay.trouble() for relay in self._relays)
        return "; ".join(dict.fromkeys(filter(None, found))) or None
