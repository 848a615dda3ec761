"""Columns arrive in PostgreSQL as they were, whatever is in them."""

import json
from typing import Any
from uuid import UUID

import psycopg
import pytest

from services.store.columns import (
    BigInts,
    Blobs,
    Column,
    Documents,
    Ints,
    Texts,
    Uuids,
    array_literal,
)


@pytest.mark.parametrize(
    ("column", "kind"),
    [
        (Ints([1, None, -(2**31), 2**31 - 1]), "int"),
        (BigInts([0, -(2**63), 2**63 - 1]), "bigint"),
        (Texts(["PG01", None, "", "NULL", '"{},\\', "é 牌九 🎲"]), "text"),
        (Blobs([b"", b"\x00\xff", b"x" * 100_000]), "bytea"),
        (Uuids([UUID(int=0), UUID(int=2**128 - 1)]), "uuid"),
        (Ints(), "int"),
        (Texts([None]), "text"),
    ],
)
def test_a_column_arrives_as_it_is(database: str, column: Column[Any], kind: str) -> None:
    with psycopg.connect(database) as conn:
        row = conn.execute(
            f"SELECT %b::{kind}[], cardinality(%b::{kind}[])", (column, column)
        ).fetchone()
    assert row == (list(column), len(column))


def test_documents_arrive_as_they_were_written(database: str) -> None:
    documents = Documents([b"{}", b'{"table":"PG01","next":["deal"],"at":"\xc3\xa9"}', b"null"])
    with psycopg.connect(database) as conn:
        row = conn.execute("SELECT %b::jsonb[]", (documents,)).fetchone()
    assert row == ([json.loads(one) for one in documents],)


@pytest.mark.parametrize(
    ("values", "kind"),
    [
        ((), "text"),
        ((1, -2, 30_000), "smallint"),
        (("PG01", "", "NULL", "pair of teen", "{a,b}"), "text"),
        (('"', "\\", 'a\\"b', "é 牌九"), "text"),
    ],
)
def test_a_list_among_lists_arrives_as_it_is(
    database: str, values: tuple[object, ...], kind: str
) -> None:
    with psycopg.connect(database) as conn:
        row = conn.execute(f"SELECT %s::{kind}[]", (array_literal(values),)).fetchone()
    assert row == (list(values),)


def test_a_number_too_big_for_its_column_is_not_cut(database: str) -> None:
    with psycopg.connect(database) as conn, pytest.raises(Exception, match="format requires"):
        conn.execute("SELECT %b::int[]", (Ints([2**31]),))
