"""The stored history held against itself: `pitledger verify`.

Nothing here writes. The log is read once, in its order; what it holds is hashed, added up, decided
again and folded again, and whatever differs from what is stored is named.
"""
