#!/bin/sh
# An XBoard engine that notes what it is told in the file of its first argument and, when it is to
# move, says what the second one is.
while read -r line; do
    echo "$line" >> "$1"
    case "$line" in
    protover*) echo 'feature variants="reversi" setboard=1 ping=1 done=1' ;;
    ping*) echo "pong ${line#ping }" ;;
    go) echo "$2" ;;
    quit) exit 3 ;;
    esac
done
