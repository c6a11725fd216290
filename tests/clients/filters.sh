# Sourced by scripts that spread the filters: inputs, what one process makes of them, and a
# comparison. Sets `bianca` and `work`, a directory that is removed at the end, and the function
# `spread`, which the script defines before, runs a command line on standard input.

cd "$(dirname "$0")/../.."
if [ -z "${BIANCA:-}" ]; then
    cargo build --release -p bianca -p bianca-lab --quiet
    BIANCA=target/release/bianca BIANCA_LAB=target/release/bianca-lab
fi
bianca=$(realpath "$BIANCA")
work=$(mktemp -d)

# usage: compare NAME INPUT COMMAND...
compare() {
    name=$1
    input=$2
    shift 2
    # A line that cannot be read is part of the work: its exit code is 4.
    "$@" < "$input" > "$work/one" 2> "$work/messages" || [ $? = 4 ]
    spread "$@" < "$input" > "$work/many" 2>> "$work/messages" || cat "$work/messages"
    if ! cmp "$work/one" "$work/many"; then
        echo "$name: the results differ"
        exit 1
    fi
    echo "$name: $(wc -l < "$work/one") lines, the same bytes"
}

# usage: prove KNOWLEDGE COMMAND...: rounds of open positions, solved by the command
prove() {
    knowledge=$1
    shift
    proof() {
        "$bianca" prove "$position" --at-least 12 --frontier 16 --knowledge "$knowledge" "$@"
    }
    while ! proof --open --batch 1000 > "$work/open" 2> "$work/messages"; do
        if ! [ -s "$work/open" ]; then
            cat "$work/messages"
            exit 1
        fi
        "$@" "$bianca" solve - --independent --json < "$work/open" 2>> "$work/log" |
            proof --answers - > "$work/messages" 2>&1 || [ $? = 5 ]
    done
    proof
}

# A proof has the same leaves, positions visited and line wherever its leaves are solved.
compare_proof() {
    position=$("$bianca" positions --empties 22 --count 1 --seed 2)
    prove "$work/knowledge-one" env > "$work/one"
    prove "$work/knowledge-many" spread > "$work/many"
    if ! cmp "$work/one" "$work/many"; then
        echo 'prove: the results differ'
        exit 1
    fi
    echo "prove: $(grep '^leaves' "$work/one"), the same bytes"
}

# usage: grow BOOK COMMAND...: rounds of wanted positions, scored by the command
grow() {
    book=$1
    shift
    for round in 1 2 3 4 5 6 7 8; do
        "$bianca" book grow "$book" --error 4 --variety 1 --wanted 100 > "$work/wanted"
        "$@" "$bianca" book score --depth 10 < "$work/wanted" > "$work/scores.txt"
        "$bianca" book import "$book" "$work/scores.txt" > "$work/messages"
    done
    "$bianca" book export --to text "$book" -
}

# A book has the same positions and scores wherever they are searched.
compare_book() {
    grow "$work/book-one" env > "$work/one"
    grow "$work/book-many" spread > "$work/many"
    if ! cmp "$work/one" "$work/many"; then
        echo 'book score: the results differ'
        exit 1
    fi
    echo "book score: a book of $(wc -l < "$work/one") positions, the same bytes"
}

compare_all() {
    "$bianca" positions --empties 12 --count 60 --seed 1 > "$work/problems"
    echo nonsense >> "$work/problems"
    "$bianca" positions --empties 14 --count 60 --seed 2 >> "$work/problems"
    "$bianca" positions --empties 40 --count 12 --seed 3 --transcripts > "$work/games"
    seq 60 > "$work/starts"
    compare solve "$work/problems" "$bianca" solve - --independent
    compare 'solve --json' "$work/problems" "$bianca" solve - --independent --json
    compare analyze "$work/games" "$bianca" analyze - --independent --json --level 4
    if [ -n "${BIANCA_LAB:-}" ]; then
        compare datagen "$work/starts" "$(realpath "$BIANCA_LAB")" datagen - --depth 2 --exact 8
    fi
    compare_proof
    compare_book
}
