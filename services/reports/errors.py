"""Why the books of a day cannot be opened as they are asked for."""


class CannotOpen(Exception):
    """The books cannot be opened so."""


class BadMoment(CannotOpen):
    """What is no moment, or still to come."""


class TwoMoments(CannotOpen):
    """Both a moment and a close are named."""


class NotClosed(CannotOpen):
    """The day was not closed so."""


class UnknownTable(CannotOpen):
    """A figure of a table that never was is no zero."""


class NotProjected(CannotOpen):
    """The read models have not come as far as the moment that is asked for."""
