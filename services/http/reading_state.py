"""What handlers that read find in `app.state`: in the api, and in a process that reads for it."""

from starlette.datastructures import State

from services.queries import Queries
from services.search.names import Names
from services.search.rounds import RoundSearch
from services.settings import Settings
from services.store.ledger import Ledger
from services.transparency.sealed_log import SealedLog
from services.web.frame import Pages


def add_reading(state: State, settings: Settings, ledger: Ledger, books: Queries) -> None:
    state.settings = settings
    state.ledger = ledger
    state.books = books
    state.sealed = SealedLog(ledger.datastore)
    state.round_search = RoundSearch(ledger.datastore, books)
    state.names = Names(ledger.datastore, books)
    state.pages = Pages(settings)
