#!/bin/bash
# JDAPL lab: the command line on the kernel's drivers: adapters, messages, files and figures of the providers ib and iwarp;
# `jdapl info --devices -v` against ibv_devinfo -v, name by name; and what `jdapl doctor` says of the guest, as it is and
# after things were taken from it.
set -euo pipefail

usage() {
  cat <<'U'
usage: 30-providers.sh [--prepare]

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
rxe=10.77.1.1 siw=10.77.2.1 limit=60 expected=20

die() { printf '30-providers.sh: %s\n' "$*" >&2; exit 1; }

program() { # program JAVA: sets the command of jdapl
  command=("$1" -XX:TieredStopAtLevel=1 -XX:+UseSerialGC --enable-native-access=org.jdapl.core,org.jdapl.provider.verbs
    -p "$(jars "$root/tools/target/image/lib")" -m org.jdapl.tools/org.jdapl.tools.Main)
}

# ---- in the guest ---------------------------------------------------------------------------------------

# Two JVMs run all command lines (jdapl session), since starting one costs most of a case's time in the guest.
declare -A input
session() { # session SIDE: its output is in $out/SIDE
  local fifo=/tmp/jdapl-$1
  rm -f "$fifo"
  mkfifo "$fifo"
  empty "$out/$1"
  "${command[@]}" session <"$fifo" >>"$out/$1" 2>&1 &
  exec {input[$1]}>"$fifo"
  rm "$fifo"
}
sessions() { session server; session client; }
sessions_end() {
  exec {input[server]}>&- {input[client]}>&-
  wait
}
tell() { # tell SIDE WORD…: runs a command line
  local side=$1; shift
  printf '%s\n' "$*" >&"${input[$side]}" || complain "the $side is gone"
}
ended() { [[ $(<"$1") == *exit\ [0-9]* ]]; }
succeeds() { # succeeds SIDE
  await ended "$out/$1" || return 0
  says "$out/$1" 'exit 0' || complain "the $1's status: $(tail -n 1 "$out/$1")"
}
both() { # both SERVER CLIENT: these two command lines, at each other's end
  empty "$out/server" "$out/client"
  tell server $1
  if await says "$out/server" 'listening on'; then
    tell client $2
    succeeds client
  fi
  succeeds server
}

messages() { # messages ADAPTER ADDRESS
  both "ping --adapter $1 --listen=$2:7471" "ping --adapter $1 --connect=$2:7471 --timeout=30s -C 20 -S 5000 -V"
  says "$out/client" '20 sent, 20 received and checked' || complain "not all were received"
  verdict "$1: 20 messages of 5000 bytes there and back, checked" "$out/server" "$out/client"
}

file() { # file ADAPTER ADDRESS
  local to
  to=$(mktemp -d)
  both "copy --adapter $1 --listen=$2:7472 $to" "copy --adapter $1 --block 64KiB --timeout=30s '$sample' --connect=$2:7472"
  cmp "$sample" "$to/${sample##*/}" >>"$out/client" 2>&1 || complain "it is another file"
  rm -rf "$to"
  verdict "$1: a file copied, equal byte for byte" "$out/server" "$out/client"
}

figures() { # figures ADAPTER ADDRESS: that it measures; what the figures are is nothing to pass or fail for
  local rows
  both "perf --adapter $1 --listen=$2:7473" "perf --adapter $1 --connect=$2:7473 --timeout=30s --op send,write,read -s 4k -n 100"
  rows=$(grep -cE '^ +4096 +100 ' "$out/client" || :)
  [ "$rows" = 6 ] || complain "$rows rows of figures, not 6"
  verdict "$1: latency and bandwidth of sends, RDMA writes and reads are measured" "$out/server" "$out/client"
}

cases() { # cases ADAPTER ADDRESS
  messages "$@"
  file "$@"
  figures "$@"
}

devices() { # what is said of them is written down, and compared outside, where programs start faster
  ibv_devinfo -v >"$out/theirs"
  empty "$out/client"
  tell client info --devices -v
  await ended "$out/client" || :
  cp "$out/client" "$out/ours"
  empty "$out/client"
  tell client doctor
  await ended "$out/client" || :
  cp "$out/client" "$out/fit"
}
taken() { # much is taken at once: the user's rights, the address, the link, the memory
  ip address flush dev roce0 scope global
  ip link set iwarp0 down
  chmod 600 /dev/infiniband/uverbs0
  ulimit -l 64
  sleep 1
  setpriv --reuid=65534 --clear-groups --inh-caps=-all --bounding-set=-all \
    bash -c '"${0}" "$@" >/tmp/unfit 2>&1; echo "exit $?" >>/tmp/unfit' "${command[@]}" doctor --problems || :
  cat /tmp/unfit >"$out/unfit"
}

in_guest() {
  sessions
  tell client info
  succeeds client
  says "$out/client" $'\nib:rxe0\n' && says "$out/client" $'\niwarp:siw0\n' || complain "it does not list them"
  verdict 'jdapl info lists ib:rxe0 and iwarp:siw0' "$out/client"
  devices
  cases ib:rxe0 $rxe
  cases iwarp:siw0 $siw
  sessions_end
  taken
}

train() { # what the guest's programs do, on this machine's loopback
  sessions
  tell client info
  succeeds client
  devices 2>/dev/null
  cases soft:iwarp 127.0.0.1
  sessions_end
  [ $failed = 0 ]
}

# ---- outside --------------------------------------------------------------------------------------------

# "name: value" of each line, under the device and port that it belongs to; bare words (flags) too.
plain() {
  sed -E -e 's/[[:space:]]+/ /g' -e 's/^ //' "$1" |
    sed -nE -e 's/^(GID\[) *([0-9]+)/\1\2/' \
      -e '/not supported$/d;/^(device_caps|.*caps|supported_qp):$/d' -e '/^[A-Za-z_0-9 ]+(\[[0-9]+\])?:/p;/^[A-Z][A-Z_0-9 ]+$/p' |
    awk '/^hca_id:/ {d = $2; p = ""} /^port:/ {p = "/" $2} {print d p " " $0}'
}

compare() { # compare DEVICE LEAST
  local names missing
  names=$(grep -c "^$1[/ ]" "$out/theirs.plain" || :)
  missing=$(grep "^$1[/ ]" "$out/theirs.plain" | grep -vxFf "$out/ours.plain" | head -n 3 | paste -sd ';' || :)
  if [ "$names" -lt "$2" ]; then
    echo "FAIL devices $1: ibv_devinfo has but $names lines"
  elif [ -n "$missing" ]; then
    echo "FAIL devices $1: ours lacks of $names: $missing"
  else
    echo "PASS devices $1: $names lines as ibv_devinfo -v"
  fi
}

tells() { # tells FILE STATUS SENTENCE: the line is there
  if grep -qE "^$2 +$3" "$out/$1"; then
    echo "PASS doctor, $1: ${3//\\/}"
  else
    echo "FAIL doctor, $1: nothing with '$3'"
  fi
}
ends() { # ends FILE CODE
  if [ "$(tail -n 1 "$out/$1")" = "exit $2" ]; then
    echo "PASS doctor, $1: exit code $2"
  else
    echo "FAIL doctor, $1: $(tail -n 1 "$out/$1"), not $2"
  fi
}

devices_cases() {
  compare rxe0 90
  compare siw0 75
  ends fit 0
  tells fit ok 'This user may open /dev/infiniband/uverbs0'
  tells fit ok 'rxe0 port 1 has GIDs for 10\.77\.1\.1\.'
  tells fit ok 'siw0 port 1 \(iWARP\) is active\.'
  tells fit ok 'libibverbs has a driver for siw0\.'
  ends unfit 1
  tells unfit FAILURE 'This user may not open /dev/infiniband/uverbs0 \(root:root rw-------\)'
  tells unfit WARNING 'This user may not open /dev/infiniband/umad0'
  tells unfit WARNING 'rxe0 port 1 has only link-local GIDs'
  tells unfit WARNING 'siw0 port 1 \(iWARP\) is not active: DOWN'
  tells unfit WARNING 'This process may lock 64 KiB of memory'
}

if [ "${1:-}" = --in-guest ]; then
  program "$2"
  in_guest
  exit
fi
prepare() {
  "$here/../lab-setup" --quiet
  rm -rf "$out"
  mkdir -p "$out"
  list_classes "$out" train >"$out/train" || die "training failed: $(cat "$out/train")"
  make_archive "$out" "${command[@]}"
}
[ $# = 0 ] || [ "$1" = --prepare ] || { usage; [ "$1" = --help ]; exit; }
compgen -G "$root/tools/target/image/lib/tools-*.jar" >/dev/null || die "tools is not built: etc/mvnj -Dquick -DskipTests package -pl tools -am"
java=$("$root/etc/find-jdk25")/bin/java
program "$java"
if [ $# = 1 ]; then
  prepare
  prepared "$out"
  exit
fi
is_prepared "$out" "$root/tools/target/image/lib" || prepare
rc=0
JDK_JAVA_OPTIONS=-XX:SharedArchiveFile=$out/archive.jsa "$here/../lab-run" --net single --timeout 400 --share "$out" --dmesg "$out/dmesg" -- \
  "$here/30-providers.sh" --in-guest "$java" | tee "$out/results" || rc=$?
for file in theirs ours fit unfit; do touch "$out/$file"; done
for file in theirs ours; do plain "$out/$file" >"$out/$file.plain"; done
devices_cases | tee -a "$out/results"
passed=$(grep -c '^PASS ' "$out/results" || :) failed=$(grep -c '^FAIL ' "$out/results" || :)
[ $rc = 0 ] || printf '30-providers: lab-run ended with %s\n' "$rc"
[ $((passed + failed)) = $expected ] || printf '30-providers: %s cases ran, not %s\n' $((passed + failed)) $expected
printf '%s passed, %s failed (%s s)\n' "$passed" "$failed" $SECONDS
[ $rc = 0 ] && [ "$failed" = 0 ] && [ "$passed" = $expected ]
