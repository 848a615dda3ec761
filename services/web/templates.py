"""Templates of the pages, a folder of them beside each owner's code.

Whatever is put into a page is escaped, and a name that a template is not given is an error.
"""

from jinja2 import Environment, PackageLoader, StrictUndefined

from domain.money import dollars
from services.web.pieces import CHIPS, drawn, stack


def templates_of(package: str) -> Environment:
    """Those in the package's own folder `templates`."""
    found = Environment(
        loader=PackageLoader(package),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    found.filters["dollars"] = dollars
    found.globals.update(drawn_piece=drawn, chip_stack=stack, chips_drawn=frozenset(CHIPS))
    return found
