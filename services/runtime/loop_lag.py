"""How late an event loop wakes up: what keeps it busy keeps every command waiting."""

import asyncio
import time
from typing import Final

from services.runtime.metrics import LOOP_LAG_SECONDS

_EVERY_SECONDS: Final = 0.1


async def measure_loop_lag() -> None:
    """Until it is cancelled."""
    while True:
        due = time.monotonic() + _EVERY_SECONDS
        await asyncio.sleep(_EVERY_SECONDS)
        LOOP_LAG_SECONDS.observe(max(0.0, time.monotonic() - due))
