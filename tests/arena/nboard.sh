#!/bin/sh
# An NBoard engine that knows one move of the game: f5, with what it thought of it. Then it
# plays where nobody can.
said=F5
while read -r command rest; do
    case "$command" in
    ping) echo "pong $rest" ;;
    go)
        echo 'status Thinking'
        echo 'search F5d6 1.00 0 7'
        echo "=== $said/1.25/0.01"
        said=A1
        ;;
    quit) exit ;;
    esac
done
