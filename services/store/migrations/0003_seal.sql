-- The tree over the log, in tiles of 256 hashes, and what was signed of it.

-- The last tile of a level grows; what a checkpoint covers of it never changes.
CREATE TABLE IF NOT EXISTS pitledger_tiles (
    level  int    NOT NULL,
    tile   bigint NOT NULL,
    hashes bytea  NOT NULL,
    PRIMARY KEY (level, tile)
);

-- A checkpoint is here before anybody else sees it.
CREATE TABLE IF NOT EXISTS pitledger_checkpoints (
    size         bigint      PRIMARY KEY,
    root         bytea       NOT NULL,
    note         text        NOT NULL,
    cosignatures text        NOT NULL DEFAULT '',
    signed       timestamptz NOT NULL DEFAULT now()
);

-- How large a log each witness has cosigned.
CREATE TABLE IF NOT EXISTS pitledger_witnesses (
    vkey text   PRIMARY KEY,
    size bigint NOT NULL
);

-- What the part that seals has found to be otherwise than it was sealed; kept when it is mended.
CREATE TABLE IF NOT EXISTS pitledger_findings (
    id       bigint      GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    kind     text        NOT NULL,
    position bigint,
    what     text        NOT NULL,
    found    timestamptz NOT NULL DEFAULT now(),
    mended   timestamptz
);
