#!/bin/bash
# JDAPL lab: the providers ib and iwarp on the kernel's drivers, by the command line: adapters, messages, files, figures.
set -euo pipefail

usage() {
  cat <<'U'
usage: 30-providers.sh

Needs root, what ../lab-setup installs, and a finished Maven build. Boots one guest, prints PASS or FAIL for each case and
a closing line, and exits with 0 when all cases ran and passed. Leaves its files in conformance/target/lab/30-providers.
U
}

here=$(cd "$(dirname "$(readlink -f "$0")")" && pwd)
root=$(cd "$here/../../.." && pwd)
out=$root/conformance/target/lab/30-providers
sample=$root/tools/target/image/lib/guice-7.0.0-classes.jar
rxe=10.77.1.1 siw=10.77.2.1 limit=60

jdapl() {
  timeout $((3 * limit)) "$java" -XX:TieredStopAtLevel=1 -XX:+UseSerialGC \
    --enable-native-access=org.jdapl.core,org.jdapl.provider.verbs -p "$root/tools/target/image/lib" \
    -m org.jdapl.tools/org.jdapl.tools.Main "$@"
}

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

messages() { # messages ADAPTER ADDRESS [CLIENT-ADAPTER]
  local adapter=$1 address=$2 rc=0 server
  jdapl ping --adapter "$adapter" --listen="$address:7471" >"$out/server" 2>&1 & server=$!
  await_line "$out/server" "listening on" || rc=1
  jdapl ping --adapter "$adapter" --connect="$address:7471" --timeout=30s -C 20 -S 5000 -V >"$out/client" 2>&1 || rc=1
  grep -q '20 sent, 20 received and checked' "$out/client" || rc=1
  wait "$server" || rc=1
  verdict "$adapter: 20 messages of 5000 bytes there and back, checked" "$rc" "$out/server" "$out/client"
}

file() { # file ADAPTER ADDRESS
  local adapter=$1 address=$2 rc=0 server
  rm -rf /tmp/to; mkdir /tmp/to
  jdapl copy --adapter "$adapter" --listen="$address:7472" /tmp/to >"$out/server" 2>&1 & server=$!
  await_line "$out/server" "listening on" || rc=1
  jdapl copy --adapter "$adapter" --block 64KiB --timeout=30s "$sample" --connect="$address:7472" >"$out/client" 2>&1 || rc=1
  wait "$server" || rc=1
  cmp "$sample" "/tmp/to/${sample##*/}" >>"$out/client" 2>&1 || rc=1
  verdict "$adapter: a file copied, equal byte for byte" "$rc" "$out/server" "$out/client"
}

figures() { # figures ADAPTER ADDRESS: that it measures; what the figures are is nothing to pass or fail for
  local adapter=$1 address=$2 rc=0 server rows
  jdapl perf --adapter "$adapter" --listen="$address:7473" >"$out/server" 2>&1 & server=$!
  await_line "$out/server" "listening on" || rc=1
  jdapl perf --adapter "$adapter" --connect="$address:7473" --timeout=30s --op send,write,read -s 64,4k -n 100 \
    >"$out/client" 2>&1 || rc=1
  wait "$server" || rc=1
  rows=$(grep -cE '^ +(64|4096) +100 ' "$out/client" || :)
  [ "$rows" = 12 ] || { rc=1; echo "$rows rows of figures, not 12" >>"$out/client"; }
  verdict "$adapter: latency and bandwidth of sends, RDMA writes and reads are measured" "$rc" "$out/server" "$out/client"
}

in_guest() {
  local rc=0
  jdapl info >"$out/info" 2>&1 || rc=1
  grep -q '^ib:rxe0$' "$out/info" && grep -q '^iwarp:siw0$' "$out/info" || rc=1
  verdict 'jdapl info lists ib:rxe0 and iwarp:siw0' "$rc" "$out/info"
  messages ib:rxe0 $rxe
  messages iwarp:siw0 $siw
  file ib:rxe0 $rxe
  file iwarp:siw0 $siw
  figures ib:rxe0 $rxe
  figures iwarp:siw0 $siw
  echo "$passed passed, $failed failed"
  [ "$failed" = 0 ] && [ "$passed" = 7 ]
}

if [ "${1:-}" = --in-guest ]; then
  java=$2
  in_guest
  exit
fi
[ $# = 0 ] || { usage; [ "$1" = --help ]; exit; }
ls "$root"/tools/target/image/lib/tools-*.jar >/dev/null 2>&1 ||
  { echo "30-providers.sh: tools is not built: etc/mvnj -Dquick -DskipTests package -pl tools -am" >&2; exit 1; }
"$here/../lab-setup" --quiet
rm -rf "$out"
mkdir -p "$out"
java=$("$root/etc/find-jdk25")/bin/java
exec "$here/../lab-run" --net single --timeout 400 --share "$out" --dmesg "$out/dmesg" -- "$here/30-providers.sh" --in-guest "$java"
