#!/bin/sh
# The image's own steps: an environment in a folder, from hashed wheels and this tree alone.
# `deploy/image/build.sh FOLDER` does the same without a container.
set -eu
folder=${1:?the folder to build in}
here=$(cd "$(dirname "$0")/../.." && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

install() {
    "$folder/bin/python" -m pip install --quiet --disable-pip-version-check --no-cache-dir \
        --no-compile "$@"
}

"${PYTHON:-python3}" -m venv "$folder"
for lock in build-requirements requirements; do
    install --require-hashes --only-binary=:all: -r "$here/deploy/image/$lock.txt"
done
# Our own wheel out of a copy, so that nothing is left in the tree, and by nothing but what is locked.
cp -R "$here/domain" "$here/projections" "$here/services" "$here/pyproject.toml" \
    "$here/README.md" "$here/LICENSE" "$work"
install --no-deps --no-build-isolation "$work"
"$folder/bin/python" -m pip check
# Whoever runs it installs nothing more.
"$folder/bin/python" -m pip uninstall --quiet --yes setuptools pip
"$folder/bin/python" -m compileall -q "$folder/lib"
"$folder/bin/pitledger" version
