#!/usr/bin/env bash
# The whole proof, stage by stage. Every stage runs, whatever came of the ones before; the last line counts.
# With names as arguments, only those stages run: `tests/suite.sh lints tests`.
set -uo pipefail
cd "$(dirname "$0")/.."

# Half of a build's files would be for the next build after a change; a proof from nothing has no use for them, and not
# every machine has the room. With OSTLER_SPARE_DISK=1 what no later stage needs is removed as soon as it can be.
export CARGO_INCREMENTAL=${CARGO_INCREMENTAL:-0}

only=("$@")
logs=$(mktemp -d)
trap 'rm -rf "$logs"' EXIT
rows=()
passed=0 failed=0 ignored=0 stages=0 bad=0 skipped=0
began=$(date +%s)

target=${CARGO_TARGET_DIR:-target}

wanted() {
  [ "${#only[@]}" -eq 0 ] && return 0
  local name
  for name in "${only[@]}"; do [ "$name" = "$1" ] && return 0; done
  return 1
}

# stage NAME COMMAND…: runs it, shows its output, counts the tests it tells of.
stage() {
  local name=$1 start code counts
  shift
  wanted "$name" || return 0
  printf '\n==> %s: %s\n' "$name" "$*"
  start=$(date +%s)
  "$@" 2>&1 | tee "$logs/$name"
  code=${PIPESTATUS[0]}
  counts=$(awk '/^test result:/ { p += $4; f += $6; i += $8 } END { printf "%d %d %d", p, f, i }' "$logs/$name")
  read -r p f i <<<"$counts"
  passed=$((passed + p)) failed=$((failed + f)) ignored=$((ignored + i)) stages=$((stages + 1))
  if [ "$code" -eq 0 ]; then verdict=ok; else verdict=FAILED bad=$((bad + 1)); fi
  rows+=("$(printf '%-12s %-8s %5d s  %5d passed %4d failed' "$name" "$verdict" "$(($(date +%s) - start))" "$p" "$f")")
}

# skip NAME WHY: says loudly that a stage did not run.
skip() {
  wanted "$1" || return 0
  printf '\n==> %s: SKIPPED: %s\n' "$1" "$2"
  skipped=$((skipped + 1))
  rows+=("$(printf '%-12s SKIPPED  %s' "$1" "$2")")
}

# spare FOLDER: where room is short, removes what has been built in it.
spare() { [ -z "${OSTLER_SPARE_DISK:-}" ] || rm -rf "$1"; }

node_is_new_enough() {
  command -v node >/dev/null 2>&1 && command -v npm >/dev/null 2>&1 &&
    [ "$(node -p 'process.versions.node.split(".")[0]')" -ge 20 ] 2>/dev/null
}

stage format cargo fmt --all --check
stage lints cargo clippy --workspace --all-targets --quiet --target-dir "$target/check" -- -D warnings
stage docs env RUSTDOCFLAGS='-D warnings' cargo doc --workspace --no-deps --quiet --target-dir "$target/check"
stage no-std cargo check --quiet -p ostler-machines --lib --target-dir "$target/check"
spare "$target/check"
# Always the whole workspace: a part of it asks its dependencies for other features, and they would be built once more.
stage build cargo test --quiet --workspace --no-run
stage tests cargo test --workspace --no-fail-fast
stage fuzz cargo test --manifest-path fuzz/Cargo.toml --target-dir "$target/fuzz"
spare "$target/fuzz"

stage values tests/scores.sh values keys
if node_is_new_enough; then
  stage gallery tests/gallery.sh
  stage govuk tests/scores.sh govuk
else
  skip gallery 'Node 20 or later with npm is not there (Debian 13: apt-get install nodejs npm)'
  skip govuk 'Node 20 or later with npm is not there'
fi
if command -v python3 >/dev/null 2>&1 || node_is_new_enough; then
  stage clients tests/clients/run.sh
else
  skip clients 'neither Python 3.10 nor Node 20 with npm is there (Debian: apt-get install python3-venv nodejs npm)'
fi
if python3 -c 'import sys, venv; assert sys.version_info >= (3, 10)' >/dev/null 2>&1; then
  stage qdrant tests/qdrant/run.sh
else
  skip qdrant 'Python 3.10 or later with venv is not there (Debian: apt-get install python3-venv)'
fi
if python3 -c 'import sys, venv; assert sys.version_info >= (3, 10)' >/dev/null 2>&1; then
  stage miniwob tests/miniwob/run.sh --seeds 5
else
  skip miniwob 'Python 3.10 or later with venv is not there (Debian: apt-get install python3-venv)'
fi
if [ -n "${OSTLER_CORPORA:-}" ]; then
  stage corpora tests/scores.sh dates ddg
else
  skip corpora 'OSTLER_CORPORA does not name a folder of saved pages and dates'
fi

if cargo deny --version >/dev/null 2>&1; then
  stage deny cargo deny --all-features check bans licenses
else
  skip deny 'cargo-deny is not installed (the licence test of the stage tests has run all the same)'
fi

printf '\nbuilt files: %s\n' "$(du -shc "$target" tests/*/node_modules 2>/dev/null | awk 'END { print $1 }')"
printf '%s\n' ${rows[@]+"${rows[@]}"}
printf 'make test: %d tests passed, %d failed, %d ignored; %d stages run, %d failed, %d skipped; %d s\n' \
  "$passed" "$failed" "$ignored" "$stages" "$bad" "$skipped" "$(($(date +%s) - began))"
[ "$bad" -eq 0 ] && [ "$failed" -eq 0 ]
