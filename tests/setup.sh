#!/usr/bin/env bash
# Installs what a build (and, with the argument `browser`, a run) needs and does not find. Says what it does.
set -euo pipefail

die() { echo "setup: $*" >&2; exit 1; }

have_browser() {
  [ -n "${OSTLER_BROWSER:-}" ] && [ -x "${OSTLER_BROWSER}" ] && return 0
  local name
  for name in chromium-headless-shell chrome-headless-shell chromium chromium-browser google-chrome google-chrome-stable; do
    command -v "$name" >/dev/null 2>&1 && return 0
  done
  [ -x "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome" ] || [ -x "/Applications/Chromium.app/Contents/MacOS/Chromium" ]
}

if ! command -v "${CARGO:-cargo}" >/dev/null 2>&1; then
  version=$(sed -n 's/^rust-version = "\(.*\)"/\1/p' Cargo.toml)
  die "Rust is not there: install version ${version:-1.95} or later (https://rustup.rs, then open a new shell), and run this again"
fi

missing=()
command -v cc >/dev/null 2>&1 || missing+=(gcc libc6-dev)
[ "$(uname -s)" != Linux ] || [ -e /etc/ssl/certs/ca-certificates.crt ] || [ -e /etc/pki/tls/certs/ca-bundle.crt ] || missing+=(ca-certificates)
browser=no
if [ "${1:-}" = browser ] && ! have_browser; then browser=yes; fi
[ "${#missing[@]}" -gt 0 ] || [ "$browser" = yes ] || exit 0

if ! command -v apt-get >/dev/null 2>&1; then
  echo "setup: this system has no apt-get, so please install by hand:" >&2
  [ "${#missing[@]}" -eq 0 ] || echo "  - a C compiler and CA certificates (macOS: xcode-select --install; Fedora: dnf install gcc ca-certificates)" >&2
  [ "$browser" = no ] || echo "  - Chrome or Chromium (macOS: brew install --cask google-chrome; Fedora: dnf install chromium), or set OSTLER_BROWSER to one" >&2
  exit 1
fi

if [ "$(id -u)" = 0 ]; then sudo=(); elif command -v sudo >/dev/null 2>&1; then sudo=(sudo); else
  die "needs root to install: ${missing[*]:-} $([ "$browser" = no ] || echo chromium); run it as root, or install these yourself"
fi
as_root() { ${sudo[@]+"${sudo[@]}"} env DEBIAN_FRONTEND=noninteractive "$@"; }

as_root apt-get update -q
if [ "$browser" = yes ]; then
  missing+=(chromium)
  # Starts four times faster, but not every release has it.
  if apt-cache show chromium-headless-shell >/dev/null 2>&1; then missing+=(chromium-headless-shell); fi
fi
echo "setup: installing ${missing[*]}"
as_root apt-get install -q -y --no-install-recommends "${missing[@]}"
[ "$browser" = no ] || have_browser || die "chromium was installed but is not on PATH"
