"""What a licensee elects for stones alone."""

from typing import Annotated

from domain.shared_terms import LaterElection
from domain.written import Strict


class Elections(Strict):
    """Whether the stone of a seat may be wagered on by itself."""

    lucky_stone: Annotated[bool, LaterElection()] = False
