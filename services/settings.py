"""Settings: the environment, prefix PITLEDGER_, or a TOML file; read once and checked."""

import os
import re
from collections.abc import Iterable, Mapping
from datetime import time
from ipaddress import ip_address
from pathlib import Path
from typing import Annotated, Any, Final, Literal
from urllib.parse import urlsplit
from zoneinfo import ZoneInfo

from pydantic import (
    BaseModel,
    ConfigDict,
    Field,
    SecretStr,
    ValidationError,
    ValidationInfo,
    field_validator,
)
from pydantic_settings import BaseSettings, SettingsConfigDict

from domain.controls import Controls
from domain.gaming_day import GamingDay
from services import settings_kafka as of_kafka
from services import settings_ledger as of_ledger
from services import settings_web as of_the_web
from services.settings_sources import (
    CONFIG,
    PREFIX,
    SettingsError,
    read_environment,
    read_file,
    refuse_service_links,
)
from services.transparency.witness_list import read_witnesses
from services.video import check_video_url

ARCHIVES: Final = ("file", "s3", "gs", "az", "abfs")
"""How addresses of an archive begin, where it is not simply a folder."""
LOOPBACK = frozenset({"127.0.0.1", "::1", "localhost"})
_ORIGIN: Final = re.compile(r"[!-*,-~]{1,128}")


def default_data() -> Path:
    """Where the embedded database lives when nothing else is said.

    As root the embedded server opens the parents of its folder for reading, so root's default
    is a folder of its own under /var/lib rather than anything in a home.
    """
    if os.geteuid() == 0:
        return Path("/var/lib/pitledger")
    home = os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share"
    return Path(home) / "pitledger"


class Settings(BaseModel):
    """All settings, with what each is for."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    database_url: str = Field(
        "", description="PostgreSQL to use, as the role that serves; empty: an embedded one"
    )
    owner_url: SecretStr | None = Field(
        None,
        description="the same database as the role that owns the log, for `migrate`, `prune` and"
        " `restore`; no part that serves needs it",
    )
    database_schema: Annotated[str, Field(pattern=r"[A-Za-z_][A-Za-z0-9_]{0,62}")] = Field(
        "public", description="schema of the database in which everything is kept"
    )
    pool: Annotated[int, Field(ge=3, le=100)] = Field(
        6,
        description="connections to the database that each process keeps; an api has one more to"
        " append with, a follow one to be woken by",
    )
    readers: Annotated[int, Field(ge=1, le=16)] = Field(
        2, description="processes that each api has at most to make reports, searches, evidence"
    )
    archive_url: str = Field(
        "",
        description="where `archive` keeps the log: a folder, or an object store's address such as"
        " s3://bucket/house; every part needs it once `prune` was used; empty: nowhere",
    )
    kafka_bootstrap: str = Field("", description="Kafka brokers; empty: no Kafka")
    kafka_security: of_kafka.Security = "plaintext"
    kafka_ca_file: of_kafka.CaFile = None
    kafka_cert_file: of_kafka.CertFile = None
    kafka_key_file: of_kafka.KeyFile = None
    kafka_sasl: of_kafka.Sasl = "SCRAM-SHA-512"
    kafka_user: of_kafka.User = ""
    kafka_password: of_kafka.Password = None
    kafka_password_file: of_kafka.PasswordFile = None
    kafka_token_url: of_kafka.TokenUrl = ""
    kafka_token_scope: of_kafka.TokenScope = ""
    property: Annotated[str, Field(pattern=r"^[A-Za-z0-9._~-]{1,64}$")] = Field(
        "house", description="the house's name, in the source of every event on Kafka"
    )
    origin: str = Field(
        "",
        description="name of the log in its checkpoints, and of the key that signs them, such as"
        " house.example/pit: neither space nor +; empty: pitledger/PROPERTY",
    )
    seal_key_file: Path | None = Field(
        None,
        description="file with the private keys that sign checkpoints, made with pitledger key new,"
        " readable by its owner alone; none: embedded, `seal.key` in DATA, made on first use",
    )
    seal_seconds: Annotated[float, Field(gt=0, le=3600)] = Field(
        5, description="how often a checkpoint is signed while the log grows"
    )
    witnesses: str = Field(
        "",
        description="who is asked to cosign checkpoints: verifier key, space and address of each,"
        " with commas between them",
    )
    masked_topic: of_kafka.MaskedTopic = "off"
    topic_prefix: str = Field("", description="put before every topic's name, one a property")
    partitions: Annotated[int, Field(ge=1, le=1000)] = Field(
        12, description="partitions of a topic when it is made; fixed from then on"
    )
    retention_hours: Annotated[int, Field(ge=-1)] = Field(
        -1, description="how long topics keep messages; -1: for ever"
    )
    data: Path = Field(default_factory=default_data, description="folder of the embedded database")
    host: str = Field("127.0.0.1", description="address the web server listens on")
    port: Annotated[int, Field(ge=0, le=65535)] = Field(8080, description="port of the web server")
    desk_host: str = Field(
        "127.0.0.1",
        description="address on which this api is reached by the others, at a port of its own",
    )
    timezone: str = Field("UTC", description="the property's time zone")
    day_start: str = Field("06:00", description="local time at which the gaming day begins")
    shifts: str = Field(
        "",
        description="local times at which the shifts begin, DAY_START first,"
        " such as 06:00,14:00,22:00; empty: one shift",
    )
    video_url: str = Field(
        "",
        description="address of the house's video, http or https, with {table}, {at} (UTC), {round}"
        " and {day} where these go; rounds link to it at each step; empty: no link",
    )
    clock_tolerance: Annotated[int, Field(ge=0, le=86_400)] = Field(
        300, description="seconds that a command's `at` may be ahead of the desk's clock"
    )
    currency_threshold: Annotated[int, Field(ge=0)] = Field(
        1_000_000, description="cents of cash in a day above which a player is reported"
    )
    ledger_accounts: of_ledger.Accounts = None
    controls: Controls = Field(
        "basic", description="full: every table of the house records and holds full controls"
    )
    auth: Literal["off", "on"] = Field("off", description="off only on loopback")
    tokens: Path | None = Field(None, description="TOML file of access tokens, for AUTH on")
    proof_seconds: Annotated[int, Field(ge=1, le=86_400)] = Field(
        300, description="how long a signer's proof for a command may be used"
    )
    token: SecretStr | None = Field(
        None, description="the access token that commands of `pitledger` use, for AUTH on"
    )
    token_file: Path | None = Field(None, description="a file that holds that token, instead")
    session_hours: Annotated[float, Field(gt=0, le=168)] = Field(
        12, description="how long somebody stays signed in on the pages"
    )
    session_key_file: Path | None = Field(
        None,
        description="a file with the key that signs sessions, 32 bytes or more, the same for every"
        " process; none: one that the database keeps",
    )
    oidc_issuer: str = Field(
        "", description="OpenID Connect provider that people sign in at, as https://id.example"
    )
    oidc_client_id: str = Field("", description="what the provider calls this service")
    oidc_client_secret: SecretStr | None = Field(
        None, description="the secret it was given there, if it was given one"
    )
    oidc_scope: str = Field("openid profile", description="what the provider is asked for")
    oidc_id_claim: Annotated[str, Field(min_length=1)] = Field(
        "sub",
        description="claim that is a person's id here; nobody may be able to change their own",
    )
    oidc_roles_claim: Annotated[str, Field(min_length=1)] = Field(
        "roles", description="claim that holds a person's roles; a dot leads into an object"
    )
    oidc_roles: str = Field(
        "",
        description="what the provider calls the roles, such as boss=pit_manager,croupier=dealer;"
        " empty: as they are called here",
    )
    oidc_audience: str = Field(
        "", description="audience of JWTs that the API takes; empty: OIDC_CLIENT_ID"
    )
    oidc_tables_claim: str = Field(
        "", description="claim that holds the only tables a person may touch; empty: all tables"
    )
    queue: Annotated[int, Field(ge=1)] = Field(
        2000, description="commands that may wait at the desk before callers are told to come back"
    )
    batch: Annotated[int, Field(ge=1)] = Field(256, description="most commands in one commit")
    log: Literal["text", "json"] = Field("text", description="form of the log lines")
    log_level: Literal["debug", "info", "warning", "error"] = Field(
        "info", description="log lines of this level and above; `debug` has one for each request"
    )
    otlp_endpoint: str = Field(
        "",
        description="OpenTelemetry collector that takes traces by OTLP over HTTP, such as"
        " http://127.0.0.1:4318; needs the extra `otel`; empty: no traces",
    )
    proxies: str = Field(
        "",
        description="addresses of reverse proxies, comma separated: their X-Forwarded-For names the"
        " client, X-Forwarded-Proto (with AUTH on -Host too) the address asked for, and they may"
        " have any number of connections; empty: no header is believed",
    )
    body_bytes: of_the_web.BodyBytes = 1_000_000
    head_bytes: of_the_web.HeadBytes = 65_536
    head_seconds: of_the_web.HeadSeconds = 10
    body_seconds: of_the_web.BodySeconds = 30
    idle_seconds: of_the_web.IdleSeconds = 30
    write_seconds: of_the_web.WriteSeconds = 30
    leave_seconds: of_the_web.LeaveSeconds = 0
    connections: Annotated[int, Field(ge=1)] = Field(
        2000, description="most connections to one web server process"
    )
    connections_per_client: Annotated[int, Field(ge=1)] = Field(
        500, description="most connections of one client address (IPv6: of one /64)"
    )
    viewers: Annotated[int, Field(ge=1)] = Field(
        1000, description="most streams that one web server process serves at a time"
    )
    viewers_per_client: Annotated[int, Field(ge=1)] = Field(
        250,
        description="most streams of one client, by its address and by the person who signed in",
    )
    token_failures: Annotated[int, Field(ge=1)] = Field(
        30, description="wrong tokens of one client address before it has to wait"
    )
    token_failures_seconds: Annotated[float, Field(gt=0, le=86_400)] = Field(
        60, description="the time in which wrong tokens are counted, and for which it has to wait"
    )

    @field_validator("timezone")
    @classmethod
    def _known_zone(cls, name: str) -> str:
        try:
            ZoneInfo(name)
        except (KeyError, ValueError, OSError) as error:
            raise ValueError(f"no time zone is called {name!r}") from error
        return name

    @field_validator("origin")
    @classmethod
    def _a_name(cls, text: str) -> str:
        if text and not _ORIGIN.fullmatch(text):
            raise ValueError(
                "a log's name is such as house.example/pit: at most 128 plain characters, neither"
                " space nor +"
            )
        return text

    @field_validator("archive_url")
    @classmethod
    def _folder_or_store(cls, text: str) -> str:
        scheme, found, _ = text.partition("://")
        if found and scheme not in ARCHIVES:
            raise ValueError(f"an archive lies in a folder, or at one of {', '.join(ARCHIVES)}://")
        return text

    @field_validator("desk_host")
    @classmethod
    def _one_address(cls, host: str) -> str:
        if host in ("", "0.0.0.0", "::"):  # noqa: S104  it is refused here
            raise ValueError("name one address of this machine: the other apis are told it")
        return host

    @field_validator("video_url")
    @classmethod
    def _a_template(cls, text: str) -> str:
        check_video_url(text)
        return text

    @field_validator("proxies")
    @classmethod
    def _addresses(cls, text: str) -> str:
        for one in filter(None, map(str.strip, text.split(","))):
            ip_address(one)
        return text

    @field_validator("otlp_endpoint")
    @classmethod
    def _over_http(cls, text: str) -> str:
        parts = urlsplit(text)
        if text and not (parts.scheme in ("http", "https") and parts.hostname):
            raise ValueError("a collector's address is such as http://127.0.0.1:4318")
        return text

    @field_validator("witnesses")
    @classmethod
    def _keys_and_addresses(cls, text: str) -> str:
        read_witnesses(text)
        return text

    @field_validator("oidc_issuer", "kafka_token_url")
    @classmethod
    def _secure_issuer(cls, text: str) -> str:
        parts = urlsplit(text)
        secure = parts.scheme == "https" or (parts.scheme == "http" and parts.hostname in LOOPBACK)
        if text and not (secure and parts.hostname and not parts.query and not parts.fragment):
            raise ValueError("name it as the provider does, such as https://id.example/realm")
        return text

    @field_validator("day_start")
    @classmethod
    def _an_hour(cls, text: str) -> str:
        _local_time(text)
        return text

    @field_validator("shifts")
    @classmethod
    def _shifts_of_the_day(cls, text: str, told: ValidationInfo) -> str:
        if "day_start" in told.data:  # else that one is what cannot be used
            GamingDay(start=_local_time(told.data["day_start"]), shifts=_local_times(text))
        return text

    def source(self) -> str:
        """Where events come from, as CloudEvents name it."""
        return f"/pitledger/{self.property}"

    def log_origin(self) -> str:
        """What the log is called in its checkpoints."""
        return self.origin or f"pitledger/{self.property}"

    def gaming_day(self) -> GamingDay:
        return GamingDay(
            ZoneInfo(self.timezone), _local_time(self.day_start), _local_times(self.shifts)
        )

    def proxy_addresses(self) -> list[str]:
        return [one.strip() for one in self.proxies.split(",") if one.strip()]

    def require_safe(self) -> None:
        """Open doors only where nobody else can reach them."""
        if self.auth == "off" and self.host not in LOOPBACK:
            raise SettingsError(
                f"{PREFIX}AUTH is off and {PREFIX}HOST is {self.host}: without authentication"
                f" the service listens on loopback only; set {PREFIX}AUTH=on"
            )
        if self.auth == "on" and self.tokens is None and not self.oidc_issuer:
            raise SettingsError(
                f"{PREFIX}AUTH is on: {PREFIX}TOKENS must name the tokens' file, or"
                f" {PREFIX}OIDC_ISSUER the provider that people sign in at"
            )
        if self.oidc_issuer and not self.oidc_client_id:
            raise SettingsError(
                f"{PREFIX}OIDC_ISSUER needs {PREFIX}OIDC_CLIENT_ID, as the provider names this"
                " service"
            )


def _local_time(text: str) -> time:
    moment = time.fromisoformat(text.strip())
    if moment.tzinfo is not None:
        raise ValueError(f"{text!r} has an offset; it is a local time, such as 06:00")
    return moment


def _local_times(text: str) -> tuple[time, ...]:
    return tuple(_local_time(part) for part in text.split(",")) if text.strip() else ()


class _Told(Settings, BaseSettings):
    """The same fields for the library's source; settings made by hand look at nothing else."""

    model_config = SettingsConfigDict(env_prefix=PREFIX)


def read_settings(environment: Mapping[str, str] = os.environ, **overrides: object) -> Settings:
    """Settings of this process: command line options before the environment before the file."""
    refuse_service_links(environment, Settings.model_fields)
    file = environment.get(CONFIG, "")
    from_file = read_file(Path(file), Settings.model_fields) if file else {}
    from_environment = read_environment(environment, _Told)
    given = {name: value for name, value in overrides.items() if value is not None}
    try:
        return Settings.model_validate({**from_file, **from_environment, **given})
    except ValidationError as error:
        in_file = from_file.keys() - from_environment.keys() - given.keys()
        problems = [_problem(dict(one), file, in_file) for one in error.errors()]
        raise SettingsError("; ".join(problems)) from None


def _problem(detail: dict[str, Any], file: str, in_file: Iterable[str]) -> str:
    """Never with what was given: it may be a secret."""
    name = str(detail["loc"][0])
    where = f"{name} in {file}" if name in in_file else f"{PREFIX}{name.upper()}"
    return f"{where}: {str(detail['msg']).removeprefix('Value error, ')}"
