"""How many hands of seven cards form which rows of the progressive payout table.

Facts of the deck alone: no payout, stake or meter is in them. `make enumerate` counts them anew.
"""

from typing import Final

from domain.games.pai_gow.cards.progressive import ROWS

_LETTERS: Final = {
    "N": "natural_royal_flush",
    "A": "five_aces",
    "R": "royal_flush",
    "S": "straight_flush",
    "Q": "four_of_a_kind",
    "H": "full_house",
    "F": "flush",
    "T": "straight",
    "K": "three_of_a_kind",
}

_COUNTED: Final = """\
10071516 T
7470676 K
4813884 F
3988704 H K
962688 T+
752952 F T
354368 F+
245328 Q K
150480 H+ K
127952 T+ K
108588 F+ K
92856 S T
73872 T K
58752 F K
56760 Q+ H K
54936 F T+
22896 H F K
21288 S
18024 F+ T
17716 S F
15132 S F+ T
12960 H T K
11172 S T+
10284 S F T
8028 R T
7632 H F+ K
5856 H T+ K
5832 F T K
4104 F T+ K
3312 R
2832 S+
2808 S+ F
2544 Q F+ K
2268 R F
2200 S F+
2100 S+ T+ K
2088 S+ T
2028 N R T
1952 Q T+ K
1332 R F+ T
1056 A Q K
1044 S+ F T
972 R T K
972 R T+
972 S T K
888 Q+ H+
888 R F T
828 N R
648 F+ T K
588 N R F
436 R S F
432 R H T K
432 S H T K
420 N R F+ T
396 R+
396 R+ F
384 S F T+
324 R F+ T K
324 R T+ K
324 S F+ T K
324 S T+ K
308 R F+
252 S+ F+ K
252 S+ K
228 R S F+ T
144 R+ H T+ K
144 S+ H T+ K
136 R S F+
132 R+ T
120 S+ T K
108 R S F T
100 N R S F
84 N R F T
84 N+ R+
84 N+ R+ F
72 A+ Q H+
72 N+ R+ T+ K
72 R S F T+
72 R+ S F T
60 R S
60 R S+ F+ T K
60 R S+ T
60 R+ T+ K
60 S+ F+ T K
48 N R S F+ T
48 N R T+
48 N R+ T
48 R+ Q T+ K
48 S+ Q T+ K
24 N R F+
24 R S T
12 N R S F T
12 N R S+ F T
12 N+ R+ S F T
12 N+ R+ T
12 R S+ F T
12 R+ S T
4 N R S F+
4 N R S+ F
4 R S+ F"""
"""Hands, then the rows they form; with a plus, the row with a pair as well."""


def _rows(letters: list[str]) -> frozenset[str]:
    plain = {_LETTERS[letter[0]] for letter in letters}
    with_pair = {f"{_LETTERS[letter[0]]}_and_pair" for letter in letters if letter.endswith("+")}
    assert plain | with_pair <= set(ROWS), letters
    return frozenset(plain | with_pair)


ALL_HANDS: Final = 154_143_080
HANDS_BY_ROWS: Final[dict[frozenset[str], int]] = {
    _rows(letters): int(hands) for hands, *letters in map(str.split, _COUNTED.splitlines())
}
"""Hands that form exactly these rows; those that form none are the rest."""
