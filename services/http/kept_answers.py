"""Answers that many ask for at once: each is made once and given to all, for a moment."""

import asyncio
import time
from collections.abc import Awaitable, Callable
from typing import Final, NamedTuple, TypeAlias

from fastapi import Response

_KEPT_SECONDS: Final = 5.0
_MOST_KEPT: Final = 64
Key: TypeAlias = tuple[str, str]


class _Kept(NamedTuple):
    answer: asyncio.Task[Response]
    until: float

    def is_good(self) -> bool:
        """While it is made, and for a moment afterwards if it could be."""
        if not self.answer.done():
            return True
        failed = self.answer.cancelled() or self.answer.exception() is not None
        return not failed and time.monotonic() < self.until


class KeptAnswers:
    """However many ask, no answer is made more often than said."""

    def __init__(self) -> None:
        self._kept: dict[Key, _Kept] = {}

    async def get(self, key: Key, make: Callable[[], Awaitable[Response]]) -> Response:
        kept = self._kept.get(key)
        if kept is None or not kept.is_good():
            if len(self._kept) > _MOST_KEPT:
                self._kept.clear()
            making = asyncio.create_task(_made(make))
            kept = self._kept[key] = _Kept(making, time.monotonic() + _KEPT_SECONDS)
        # Whoever hangs up takes it from nobody else.
        return await asyncio.shield(kept.answer)


async def _made(make: Callable[[], Awaitable[Response]]) -> Response:
    return await make()
