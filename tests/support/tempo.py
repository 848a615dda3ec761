"""A pytest plugin: the service's own clocks run faster in tests, here and in what is forked.

It is loaded before any test, and so before the modules that read the tempo as they are imported.
"""

from typing import Final

from services.tempo import set_tempo

TEMPO: Final = 3.0
"""At this a lease lasts for 1.7 seconds, which two loaded cores bear."""

set_tempo(TEMPO)
