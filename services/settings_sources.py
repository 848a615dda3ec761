"""Where settings come from: the environment and a TOML file; what is no setting is refused."""

import difflib
import re
import stat
import tomllib
from collections.abc import Collection, Iterable, Mapping
from pathlib import Path
from typing import Any, Final

from pydantic_settings import BaseSettings, EnvSettingsSource

PREFIX: Final = "PITLEDGER_"
CONFIG: Final = f"{PREFIX}CONFIG"
"""Names the file; the only variable that is no setting itself."""
_SERVICE_LINK: Final = re.compile(
    rf"{PREFIX}(SERVICE_(HOST|PORT)(_\w+)?|PORT(_\d+_(TCP|UDP|SCTP)(_(PROTO|PORT|ADDR))?)?)"
)
_LINKED: Final = re.compile(r"(tcp|udp|sctp)://", re.IGNORECASE)


class SettingsError(Exception):
    """A setting cannot be used as it is."""


def read_environment(environment: Mapping[str, str], told_by: type[BaseSettings]) -> dict[str, Any]:
    """As the library reads it, but nothing that is no setting."""
    known = _variables(told_by.model_fields)
    ours = {name: value for name, value in environment.items() if name.startswith(PREFIX)}
    _refuse_unknown(sorted(ours.keys() - known - {CONFIG}), {*known, CONFIG}, "in the environment")
    source = EnvSettingsSource(told_by)
    source.env_vars = {name.lower(): value for name, value in ours.items()}
    return source()


def read_file(path: Path, known: Collection[str]) -> dict[str, Any]:
    """The file that was named must be there."""
    try:
        is_file = stat.S_ISREG(path.stat().st_mode)
        told = tomllib.loads(path.read_text(encoding="utf-8")) if is_file else {}
    except UnicodeDecodeError:
        raise SettingsError(f"{CONFIG}: {path} cannot be read: it is not UTF-8") from None
    except (OSError, ValueError) as error:
        why = error.strerror if isinstance(error, OSError) else error
        raise SettingsError(f"{CONFIG}: {path} cannot be read: {why}") from None
    if not is_file:
        raise SettingsError(f"{CONFIG}: {path} cannot be read: it is not a file")
    _refuse_unknown(sorted(told.keys() - set(known)), known, f"in {path}")
    return told


def _refuse_unknown(unknown: list[str], known: Iterable[str], where: object) -> None:
    """A setting that is misspelt would be one that silently does not hold."""
    problems = []
    by_letters = {name.lower(): name for name in known}
    for name in unknown:
        (nearest,) = difflib.get_close_matches(name.lower(), by_letters, n=1, cutoff=0.0)
        problems.append(f"there is no setting {name} {where}; the nearest is {by_letters[nearest]}")
    if problems:
        raise SettingsError("; ".join(problems))


def refuse_service_links(environment: Mapping[str, str], names: Iterable[str]) -> None:
    """Kubernetes sets these in every pod beside a Service that is called `pitledger`."""
    known = _variables(names)
    links = [
        name
        for name, value in sorted(environment.items())
        if _SERVICE_LINK.fullmatch(name) and (name not in known or _LINKED.match(value))
    ]
    if links:
        raise SettingsError(
            f"{links[0]} is no setting but a link of Kubernetes to a Service called pitledger: set"
            " `enableServiceLinks: false` in the pod's spec, or give the Service another name"
        )


def _variables(names: Iterable[str]) -> set[str]:
    return {f"{PREFIX}{name.upper()}" for name in names}
