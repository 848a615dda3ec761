"""Evidence of a round: one file that anybody checks with a public key and nothing else.

Made out of the store by `bundle`; checked by `check`, without database, settings or network.
"""
