#!/bin/sh
# Whole games in Quarry (Debian packages quarry, xvfb, xdotool) on a screen that nobody sees:
# Bianca against itself with each of the four kinds of time control, then against GRhino if it is
# installed.
#
# Quarry is driven by a configuration of its own in a temporary home and by three key presses.
# Bianca's log of the dialogue tells the moves; a game counts as complete if Bianca, given these
# moves again, can score it: Quarry ends a game at once when a clock runs out. The time settings
# that Bianca was told must be those of the kind of time control.
set -eu
cd "$(dirname "$0")/../.."
PATH=$PATH:/usr/games
for program in quarry Xvfb xdotool; do
    if ! command -v "$program" >/dev/null; then
        echo "skipped: $program is not installed (Debian packages quarry, xvfb, xdotool)"
        exit 0
    fi
done
[ -n "${BIANCA:-}" ] || { cargo build --release --quiet && BIANCA=$PWD/target/release/bianca; }

home=$(mktemp -d)
screen=
quarry=
stop() {
    for process in $quarry $screen; do
        kill "$process" 2>/dev/null || :
    done
    rm -rf "$home"
}
trap stop EXIT
trap 'exit 1' INT TERM

Xvfb -displayfd 3 -screen 0 1024x768x24 3>"$home/display" 2>/dev/null &
screen=$!
until [ -s "$home/display" ]; do sleep 0.1; done
DISPLAY=:$(cat "$home/display")
export DISPLAY

cat >"$home/bianca" <<END
#!/bin/sh
exec '$BIANCA' --level 6 --log-file '$home/'"log.\$\$"
END
chmod +x "$home/bianca"

# The moves of a dialogue, as commands that play them again.
moves() {
    awk '/ > play / { print "play", $(NF-1), $NF }
         / > genmove / { color = $NF; asked = 1 }
         / < = [a-h][1-8]$/ && asked { print "play", color, $NF; asked = 0 }' "$1"
}

# Waits for a window of this name and gives it the keys that follow, one after the other.
keys() {
    window=$(timeout 60 xdotool search --sync --onlyvisible --name "$1" | head -n 1)
    shift
    xdotool windowfocus --sync "$window"
    for key; do
        sleep 1 # a page of the dialog changes
        xdotool key "$key"
    done
}

# game BLACK WHITE KIND SETTINGS: plays one game with Quarry's kind of time control (0 none, 1 for
# the game, 2 for each move, 3 Canadian) and tells its result. SETTINGS is what Quarry must say of
# it, nothing if it must say nothing.
game() {
    cat >"$home/.quarry" <<END
[GTP Engine "Bianca"]
Screen name format = "%n"
Name = "Bianca"
Command line = "$home/bianca"
Supported games = "Reversi"

[GTP Engine "GRhino"]
Screen name format = "%n"
Name = "GRhino"
Command line = "gtp-rhino"
Supported games = "Reversi"

[New Game Parameters]
Game = "Reversi"
White player name = "White"
White is computer = true
Engine playing white = "$2"
Black player name = "Black"
Black is computer = true
Engine playing black = "$1"

[New Reversi Game Parameters]
Board size = 8
Time control type = $3
Time limit for game = 00:30
Time limit for move = 00:01
Main time = 00:10
Overtime period length = 00:05
Moves per overtime = 5
END
    rm -f "$home"/log.*
    HOME=$home quarry >/dev/null 2>&1 &
    quarry=$!
    keys 'Quarry Control Center' alt+n
    keys 'New Game' alt+f alt+p

    result='? no game'
    for _ in $(seq 240); do
        sleep 1
        log=$(ls "$home"/log.* 2>/dev/null | head -n 1)
        [ -n "$log" ] || continue
        result=$({ moves "$log"; echo final_score; } | "$BIANCA" 2>&1 | grep . | tail -n 1)
        case $result in '= '*) break ;; esac
    done
    clocks=$(grep -h ' > time_left ' "$home"/log.* | awk '{ print $(NF-2), $(NF-1) }' |
        sort -u -k 1,1 -k 2,2n | awk '!seen[$1]++ { print $1, $2 " s" }' | paste -s -d , -)
    settings=$(grep -h ' > time_settings ' "$home"/log.* | sed 's/.* > time_settings //' | sort -u)
    echo "Quarry: black $1, white $2, time ${settings:-unlimited}: $result" \
        "($(moves "$log" | wc -l) moves, least time left: ${clocks:-unlimited})"
    kill "$quarry" && wait "$quarry" 2>/dev/null || :
    quarry=
    case $result in '= '*) ;; *) exit 1 ;; esac
    [ "$settings" = "$4" ] || { echo "time settings: '$settings', not '$4'" && exit 1; }
}

game Bianca Bianca 0 ''
game Bianca Bianca 1 '30 0 0'
game Bianca Bianca 2 '0 1 1'
game Bianca Bianca 3 '10 5 5'
if command -v gtp-rhino >/dev/null; then
    game Bianca GRhino 1 '30 0 0'
else
    echo 'skipped the game against GRhino: gtp-rhino is not installed'
fi
