#!/bin/bash
# JDAPL lab: datagrams and multicast on the consumer API (docs/examples, datagrams) against the C programs udaddy and mckey.
set -euo pipefail

usage() {
  cat <<'U'
usage: 51-datagrams.sh

Needs root, what ../lab-setup installs, and a finished Maven build (a run of etc/test, or
`etc/mvnj -Dquick -DskipTests package -pl docs/examples -am`). Boots one guest, prints PASS or FAIL for each case and a closing
line, and exits with 0 when all cases ran and passed. Leaves its files in conformance/target/lab/51-datagrams.
U
}

here=$(cd "$(dirname "$(readlink -f "$0")")" && pwd)
root=$(cd "$here/../../.." && pwd)
# shellcheck source=../interop-parts
. "$here/../interop-parts"
# shellcheck source=../archive-parts
. "$here/../archive-parts"
out=$root/conformance/target/lab/51-datagrams
examples=$root/docs/examples/target
rxe=10.77.1.1 siw=10.77.2.1 group=239.77.1.9 limit=60 cases=5

die() { printf '51-datagrams.sh: %s\n' "$*" >&2; exit 1; }

program() { # program JAVA: sets the command of the example
  local native=org.jdapl.core,org.jdapl.provider.verbs
  command=("$1" -XX:TieredStopAtLevel=1 -XX:+UseSerialGC --enable-native-access=$native
    -p "$(printf '%s:' "$examples"/examples-*.jar)$(<"$examples/dependencies.path")" -m org.jdapl.examples/org.jdapl.examples.datagrams.Main)
}
ours() { timeout $((2 * limit)) "${command[@]}" "$@"; }
theirs() { timeout $((2 * limit)) stdbuf -oL "$@"; }   # theirs PROGRAM ARGUMENT…

service_listens() { [[ $(rdma resource show cm_id) =~ 'state LISTEN'[^$'\n']*'ps UDP' ]]; }   # only the kernel tells of udaddy's
complete() { # complete SIDE FILE
  says "$2" 'data transfers complete' || complain "${2##*/} did not complete"
  [ "$1" = ours ] || says "$2" 'return status 0' || complain "${2##*/} has another status"
}
both() { # both NAME SERVER-SIDE CLIENT-SIDE: the first runs in the background as job $server; both must end well
  wait "$server" || complain "the server's exit code is $?"
  complete "$2" "$out/server"
  complete "$3" "$out/client"
  verdict "$1" "$out/server" "$out/client"
}

in_guest() {
  local server
  empty "$out/server" "$out/client"
  theirs udaddy -b $rxe -c 2 >"$out/server" 2>&1 & server=$!
  await service_listens || :
  ours udaddy -s $rxe -c 2 >"$out/client" 2>&1 || complain "exit code $?"
  both 'the C program udaddy answers our look-ups and datagrams' theirs ours

  empty "$out/server" "$out/client"
  ours udaddy -c 2 >"$out/server" 2>&1 & server=$!
  await says "$out/server" 'listening on' || :
  theirs udaddy -s $rxe -c 2 >"$out/client" 2>&1 || complain "exit code $?"
  both 'we answer those of the C program udaddy' ours theirs

  empty "$out/server" "$out/client"
  ours mckey -m $group >"$out/server" 2>&1 & server=$!
  await says "$out/server" joined || :
  theirs mckey -m $group -b $rxe -s >"$out/client" 2>&1 || complain "exit code $?"
  both 'we receive what the C program mckey sends to a group' ours theirs

  empty "$out/server" "$out/client"
  theirs mckey -m $group -b $rxe >"$out/server" 2>&1 & server=$!
  await says "$out/server" 'joined dgid' || :
  ours mckey -m $group -w >"$out/client" 2>&1 || complain "exit code $?"
  both 'the C program mckey receives what we send to a group' theirs ours

  ! ours udaddy -d iwarp:siw0 -s $siw >"$out/client" 2>&1 || complain "it succeeds"
  says "$out/client" 'iwarp:siw0 does not have the capability UNRELIABLE_DATAGRAM' || complain "it does not say why"
  verdict 'iWARP, which has no datagrams, refuses them by name' "$out/client"

  echo "$passed passed, $failed failed"
  [ "$failed" = 0 ] && [ "$passed" = $cases ]
}

if [ "${1:-}" = --in-guest ]; then
  program "$2"
  in_guest
  exit
fi
[ $# = 0 ] || { usage; [ "$1" = --help ]; exit; }
compgen -G "$examples/examples-*.jar" >/dev/null && [ -s "$examples/dependencies.path" ] ||
  die "the examples are not built: etc/mvnj -Dquick -DskipTests package -pl docs/examples -am"
"$here/../lab-setup" --quiet
rm -rf "$out"
mkdir -p "$out"
java=$("$root/etc/find-jdk25")/bin/java
program "$java"
list_classes "$out" ours udaddy -s 127.0.0.1 -c 1 >"$out/train" 2>&1 || :   # to where it finds no adapter
make_archive "$out" "${command[@]}"
JDK_JAVA_OPTIONS=-XX:SharedArchiveFile=$out/archive.jsa exec "$here/../lab-run" --net single --timeout 400 --share "$out" --dmesg "$out/dmesg" -- \
  "$here/51-datagrams.sh" --in-guest "$java"
