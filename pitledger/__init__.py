"""The one name that an installation takes: the application, and where its rooms are.

`domain`, `projections` and `services` are names of an application, too common to be taken in an
environment that others share. So the wheel keeps them in a folder of its own, and nothing but
this package stands beside what others have installed. In a work tree they lie beside it.
"""

from pathlib import Path
from typing import Final

_IN_A_WHEEL: Final = Path(__file__).with_name("app")
APP: Final = _IN_A_WHEEL if _IN_A_WHEEL.is_dir() else Path(__file__).parents[1]
"""The folder that `domain`, `projections` and `services` lie in."""
