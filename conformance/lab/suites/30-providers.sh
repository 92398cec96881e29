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
# shellcheck source=../archive-parts
. "$here/../archive-parts"
# shellcheck source=../interop-parts
. "$here/../interop-parts"
root=$(cd "$here/../../.." && pwd)
out=$root/conformance/target/lab/30-providers
sample=$root/tools/target/image/lib/guice-7.0.0-classes.jar
rxe=10.77.1.1 siw=10.77.2.1 limit=60

die() { printf '30-providers.sh: %s\n' "$*" >&2; exit 1; }

program() { # program JAVA: sets the command of jdapl
  command=("$1" -XX:TieredStopAtLevel=1 -XX:+UseSerialGC --enable-native-access=org.jdapl.core,org.jdapl.provider.verbs
    -p "$(jars "$root/tools/target/image/lib")" -m org.jdapl.tools/org.jdapl.tools.Main)
}
jdapl() { timeout $((3 * limit)) "${command[@]}" "$@"; }

messages() { # messages ADAPTER ADDRESS
  local adapter=$1 address=$2 server
  empty "$out/server" "$out/client"
  jdapl ping --adapter "$adapter" --listen="$address:7471" >"$out/server" 2>&1 & server=$!
  await says "$out/server" "listening on" || :
  jdapl ping --adapter "$adapter" --connect="$address:7471" --timeout=30s -C 20 -S 5000 -V >"$out/client" 2>&1 || complain "exit code $?"
  says "$out/client" '20 sent, 20 received and checked' || complain "not all were received"
  wait "$server" || complain "the server's exit code is $?"
  verdict "$adapter: 20 messages of 5000 bytes there and back, checked" "$out/server" "$out/client"
}

file() { # file ADAPTER ADDRESS
  local adapter=$1 address=$2 server to
  to=$(mktemp -d)
  empty "$out/server" "$out/client"
  jdapl copy --adapter "$adapter" --listen="$address:7472" "$to" >"$out/server" 2>&1 & server=$!
  await says "$out/server" "listening on" || :
  jdapl copy --adapter "$adapter" --block 64KiB --timeout=30s "$sample" --connect="$address:7472" >"$out/client" 2>&1 || complain "exit code $?"
  wait "$server" || complain "the server's exit code is $?"
  cmp "$sample" "$to/${sample##*/}" >>"$out/client" 2>&1 || complain "it is another file"
  rm -rf "$to"
  verdict "$adapter: a file copied, equal byte for byte" "$out/server" "$out/client"
}

figures() { # figures ADAPTER ADDRESS: that it measures; what the figures are is nothing to pass or fail for
  local adapter=$1 address=$2 server rows
  empty "$out/server" "$out/client"
  jdapl perf --adapter "$adapter" --listen="$address:7473" >"$out/server" 2>&1 & server=$!
  await says "$out/server" "listening on" || :
  jdapl perf --adapter "$adapter" --connect="$address:7473" --timeout=30s --op send,write,read -s 4k -n 100 \
    >"$out/client" 2>&1 || complain "exit code $?"
  wait "$server" || complain "the server's exit code is $?"
  rows=$(grep -cE '^ +4096 +100 ' "$out/client" || :)
  [ "$rows" = 6 ] || complain "$rows rows of figures, not 6"
  verdict "$adapter: latency and bandwidth of sends, RDMA writes and reads are measured" "$out/server" "$out/client"
}

cases() { # cases ADAPTER ADDRESS
  out+=/${1#*:}
  mkdir -p "$out"
  messages "$@"
  file "$@"
  figures "$@"
}

in_guest() { # the two adapters at once: what a program of one leaves of two processors, the other's uses
  jdapl info >"$out/info" 2>&1 || complain "exit code $?"
  says "$out/info" $'\nib:rxe0\n' && says "$out/info" $'\niwarp:siw0\n' || complain "it does not list them"
  {
    verdict 'jdapl info lists ib:rxe0 and iwarp:siw0' "$out/info"
    cases ib:rxe0 $rxe &
    cases iwarp:siw0 $siw &
    wait
  } | tee "$out/results"
  passed=$(grep -c '^PASS ' "$out/results" || :) failed=$(grep -c '^FAIL ' "$out/results" || :)
  echo "$passed passed, $failed failed ($SECONDS s)"
  [ "$failed" = 0 ] && [ "$passed" = 7 ]
}

train() { # what the guest's programs do, on this machine's loopback
  jdapl info >"$out/info" 2>&1
  messages soft:iwarp 127.0.0.1
  file soft:iwarp 127.0.0.1
  figures soft:iwarp 127.0.0.1
  [ $failed = 0 ]
}

if [ "${1:-}" = --in-guest ]; then
  program "$2"
  in_guest
  exit
fi
[ $# = 0 ] || { usage; [ "$1" = --help ]; exit; }
compgen -G "$root/tools/target/image/lib/tools-*.jar" >/dev/null || die "tools is not built: etc/mvnj -Dquick -DskipTests package -pl tools -am"
"$here/../lab-setup" --quiet
rm -rf "$out"
mkdir -p "$out"
java=$("$root/etc/find-jdk25")/bin/java
program "$java"
list_classes "$out" train >"$out/train" || die "training failed: $(cat "$out/train")"
make_archive "$out" "${command[@]}"
JDK_JAVA_OPTIONS=-XX:SharedArchiveFile=$out/archive.jsa exec "$here/../lab-run" --net single --timeout 400 --share "$out" --dmesg "$out/dmesg" -- \
  "$here/30-providers.sh" --in-guest "$java"
