#!/bin/sh
# Two processes on one file, fifty times each: self-play, a match, an analysis. One of them works, the
# other one says why it does not, and the file is whole. Usage: tests/clients/two.sh [BIANCA], beside which
# bianca-lab stands.
set -u
bianca=$(realpath "${1:-target/release/bianca}")
work=$(mktemp -d) && trap 'rm -r "$work"' EXIT && cd "$work" || exit 1
for _ in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20; do echo f5d6c3d3c4; done >games
bad=0 refused=0

# both EXPECTED COUNT COMMAND...: runs the command twice at once; COUNT prints what the file has.
both() {
    expected=$1 count=$2
    shift 2
    "$@" >out1 2>said1 &
    "$@" >out2 2>said2
    second=$?
    wait $!
    first=$?
    found=$(eval "$count")
    [ "$found" = "$expected" ] || { bad=$((bad + 1)); echo "$1 $2: $found"; }
    case $((first + second)) in
    0) ;; # The second came when the first was done.
    1) refused=$((refused + 1)) && cat said1 said2 | grep -q "another process" || bad=$((bad + 1)) ;;
    *) bad=$((bad + 1)) && cat said1 said2 ;;
    esac
}

for _ in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 \
    26 27 28 29 30 31 32 33 34 35 36 37 38 39 40 41 42 43 44 45 46 47 48 49 50; do
    rm -f games.rec match.jsonl match.ggf log.jsonl
    both 30 '"$bianca-lab" records stat games.rec | sed -n "s/ games.*//p"' \
        "$bianca-lab" datagen -o games.rec --games 30 --depth 1 --exact 6
    both "31 30" 'echo $(cat match.jsonl | wc -l; cut -d, -f1 match.jsonl | grep "game\":[0-9]" | sort -u | wc -l)' \
        "$bianca" match --json --games 30 --seed 5 --resume --log match.jsonl --ggf match.ggf \
        --engine cmd=player:greedy --engine cmd=player:random
    both 21 'cat log.jsonl | wc -l' \
        "$bianca" analyze games --json --level 2 --hash 1 --resume --log log.jsonl
done
echo "150 pairs of processes: $refused refused, $bad wrong"
[ "$bad" = 0 ]
