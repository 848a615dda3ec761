"""Of a provider's claims: who somebody is here, in which role, and for which tables."""

from collections.abc import Mapping
from typing import Any

from domain.commands.fields import Actor
from domain.roles import ROLES
from services.entry.tokens import named, read_tables
from services.oidc.errors import NotSignedIn
from services.settings import Settings
from services.settings_sources import PREFIX, SettingsError


class People:
    """How the provider's words are read, by the settings."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._roles = _pairs(settings.oidc_roles) or {role: role for role in ROLES}
        for role in self._roles.values():
            if role not in ROLES:
                raise SettingsError(
                    f"{PREFIX}OIDC_ROLES: there is no role {role!r}; there are {', '.join(ROLES)}"
                )

    def person(self, claims: Mapping[str, Any]) -> tuple[Actor, frozenset[str] | None]:
        """NotSignedIn where they have no role here, or more than one."""
        settings = self._settings
        id_ = _claim(claims, settings.oidc_id_claim)
        try:
            actor = named(id_, self._role(claims, str(id_)))
            return actor, self._tables(claims)
        except ValueError as error:
            raise NotSignedIn("claims", f"the provider tells of nobody usable: {error}") from None

    def _role(self, claims: Mapping[str, Any], id_: str) -> str:
        claim = self._settings.oidc_roles_claim
        told = _claim(claims, claim)
        words = [told] if isinstance(told, str) else told if isinstance(told, list) else []
        roles = sorted(
            {self._roles[one] for one in words if isinstance(one, str) and one in self._roles}
        )
        if not roles:
            raise NotSignedIn(
                "no_role",
                f"{id_} has no role in this house: the provider's claim {claim!r} names none of"
                f" {', '.join(sorted(self._roles))}; ask whoever keeps the accounts there",
            )
        if len(roles) > 1:
            raise NotSignedIn(
                "two_roles",
                f"{id_} has more than one role in this house, {', '.join(roles)}: duties are kept"
                f" apart, so the provider's claim {claim!r} has to name one of them",
            )
        return roles[0]

    def _tables(self, claims: Mapping[str, Any]) -> frozenset[str] | None:
        """Where there is such a claim, whoever lacks it is not let in: it opens no other table."""
        claim = self._settings.oidc_tables_claim
        return read_tables(_claim(claims, claim)) if claim else None


def _claim(claims: Mapping[str, Any], name: str) -> Any:
    """By its name, which may have dots in it, or by the way that leads to it."""
    if name in claims:
        return claims[name]
    first, _, rest = name.partition(".")
    inner = claims.get(first)
    return _claim(inner, rest) if rest and isinstance(inner, Mapping) else None


def _pairs(text: str) -> dict[str, str]:
    """`a=b,c=d`"""
    pairs = [one.rpartition("=") for one in text.split(",") if one.strip()]
    if any(not name.strip() or not value.strip() for name, _, value in pairs):
        raise SettingsError(f"{PREFIX}OIDC_ROLES is written as claim=role,claim=role")
    return {name.strip(): value.strip() for name, _, value in pairs}
