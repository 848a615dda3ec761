"""Commands told again out of the events that they left, as they were told then."""
