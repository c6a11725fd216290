#!/bin/sh
# Bianca against GRhino (Debian package grhino) from varied openings, each played with both
# colours. GRhino plays at its default level, for which it needs some milliseconds a move and
# which no clock can change; Bianca has a fixed time a move.
#
# usage: grhino.sh [GAMES] [SECONDS] [further arguments of `bianca match`]
set -eu
games=${1:-100}
seconds=${2:-0.2}
[ $# -gt 2 ] && shift 2 || shift $#

cd "$(dirname "$0")/../.."
PATH=$PATH:/usr/games
if ! rhino=$(command -v gtp-rhino); then
    echo 'skipped: gtp-rhino is not installed (Debian package grhino)'
    exit 0
fi
[ -n "${BIANCA:-}" ] || { cargo build --release --quiet && BIANCA=target/release/bianca; }

exec "$BIANCA" match --games "$games" --openings random:8 --seed 2026 "$@" \
    --engine "name=bianca cmd=$BIANCA st=$seconds" \
    --engine "name=grhino cmd=$rhino limit=level"
