#!/bin/sh
# Fuzzes every parser in turn, each for SECONDS (600), or only the targets that are named:
#     fuzz/run.sh [SECONDS [TARGET...]]
# Needs a nightly compiler and cargo-fuzz (cargo install cargo-fuzz). Inputs that break something
# are in fuzz/artifacts, what each run did in fuzz/logs; a line for each tells executions and
# coverage. No sanitizer: the parsers have no unsafe code, and without one they run thrice as fast.
set -eu
cd "$(dirname "$0")"
seconds=${1:-600}
[ $# -eq 0 ] || shift
cargo +nightly fuzz build --sanitizer none
mkdir -p logs
failed=0
for target in ${*:-$(cargo +nightly fuzz list)}; do
    mkdir -p "corpus/$target"
    cargo +nightly fuzz run --sanitizer none "$target" "corpus/$target" "seeds/$target" -- \
        -max_total_time="$seconds" -max_len=4096 -dict=dictionary -timeout=10 \
        -rss_limit_mb=4096 -print_final_stats=1 >"logs/$target" 2>&1 || failed=1
    runs=$(sed -n 's/^stat::number_of_executed_units: *//p' "logs/$target")
    reached=$(sed -n 's/.*\(cov: [0-9]* ft: [0-9]*\).*/\1/p' "logs/$target" | tail -n 1)
    echo "$target: ${runs:-broken off} executions, $reached"
done
exit $failed
