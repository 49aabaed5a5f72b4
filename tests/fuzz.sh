#!/usr/bin/env bash
# Fuzzes every target for so many seconds each (default 60): libFuzzer with coverage where a nightly compiler and a C++
# compiler are there, else a loop of mutations of the saved inputs on the stable compiler, which finds less.
# Further arguments name the targets.
set -euo pipefail
cd "$(dirname "$0")/../fuzz"
seconds=${1:-60}
shift || true
targets=("$@")
if [ "${#targets[@]}" -eq 0 ]; then
  for file in fuzz_targets/*.rs; do targets+=("$(basename "$file" .rs)"); done
fi

if rustup toolchain list 2>/dev/null | grep -q '^nightly' && command -v c++ >/dev/null 2>&1; then
  host=$(rustc -vV | sed -n 's/^host: //p')
  # What cargo-fuzz passes, so that one tool less is needed.
  export RUSTFLAGS="--cfg fuzzing -Cpasses=sancov-module -Cllvm-args=-sanitizer-coverage-level=4 \
-Cllvm-args=-sanitizer-coverage-inline-8bit-counters -Cllvm-args=-sanitizer-coverage-pc-table \
-Cllvm-args=-sanitizer-coverage-trace-compares -Ccodegen-units=1"
  dir=${CARGO_TARGET_DIR:-target}/libfuzzer
  cargo +nightly build --release --quiet --target "$host" --target-dir "$dir" --bins
  for name in "${targets[@]}"; do
    echo "==> $name for $seconds s"
    mkdir -p "$dir/found/$name" "artifacts/$name"
    "$dir/$host/release/$name" -max_total_time="$seconds" -max_len=4096 -print_final_stats=1 \
      -artifact_prefix="artifacts/$name/" "$dir/found/$name" "corpus/$name" 2>&1 | tail -n 12
  done
else
  echo "fuzz: libFuzzer needs a nightly compiler (rustup toolchain install nightly) and a C++ compiler (apt-get install g++)."
  echo "fuzz: mutating the saved inputs on the stable compiler instead."
  OSTLER_FUZZ_SECONDS=$seconds cargo test --release --test mutate -- --nocapture
fi
