"""What has to be done by somebody, whichever processes there are."""

from projections import all_projections
from services.kafka.relays import relay_kinds
from services.settings import Settings
from services.transparency.keys import why_no_key


def expected_duties(settings: Settings) -> dict[str, list[str]]:
    """What somebody must be doing for the service to be ready."""
    duties = {"desk": ["desk"], "projections": [one.name for one in all_projections()]}
    if why_no_key(settings) is None:
        duties["seal"] = ["seal"]
    if settings.kafka_bootstrap:
        relays = [kind.name for kind in relay_kinds(settings)]
        duties |= {"relay": relays, "ingest": ["ingest"]}
    return duties
