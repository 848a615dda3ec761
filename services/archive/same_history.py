"""An archive is of one log, and of one history of it."""

from services.archive.manifests import Manifest
from services.transparency.encoding import encode64
from services.transparency.sealed_log import NotSealed, SealedLog


class OtherHistory(Exception):
    """The archive, the log and what was signed of it are not the same."""


def require_same(archived: Manifest, sealed: SealedLog, url: str) -> None:
    """What is archived is the beginning of what was sealed here. Raises OtherHistory."""
    newest = sealed.newest()
    if newest is None:
        raise NotSealed("nothing of this log has been sealed yet: let `pitledger follow` run")
    origin = newest.checkpoint().origin
    if archived.origin != origin:
        raise OtherHistory(
            f"{url} is the archive of {archived.origin}, and this log is {origin}:"
            " name another place"
        )
    if archived.size > newest.size:
        raise OtherHistory(
            f"{url} holds {archived.size} events, and only {newest.size} are sealed here:"
            " this database is older than its archive"
        )
    if encode64(sealed.tree(archived.size).root()) != archived.root:
        raise OtherHistory(
            f"the {archived.size} events in {url} are not those of this log:"
            " run `pitledger verify`, and keep both"
        )
