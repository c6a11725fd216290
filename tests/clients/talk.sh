#!/usr/bin/env bash
# Talks with Bianca at a real terminal (tmux): a bare move, a line that is edited, the lines before it,
# and a terminal that is as it was after quit, Ctrl-D and Ctrl-C, also while a search runs.
# Usage: talk.sh BIANCA. Ends with 77 if there is no tmux.
set -euo pipefail

bianca=$1
command -v tmux >/dev/null || exit 77
export LC_ALL=C.UTF-8 TERM=xterm-256color
unset TMUX
terminal=0
pane() { tmux -L "bianca-talk-$$-$terminal" -f /dev/null -u "$@"; }
close() { pane kill-server 2>/dev/null || true; }
trap close EXIT

start() {
    close
    terminal=$((terminal + 1))
    pane new-session -d -x 100 -y 50 "trap : INT; stty -a >'$before'; '$bianca'; echo code=\$?; stty -a | cmp '$before' - && echo 'as it was'; read -r _"
}
keys() { pane send-keys "$@"; }
type_line() {
    keys -l -- "$1"
    keys Enter
}
# expect TEXT [COUNT]: waits until the terminal shows it so often; generous, because the machine may
# be busy.
expect() {
    for _ in $(seq 1200); do
        if [ "$(pane capture-pane -p -J -S - 2>/dev/null | grep -cF -- "$1")" -ge "${2:-1}" ]; then return; fi
        sleep 0.1
    done
    echo "talk.sh: '$1' was not shown; the terminal has:" >&2
    pane capture-pane -p -J -S - >&2 || true
    exit 1
}
before=$(mktemp)
trap 'close; rm -f "$before"' EXIT

start
expect 'an Othello engine. bianca play is'
type_line 'f5'
type_line 'history'
expect '= f5'
# "histor" with its beginning and its end put right.
keys -l 'istor'
keys Home
keys -l 'h'
keys End
type_line 'y'
expect '= f5' 2
keys Up
keys Enter
expect '= f5' 3
type_line 'showbord'
expect 'did you mean showboard?'
type_line 'quit'
expect 'code=0'
expect 'as it was'

for key in C-d C-c; do
    for search in '' 'go infinite'; do
        start
        expect 'an Othello engine'
        type_line 'history'
        expect '='
        if [ -n "$search" ]; then
            type_line "$search"
            sleep 0.5
        fi
        keys "$key"
        expect 'code=0'
        expect 'as it was'
    done
done
