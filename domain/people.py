"""Who is who: one person is known by one name, however it is written."""

from functools import lru_cache


@lru_cache(maxsize=4096)
def person(name: str) -> str:
    """The name as it is compared and kept; the same few people act in nearly every event."""
    return " ".join(name.split()).casefold()


def same_person(one: str | None, other: str | None) -> bool:
    """Both are known, and are one."""
    return one is not None and other is not None and person(one) == person(other)
