#!/bin/sh
# The filters spread by GNU parallel, over processes of this machine and, through ssh, over two
# hosts, which are two names of this machine; the results are compared with those of one process.
# A server of its own, with keys of its own, listens on a free port of the loopback device.
#
# usage: parallel.sh [local]
# With `local` only over processes of this machine.
set -eu
for need in parallel ssh ssh-keygen; do
    if ! command -v "$need" > /dev/null; then
        echo "skipped: $need is not installed (Debian packages parallel and openssh-client)"
        exit 0
    fi
done
. "$(dirname "$0")/filters.sh"
server=
made=
clean() {
    [ -z "$server" ] || kill "$server"
    [ -z "$made" ] || rmdir "$made"
    rm -rf "$work"
}
trap 'status=$?; clean; exit $status' EXIT
# So that parallel's own files are removed with the rest.
HOME=$work
PARALLEL_HOME=$work/.parallel
export HOME PARALLEL_HOME
mkdir "$PARALLEL_HOME"
touch "$PARALLEL_HOME/will-cite"

echo 'processes of this machine'
spread() {
    # Exit codes above 0 count jobs with lines that cannot be read.
    parallel --pipe -k -N 7 -j 3 "$@" || [ $? -le 100 ]
}
compare_all
[ "${1:-}" != local ] || exit 0

sshd=$(command -v sshd || ls /usr/sbin/sshd 2> /dev/null || :)
if [ -z "$sshd" ]; then
    echo 'skipped: sshd is not installed (Debian package openssh-server)'
    exit 0
fi
echo 'two hosts through ssh'
ssh-keygen -q -t ed25519 -N '' -f "$work/host_key"
ssh-keygen -q -t ed25519 -N '' -f "$work/key"
port=$(perl -MIO::Socket::INET -e \
    'print IO::Socket::INET->new(Listen => 1, LocalAddr => "127.0.0.1")->sockport')
# StrictModes would refuse keys under a directory that others may write to, as /tmp is.
cat > "$work/sshd_config" <<END
ListenAddress 127.0.0.1:$port
HostKey $work/host_key
AuthorizedKeysFile $work/key.pub
PasswordAuthentication no
KbdInteractiveAuthentication no
UsePAM no
StrictModes no
PidFile none
END
cat > "$work/ssh_config" <<END
Host one two
    HostName 127.0.0.1
    Port $port
    User $(id -un)
    IdentityFile $work/key
    IdentitiesOnly yes
    UserKnownHostsFile $work/known_hosts
    StrictHostKeyChecking accept-new
    LogLevel ERROR
END
# Run by root, the server wants this directory.
if [ "$(id -u)" = 0 ] && [ ! -d /run/sshd ]; then
    made=/run/sshd
    mkdir "$made"
fi
"$sshd" -D -e -f "$work/sshd_config" 2> "$work/sshd.log" &
server=$!
tries=0
until ssh -F "$work/ssh_config" one true 2> "$work/ssh.log" &&
    ssh -F "$work/ssh_config" two true 2> "$work/ssh.log"; do
    tries=$((tries + 1))
    if [ $tries = 20 ]; then
        cat "$work/ssh.log" "$work/sshd.log"
        exit 1
    fi
    sleep 1
done
spread() {
    parallel --ssh "ssh -F $work/ssh_config" --sshlogin 2/one,2/two --pipe -k -N 7 "$@" ||
        [ $? -le 100 ]
}
compare_all
