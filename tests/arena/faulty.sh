#!/bin/sh
# A GTP engine that does everything right until it is asked for a move, and then fails in the
# way that its argument names.
while read -r command rest; do
    case "$command" in
    list_commands)
        printf '= list_commands\nboardsize\nclear_board\nplay\ngenmove\nquit\n\n'
        ;;
    genmove)
        case "$1" in
        hang) sleep 1000 ;;
        crash) exit 3 ;;
        rubbish) printf 'I would rather not\n\n' ;;
        no-move) printf '= banana\n\n' ;;
        illegal) printf '= A1\n\n' ;;
        refuse) printf '? syntax error\n\n' ;;
        resign) printf '= resign\n\n' ;;
        slow) sleep 2 && printf '= A1\n\n' ;;
        evil) printf '\033]0;title\007\302\233 \342\200\256no\n\n' ;;
        flood) printf '= ' && yes ;;
        esac
        ;;
    quit)
        printf '=\n\n'
        exit
        ;;
    *) printf '=\n\n' ;;
    esac
done
