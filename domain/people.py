"""Who is who: one person is known by one name, however it is written."""


def person(name: str) -> str:
    """The name as it is compared and kept."""
    return " ".join(name.split()).casefold()


def same_person(one: str | None, other: str | None) -> bool:
    """Both are known, and are one."""
    return one is not None and other is not None and person(one) == person(other)
