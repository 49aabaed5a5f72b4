#!/usr/bin/env bash
# Builds the widget gallery if need be and runs Ostler over it. Arguments go to the runner (a page filter, or `--all`).
set -euo pipefail
cd "$(dirname "$0")/.."
gallery=tests/gallery
if ! command -v node >/dev/null 2>&1 || [ "$(node -p 'process.versions.node.split(".")[0]')" -lt 20 ]; then
  echo "gallery: needs Node 20 or later with npm (Debian 13: apt-get install nodejs npm)" >&2
  exit 1
fi
stamp=$gallery/node_modules/.ostler-stamp
if ! cmp -s "$gallery/package-lock.json" "$stamp"; then
  (cd "$gallery" && npm ci --no-progress --loglevel=error)
  cp "$gallery/package-lock.json" "$stamp"
  rm -rf "$gallery/dist"
fi
if [ ! -d "$gallery/dist" ] || [ -n "$(find "$gallery/src" "$gallery/build.mjs" -newer "$gallery/dist" -print -quit)" ]; then
  (cd "$gallery" && node build.mjs)
  touch "$gallery/dist"
fi
exec cargo run --quiet --bin gallery -- "$@"
