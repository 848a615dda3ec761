"""What people call a piece or a pair, and which holdings they may mean by it.

A player remembers "a pair of sixes": that may be the tile with two sixes, two tiles of six spots,
or two cards. All of it is meant, so that a dispute is found; who asks is told how it was read.
"""

import re
from collections.abc import Iterable, Iterator
from difflib import get_close_matches
from functools import cache
from typing import Final

from domain.games.pai_gow.cards.deck import JOKER, RANKS, SUITS
from domain.games.pai_gow.cards.names import (
    CARD_NAMES,
    JOKER_NAME,
    RANK_NAMES,
    SUIT_NAMES,
    SUIT_SIGNS,
    many,
)
from domain.games.pai_gow.pieces.holdings import alike
from domain.games.pai_gow.tiles.names import SUPREME_NAMES, TILE_NAMES
from domain.games.pai_gow.tiles.ranking import pair_name
from domain.games.pai_gow.tiles.tile_set import KINDS, SUPREME
from domain.games.seam.search import MOST_LETTERS

_NUMBERS: Final = (
    *("one", "two", "three", "four", "five", "six"),
    *("seven", "eight", "nine", "ten", "eleven", "twelve"),
)
_PAIR: Final = re.compile(
    r"(?:(?:pair|pairs|double|two|2)(?: of)? |一對|一对|對|对|雙|双)(?P<of>.+)|(?P<what>.+) pair"
)
_SEVERAL: Final = re.compile(r"(?P<count>three|four|3|4)(?: of)? (?P<of>.+)")
_SIGNS: Final = frozenset(SUIT_SIGNS.values())
_COUNTS: Final = {"three": 3, "3": 3, "four": 4, "4": 4}
_TILE: Final = re.compile(r"([1-6]) ?[-:/·] ?([1-6])")
_ARTICLES: Final = re.compile(r"^(?:an?|the|one) (?=.)")
_DASHES: Final = dict.fromkeys((0x2010, 0x2011, 0x2012, 0x2013, 0x2014, 0x2212), "-")
_LEAST_LETTERS: Final = 3


def meant_by(text: str) -> tuple[str, ...]:
    """The holdings that the words may mean, any of them; none where nothing is called so."""
    plain = _plain(text)
    if len(plain) <= MOST_LETTERS:
        for read in (_one, _pair, _several):
            if found := read(plain):
                return tuple(dict.fromkeys(found))
    return ()


def unknown(text: str) -> str:
    """That nothing is called so, with the nearest names."""
    nearest = get_close_matches(_plain(text), known_phrases(), n=4, cutoff=0.5)
    perhaps = f"; perhaps {' or '.join(map(repr, nearest))}" if nearest else ""
    return (
        f"no tile, card or pair is called {text[:MOST_LETTERS]!r}{perhaps};"
        " a tile is written 6-6, a card AS"
    )


def _plain(text: str) -> str:
    words = " ".join(text.casefold().translate(_DASHES).split())
    words = _TILE.sub(lambda spots: "-".join(sorted(spots.groups())), words)
    return _ARTICLES.sub("", words)


def _one(plain: str) -> tuple[str, ...]:
    return _looked_up(_singles(), plain)


def _pair(plain: str) -> tuple[str, ...]:
    matched = _PAIR.fullmatch(plain)
    return _looked_up(_pairs(), matched["of"] or matched["what"]) if matched else ()


def _several(plain: str) -> tuple[str, ...]:
    matched = _SEVERAL.fullmatch(plain)
    if matched is None:
        return ()
    ranks = _looked_up(_ranks(), matched["of"])
    return tuple(alike(_COUNTS[matched["count"]], rank) for rank in ranks)


def _looked_up(names: dict[str, tuple[str, ...]], plain: str) -> tuple[str, ...]:
    """Also as one of several: sixes, benches, teens."""
    forms = (plain, plain.removesuffix("s"), plain.removesuffix("es"))
    return next((names[form] for form in forms if form in names), ())


@cache
def known_phrases() -> tuple[str, ...]:
    """Names to choose from: whole words, each piece and each pair."""
    words = (one for one in _singles() if len(one) >= _LEAST_LETTERS and one[-1] not in _SIGNS)
    tiles = {f"pair of {tile.name}" for tile in KINDS.values() if tile.copies > 1}
    return tuple(sorted({*words, *tiles, *(f"pair of {many(rank)}" for rank in RANKS)}))


@cache
def _singles() -> dict[str, tuple[str, ...]]:
    return _gathered((*_single_tiles(), *_wongs_and_gongs(), *_mixed_pairs(), *_single_cards()))


@cache
def _pairs() -> dict[str, tuple[str, ...]]:
    return _gathered((*_tile_pairs(), *_card_pairs()))


@cache
def _ranks() -> dict[str, tuple[str, ...]]:
    return {name: (rank,) for rank in RANKS for name in _rank_names(rank)}


def _gathered(named: Iterable[tuple[str, str]]) -> dict[str, tuple[str, ...]]:
    """Whatever has the same name, under that name."""
    found: dict[str, dict[str, None]] = {}
    for name, holding in named:
        found.setdefault(name, {})[holding] = None
    return {name: tuple(holdings) for name, holdings in found.items()}


def _of_tile(kind: str) -> Iterator[str]:
    spots = KINDS[kind].spots
    yield from (kind, *TILE_NAMES[kind].every, str(spots), _NUMBERS[spots - 1])
    yield from (f"{spots} spots", f"{_NUMBERS[spots - 1]} spots")


def _single_tiles() -> Iterator[tuple[str, str]]:
    for kind in KINDS:
        yield from ((name, kind) for name in _of_tile(kind))
        low, high = kind.split("-")
        if low == high:
            yield f"double {_NUMBERS[int(low) - 1]}", kind
    one, other = sorted(SUPREME)
    supreme = pair_name((one, other))
    assert supreme is not None
    yield from ((name, supreme) for name in SUPREME_NAMES)


def _wongs_and_gongs() -> Iterator[tuple[str, str]]:
    for lead in ("6-6", "1-1"):
        for what, mate in (("wong", "4-5"), ("gong", "2-6")):
            named = pair_name((lead, mate))
            assert named is not None
            names = TILE_NAMES[lead].every
            yield from ((f"{name} {what}", named) for name in names)
            yield what, named


def _mixed_pairs() -> Iterator[tuple[str, str]]:
    """Told as several, these are the pair; told as one, either tile."""
    for kind in KINDS:
        for other in KINDS:
            if kind < other and KINDS[kind].name == KINDS[other].name:
                named = pair_name((kind, other))
                assert named is not None
                yield named, named


def _tile_pairs() -> Iterator[tuple[str, str]]:
    """Of tiles that are alike in kind or in spots, and the tile that shows a number twice."""
    for kind in KINDS:
        low, high = kind.split("-")
        if low == high:
            yield from ((name, kind) for name in (low, _NUMBERS[int(low) - 1]))
    for kind in KINDS:
        for other in (kind, *(one for one in KINDS if one > kind)):
            named = pair_name((kind, other))
            if named is None or (kind == other and KINDS[kind].copies == 1):
                continue
            if kind == other or KINDS[kind].name == KINDS[other].name:
                yield from ((name, named) for one in (kind, other) for name in _of_tile(one))
    one, two = sorted(SUPREME)
    yield from ((name, pair_name((one, two)) or "") for name in SUPREME_NAMES)


def _rank_names(rank: str) -> tuple[str, ...]:
    name = RANK_NAMES[rank]
    digits = {"T": "10"}.get(rank, rank)
    return tuple(dict.fromkeys((name, digits.casefold(), rank.casefold())))


def _single_cards() -> Iterator[tuple[str, str]]:
    for rank in RANKS:
        for suit in SUITS:
            card = rank + suit
            yield CARD_NAMES[card], card
            for short in _rank_names(rank)[1:]:
                yield from ((f"{short}{end}", card) for end in (suit.casefold(), SUIT_SIGNS[suit]))
                if short.isdigit():
                    yield f"{short} of {SUIT_NAMES[suit]}", card
            yield from ((name, card) for name in _rank_names(rank))
    yield from ((name, JOKER) for name in (JOKER_NAME, JOKER.casefold(), "🃏"))


def _card_pairs() -> Iterator[tuple[str, str]]:
    for rank in RANKS:
        yield from ((name, alike(2, rank)) for name in _rank_names(rank))
