#!/usr/bin/env bash
# Drives `bianca play` through a real terminal (tmux): three languages, wrong input, hints,
# colours, the end of the input, Ctrl-C, and a puzzle to its end.
# Usage: play.sh BIANCA. Ends with 77 if there is no tmux.
set -euo pipefail

bianca=$1
command -v tmux >/dev/null || exit 77
export LC_ALL=C.UTF-8 TERM=xterm-256color
unset NO_COLOR TMUX
terminal=0
pane() { tmux -L "bianca-play-$$-$terminal" -f /dev/null -u "$@"; }
close() { pane kill-server 2>/dev/null || true; }
trap close EXIT

# start ARGUMENTS...: a fresh terminal in which the game runs and then tells its exit code.
start() {
    close
    # A server that is asked to end may still hold its socket: each gets its own.
    terminal=$((terminal + 1))
    pane new-session -d -x 110 -y 50 "trap : INT; '$bianca' play $*; echo code=\$?; read -r _"
}
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
until printf 'x\n' | "$bianca" play --lang en --seed $seed | grep -q 'player will go first'; do
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
