#!/bin/sh
# Fast games (5 s + 0.05 s a move) of Bianca against itself, a game on each core, while as many
# busy loops want the same cores. Shows the forfeits, of which there must be none, and by how
# much the slowest reply missed its clock.
#
# usage: forfeit.sh [GAMES] [CLOCK] [LOAD]
#
# LOAD is the number of busy loops, one for each core unless told otherwise. LOG=FILE keeps the
# games in FILE, and goes on with them if it has some.
set -eu
games=${1:-100}
clock=${2:-5+0.05}

cd "$(dirname "$0")/../.."
[ -n "${BIANCA:-}" ] || { cargo build --release --quiet && BIANCA=target/release/bianca; }

cores=$(nproc)
load=${3:-$cores}
busy=
trap 'kill $busy 2>/dev/null || :' EXIT
for _ in $(seq "$load"); do
    (while :; do :; done) &
    busy="$busy $!"
done

# Without a margin: a reply that is late by a millisecond is a forfeit.
result=$("$BIANCA" match --json --games "$games" --tc "$clock" --margin 0 \
    --concurrency "$cores" --seed 2026 ${LOG:+--log "$LOG" --resume} \
    --engine "name=one cmd=$BIANCA" --engine "name=two cmd=$BIANCA")
# Keys are in alphabetical order, so these three of the match stand together.
totals=$(echo "$result" | grep -o '"forfeits":[0-9]*,"game":"Othello","games":[0-9]*')
forfeits=$(echo "$totals" | cut -d , -f 1 | cut -d : -f 2)
played=$(echo "$totals" | cut -d , -f 3 | cut -d : -f 2)
slowest=$(echo "$result" | grep -o '"worst_overshoot_ms":[0-9.]*' | cut -d : -f 2)
echo "$played games at $clock beside $load busy loops:" \
    "$forfeits forfeits, slowest reply $slowest ms over its clock"
[ "$forfeits" -eq 0 ]
