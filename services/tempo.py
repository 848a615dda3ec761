"""How fast the service's own clocks run: leases, heartbeats, polls, patience, pauses after a fault.

A house runs at 1. A test run may be quicker, all of it by the same factor, so that what waits for
another waits as long in proportion. Set it before anything else of the service is imported.
"""

_tempo = 1.0


def set_tempo(tempo: float) -> None:
    global _tempo  # noqa: PLW0603  one for the whole process
    _tempo = tempo


def seconds(usual: float) -> float:
    return usual / _tempo


def milliseconds(usual: int) -> int:
    return max(1, round(usual / _tempo))
