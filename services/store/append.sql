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

-- One batch in one round trip. A unit is what stands or falls together: all that shares a stream.
-- A unit is left out when one of its streams is not where the caller thought (stale) or when one
-- of its commands was accepted before (repeated); the others are inserted. Both are named.
-- A desk that lost its lease, and does not know it yet, is turned away by its epoch.
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
    LOCK TABLE pitledger_events IN EXCLUSIVE MODE;

    IF p_epoch <> (SELECT epoch FROM pitledger_leases WHERE name = 'desk') THEN
        RAISE EXCEPTION 'epoch % is over', p_epoch USING ERRCODE = 'PL001';
    END IF;

    SELECT coalesce(array_agg(DISTINCT s.unit), '{}') INTO stale
      FROM unnest(p_streams, p_heads, p_stream_units) AS s (stream, head, unit)
     WHERE s.head <> coalesce((SELECT max(e.originator_version) FROM pitledger_events e
                                WHERE e.originator_id = s.stream), 0);

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
    SELECT coalesce(max(notification_id), 0) INTO base FROM pitledger_events;

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

    NOTIFY pitledger_events;
    RETURN QUERY SELECT 'stale', u::text FROM unnest(stale) u
       UNION ALL SELECT 'repeated', r::text FROM unnest(repeated) r;
END;
$$;
