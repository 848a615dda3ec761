"""`make compatible`: what breaks since the last release. `make released VERSION=…` begins anew."""

import sys
from pathlib import Path

from services.tools.compatibility.released import (
    broken_since,
    keep,
    last_release,
    on_purpose,
    other_rules_since,
)

ROOT = Path(__file__).parents[3]


def _told() -> int:
    meant = on_purpose(ROOT)
    found = broken_since(ROOT)
    print(f"{len(found)} breaking changes since {last_release(ROOT).name}")  # noqa: T201
    for one in found:
        reason = meant.get(one, "NOT MEANT: take it back, or list it with its reason")
        print(f"{one.file}: {one.path} {one.what}: {reason}")  # noqa: T201
    rules = other_rules_since(ROOT)
    print(f"{len(rules)} rules of released versions differ", *rules, sep="\n")  # noqa: T201
    return int(bool(rules) or any(one not in meant for one in found))


if len(sys.argv) > 1:
    print(f"wrote {keep(ROOT, sys.argv[1]).relative_to(ROOT)}")  # noqa: T201
else:
    sys.exit(_told())
