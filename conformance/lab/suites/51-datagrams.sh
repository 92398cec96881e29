#!/bin/bash
# JDAPL lab: datagrams and multicast on the consumer API (docs/examples, datagrams) against the C programs udaddy and mckey.
set -euo pipefail

usage() {
  cat <<'U'
usage: 51-datagrams.sh

Needs root, what ../lab-setup installs, and compiled examples (a run of etc/test, or
`etc/mvnj -Dquick -DskipTests test -pl docs/examples -am`). Boots one guest, prints PASS or FAIL for each case and a closing
line, and exits with 0 when all cases ran and passed. Leaves its files in conformance/target/lab/51-datagrams.
U
}

here=$(cd "$(dirname "$(readlink -f "$0")")" && pwd)
root=$(cd "$here/../../.." && pwd)
out=$root/conformance/target/lab/51-datagrams
examples=$root/docs/examples/target
rxe=10.77.1.1 siw=10.77.2.1 group=239.77.1.9 limit=60 cases=5

ours() { # ours ARGUMENT…
  timeout $((2 * limit)) "$java" -XX:TieredStopAtLevel=1 -XX:+UseSerialGC \
    --enable-native-access=org.jdapl.core,org.jdapl.provider.verbs \
    -p "$examples/classes:$(<"$examples/dependencies.path")" -m org.jdapl.examples/org.jdapl.examples.datagrams.Main "$@"
}
theirs() { timeout $((2 * limit)) stdbuf -oL "$@"; }   # theirs PROGRAM ARGUMENT…

passed=0 failed=0
verdict() { # verdict NAME RC FILE…
  local name=$1 rc=$2; shift 2
  if [ "$rc" = 0 ]; then passed=$((passed + 1)); echo "PASS $name"; else
    failed=$((failed + 1)); echo "FAIL $name"; tail -n 20 "$@" | sed 's/^/    /'
  fi
}

await_line() { # await_line FILE TEXT
  local i
  for ((i = 0; i < limit * 10; i++)); do grep -q "$2" "$1" 2>/dev/null && return; sleep 0.1; done
  return 1
}
await_service() { # waits until udaddy listens, which only the kernel tells
  local i
  for ((i = 0; i < limit * 10; i++)); do rdma resource show cm_id | grep -q 'state LISTEN.*ps UDP' && return; sleep 0.1; done
  return 1
}
complete() { grep -q '^data transfers complete' "$1" && { [ "$2" = ours ] || grep -q '^return status 0' "$1"; }; }

both() { # both NAME SERVER-SIDE CLIENT-SIDE: the first runs in the background as job $server; both must end well
  local rc=0
  wait "$server" || rc=1
  complete "$out/server" "$2" && complete "$out/client" "$3" || rc=1
  [ "$client" = 0 ] || rc=1
  verdict "$1" "$rc" "$out/server" "$out/client"
}

in_guest() {
  local server client=0
  theirs udaddy -b $rxe -c 2 >"$out/server" 2>&1 & server=$!
  await_service || client=1
  ours udaddy -s $rxe -c 2 >"$out/client" 2>&1 || client=1
  both 'the C program udaddy answers our look-ups and datagrams' theirs ours

  client=0
  ours udaddy -c 2 >"$out/server" 2>&1 & server=$!
  await_line "$out/server" 'listening on' || client=1
  theirs udaddy -s $rxe -c 2 >"$out/client" 2>&1 || client=1
  both 'we answer those of the C program udaddy' ours theirs

  client=0
  ours mckey -m $group >"$out/server" 2>&1 & server=$!
  await_line "$out/server" joined || client=1
  theirs mckey -m $group -b $rxe -s >"$out/client" 2>&1 || client=1
  both 'we receive what the C program mckey sends to a group' ours theirs

  client=0
  theirs mckey -m $group -b $rxe >"$out/server" 2>&1 & server=$!
  await_line "$out/server" 'joined dgid' || client=1
  ours mckey -m $group -w >"$out/client" 2>&1 || client=1
  both 'the C program mckey receives what we send to a group' theirs ours

  local rc=0
  ours udaddy -d iwarp:siw0 -s $siw >"$out/client" 2>&1 && rc=1
  grep -q 'iwarp:siw0 does not have the capability UNRELIABLE_DATAGRAM' "$out/client" || rc=1
  verdict 'iWARP, which has no datagrams, refuses them by name' "$rc" "$out/client"

  echo "$passed passed, $failed failed"
  [ "$failed" = 0 ] && [ "$passed" = $cases ]
}

if [ "${1:-}" = --in-guest ]; then
  java=$2
  in_guest
  exit
fi
[ $# = 0 ] || { usage; [ "$1" = --help ]; exit; }
[ -s "$examples/dependencies.path" ] ||
  { echo "51-datagrams.sh: the examples are not built: etc/mvnj -Dquick -DskipTests test -pl docs/examples -am" >&2; exit 1; }
"$here/../lab-setup" --quiet
rm -rf "$out"
mkdir -p "$out"
java=$("$root/etc/find-jdk25")/bin/java
exec "$here/../lab-run" --net single --timeout 400 --share "$out" --dmesg "$out/dmesg" -- "$here/51-datagrams.sh" --in-guest "$java"
