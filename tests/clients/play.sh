#!/usr/bin/env bash
# Drives `bianca play` through a real terminal (tmux): the book's game in several languages, wrong input,
# hints, colours, the end of the input, Ctrl-C, and a puzzle to its end; then the table with cursor
# keys at 30, 80 and 120 columns, and a terminal that is as it was after every end.
# Usage: play.sh BIANCA. Ends with 77 if there is no tmux.
set -euo pipefail

bianca=$1
command -v tmux >/dev/null || exit 77
export LC_ALL=C.UTF-8 TERM=xterm-256color
unset NO_COLOR TMUX
terminal=0
pane() { tmux -L "bianca-play-$$-$terminal" -f /dev/null -u "$@"; }
close() { pane kill-server 2>/dev/null || true; }
before=$(mktemp)
folder=$(mktemp -d)
trap 'close; rm -rf "$before" "$folder"' EXIT

# start ARGUMENTS...: a fresh terminal in which the game runs and then tells its exit code.
start() {
    close
    # A server that is asked to end may still hold its socket: each gets its own.
    terminal=$((terminal + 1))
    pane new-session -d -x 110 -y 50 "trap : INT; '$bianca' play --classic $*; echo code=\$?; read -r _"
}
# table COLUMNS ROWS ARGUMENTS...: the same with keys, which tells whether the terminal is as it was.
table() {
    close
    terminal=$((terminal + 1))
    local columns=$1 rows=$2
    shift 2
    pane new-session -d -x "$columns" -y "$rows" \
        "trap : INT TERM; stty -a >'$before'; echo begin=\$\$; ${looks-NO_COLOR=1} '$bianca' play $*; echo code=\$?; \
         stty -a | cmp '$before' - && echo 'as it was'; read -r _"
}
keys() { pane send-keys -- "$@"; }
# screen: what the terminal shows now.
screen() { pane capture-pane -p; }
type_line() {
    [ -z "$1" ] || pane send-keys -l -- "$1"
    pane send-keys Enter
}
# expect TEXT: waits until the terminal shows it; generous, because the machine may be busy.
expect() {
    for _ in $(seq 1200); do
        if pane capture-pane -p -J -S - 2>/dev/null | grep -qF -- "$1"; then return; fi
        sleep 0.1
    done
    echo "play.sh: '$1' was not shown; the terminal has:" >&2
    pane capture-pane -p -J -S - >&2 || true
    exit 1
}

# A seed with which the player begins.
seed=1
until printf 'x\n' | "$bianca" play --classic --lang en --seed $seed | grep -q 'player will go first'; do
    seed=$((seed + 1))
done

converse() { # LANG choose begin explained nothing enter hints quit thanks
    start --lang "$1" --seed $seed
    expect "$2"
    type_line 'z'
    type_line 'x'
    expect "$3"
    type_line '99'
    expect "$4"
    type_line '11'
    expect "$5"
    type_line "$7"
    expect '3|    .   |3'
    if ! pane capture-pane -p -e -S - | grep -q $'\e\\[[0-9;]*36mX'; then
        echo 'play.sh: X has no colour' >&2
        exit 1
    fi
    type_line 'e3'
    expect '4|   XX   |4'
    expect "$6"
    type_line ''
    expect '3|   '
    type_line "$8"
    expect "$9"
    expect 'code=0'
}
converse en 'Do you want to be X or O?' 'The player will go first.' '81 will move' \
    'turns nothing over' 'Press Enter to see' hints quit 'Thanks for playing!'
converse es '¿Desea ser las fichas X o O?' 'Las fichas de la jugadora comenzarán.' \
    'esquina superior derecha' 'no voltea ninguna' 'Presione ENTER' pistas salir \
    '¡Gracias por jugar!'
converse zh '你想执 X 还是 O？' '玩家先走。' '表示右上角' '翻不了任何棋子' '按回车键' 提示 退出 \
    '谢谢参与！'

# The end of the input, at the first question and in the middle of a game.
start --lang en --seed $seed
expect 'Do you want to be X or O?'
pane send-keys C-d
expect 'Thanks for playing!'
expect 'code=0'
start --lang es --seed $seed
type_line 'o'
expect 'comenzarán'
pane send-keys C-d
expect '¡Gracias por jugar!'

# Ctrl-C ends it at once, and the terminal is as before.
start --lang en --seed $seed
type_line 'x'
expect 'Enter your move'
pane send-keys C-c
expect 'code=130'

# A puzzle to its end, once more, and no more.
for words in 'en|CONGRATULATIONS!|FAILURE!|play again|yes|no' \
    'es|¡FELICIDADES!|¡FRACASO!|jugar de nuevo|si|no' 'zh|恭喜！|失败！|再玩一次|是|否'; do
    IFS='|' read -r lang success failure again yes no <<<"$words"
    start --lang "$lang" frogs 2
    expect '[1, 1, 0, -1, -1]'
    for frog in 1 3 4 2 0 1 3 2; do type_line $frog; done
    expect "$success"
    expect "$again"
    type_line "$yes"
    type_line 1
    type_line 0
    expect "$failure"
    type_line "$no"
    expect 'code=0'
done

# The table: squares are chosen with the cursor, in every language and on narrow and wide terminals.
turn() { # LANG COLUMNS asked taken_back thanks saved undo
    table "$2" 24 --lang "$1" --side x --opponent bianca:1 --seed 1
    expect "$3"
    keys Right Right Down Down
    expect '5 . . . X O[+]. . 5'
    keys Enter
    # The cursor has gone to the nearest square where one can play.
    expect '5 . .[+]O X X'
    keys BSpace
    expect "$4"
    expect '5 . . . X O[+]. . 5'
    # What is drawn is drawn over: one board is on the screen.
    if [ "$(screen | grep -c 'a b c d e f g h')" != 2 ]; then
        echo 'play.sh: there is not one board on the screen:' >&2
        screen >&2
        exit 1
    fi
    keys e 6 Enter
    expect '6 . . . . X'
    type_line "save $folder/$1-$2.ggf"
    expect "$6"
    keys '?'
    expect "  $7"
    keys q Enter
    expect "$5"
    expect 'code=0'
    expect 'as it was'
    grep -q '^(;GM\[Othello\]' "$folder/$1-$2.ggf"
}
for columns in 30 80 120; do
    turn en $columns 'Your move?' 'Taken back: f5' 'Thanks for playing!' 'Saved as' undo
    turn es $columns '¿Su jugada?' 'Deshecho: f5' '¡Gracias por jugar!' 'Guardado' deshacer
    turn zh $columns '你的走法？' '已收回：f5' '谢谢参与！' '已保存为' 悔棋
done

# In colours the board has green squares with discs.
looks='' table 80 24 --lang en --side x
expect '4     + ● ●'
expect '● X you 2 – ● O greedy 2'
if [ "$(pane capture-pane -p -e | grep -c $'\e\\[48;5;')" -lt 9 ]; then
    echo 'play.sh: the board has no colours' >&2
    exit 1
fi
keys q Enter
expect 'code=0'

# A terminal that becomes wider or narrower shows the board again.
table 80 24 --lang en --side x
expect 'Your move?'
pane resize-window -x 40 -y 30
keys Down
expect '4 . . +[O]X'
keys q Enter
expect 'code=0'

# Every end leaves the terminal as it was: the end of the input, Ctrl-C, a signal, at a question, at a
# move, and while the computer thinks.
for arguments in '' '--side x' '--side o --opponent minimax:14'; do
    for key in C-d C-c TERM; do
        table 80 24 --lang en $arguments
        case $arguments in
        '') expect 'Do you want to be X or O?' ;;
        *14) expect 'Thinking…' ;;
        *) expect 'Your move?' ;;
        esac
        # While it thinks only Ctrl-C and signals are heard.
        if [ "$key" = C-d ] && [[ $arguments == *14 ]]; then key=C-c; fi
        if [ "$key" = TERM ]; then
            kill -TERM "$(ps -o pid= --ppid "$(screen | sed -n 's/^begin=//p')" | head -1)"
        else
            keys "$key"
        fi
        case $key in
        C-d) expect 'code=0' ;;
        C-c) expect 'code=130' ;;
        TERM) expect 'code=143' ;;
        esac
        expect 'as it was'
    done
done

# A terminal that is closed ends the program: nobody is left to play, or to burn a processor.
table 80 24 --lang en --side x
expect 'Your move?'
player=$(ps -o pid= --ppid "$(screen | sed -n 's/^begin=//p')" | tr -d ' ')
close
for _ in $(seq 200); do
    kill -0 "$player" 2>/dev/null || break
    sleep 0.1
done
if kill -0 "$player" 2>/dev/null; then
    kill -9 "$player"
    echo 'play.sh: the program outlives its terminal' >&2
    exit 1
fi

# Who does not want keys has lines.
table 80 24 --lang en --side x --lines
expect 'Your move?'
type_line 'd3'
expect '(greedy) plays'
type_line 'q'
expect 'code=0'
