#!/usr/bin/env bash
# The form tasks of MiniWoB++, whose pages say themselves whether they were solved. The wheel is fetched in an exact
# version into target/miniwob. The last line is counted like that of a test program.
# Arguments go to run.py: `tests/miniwob/run.sh --seeds 5 --tasks choose-date,use-slider`.
set -uo pipefail
cd "$(dirname "$0")"
target=$(realpath -m "${CARGO_TARGET_DIR:-../../target}")
program=${OSTLER_BIN:-$target/debug/ostler}
place=$target/miniwob

[ -x "$program" ] || (cd ../.. && cargo build --quiet --workspace) || exit 1
mkdir -p "$place"

if ! cmp --quiet requirements.txt "$place/requirements.done"; then
  rm -rf "$place/python" "$place/wheel" "$place/pages"
  python3 -m venv "$place/python" &&
    "$place/python/bin/pip" download --quiet --disable-pip-version-check --no-deps --only-binary :all: \
      --require-hashes --requirement requirements.txt --dest "$place/wheel" &&
    python3 -m zipfile -e "$place"/wheel/miniwob-*.whl "$place/pages" &&
    cp requirements.txt "$place/requirements.done" || exit 1
fi

exec python3 run.py --program "$program" --pages "$place/pages/miniwob/html" "$@"
