"""Sessions of people in browsers: signed cookies that any process of the house can read."""
