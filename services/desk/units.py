"""Units of a batch: requests that share a stream stand or fall together."""


class Units:
    """Streams joined into units, by the requests that touch several of them."""

    def __init__(self) -> None:
        self._parents: dict[str, str] = {}

    def join(self, streams: tuple[str, ...]) -> None:
        first = self._root(streams[0])
        for stream in streams[1:]:
            self._parents[self._root(stream)] = first

    def numbered(self) -> dict[str, int]:
        """Each stream's unit, numbered from zero."""
        numbers: dict[str, int] = {}
        return {
            stream: numbers.setdefault(self._root(stream), len(numbers)) for stream in self._parents
        }

    def _root(self, stream: str) -> str:
        parent = self._parents.setdefault(stream, stream)
        return stream if parent == stream else self._root(parent)
