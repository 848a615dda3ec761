"""Why a provider's word signs nobody in."""


class ProviderAway(Exception):
    """The provider does not answer, or not as one; the same may succeed later."""


class NotSignedIn(Exception):
    """What came from the provider is not believed; `why` is what it is counted as."""

    def __init__(self, why: str, reason: str) -> None:
        super().__init__(reason)
        self.why = why
