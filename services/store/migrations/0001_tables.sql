-- The tables of the store. A database that an earlier release made has them already, without a
-- version: so each statement is harmless where it finds its work done.

-- The log, as the library for events lays it out, and the round that an event belongs to.
CREATE TABLE IF NOT EXISTS :"schema".pitledger_events (
    originator_id      text   NOT NULL,
    originator_version bigint NOT NULL,
    topic              text,
    state              bytea,
    notification_id    bigserial,
    PRIMARY KEY (originator_id, originator_version)
) WITH (
    -- Rows never change: there is nothing to sweep up, only to count.
    autovacuum_enabled = true,
    autovacuum_vacuum_threshold = 100000000,
    autovacuum_vacuum_scale_factor = 0.5,
    autovacuum_analyze_threshold = 1000,
    autovacuum_analyze_scale_factor = 0.01
);
ALTER TABLE :"schema".pitledger_events ADD COLUMN IF NOT EXISTS round text;
CREATE UNIQUE INDEX IF NOT EXISTS pitledger_events_notification_id_idx
    ON :"schema".pitledger_events (notification_id);
-- By hash: it is asked for one round at a time, and an ordered index would cost every event the
-- most of all. It is not called pitledger_events_round, the ordered one's name before.
DROP INDEX IF EXISTS :"schema".pitledger_events_round;
CREATE INDEX IF NOT EXISTS pitledger_events_of_round ON :"schema".pitledger_events
    USING hash (round) WHERE round IS NOT NULL;

-- States of streams, so that loading one stays short; each can be made again from the log.
CREATE TABLE IF NOT EXISTS :"schema".pitledger_snapshots (
    originator_id      text   NOT NULL,
    originator_version bigint NOT NULL,
    topic              text,
    state              bytea,
    PRIMARY KEY (originator_id, originator_version)
) WITH (
    autovacuum_enabled = true,
    autovacuum_vacuum_threshold = 100000000,
    autovacuum_vacuum_scale_factor = 0.5,
    autovacuum_analyze_threshold = 1000,
    autovacuum_analyze_scale_factor = 0.01
);

-- A command that was accepted: its body's hash, and where its events stand in the log.
CREATE TABLE IF NOT EXISTS :"schema".pitledger_commands (
    command_id uuid   PRIMARY KEY,
    body       bytea  NOT NULL,
    first_id   bigint NOT NULL,
    last_id    bigint NOT NULL
);

-- Refusals are kept, but never in the log. A delivery is a message's place on the commands topic:
-- a message that comes again is not decided again.
CREATE TABLE IF NOT EXISTS :"schema".pitledger_refusals (
    id       bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    recorded text  NOT NULL,
    stream   text  NOT NULL,
    command  jsonb NOT NULL,
    rule     text  NOT NULL,
    reason   text  NOT NULL,
    delivery text  UNIQUE
);

-- Who may act for the property: one holder at a time, each with an epoch of its own.
CREATE TABLE IF NOT EXISTS :"schema".pitledger_leases (
    name    text        PRIMARY KEY,
    holder  text        NOT NULL,
    epoch   bigint      NOT NULL,
    until   timestamptz NOT NULL,
    address text        NOT NULL DEFAULT ''
);

-- How far the log has been published.
CREATE TABLE IF NOT EXISTS :"schema".pitledger_relays (
    topic    text   PRIMARY KEY,
    position bigint NOT NULL
);

-- Rights
-- CREATE is for what the service makes by itself: read models, the roster, sessions.
GRANT USAGE, CREATE ON SCHEMA :"schema" TO :"runtime";
GRANT SELECT, INSERT, UPDATE, DELETE ON :"schema".pitledger_snapshots,
    :"schema".pitledger_leases, :"schema".pitledger_relays TO :"runtime";
