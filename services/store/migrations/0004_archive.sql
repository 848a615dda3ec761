-- What was taken out of the log into an archive: how far, the heads of the streams there, and where
-- to find it. Numbering, heads and the clock go on from here as if nothing had been taken out.

-- One row: the first events are gone up to this position; the next is numbered after it.
CREATE TABLE IF NOT EXISTS :"schema".pitledger_pruned (
    only_one boolean PRIMARY KEY DEFAULT true CHECK (only_one),
    position bigint  NOT NULL,
    recorded text
);
INSERT INTO :"schema".pitledger_pruned (position) VALUES (0) ON CONFLICT DO NOTHING;

-- Of each stream the last seq that is gone.
CREATE TABLE IF NOT EXISTS :"schema".pitledger_pruned_heads (
    key text   PRIMARY KEY,
    seq bigint NOT NULL
);

-- Segments of the archive, named by the hash of their content, by positions of the log, with the
-- moment of their first event. They are here before anything of them is gone; of the last one some
-- may still be in the log.
CREATE TABLE IF NOT EXISTS :"schema".pitledger_segments (
    first_id bigint PRIMARY KEY,
    last_id  bigint NOT NULL UNIQUE,
    name     text   NOT NULL,
    recorded timestamptz NOT NULL
);

-- Which seqs of a stream a segment holds, without a gap.
CREATE TABLE IF NOT EXISTS :"schema".pitledger_segment_streams (
    key       text   NOT NULL,
    first_id  bigint NOT NULL REFERENCES :"schema".pitledger_segments,
    first_seq bigint NOT NULL,
    last_seq  bigint NOT NULL,
    PRIMARY KEY (key, first_id)
);

-- Of which rounds of a table a segment holds something: session and number in one number each.
CREATE TABLE IF NOT EXISTS :"schema".pitledger_segment_rounds (
    table_name text           NOT NULL,
    first_id   bigint         NOT NULL REFERENCES :"schema".pitledger_segments,
    rounds     int8multirange NOT NULL,
    PRIMARY KEY (table_name, first_id)
);

-- A restore that was begun: whoever finds it does not serve this database.
CREATE TABLE IF NOT EXISTS :"schema".pitledger_restoring (
    only_one boolean PRIMARY KEY DEFAULT true CHECK (only_one),
    source   text    NOT NULL,
    places   jsonb   NOT NULL DEFAULT '{}'
);

-- Where a segment of the archive stands, so that it can be read when its events are gone. Segments
-- follow each other: none is left out, and one that is known stays as it is.
CREATE OR REPLACE FUNCTION :"schema".pitledger_keep_segment(
    p_first bigint, p_last bigint, p_name text, p_recorded timestamptz,
    p_keys text[], p_firsts bigint[], p_lasts bigint[],
    p_tables text[], p_rounds text[]
) RETURNS void LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    IF EXISTS (SELECT 1 FROM :"schema".pitledger_segments s
                WHERE s.first_id = p_first AND s.last_id = p_last AND s.name = p_name) THEN
        RETURN;
    END IF;
    IF p_first <> (SELECT coalesce(max(s.last_id), 0) + 1 FROM :"schema".pitledger_segments s) THEN
        RAISE EXCEPTION 'segment % to % does not follow the last one', p_first, p_last
              USING ERRCODE = 'PL004';
    END IF;
    INSERT INTO :"schema".pitledger_segments VALUES (p_first, p_last, p_name, p_recorded);
    INSERT INTO :"schema".pitledger_segment_streams
    SELECT s.key, p_first, s.first, s.last
      FROM unnest(p_keys, p_firsts, p_lasts) AS s (key, first, last);
    INSERT INTO :"schema".pitledger_segment_rounds
    SELECT r.name, p_first, r.rounds::int8multirange
      FROM unnest(p_tables, p_rounds) AS r (name, rounds);
END;
$$;

-- The next events, up to a position, out of the log: only what a segment and a checkpoint cover.
-- Nobody waits for it but another one of these. What it says of pruning lets it pass the log's
-- guard, for the log's owner alone; as a clause of the function only a superuser could say it.
CREATE OR REPLACE FUNCTION :"schema".pitledger_prune(p_upto bigint) RETURNS bigint
LANGUAGE plpgsql SET enable_seqscan = off SET search_path = pg_catalog, pg_temp AS $$
DECLARE
    before bigint;
    newest text;
    gone   bigint;
BEGIN
    SELECT p.position INTO STRICT before FROM :"schema".pitledger_pruned p FOR UPDATE;
    IF p_upto <= before THEN
        RETURN 0;
    END IF;
    IF p_upto > coalesce((SELECT max(s.last_id) FROM :"schema".pitledger_segments s), 0)
        OR p_upto > coalesce((SELECT max(c.size) FROM :"schema".pitledger_checkpoints c), 0)
    THEN
        RAISE EXCEPTION 'event % is not archived and sealed', p_upto USING ERRCODE = 'PL004';
    END IF;
    SELECT substring(convert_from(e.state, 'UTF8') FROM '"recorded":"([^"]*)"') INTO newest
      FROM :"schema".pitledger_events e WHERE e.notification_id = p_upto;

    PERFORM set_config('pitledger.pruning', 'on', true);
    WITH taken AS (
        DELETE FROM :"schema".pitledger_events e
         WHERE e.notification_id > before AND e.notification_id <= p_upto
        RETURNING e.originator_id, e.originator_version
    ), heads AS (
        INSERT INTO :"schema".pitledger_pruned_heads AS h (key, seq)
        SELECT t.originator_id, max(t.originator_version) FROM taken t GROUP BY t.originator_id
            ON CONFLICT (key) DO UPDATE SET seq = excluded.seq
    )
    SELECT count(*) INTO gone FROM taken;
    PERFORM set_config('pitledger.pruning', 'off', true);
    IF gone <> p_upto - before THEN
        RAISE EXCEPTION 'of events % to % only % are in the log', before + 1, p_upto, gone
              USING ERRCODE = 'PL004';
    END IF;

    UPDATE :"schema".pitledger_pruned SET position = p_upto, recorded = newest;
    -- Leaf hashes can be made again from the entries; what lies above them stays.
    DELETE FROM :"schema".pitledger_tiles t
     WHERE t.level = 0 AND t.tile >= before / 256 AND t.tile < p_upto / 256;
    RETURN gone;
END;
$$;
REVOKE ALL ON FUNCTION :"schema".pitledger_keep_segment, :"schema".pitledger_prune FROM PUBLIC;

-- Rights
GRANT SELECT ON :"schema".pitledger_pruned, :"schema".pitledger_pruned_heads,
    :"schema".pitledger_segments, :"schema".pitledger_segment_streams,
    :"schema".pitledger_segment_rounds, :"schema".pitledger_restoring TO :"runtime";
