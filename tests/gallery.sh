#!/usr/bin/env bash
# Builds the widget gallery if need be and runs Ostler over it. Arguments go to the runner (a page filter, or `--all`).
set -euo pipefail
cd "$(dirname "$0")/.."
gallery=tests/gallery
if ! command -v node >/dev/null 2>&1 || [ "$(node -p 'process.versions.node.split(".")[0]')" -lt 20 ]; then
  echo "gallery: needs Node 20 or later with npm (Debian 13: apt-get install nodejs npm)" >&2
  exit 1
fi
stamp=$gallery/dist/.ostler-stamp
if ! cmp -s "$gallery/package-lock.json" "$stamp" ||
  [ -n "$(find "$gallery/src" "$gallery/build.mjs" -newer "$stamp" -print -quit)" ]; then
  installed=$gallery/node_modules/.ostler-stamp
  if ! cmp -s "$gallery/package-lock.json" "$installed"; then
    (cd "$gallery" && npm ci --no-progress --loglevel=error)
    cp "$gallery/package-lock.json" "$installed"
  fi
  (cd "$gallery" && node build.mjs)
  cp "$gallery/package-lock.json" "$stamp"
  # Half a gigabyte that only the next build would need.
  [ -z "${OSTLER_SPARE_DISK:-}" ] || rm -rf "$gallery/node_modules"
fi
exec cargo run --quiet --bin gallery -- "$@"
