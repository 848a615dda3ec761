-- Which key has signed checkpoints from which size on, for who has no key file. The first of a name
-- has no signature; each other one is signed for by the key before it, as its event in the log says.
CREATE TABLE IF NOT EXISTS pitledger_seal_keys (
    vkey       text        PRIMARY KEY,
    since_size bigint      NOT NULL,
    signature  text,
    recorded   timestamptz NOT NULL DEFAULT now()
);

-- Two that seal for the first time agree on one key: a name has no plus.
CREATE UNIQUE INDEX IF NOT EXISTS pitledger_seal_keys_first
    ON pitledger_seal_keys (split_part(vkey, '+', 1)) WHERE signature IS NULL;
