"""Released versions of the regulations say what they said; what differs is named, with what to do."""

from collections.abc import Iterable
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Final

import pytest

from domain.game_library import LIBRARY
from domain.games.craps.regulations import NJ_CRAPS
from domain.games.pai_gow.regulations import REGULATIONS
from domain.games.pai_gow.regulations.nj_pai_gow import NJ_PAI_GOW
from domain.games.pai_gow.regulations.reading import IN_FORCE
from domain.games.pai_gow.wagers.catalogue import CATALOGUE
from domain.games.pai_gow.wagers.names import MAIN
from domain.games.seam.regulation import Regulation
from domain.wagers.catalogue import Catalogue, OddsRow
from services.tools.compatibility.released import other_rules_since
from services.tools.compatibility.rules import released_of, rules_changed

RELEASED: Final = {one.ref: released_of(one) for one in LIBRARY.carried}


def changed(*carried: Regulation) -> list[str]:
    """Where these stand in place of today's."""
    others = [one for one in LIBRARY.carried if one.ref not in {rules.ref for rules in carried}]
    return list(rules_changed(RELEASED, (*others, *carried)))


def test_every_released_version_says_what_it_said(root: Path) -> None:
    """Where this fails: raise the version (CONTRIBUTING.md)."""
    assert other_rules_since(root) == []


def test_earlier_versions_are_among_what_was_released(root: Path) -> None:
    held = other_rules_since(root, ())
    assert {line.split()[0] for line in held} >= {
        *(f"{one.name}@{version}" for one in REGULATIONS for version in (1, 2)),
        "nj-craps@1",
    }
    assert all("is not carried any more" in line for line in held)


@pytest.mark.parametrize("rules", LIBRARY.carried, ids=lambda rules: rules.ref)
def test_what_any_carried_version_cites_is_held(rules: Regulation) -> None:
    """Of an earlier one too, whose hash is as its sessions recorded it."""
    field = "limits"
    other = replace(rules, cites=replace(rules.cites, **{field: "19:47-0.0"}))  # type: ignore[type-var, attr-defined]
    (line,) = changed(other)
    assert line.startswith(f"{rules.ref} was released, and this build states it otherwise: ")
    assert f"cites.limits was {rules.cites.limits} and is 19:47-0.0" in line  # type: ignore[attr-defined]
    assert "raise the version" in line


def _with_rows(rows: Iterable[OddsRow]) -> Regulation:
    wagers = (
        replace(one, rows=tuple(rows)) if one.name == MAIN else one for one in CATALOGUE.values()
    )
    return replace(NJ_PAI_GOW, of_game=Catalogue(wagers))


def test_what_a_wager_pays_is_held() -> None:
    (line,) = changed(_with_rows([OddsRow("Pai gow", Fraction(6, 5))]))
    assert "wagers.pai_gow.rows was [['', '', '1']] and is [['', '', '6/5']]" in line
    assert changed(_with_rows([OddsRow("In other words", Fraction(1))])) == []


def test_a_reading_that_is_switched_is_held_and_one_of_a_later_version_is_not() -> None:
    (line,) = changed(replace(NJ_PAI_GOW, reading=replace(IN_FORCE, triples_run_on=False)))
    assert "reading was [" in line
    # A flag that came later is off in versions before it, and not among what they state.
    assert (
        "triples_run_on"
        not in released_of(replace(NJ_PAI_GOW, reading=replace(IN_FORCE, triples_run_on=False)))[
            "facts"
        ]["reading"]
    )


def test_a_fact_more_needs_the_hash_that_was_recorded() -> None:
    """What a later version knows its predecessors grow too."""
    was = released_of(NJ_CRAPS)
    del was["facts"]["cites"]["inactive"]
    was["hash"] = "5" * 64
    (line,) = rules_changed({NJ_CRAPS.ref: was}, [NJ_CRAPS])
    assert "cites.inactive is new" in line
    assert f'recorded_hash="{"5" * 64}"' in line
    assert (
        list(rules_changed({NJ_CRAPS.ref: was}, [replace(NJ_CRAPS, recorded_hash="5" * 64)])) == []
    )


def test_a_wager_more_is_another_rule_whatever_hash_was_recorded() -> None:
    was = released_of(NJ_CRAPS)
    del was["facts"]["wagers"]["hard_4"]
    (line,) = rules_changed({NJ_CRAPS.ref: was}, [replace(NJ_CRAPS, recorded_hash=was["hash"])])
    assert "wagers.hard_4 is new" in line
