"""How a guide is read: what is typed, what is shown, and what is missing of it."""

from pathlib import Path

import pytest

from tests.support.guides.page import Typed, first_missing, typed_in

PAGE = """# A page

```sh
pitledger one
```

```text
first …
second
```

Words.

```text
of nothing
```

```console
sudo something
```

```sh
pitledger two
```
"""


def test_commands_are_read_with_what_stands_right_below_them(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text(PAGE)
    assert typed_in(page) == [
        Typed(4, "pitledger one\n", ("first …", "second")),
        Typed(23, "pitledger two\n", ()),
    ]


@pytest.mark.parametrize(
    ("printed", "missing"),
    [
        ("first of all\nbetween\nsecond\n", None),
        ("second\nfirst of all\n", "second"),
        ("first of all\nsecond too\n", "second"),
        ("", "first …"),
    ],
)
def test_what_a_page_shows_is_looked_for_in_its_order(printed: str, missing: str | None) -> None:
    assert first_missing(("first …", "second"), printed) == missing
