"""Following the log from several processes: each projection is one process's at a time."""

import time
from typing import Final

from eventsourcing.persistence import PersistenceError

from projections import Projection, Row
from services.projector.feed import Feed
from services.projector.follower import Follower
from services.projector.read_models import ReadModels
from services.projector.runner import Runner
from services.runtime.lease import Lease

_TEND_SECONDS: Final = 1.0


class _Held:
    """A projection, its lease, and its follower while the lease is ours."""

    def __init__(self, projection: Projection[Row], models: ReadModels) -> None:
        self._projection = projection
        self._models = models
        self._lease = Lease(models.datastore, f"projection {projection.name}")
        self.follower: Follower | None = None

    def tend(self) -> None:
        """Keep it, or ask for it. Moving on without it would be harmless, but twice the work."""
        if self.follower is not None:
            if not self._lease.renew():
                self.follower = None
        elif self._lease.take():
            # Made only now: a follower may begin its table anew, which is its holder's right.
            self.follower = Follower(self._projection, self._models)

    def give_back(self) -> None:
        if self.follower is not None:
            self._lease.give_back()
            self.follower = None


class LeasedRunner(Runner):
    """Works on the projections whose leases it holds, and stands by for the others."""

    def __init__(self, feed: Feed, models: ReadModels, projections: list[Projection[Row]]) -> None:
        super().__init__(feed, models, [])
        self._held = [_Held(one, models) for one in projections]
        self._tended_at = float("-inf")

    def step(self) -> bool:
        if time.monotonic() - self._tended_at >= _TEND_SECONDS:
            self._tend()
        return super().step()

    def _tend(self) -> None:
        for one in self._held:
            one.tend()
        self.followers = [one.follower for one in self._held if one.follower is not None]
        self._tended_at = time.monotonic()

    def close(self) -> None:
        super().close()
        try:
            for one in self._held:
                one.give_back()
        except PersistenceError:
            return  # the leases end by themselves
