-- The log only grows. The service writes it through one function, which runs with the rights of its
-- owner; whoever may write the tables themselves is held back from changing what lies in them.
--
-- What runs with the owner's rights is named in full and finds nothing else by a search_path: the
-- service may make tables, functions and operators in this schema, and temporary ones. For the same
-- reason it touches nothing that belongs to the service.

-- When an event was recorded, out of its text. By a pattern rather than as JSON, which may hold
-- what PostgreSQL cannot; quotes inside of a text are escaped, so it finds the field alone.
CREATE OR REPLACE FUNCTION :"schema".pitledger_recorded(p_text text) RETURNS timestamptz
LANGUAGE sql AS $$
    SELECT substring(p_text FROM
        '"recorded":"(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z)"')::timestamptz
$$;

-- The newest of all events and refusals.
CREATE OR REPLACE FUNCTION :"schema".pitledger_last_recorded() RETURNS timestamptz
LANGUAGE plpgsql SET enable_seqscan = off SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    RETURN greatest(
        (SELECT :"schema".pitledger_recorded(convert_from(e.state, 'UTF8'))
           FROM :"schema".pitledger_events e ORDER BY e.notification_id DESC LIMIT 1),
        (SELECT :"schema".pitledger_recorded('"recorded":"' || p.recorded || '"')
           FROM :"schema".pitledger_pruned p),
        (SELECT :"schema".pitledger_recorded('"recorded":"' || r.recorded || '"')
           FROM :"schema".pitledger_refusals r ORDER BY r.id DESC LIMIT 1));
END;
$$;

-- Whether the store takes writes: pages for a table that is emptied again by the commit, and a
-- word in the write-ahead log that nobody reads. Nothing of it stays. It runs with the rights of
-- whoever calls: a temporary table may be anybody's, with triggers of theirs.
CREATE OR REPLACE FUNCTION :"schema".pitledger_try_to_write() RETURNS void LANGUAGE plpgsql
    SET search_path = pg_catalog, pg_temp AS $$
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
-- An empty batch is a probe: it waits for the lock, checks the epoch and stores nothing.
-- A claim without events belongs to a refused command: it is only looked up.
-- Never by reading a table through: plans are made while the tables are small, and kept.
CREATE OR REPLACE FUNCTION :"schema".pitledger_append(
    p_epoch bigint,
    p_streams text[], p_heads bigint[], p_stream_units int[],
    p_claims uuid[], p_bodies bytea[], p_claim_units int[], p_firsts int[], p_lasts int[],
    p_event_units int[], p_keys text[], p_seqs bigint[], p_topics text[], p_rounds text[],
    p_states bytea[],
    p_refused_units int[], p_refused_ids uuid[], p_refused_streams text[], p_recorded text[],
    p_refused jsonb[], p_rules text[], p_reasons text[], p_deliveries text[]
) RETURNS TABLE (verdict text, what text) LANGUAGE plpgsql SECURITY DEFINER
    SET enable_seqscan = off SET search_path = pg_catalog, pg_temp AS $$
DECLARE
    base     bigint;
    stale    int[];
    repeated uuid[];
    left_out int[];
BEGIN
    -- The lock makes commit order the log's order, so that no reader passes over a late commit.
    -- It is not the table's own: sweeping up behind a prune would wait for that one, and be waited
    -- for by every commit.
    PERFORM pg_advisory_xact_lock(':"schema".pitledger_events'::regclass::oid::bigint);

    IF p_epoch <> (SELECT epoch FROM :"schema".pitledger_leases WHERE name = 'desk') THEN
        RAISE EXCEPTION 'epoch % is over', p_epoch USING ERRCODE = 'PL001';
    END IF;

    -- All of a batch is recorded at one moment.
    IF p_epoch IS NOT NULL AND :"schema".pitledger_last_recorded() > coalesce(
        :"schema".pitledger_recorded(convert_from(p_states[1], 'UTF8')),
        :"schema".pitledger_recorded('"recorded":"' || p_recorded[1] || '"'))
    THEN
        RAISE EXCEPTION 'something later was recorded' USING ERRCODE = 'PL002';
    END IF;

    SELECT coalesce(array_agg(DISTINCT s.unit), '{}') INTO stale
      FROM unnest(p_streams, p_heads, p_stream_units) AS s (stream, head, unit)
     WHERE s.head <> coalesce((SELECT max(e.originator_version) FROM :"schema".pitledger_events e
                                WHERE e.originator_id = s.stream),
                              (SELECT h.seq FROM :"schema".pitledger_pruned_heads h
                                WHERE h.key = s.stream),
                              0);

    SELECT coalesce(array_agg(c.command_id), '{}') INTO repeated
      FROM :"schema".pitledger_commands c WHERE c.command_id = ANY (p_claims);

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
    base := coalesce((SELECT max(e.notification_id) FROM :"schema".pitledger_events e),
                     (SELECT p.position FROM :"schema".pitledger_pruned p));

    INSERT INTO :"schema".pitledger_events
           (originator_id, originator_version, topic, state, notification_id, round)
    SELECT e.key, e.seq, e.topic, e.state, base + e.no, e.round
      FROM unnest(p_keys, p_seqs, p_topics, p_rounds, p_states)
           WITH ORDINALITY AS e (key, seq, topic, round, state, no);

    INSERT INTO :"schema".pitledger_commands (command_id, body, first_id, last_id)
    SELECT c.id, c.body, base + c.first, base + c.last
      FROM unnest(p_claims, p_bodies, p_firsts, p_lasts) AS c (id, body, first, last)
     WHERE c.first IS NOT NULL;

    -- A refusal decided on a stale stream will be decided anew, and one of a repeated command is
    -- answered as the first time: neither is a refusal.
    INSERT INTO :"schema".pitledger_refusals (recorded, stream, command, rule, reason, delivery)
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

-- A commit that another desk has begun is seen after this, or was turned away: this waits for the
-- append's lock, and holds up nobody but the next append, for as long as it takes to return.
CREATE OR REPLACE FUNCTION :"schema".pitledger_wait_out_writers() RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    PERFORM pg_advisory_xact_lock_shared(':"schema".pitledger_events'::regclass::oid::bigint);
END;
$$;

-- What was stored stays as it is, for the owner too. This is a guard against mistakes: who owns a
-- table may switch its triggers off. The roles keep the service from it; against the owner there is
-- the log's own seal. One way leads past: an owner's function that takes out what is archived sets
-- pitledger.pruning to 'on' for its transaction, by set_config, and back when it has deleted.
CREATE OR REPLACE FUNCTION :"schema".pitledger_refuse_change() RETURNS trigger
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    IF TG_OP = 'DELETE' AND current_setting('pitledger.pruning', true) = 'on'
        AND current_user = (SELECT pg_get_userbyid(c.relowner) FROM pg_class c WHERE c.oid = TG_RELID)
    THEN
        RETURN NULL;
    END IF;
    RAISE EXCEPTION '% is append only: % is refused', TG_TABLE_NAME, TG_OP USING
        ERRCODE = 'PL003',
        HINT = 'A mistake is corrected by a further event; archived days are taken out by pruning.';
END;
$$;

-- Once a statement, so that also one that would find no row is refused; always, so that it holds
-- where replication or a restore switches ordinary triggers off.
CREATE OR REPLACE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE
    ON :"schema".pitledger_events EXECUTE FUNCTION :"schema".pitledger_refuse_change();
CREATE OR REPLACE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE
    ON :"schema".pitledger_commands EXECUTE FUNCTION :"schema".pitledger_refuse_change();
CREATE OR REPLACE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE
    ON :"schema".pitledger_refusals EXECUTE FUNCTION :"schema".pitledger_refuse_change();
ALTER TABLE :"schema".pitledger_events ENABLE ALWAYS TRIGGER append_only;
ALTER TABLE :"schema".pitledger_commands ENABLE ALWAYS TRIGGER append_only;
ALTER TABLE :"schema".pitledger_refusals ENABLE ALWAYS TRIGGER append_only;

-- A new function is everybody's; those that run with the owner's rights must not be.
REVOKE ALL ON FUNCTION :"schema".pitledger_append, :"schema".pitledger_wait_out_writers FROM PUBLIC;

-- Rights
REVOKE ALL ON :"schema".pitledger_events, :"schema".pitledger_commands,
    :"schema".pitledger_refusals FROM :"runtime";
GRANT SELECT ON :"schema".pitledger_events, :"schema".pitledger_commands,
    :"schema".pitledger_refusals TO :"runtime";
GRANT EXECUTE ON FUNCTION :"schema".pitledger_append, :"schema".pitledger_wait_out_writers,
    :"schema".pitledger_recorded, :"schema".pitledger_last_recorded,
    :"schema".pitledger_try_to_write TO :"runtime";
