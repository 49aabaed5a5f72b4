#!/usr/bin/env bash
# Runs the scorers, or those named: values keys dates facts ddg govuk. Each prints its figures and fails below its bound.
set -uo pipefail
cd "$(dirname "$0")/.."
names=("$@")
[ "${#names[@]}" -gt 0 ] || names=(values keys dates facts ddg govuk)
code=0

corpora() {
  [ -n "${OSTLER_CORPORA:-}" ] && return 0
  echo "scores: $1: SKIPPED: OSTLER_CORPORA does not name a folder"
  return 1
}

for name in "${names[@]}"; do
  echo "==> $name"
  case $name in
    values) cargo run --quiet --example normalise || code=1 ;;
    keys) cargo run --quiet --example keys || code=1 ;;
    facts) cargo run --quiet --example facts || code=1 ;;
    dates) if corpora dates; then cargo run --quiet --example dates || code=1; fi ;;
    ddg) if corpora ddg; then cargo run --quiet --bin ddg || code=1; fi ;;
    govuk)
      if (cd tests/govuk && cmp -s package-lock.json node_modules/.ostler-stamp) ||
        (cd tests/govuk && npm ci --no-progress --loglevel=error && cp package-lock.json node_modules/.ostler-stamp); then
        cargo run --quiet --bin govuk || code=1
      else
        code=1
      fi
      ;;
    *) echo "scores: no scorer is called $name" >&2; code=2 ;;
  esac
done
exit "$code"
