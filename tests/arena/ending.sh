#!/bin/sh
# A GTP engine that notes how it is ended, in the file of its first argument, a line for each start
# and a line for whatever ends it. It plays as a game needs that it loses at its first move. The
# second argument says how it takes its end: `obeys`, `saves` (it works for a moment first), `deaf`
# to words and the end of its input, or `stays` whatever is sent to it but SIGKILL. One that `waits`
# thinks for three seconds, unless there is a file with the name of the notes and `.on`.
note() { echo "$1" >> "$notes"; }
notes=$1
how=$2
# Nobody may listen any more.
trap '' PIPE
note start
echo $$ > "$notes.pid"
case "$how" in
deaf) trap 'note term; exit 7' TERM ;;
stays) trap 'note term' TERM ;;
*) trap 'note term; exit 8' TERM ;;
esac
finish() {
    case "$how" in
    saves) sleep 0.5 && note saved && exit 5 ;;
    deaf | stays) while :; do sleep 0.02; done ;;
    esac
    exit 0
}
while read -r command rest; do
    case "$command" in
    list_commands) printf '= list_commands\nboardsize\nclear_board\nplay\ngenmove\ngogui-interrupt\nquit\n\n' ;;
    genmove)
        case "$how" in
        waits) [ -e "$notes.on" ] || sleep 3 ;;
        esac
        printf '= resign\n\n'
        ;;
    quit)
        note quit
        printf '=\n\n'
        finish
        ;;
    # Nobody who searches: nothing is to be interrupted.
    '#'*) [ "$how" = waits ] || note interrupted ;;
    *) printf '=\n\n' ;;
    esac
done
note eof
finish
