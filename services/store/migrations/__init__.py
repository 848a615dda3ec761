"""The schema, made and changed in numbered steps by the role that owns it.

A step is a file `NNNN_name.sql`. `migrate` takes those that the table `pitledger_schema` does not
have yet, in order, each in a transaction of its own. A file that was released is never edited:
what is to change goes into a new one, functions as a whole by CREATE OR REPLACE.

- `:"schema"` stands for the schema and `:"runtime"` for the role that serves, both quoted. Nothing
  is found by a search_path, which is pg_catalog alone: name everything as `:"schema".pitledger_…`,
  inside of functions too. The service may make objects in the schema, and what runs as the owner
  must not come upon them.
- Everything that a step makes is called `pitledger_…` and belongs to the owner. What the service
  makes by itself (read models, roster, sessions) is listed in `ownership.py`.
- A SECURITY DEFINER function carries `SET search_path = pg_catalog, pg_temp`, touches only what
  belongs to the owner, and is taken from PUBLIC in the same step.
- A line `-- Builds that know version N serve on.` says that everything builds from version N on do
  (their statements, the functions they call, what they make of a row) means the same once the step
  is applied, under the rights that it grants. Without it they are turned away.
- After the line `-- Rights`, the last part of a file, stand the GRANTs to `:"runtime"`. They are
  run at every `pitledger migrate`, so that another role may serve; and only where the roles are
  two, so they may begin with a REVOKE from it.
"""

from services.store.migrations.runner import migrate, plan_migration
from services.store.migrations.standing import shortcomings
from services.store.migrations.version import require_version

__all__ = ["migrate", "plan_migration", "require_version", "shortcomings"]
