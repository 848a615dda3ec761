-- The tables beside the library's own, and the one function that writes.
-- It is run at every start, so each statement must be harmless when repeated.

ALTER TABLE pitledger_events ADD COLUMN IF NOT EXISTS round text;
-- By hash: it is asked for one round at a time, and an ordered index would cost every event the
-- most of all. It is not called pitledger_events_round, the ordered one's name before.
DROP INDEX IF EXISTS pitledger_events_round;
CREATE INDEX IF NOT EXISTS pitledger_events_of_round ON pitledger_events USING hash (round)
    WHERE round IS NOT NULL;

-- A command that was accepted: its body's hash, and where its events stand in the log.
CREATE TABLE IF NOT EXISTS pitledger_commands (
    command_id uuid PRIMARY KEY,
    body       bytea  NOT NULL,
    first_id   bigint NOT NULL,
    last_id    bigint NOT NULL
);

-- Refusals are kept, but never in the log. A delivery is a message's place on the commands topic:
-- a message that comes again is not decided again.
CREATE TABLE IF NOT EXISTS pitledger_refusals (
    id         bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    recorded   text  NOT NULL,
    stream     text  NOT NULL,
    command    jsonb NOT NULL,
    rule       text  NOT NULL,
    reason     text  NOT NULL,
    delivery   text  UNIQUE
);

-- Who may act for the property: one holder at a time, each with an epoch of its own.
CREATE TABLE IF NOT EXISTS pitledger_leases (
    name    text        PRIMARY KEY,
    holder  text        NOT NULL,
    epoch   bigint      NOT NULL,
    until   timestamptz NOT NULL,
    address text        NOT NULL DEFAULT ''
);

-- How far the log has been published.
CREATE TABLE IF NOT EXISTS pitledger_relays (
    topic    text   PRIMARY KEY,
    position bigint NOT NULL
);

-- When an event was recorded, out of its text. By a pattern rather than as JSON, which may hold
-- what PostgreSQL cannot; quotes inside of a text are escaped, so it finds the field alone.
CREATE OR REPLACE FUNCTION pitledger_recorded(p_text text) RETURNS timestamptz LANGUAGE sql AS $$
    SELECT substring(p_text FROM
        '"recorded":"(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z)"')::timestamptz
$$;

-- The newest of all events and refusals.
CREATE OR REPLACE FUNCTION pitledger_last_recorded() RETURNS timestamptz
LANGUAGE plpgsql SET enable_seqscan = off AS $$
BEGIN
    RETURN greatest(
        (SELECT pitledger_recorded(convert_from(e.state, 'UTF8')) FROM pitledger_events e
          ORDER BY e.notification_id DESC LIMIT 1),
        (SELECT pitledger_recorded('"recorded":"' || p.recorded || '"') FROM pitledger_pruned p),
        (SELECT pitledger_recorded('"recorded":"' || r.recorded || '"') FROM pitledger_refusals r
          ORDER BY r.id DESC LIMIT 1));
END;
$$;

-- Whether the store takes writes: pages for a table that is emptied again by the commit, and a
-- word in the write-ahead log that nobody reads. Nothing of it stays.
CREATE OR REPLACE FUNCTION pitledger_try_to_write() RETURNS void LANGUAGE plpgsql AS $$
BEGIN
    PERFORM pg_logical_emit_message(true, 'pitledger', '');
    IF NOT has_database_privilege(current_database(), 'TEMPORARY') THEN
        RETURN;
    END IF;
    IF to_regclass('pg_temp.pitledger_probe') IS NULL THEN
        CREATE TEMPORARY TABLE pitledger_probe (page text) ON COMMIT DELETE ROWS;
    END IF;
    INSERT INTO pg_temp.pitledger_probe SELECT repeat('0', 2000) FROM generate_series(1, 8);
END;
$$;

-- One batch in one round trip. A unit is what stands or falls together: all that shares a stream.
-- A unit is left out when one of its streams is not where the desk thought (stale) or when one
-- of its commands was accepted before (repeated); the others are inserted. Both are named.
-- A desk that lost its lease, and does not know it yet, is turned away by its epoch.
-- So is one whose clock is behind what was recorded last: the log is in order of time.
-- An empty batch is a probe: it fails where a full one would, but stores nothing.
-- A claim without events belongs to a refused command: it is only looked up.
-- Never by reading a table through: plans are made while the tables are small, and kept.
CREATE OR REPLACE FUNCTION pitledger_append(
    p_epoch bigint,
    p_streams text[], p_heads bigint[], p_stream_units int[],
    p_claims uuid[], p_bodies bytea[], p_claim_units int[], p_firsts int[], p_lasts int[],
    p_event_units int[], p_keys text[], p_seqs bigint[], p_topics text[], p_rounds text[],
    p_states bytea[],
    p_refused_units int[], p_refused_ids uuid[], p_refused_streams text[], p_recorded text[],
    p_refused jsonb[], p_rules text[], p_reasons text[], p_deliveries text[]
) RETURNS TABLE (verdict text, what text) LANGUAGE plpgsql
    SET enable_seqscan = off SET search_path FROM CURRENT AS $$
DECLARE
    base     bigint;
    stale    int[];
    repeated uuid[];
    left_out int[];
BEGIN
    -- The lock makes commit order the log's order, so that no reader passes over a late commit.
    -- It is not the table's own: sweeping up behind a prune would wait for that one, and be waited
    -- for by every commit.
    PERFORM pg_advisory_xact_lock('pitledger_events'::regclass::oid::bigint);

    IF p_epoch <> (SELECT epoch FROM pitledger_leases WHERE name = 'desk') THEN
        RAISE EXCEPTION 'epoch % is over', p_epoch USING ERRCODE = 'PL001';
    END IF;

    IF p_streams = '{}' THEN
        PERFORM pitledger_try_to_write();
    END IF;

    -- All of a batch is recorded at one moment.
    IF p_epoch IS NOT NULL AND pitledger_last_recorded() > coalesce(
        pitledger_recorded(convert_from(p_states[1], 'UTF8')),
        pitledger_recorded('"recorded":"' || p_recorded[1] || '"'))
    THEN
        RAISE EXCEPTION 'something later was recorded' USING ERRCODE = 'PL002';
    END IF;

    SELECT coalesce(array_agg(DISTINCT s.unit), '{}') INTO stale
      FROM unnest(p_streams, p_heads, p_stream_units) AS s (stream, head, unit)
     WHERE s.head <> coalesce((SELECT max(e.originator_version) FROM pitledger_events e
                                WHERE e.originator_id = s.stream),
                              (SELECT h.seq FROM pitledger_pruned_heads h WHERE h.key = s.stream),
                              0);

    SELECT coalesce(array_agg(c.command_id), '{}') INTO repeated
      FROM pitledger_commands c WHERE c.command_id = ANY (p_claims);

    left_out := stale;
    IF repeated <> '{}' THEN
        SELECT coalesce(array_agg(DISTINCT c.unit), '{}') || stale INTO left_out
          FROM unnest(p_claims, p_claim_units, p_firsts) AS c (id, unit, first)
         WHERE c.first IS NOT NULL AND c.id = ANY (repeated);
    END IF;

    -- Rarely: strike out what is left out, so that the rest closes up, claims and events alike.
    IF left_out <> '{}' THEN
        SELECT array_agg(c.id), array_agg(c.body), array_agg(c.first - c.gone),
               array_agg(c.last - c.gone)
          INTO p_claims, p_bodies, p_firsts, p_lasts
          FROM (SELECT c.*, (SELECT count(*) FROM unnest(p_event_units) WITH ORDINALITY e (unit, no)
                              WHERE e.no < c.first AND e.unit = ANY (left_out)) AS gone
                  FROM unnest(p_claims, p_bodies, p_claim_units, p_firsts, p_lasts)
                       AS c (id, body, unit, first, last)
                 WHERE c.first IS NOT NULL AND NOT c.unit = ANY (left_out)) AS c;
        SELECT array_agg(e.key ORDER BY e.no), array_agg(e.seq ORDER BY e.no),
               array_agg(e.topic ORDER BY e.no), array_agg(e.round ORDER BY e.no),
               array_agg(e.state ORDER BY e.no)
          INTO p_keys, p_seqs, p_topics, p_rounds, p_states
          FROM unnest(p_event_units, p_keys, p_seqs, p_topics, p_rounds, p_states)
               WITH ORDINALITY AS e (unit, key, seq, topic, round, state, no)
         WHERE NOT e.unit = ANY (left_out);
    END IF;

    -- Numbered here rather than by a sequence: under the lock the log has no gaps at all.
    -- What was taken out into an archive keeps its numbers.
    base := coalesce((SELECT max(e.notification_id) FROM pitledger_events e),
                     (SELECT p.position FROM pitledger_pruned p));

    INSERT INTO pitledger_events
           (originator_id, originator_version, topic, state, notification_id, round)
    SELECT e.key, e.seq, e.topic, e.state, base + e.no, e.round
      FROM unnest(p_keys, p_seqs, p_topics, p_rounds, p_states)
           WITH ORDINALITY AS e (key, seq, topic, round, state, no);

    INSERT INTO pitledger_commands (command_id, body, first_id, last_id)
    SELECT c.id, c.body, base + c.first, base + c.last
      FROM unnest(p_claims, p_bodies, p_firsts, p_lasts) AS c (id, body, first, last)
     WHERE c.first IS NOT NULL;

    -- A refusal decided on a stale stream will be decided anew, and one of a repeated command is
    -- answered as the first time: neither is a refusal.
    INSERT INTO pitledger_refusals (recorded, stream, command, rule, reason, delivery)
    SELECT r.recorded, r.stream, r.command, r.rule, r.reason, r.delivery
      FROM unnest(p_refused_units, p_refused_ids, p_recorded, p_refused_streams, p_refused,
                  p_rules, p_reasons, p_deliveries)
           AS r (unit, id, recorded, stream, command, rule, reason, delivery)
     WHERE NOT r.unit = ANY (left_out) AND NOT r.id = ANY (repeated)
        ON CONFLICT (delivery) DO NOTHING;  -- the commit had come through before its answer was lost

    IF cardinality(p_keys) > 0 THEN
        NOTIFY pitledger_events;
    END IF;
    RETURN QUERY SELECT 'stale', u::text FROM unnest(stale) u
       UNION ALL SELECT 'repeated', r::text FROM unnest(repeated) r;
END;
$$;
