"""The elections of pai gow that its rounds read and record."""

from typing import Annotated, cast

from domain.games.pai_gow.elections import elections as of
from domain.games.pai_gow.layout.filed_way import way_named
from domain.shared_terms import OfLimits, OfProgressive, ReadAs, TableTerms
from domain.written import Strict


class OfHouseWay(Strict):
    house_way: Annotated[str | None, ReadAs(way_named)] = None
    """By its name; one with filed exceptions as `NAME+SHA256`: they stand in the opening alone."""


class Terms(
    TableTerms,
    of.OfWheel,
    OfProgressive,
    of.OfDelivery,
    of.OfDealerDelivery,
    of.OfGenerator,
    of.OfPairFortunes,
    of.OfDragonsEye,
    of.OfTriples,
    of.OfBankHouseWay,
    of.OfBanking,
    OfHouseWay,
    of.OfVigorish,
    OfLimits,
):
    """What a table of pai gow elects on top of its regulation."""


def own_terms(terms: TableTerms) -> Terms:
    """A table's terms with the fields of this game, which any table's are made of."""
    return cast("Terms", terms)
