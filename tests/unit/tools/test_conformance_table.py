"""Every paragraph of the texts stands in the table, held by a file or a test, or with its reason."""

import tomllib
from functools import cache
from pathlib import Path
from typing import Final

import pytest

from services.tools.docgen.citations import label, named_in, spread
from services.tools.docgen.conformance import FOLDER, conformance_page
from services.tools.docgen.paragraphs import Conformance, Regulation

ROOT: Final = FOLDER.parents[1]
LABELS: Final = tomllib.loads((ROOT / "tests/support/conformance/labels.toml").read_text())
REGULATIONS: Final = sorted(LABELS)


def labels_of_the_text(regulation: str) -> list[str]:
    """The independent list, written out."""
    return [
        _joined(section, step)
        for section, steps in LABELS[regulation].items()
        for step in steps.split()
    ]


def _joined(section: str, step: str) -> str:
    section, amended, _ = section.partition(" as amended")
    dot = "." if section.startswith("MD ") else ""
    return section + dot + step.removesuffix(".") + amended


@cache
def carried(name: str) -> Regulation:
    return Regulation(FOLDER / name)


def unheld(regulation: Regulation) -> list[str]:
    """Paragraphs with neither a file nor a test nor a reason; none before there are any files."""
    return [
        row.cite
        for row in regulation.rows
        if regulation.files
        and not (row.not_for_software or row.tested_in or regulation.holding(row))
    ]


def unknown(regulation: Regulation) -> list[str]:
    """What files name and the tables do not know."""
    return [
        f"{one.file.name}: {named.written}"
        for one in regulation.files
        for named in one.labels
        if not regulation.knows(named)
    ]


def test_every_regulation_has_a_list_of_its_paragraphs() -> None:
    assert sorted(one.name for one in FOLDER.iterdir() if one.is_dir()) == REGULATIONS


@pytest.mark.parametrize("regulation", REGULATIONS)
def test_the_table_has_the_paragraphs_of_the_text_once_each(regulation: str) -> None:
    in_table = [one.written for row in carried(regulation).rows for one in row.labels]
    assert sorted(in_table) == sorted(labels_of_the_text(regulation))


@pytest.mark.parametrize("regulation", REGULATIONS)
def test_every_paragraph_is_held_or_says_why_not(regulation: str) -> None:
    assert unheld(carried(regulation)) == []


@pytest.mark.parametrize("regulation", REGULATIONS)
def test_a_file_names_paragraphs_that_the_table_knows(regulation: str) -> None:
    assert unknown(carried(regulation)) == []


@pytest.mark.parametrize("regulation", REGULATIONS)
def test_what_is_not_for_software_has_no_file_of_its_own(regulation: str) -> None:
    both = [
        f"{held.file.name}: {row.cite}"
        for row in carried(regulation).rows
        if row.not_for_software
        for held in carried(regulation).files
        for named in held.labels
        if any(one.parts == named.parts for one in row.labels)
    ]
    assert both == []


@pytest.mark.parametrize("regulation", REGULATIONS)
def test_the_tests_that_rows_name_are_there(regulation: str) -> None:
    named = {row.tested_in for row in carried(regulation).rows if row.tested_in}
    assert {one for one in named if not (ROOT / one).is_file()} == set()


def test_every_file_is_listed_on_the_page() -> None:
    page = conformance_page()
    files = [
        one.file for name in REGULATIONS for one in (*carried(name).files, *carried(name).earlier)
    ]
    assert files
    assert [file.name for file in files if f"({file.relative_to(FOLDER)})" not in page] == []


@pytest.mark.parametrize("regulation", REGULATIONS)
def test_a_file_lies_in_the_folder_of_its_version(regulation: str) -> None:
    """One that names no version is played under the one in force, and lies with those."""
    wrong = [
        f"{one.file.name}: {one.version}"
        for one in (*carried(regulation).files, *carried(regulation).earlier)
        if one.file.parent.name != folder_of(regulation, one)
    ]
    assert wrong == []


def folder_of(regulation: str, one: Conformance) -> str:
    return f"version-{(one.version or '').partition('@')[2]}" if one.is_earlier else regulation


TABLE: Final = """
title = "A text"
[[paragraph]]
cite = "19:47-10.7(d)1-2"
demands = "the first and the second"
[[paragraph]]
cite = "19:47-10.9(b)"
demands = "the other"
"""


def made(path: Path, *first_lines: str) -> Regulation:
    (path / "paragraphs.toml").write_text(TABLE)
    for number, line in enumerate(first_lines):
        (path / f"{number}.jsonl").write_text(f"{line}\n")
    return Regulation(path)


def test_a_paragraph_without_a_file_is_found(tmp_path: Path) -> None:
    assert unheld(made(tmp_path)) == []
    assert unheld(made(tmp_path, "# 19:47-10.7(d)1: done.")) == ["19:47-10.9(b)"]
    assert unheld(made(tmp_path, "# 19:47-10.9(a), (b): done.")) == ["19:47-10.7(d)1-2"]


def test_a_file_of_an_earlier_version_holds_nothing(tmp_path: Path) -> None:
    made(tmp_path, "# 19:47-10.7(d)1: done.", "# 19:47-10.9(b): done.")
    assert unheld(Regulation(tmp_path)) == []
    for version, missing in (("@2", ["19:47-10.9(b)"]), ("@3", [])):
        opened = f'{{"event": "TableOpened", "regulation": "nj-pai-gow{version}"}}'
        (tmp_path / "1.expected.jsonl").write_text(opened)
        regulation = Regulation(tmp_path)
        assert unheld(regulation) == missing
        assert [one.version for one in regulation.earlier] == ["nj-pai-gow@2"] * len(missing)


def test_a_paragraph_that_no_table_knows_is_found(tmp_path: Path) -> None:
    regulation = made(tmp_path, "# 19:47-10.7, 10.9(b): done.", "# 19:47-10.7(d)3: more.")
    assert unknown(regulation) == ["1.jsonl: 19:47-10.7(d)3"]


@pytest.mark.parametrize(
    "line", ["# what it is about: more", '{"command": "x"}', "19:47-10.7(d): x"]
)
def test_a_file_begins_with_its_paragraphs(tmp_path: Path, line: str) -> None:
    with pytest.raises(ValueError, match=r"0\.jsonl: "):
        made(tmp_path, line)


@pytest.mark.parametrize(
    ("heading", "named"),
    [
        ("19:47-10.9(a), (b)", ["19:47-10.9(a)", "19:47-10.9(b)"]),
        ("19:47-11.1, 11.9", ["19:47-11.1", "19:47-11.9"]),
        ("19:47-11.14(f), and (e)", ["19:47-11.14(f)", "19:47-11.14(e)"]),
        ("13:69F-10.6A(c), 10.11(f)", ["13:69F-10.6A(c)", "13:69F-10.11(f)"]),
        ("MD 8.I, 8.K(1), (2)", ["MD 8.I", "MD 8.K(1)", "MD 8.K(2)"]),
        ("19:47-10.6(e) as amended, 10.11(d)", ["19:47-10.6(e) as amended", "19:47-10.11(d)"]),
        ("19:47-1.2(a)1, 2", ["19:47-1.2(a)1", "19:47-1.2(a)2"]),
        ("19:47-10.8(f), with 13:69F-10.11(f)", ["19:47-10.8(f)", "13:69F-10.11(f)"]),
        ("19:47-11.9, read as 10.7(e)", ["19:47-11.9"]),
        ("19:47-1.4 is known by its heading", ["19:47-1.4"]),
    ],
)
def test_a_label_takes_what_it_lacks_from_the_one_before(heading: str, named: list[str]) -> None:
    assert [one.written for one in named_in(f"{heading}: what they demand")] == named


@pytest.mark.parametrize(
    ("cite", "labels"),
    [
        ("19:47-10.8(k)9-11", ["19:47-10.8(k)9", "19:47-10.8(k)10", "19:47-10.8(k)11"]),
        ("MD 3.B(2)(b)(i)-(iii)", ["MD 3.B(2)(b)(i)", "MD 3.B(2)(b)(ii)", "MD 3.B(2)(b)(iii)"]),
        ("MD 7.B(1)(a)-(c)", ["MD 7.B(1)(a)", "MD 7.B(1)(b)", "MD 7.B(1)(c)"]),
        ("19:47-10.7(i)", ["19:47-10.7(i)"]),
    ],
)
def test_a_range_is_every_paragraph_of_it(cite: str, labels: list[str]) -> None:
    assert [one.written for one in spread(cite)] == labels


def test_what_stands_under_what() -> None:
    assert label("19:47-1.2(a)1").holds(label("19:47-1.2(a)1i(2)"))
    assert label("19:47-1.2(a)1.i").holds(label("19:47-1.2(a)1i(2)"))
    assert label("MD 9.H").holds(label("MD 9.H(3)"))
    assert not label("19:47-10.8(k)1").holds(label("19:47-10.8(k)10"))
    assert not label("19:47-10.6").holds(label("19:47-10.6A(c)"))
    assert not label("19:47-10.6(e)").holds(label("19:47-10.6(e) as amended"))
