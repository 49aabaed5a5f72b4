#!/usr/bin/env bash
# The official clients of MCP against the built program. What is not installed here is fetched in exact versions into
# target/clients. The last line is counted like that of a test program.
set -uo pipefail
cd "$(dirname "$0")"
target=$(realpath -m "${CARGO_TARGET_DIR:-../../target}")
program=${OSTLER_BIN:-$target/debug/ostler}
place=$target/clients
passed=0 failed=0 skipped=0

[ -x "$program" ] || (cd ../.. && cargo build --quiet --workspace) || exit 1
mkdir -p "$place"

count() {
  if "$@"; then passed=$((passed + 1)); else failed=$((failed + 1)); fi
}

# installed COMMAND…: runs it, and once more if it fails: a registry may be out of reach for a moment.
installed() { "$@" || { echo 'once more:' "$@" && "$@"; }; }

# same WHAT FILE: whether what was installed last is what is asked for now.
same() { [ -e "$place/$1.done" ] && cmp --quiet "$2" "$place/$1.done"; }

if command -v python3 >/dev/null && python3 -c 'import sys, venv; assert sys.version_info >= (3, 10)' 2>/dev/null; then
  if ! same python requirements.txt; then
    rm -rf "$place/python" && python3 -m venv "$place/python" &&
      installed "$place/python/bin/pip" install --quiet --disable-pip-version-check --requirement requirements.txt &&
      cp requirements.txt "$place/python.done"
  fi
  count timeout 300 "$place/python/bin/python" session.py "$program"
else
  echo 'SKIPPED: the Python client needs Python 3.10 or later with venv (Debian: apt-get install python3-venv)'
  skipped=$((skipped + 1))
fi

if command -v npm >/dev/null && [ "$(node -p 'process.versions.node.split(".")[0]')" -ge 18 ]; then
  if ! same node package-lock.json; then
    mkdir -p "$place/node" && cp package.json package-lock.json "$place/node/" &&
      installed npm ci --silent --ignore-scripts --prefix "$place/node" && cp package-lock.json "$place/node.done"
  fi
  count timeout 300 node session.mjs "$program" "$place/node"
else
  echo 'SKIPPED: the JavaScript client needs Node 18 or later with npm (Debian: apt-get install nodejs npm)'
  skipped=$((skipped + 1))
fi

verdict=ok
[ "$failed" -eq 0 ] || verdict=FAILED
printf 'test result: %s. %d passed; %d failed; %d ignored; %d skipped\n' "$verdict" "$passed" "$failed" 0 "$skipped"
[ "$failed" -eq 0 ]
