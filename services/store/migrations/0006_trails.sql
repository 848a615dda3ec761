-- By what whoever asked finds a request again. It is told beside events on the topics, and is in no
-- event: kept until they are published and a while longer, and then let go.
-- Builds that know version 5 serve on.
CREATE TABLE IF NOT EXISTS :"schema".pitledger_trails (
    command_id  uuid        PRIMARY KEY,
    request_id  text        NOT NULL,
    traceparent text        NOT NULL,
    kept        timestamptz NOT NULL DEFAULT now()
);
-- Rows come in order of time and go in that order, many at once.
CREATE INDEX IF NOT EXISTS pitledger_trails_kept ON :"schema".pitledger_trails USING brin (kept);

-- Rights
GRANT SELECT, INSERT, UPDATE, DELETE ON :"schema".pitledger_trails TO :"runtime";
