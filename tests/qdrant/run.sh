#!/usr/bin/env bash
# The suite of the memory in Qdrant against Qdrant's own Python engine, behind its own gRPC. What is not installed here is
# fetched in exact versions into target/qdrant. The last line is counted like that of a test program.
set -uo pipefail
cd "$(dirname "$0")"
target=$(realpath -m "${CARGO_TARGET_DIR:-../../target}")
place=$target/qdrant

python3 -c 'import sys, venv; assert sys.version_info >= (3, 10)' 2>/dev/null || {
  echo 'SKIPPED: it needs Python 3.10 or later with venv (Debian: apt-get install python3-venv)'
  exit 0
}
# installed COMMAND…: runs it, and once more if it fails: a registry may be out of reach for a moment.
installed() { "$@" || { echo 'once more:' "$@" && "$@"; }; }

if ! cmp --quiet "$place/done" requirements.txt; then
  rm -rf "$place" && python3 -m venv "$place" &&
    installed "$place/bin/pip" install --quiet --disable-pip-version-check --requirement requirements.txt &&
    cp requirements.txt "$place/done" || exit 1
fi

coproc SERVER { exec "$place/bin/python" server.py; }
server=$SERVER_PID
trap 'kill "$server" 2>/dev/null' EXIT
# Python takes a few seconds to start.
IFS= read -r -t 60 line <&"${SERVER[0]}" || { echo 'the server does not start'; exit 1; }
cd ../..
OSTLER_TEST_QDRANT_URL=http://${line#listening on } cargo test --workspace --test it -- qdrant_suite
