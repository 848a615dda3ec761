#!/bin/sh
# Run once by the database's image, as its superuser: the two roles that docs/database.md speaks of.
set -eu
psql -v ON_ERROR_STOP=1 -U postgres \
    -v owner="$PITLEDGER_OWNER_PASSWORD" -v serving="$PITLEDGER_SERVING_PASSWORD" <<'SQL'
CREATE ROLE pitledger_owner LOGIN PASSWORD :'owner';
CREATE ROLE pitledger LOGIN PASSWORD :'serving';
CREATE DATABASE pitledger OWNER pitledger_owner;
SQL
