#!/bin/sh
# The secrets of a house on one machine, once: passwords of the database's roles, and one person's token.
# Nothing that is there is overwritten.
set -eu
umask 077
cd "$(dirname "$0")"
if [ -e secrets ]; then
    echo "deploy/compose/secrets is there already; take it away to begin anew" >&2
    exit 1
fi
random() { od -An -N24 -tx1 /dev/urandom | tr -d ' \n'; }
mkdir secrets
superuser=$(random) owner=$(random) serving=$(random) token=$(random)
cat > secrets/database.env <<EOF
POSTGRES_PASSWORD=$superuser
PITLEDGER_OWNER_PASSWORD=$owner
PITLEDGER_SERVING_PASSWORD=$serving
EOF
echo "PITLEDGER_DATABASE_URL=postgresql://pitledger:$serving@database/pitledger" > secrets/serving.env
echo "PITLEDGER_OWNER_URL=postgresql://pitledger_owner:$owner@database/pitledger" > secrets/owner.env
cat > secrets/tokens.toml <<EOF
[[token]]
id = "${1:-manager}"
role = "${2:-pit_manager}"
sha256 = "$(printf %s "$token" | sha256sum | cut -d' ' -f1)"
EOF
# Its reader in the containers is another user; the folder itself stays closed to others.
chmod 644 secrets/tokens.toml
echo "the token of ${1:-manager}: $token"
