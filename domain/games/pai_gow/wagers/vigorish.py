"""Whether a table takes vigorish of what is won on the hands."""

from domain.games.pai_gow.elections.terms import Terms


def takes_vigorish(terms: Terms) -> bool:
    """By its second method the dragon's eye takes none (13:69F-10.7(l)2)."""
    return terms.dragons_eye is None or terms.dragons_eye.vigorish_method == 1
