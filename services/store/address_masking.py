"""Addresses of the database without their passwords, and messages that repeat parts of them.

A password is masked where it stands in an address, never as a word: it may be an ordinary one.
"""

import re
from typing import Final
from urllib.parse import unquote

import psycopg
from psycopg.conninfo import conninfo_to_dict

MASKED: Final = "***"
_IN_URL: Final = re.compile(r"(?:^|/)[^:/@\s]*:(?!//)(?P<secret>.+)@", re.DOTALL)
"""Up to the last @: one that was not escaped is still the password's."""
_IN_QUERY: Final = re.compile(r"[?&](?:ssl)?password=(?P<secret>[^&]*)")
_IN_PAIRS: Final = re.compile(
    r"password\s*=\s*(?P<secret>'(?:[^'\\]|\\.)*'?|\S+(?:\s+(?!\w+\s*=)\S+)*)", re.DOTALL
)
"""With words that follow it: a password with spaces that was not quoted."""
_QUOTED: Final = re.compile(r"""(?<!option )(?:"([^"]*)"|'([^']*)')""")
_ALL_QUOTED: Final = re.compile(r"""["'].*["']""", re.DOTALL)


def masked_address(address: str) -> str:
    """The same with every password in it masked."""
    for start, end in reversed(_spans(address)):
        address = address[:start] + MASKED + address[end:]
    return address


def without_password(text: str, address: str) -> str:
    """An error of the database's, which may repeat the address it was given, or a part of it.

    Where the driver reads an address as it was meant, no error shows any of its password. Where it
    reads it otherwise, as with an @ that is not escaped, what is quoted of the password is masked.
    """
    spans = _spans(address)
    if not spans:
        return text
    text = text.replace(address, masked_address(address))
    if _is_read_as_meant(address):
        return text
    if any(set("\"'") & set(address[start:end].strip("'")) for start, end in spans):
        return _ALL_QUOTED.sub(f'"{MASKED}"', text)
    return _QUOTED.sub(lambda found: _shown(found, address, spans), text)


def _secrets(address: str) -> list[re.Match[str]]:
    patterns = (_IN_URL, _IN_QUERY) if "://" in address else (_IN_PAIRS, _IN_URL)
    return [one for pattern in patterns for one in pattern.finditer(address) if one["secret"]]


def _spans(address: str) -> list[tuple[int, int]]:
    """Where passwords stand, in their order; those that overlap as one."""
    spans: list[tuple[int, int]] = []
    for start, end in sorted(one.span("secret") for one in _secrets(address)):
        if spans and start <= spans[-1][1]:
            spans[-1] = spans[-1][0], max(end, spans[-1][1])
        else:
            spans.append((start, end))
    return spans


def _is_read_as_meant(address: str) -> bool:
    try:
        read = conninfo_to_dict(address)
    except psycopg.ProgrammingError:
        return False
    known = {str(value) for name, value in read.items() if name.endswith("password")}
    return all(_meanings(one["secret"]) & known for one in _secrets(address))


def _meanings(secret: str) -> set[str]:
    """What it stands for, escaped for a URL or quoted for pairs."""
    bare = secret[1:-1] if secret[:1] == secret[-1:] == "'" else secret
    return {unquote(secret), re.sub(r"\\(.)", r"\1", bare)}


def _shown(found: re.Match[str], address: str, spans: list[tuple[int, int]]) -> str:
    """What is quoted, masked where every place that it has in the address is a password's."""
    quoted = found[1] or found[2]
    if not quoted:
        return found[0]
    places = [one.start() for one in re.finditer(f"(?={re.escape(quoted)})", address)]
    secret = [
        any(max(start, at) < min(end, at + len(quoted)) for start, end in spans) for at in places
    ]
    return f'"{MASKED}"' if secret and all(secret) else found[0]
