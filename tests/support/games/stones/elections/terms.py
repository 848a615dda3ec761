"""The elections of stones that its rounds read and record."""

from typing import cast

from domain.shared_terms import TableTerms

from .elections import Elections


class Terms(Elections, TableTerms):
    """What a table of stones elects on top of its regulation."""


def own_terms(terms: TableTerms) -> Terms:
    """A table's terms with the field of this game, which any table's have."""
    return cast("Terms", terms)
