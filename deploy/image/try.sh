#!/bin/sh
# The image, built and run as a house would: not root, its files read-only, without any capability.
# `ENGINE='podman --runtime runc' BASE=… deploy/image/try.sh [OPTION OF BUILD AND RUN...]`
set -eu
cd "$(dirname "$0")/../.."
engine=${ENGINE:-docker}
port=${PORT:-18080}
name=pitledger-try-$$
trap '$engine rm -f "$name" >/dev/null 2>&1; $engine volume rm "$name" >/dev/null 2>&1' EXIT

echo "== build"
$engine build -q "$@" -f deploy/image/Dockerfile -t "$name" --build-arg BASE="${BASE:?names the base of the image}" \
    $("${PYTHON:-.venv/bin/python}" -m services.tools.release.image) .

echo "== version"
$engine run --rm "$@" "$name" version | head -1

echo "== serve"
$engine volume create "$name" >/dev/null
$engine run -d --name "$name" "$@" --read-only --tmpfs /tmp --cap-drop ALL \
    --security-opt no-new-privileges -v "$name:/var/lib/pitledger" \
    -e PITLEDGER_HOST=127.0.0.1 -e PITLEDGER_PORT="$port" "$name" >/dev/null
ask() { $engine exec "$name" python -c "$1"; }
address="http://127.0.0.1:$port"
tries=0
until ask "import urllib.request as u; print(u.urlopen('$address/readyz/api').read().decode())" 2>/dev/null
do
    tries=$((tries + 1))
    [ $tries -lt 120 ] || { $engine logs "$name" | tail -20; exit 1; }
    sleep 1
done
$engine exec "$name" id

echo "== a table is opened"
ask "
import json, urllib.request as u
command = {'command': 'open_table', 'inventory': 5000000, 'submission': {'regulation': 'nj-pai-gow'}}
asked = u.Request('$address/v1/tables/PG01/commands', json.dumps(command).encode(), {'content-type': 'application/json'})
print([event['event'] for event in json.load(u.urlopen(asked))['events']])"

echo "== it ends by itself when it is told to, and goes on where it was"
$engine stop -t 40 "$name" >/dev/null
$engine inspect "$name" --format 'ended with {{.State.ExitCode}}'
$engine run --rm "$@" -v "$name:/var/lib/pitledger" "$name" verify 2>/dev/null | tail -1
