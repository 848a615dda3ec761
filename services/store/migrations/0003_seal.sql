-- The tree over the log, in tiles of 256 hashes, what was signed of it, and by which keys.

-- The last tile of a level grows; what a checkpoint covers of it never changes.
CREATE TABLE IF NOT EXISTS :"schema".pitledger_tiles (
    level  int    NOT NULL,
    tile   bigint NOT NULL,
    hashes bytea  NOT NULL,
    PRIMARY KEY (level, tile)
);

-- A checkpoint is here before anybody else sees it.
CREATE TABLE IF NOT EXISTS :"schema".pitledger_checkpoints (
    size         bigint      PRIMARY KEY,
    root         bytea       NOT NULL,
    note         text        NOT NULL,
    cosignatures text        NOT NULL DEFAULT '',
    signed       timestamptz NOT NULL DEFAULT now()
);

-- Which key has signed checkpoints from which size on, for who has no key file. The first of a name
-- has no signature; each other one is signed for by the key before it, as its event in the log says.
CREATE TABLE IF NOT EXISTS :"schema".pitledger_seal_keys (
    vkey       text        PRIMARY KEY,
    since_size bigint      NOT NULL,
    signature  text,
    recorded   timestamptz NOT NULL DEFAULT now()
);

-- Two that seal for the first time agree on one key: a name has no plus.
CREATE UNIQUE INDEX IF NOT EXISTS pitledger_seal_keys_first
    ON :"schema".pitledger_seal_keys (split_part(vkey, '+', 1)) WHERE signature IS NULL;

-- How large a log each witness has cosigned.
CREATE TABLE IF NOT EXISTS :"schema".pitledger_witnesses (
    vkey text   PRIMARY KEY,
    size bigint NOT NULL
);

-- What the part that seals has found to be otherwise than it was sealed; kept when it is mended.
CREATE TABLE IF NOT EXISTS :"schema".pitledger_findings (
    id       bigint      GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    kind     text        NOT NULL,
    position bigint,
    what     text        NOT NULL,
    found    timestamptz NOT NULL DEFAULT now(),
    mended   timestamptz
);

-- Rights
GRANT SELECT, INSERT, UPDATE, DELETE ON :"schema".pitledger_tiles, :"schema".pitledger_checkpoints,
    :"schema".pitledger_seal_keys, :"schema".pitledger_witnesses, :"schema".pitledger_findings
    TO :"runtime";
