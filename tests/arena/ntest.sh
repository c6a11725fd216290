#!/bin/sh
# NTest as a match meets it: it plays on a clock only once a depth was set, and takes a fraction of
# a second in TI for minutes. What it would get wrong ends it. "$@" finds its moves, a ply deep.
check() {
    depth=
    while read -r line; do
        case $line in
        'set depth '[1-9]*)
            depth=1
            line='set depth 1'
            ;;
        'set game '*'TI['*)
            time=${line#*TI\[}
            case ${time%%\]*} in
            *[!0-9:/]*) return ;;
            esac
            # What the moves took is subtracted from it, so they must say it.
            case ${line#*\]TY} in
            *'B['*//[0-9]* | *'W['*//[0-9]*) ;;
            *'*]B['* | *'*]W['*) return ;;
            esac
            ;;
        go) [ -n "$depth" ] || return ;;
        esac
        printf '%s\n' "$line"
    done
}
check | "$@"
