#!/bin/sh
# Whole games in GoGui (1.5 or later; its commands gogui and gogui-twogtp in the PATH): two by
# gogui-twogtp with the command of README.md, and one in its window on a screen that nobody sees, where
# Bianca plays both sides and gives the rules.
#
# Bianca's log of the dialogue tells the moves; the game in the window counts as complete if Bianca, given
# these moves again, can score it.
set -eu
cd "$(dirname "$0")/../.."
for program in gogui gogui-twogtp Xvfb; do
    if ! command -v "$program" >/dev/null; then
        echo "skipped: $program is not installed (GoGui is in no Debian package; Xvfb is in xvfb)"
        exit 0
    fi
done
[ -n "${BIANCA:-}" ] || { cargo build --release --quiet && BIANCA=$PWD/target/release/bianca; }

home=$(mktemp -d)
screen=
window=
stop() {
    for process in $window $screen; do
        kill "$process" 2>/dev/null || :
    done
    rm -rf "$home"
}
trap stop EXIT
trap 'exit 1' INT TERM

(cd "$home" && timeout 300 gogui-twogtp -black "$BIANCA --level 8" -white "$BIANCA --level 4" \
    -referee "$BIANCA" -size 8 -komi 0 -alternate -games 2 -sgffile games -auto)
for number in 0 1; do
    result=$(printf 'loadsgf %s\nfinal_score\n' "$home/games-$number.sgf" | "$BIANCA" | grep . | tail -n 1)
    echo "gogui-twogtp: game $number: $result"
    case $result in '= '*) ;; *) exit 1 ;; esac
done

cat >"$home/bianca" <<END
#!/bin/sh
exec '$BIANCA' --level 6 --log-file '$home/'"log.\$\$"
END
chmod +x "$home/bianca"
Xvfb -displayfd 3 -screen 0 1024x768x24 3>"$home/display" 2>/dev/null &
screen=$!
until [ -s "$home/display" ]; do sleep 0.1; done
DISPLAY=:$(cat "$home/display")
export DISPLAY
HOME=$home gogui -program "$home/bianca" -size 8 -computer-both -auto >/dev/null 2>&1 &
window=$!

# The moves of the first game, as commands that play them again.
moves() {
    awk '/ > clear_board/ && count { exit }
         / > genmove / { color = $NF; asked = 1 }
         / < = ([a-h][1-8]|pass)$/ && asked { print "play", color, $NF; asked = 0; count++ }' "$1"
}

result='? no game'
for _ in $(seq 240); do
    sleep 1
    # Of its processes only the one that plays is asked for moves.
    log=$(grep -l ' > genmove ' "$home"/log.* 2>/dev/null | head -n 1)
    [ -n "$log" ] || continue
    result=$({ moves "$log"; echo final_score; } | "$BIANCA" 2>&1 | grep . | tail -n 1)
    case $result in '= '*) break ;; esac
done
echo "GoGui's window: Bianca against itself: $result ($(moves "$log" | wc -l) moves)"
case $result in '= '*) ;; *) exit 1 ;; esac
