#!/bin/bash
# JDAPL lab: rping on the kernel's iWARP driver (siw) and our RdmaPing on soft:iwarp exchange pings, either of
# them as the server. One guest is booted; siw is in its namespace hosta, our JVM in hostb, a plain TCP program.
set -euo pipefail

usage() {
  cat <<'U'
usage: 10-rping.sh [--prepare]

Needs root, what ../lab-setup installs, and a finished Maven build. Prints PASS or FAIL for each case and a closing
line, and exits with 0 when all cases ran and passed. Leaves its files in conformance/target/lab/10-rping.
U
}

count=20      # pings of a case
limit=60      # seconds for each wait of ours
hosta=10.77.2.1
hostb=10.77.2.2
main=org.jdapl.conformance/org.jdapl.conformance.interop.RdmaPing

# The cases: name, ping size, further options of RdmaPing. rping's own limit is 65535 bytes.
served_by_kernel=(
  '64 bytes, CRC on|64|--crc on'
  '1000 bytes, CRC on|1000|--crc on'
  '5000 bytes, CRC on|5000|--crc on'
  '65535 bytes, CRC on|65535|--crc on'
  '64 bytes, CRC off|64|--crc off'
  '1000 bytes, CRC off|1000|--crc off'
  '5000 bytes, CRC off|5000|--crc off'
  '65535 bytes, CRC off|65535|--crc off'
  '1001 bytes, CRC on, client-server mode|1001|--crc on --peer-to-peer off'
  '1002 bytes, CRC on, manual progress|1002|--crc on --progress manual'
)
served_by_us=(
  '64 bytes, CRC on|64|--crc on'
  '1000 bytes, CRC on|1000|--crc on'
  '5000 bytes, CRC on|5000|--crc on'
  '65535 bytes, CRC on|65535|--crc on'
  '64 bytes, CRC off|64|--crc off'
  '1000 bytes, CRC off|1000|--crc off'
  '5000 bytes, CRC off|5000|--crc off'
  '65535 bytes, CRC off|65535|--crc off'
  '1003 bytes, CRC on, manual progress|1003|--crc on --progress manual'
)
captured=2   # which case is captured, with either server, and read by an independent decoder afterwards
first_port=21040

captured_port() { # captured_port kernel|us
  if [ "$1" = kernel ]; then echo $((first_port + captured)); else echo $((first_port + ${#served_by_kernel[@]} + captured)); fi
}
capture_filter() { echo "tcp port $(captured_port kernel) or tcp port $(captured_port us)"; }

# shellcheck source=../interop-parts
. "$(dirname "$(readlink -f "$0")")/../interop-parts"
# shellcheck source=../archive-parts
. "$(dirname "$(readlink -f "$0")")/../archive-parts"

# ---- in the guest ---------------------------------------------------------------------------------------
# This script runs in namespace hosta there.

jvm_command() { # jvm_command ARCHIVE ARGUMENT…
  local archive=$1; shift
  jvm=(ip netns exec hostb "$JDAPL_LAB_JAVA" -XX:TieredStopAtLevel=1 -XX:+UseSerialGC -Xlog:disable
    "-XX:SharedArchiveFile=$archive" -p "$JDAPL_LAB_MODULES" -m "$main" "$@")
}
kernel_serves() { # kernel_serves SIZE OPTIONS
  c_start rping -s -v -a $hosta -p "$port" -S "$1"
  if c_wait tcp_listens "$port"; then
    jvm_tell "client $hosta:$port --count $count --size $1 --validate --timeout $limit $2"
    jvm_ends_well "$count pings validated"
  fi
  rping_ends_well 'server ' $count
}
we_serve() { # we_serve SIZE OPTIONS
  jvm_tell "server --bind $hostb --port $port --count $count --timeout $limit $2"
  jvm_until 'listening on *' || return 0
  c_start rping -c -V -v -a $hostb -p "$port" -S "$1" -C "$count"
  jvm_ends_well "$count pings validated"
  rping_ends_well '' $count
}
nobody_serves() { # a JVM of its own, for its exit code
  local rc=0
  jvm_command "$dir/client.jsa" client "$hosta:$port" --count 1 --timeout $limit
  timeout $((2 * limit)) "${jvm[@]}" >"$dir/ours" 2>&1 || rc=$?
  [ $rc = 1 ] || complain "the exit code is $rc, not 1"
  [[ $(<"$dir/ours") == *'cannot connect to '*': NonPeerRejected: '* ]] || complain "it does not say NonPeerRejected"
}

cases() { # cases SERVER FUNCTION CASE…
  local server=$1 serve=$2 one name size options; shift 2
  for one in "$@"; do
    IFS='|' read -r name size options <<<"$one"
    : >"$dir/theirs"
    "$serve" "$size" "$options"
    verdict "$server serves, $name" "$dir/ours" "$dir/theirs"
    port=$((port + 1))
  done
}

guest() {
  dir=$JDAPL_LAB_DIR
  port=$first_port
  trap '' PIPE
  : >"$dir/dumpcap"
  ip netns exec hostb dumpcap -q -i iwarp1 -f "$(capture_filter)" -w "$dir/capture.pcapng" >"$dir/dumpcap" 2>&1 &
  local dumpcap=$! end=$((SECONDS + limit))
  jvm_command "$dir/client.jsa"
  jvm_start
  until [[ $(<"$dir/dumpcap") == *'File: '* ]]; do
    [ $SECONDS -lt $end ] && kill -0 $dumpcap 2>/dev/null || break   # the decoder will have nothing to read
    nap
  done
  cases rping kernel_serves "${served_by_kernel[@]}"
  jvm_end
  jvm_command "$dir/server.jsa"
  jvm_start
  cases RdmaPing we_serve "${served_by_us[@]}"
  jvm_end
  nobody_serves
  verdict 'nobody serves: refused' "$dir/ours"
  kill -INT $dumpcap 2>/dev/null || :
  wait $dumpcap || :
}

# ---- outside --------------------------------------------------------------------------------------------

die() { printf '10-rping: %s\n' "$*" >&2; exit 1; }

archives() { # makes archives of the classes that either role needs, by a run of the one with the other
  local role port
  java() { # java ROLE COMMAND: in a session, as in the guest
    timeout $limit "$JDAPL_LAB_JAVA" -XX:TieredStopAtLevel=1 -XX:+UseSerialGC -Xlog:disable \
      "-XX:ArchiveClassesAtExit=$dir/$1.jsa" -p "$JDAPL_LAB_MODULES" -m "$main" session <<<"$2" >"$dir/$1.train" 2>&1
  }
  java server "server --bind 127.0.0.1 --count 2" &
  until grep -q '^listening' "$dir/server.train" 2>/dev/null; do
    kill -0 $! 2>/dev/null || die "the server ends: $(tail -n 3 "$dir/server.train")"
    sleep 0.1
  done
  port=$(sed -n '/^listening/s/.*://p' "$dir/server.train")
  java client "client 127.0.0.1:$port --count 2 --validate" || die "RdmaPing fails: $(tail -n 3 "$dir/client.train")"
  wait $! || die "RdmaPing fails: $(tail -n 3 "$dir/server.train")"
}

decode() { # decode NAME PORT: each FPDU has a good checksum, and the messages are those of the protocol
  case_began=$SECONDS
  tshark -r "$dir/capture.pcapng" -Y "tcp.port == $2" -V >"$dir/decoded" 2>"$dir/tshark" ||
    complain "tshark cannot read the capture"
  local fpdus good sends reads writes responses terminates
  number() { grep -cE "$1" "$dir/decoded" || :; }
  fpdus=$(number '^ *ULPDU length')
  good=$(number 'Good CRC32')
  sends=$(number 'OpCode: Send \(')
  reads=$(number 'OpCode: Read Request')
  writes=$(number 'OpCode: Write')
  responses=$(number 'OpCode: Read Response')
  terminates=$(number 'OpCode: Terminate')
  [ "$fpdus" -gt 0 ] && [ "$good" = "$fpdus" ] || complain "$good of $fpdus FPDUs have a good checksum"
  [ "$sends" = $((4 * count)) ] || complain "$sends Sends"
  [ "$reads" = $count ] || complain "$reads Read Requests"
  [ "$writes" -ge $((4 * count)) ] || complain "$writes segments of Writes"
  [ "$responses" -ge $((4 * count)) ] || complain "$responses segments of Read Responses"
  [ "$terminates" = 0 ] || complain "$terminates Terminates"
  verdict "decoder, $1: $fpdus FPDUs, $good good checksums" "$dir/tshark"
}

outside() {
  [ $# = 0 ] || [ "$1" = --prepare ] || { usage; [ "$1" = --help ]; exit; }
  local lab root image home began=$SECONDS
  lab=$(cd "$(dirname "$(readlink -f "$0")")/.." && pwd)
  root=$(cd "$lab/../.." && pwd)
  image=$root/conformance/target/image/lib
  compgen -G "$image/conformance-*.jar" >/dev/null || die "jars are missing: etc/mvnj -Dquick -DskipTests package -pl conformance -am"
  home=$("$root/etc/find-jdk25")
  "$lab/lab-setup" --quiet

  dir=$root/conformance/target/lab/10-rping
  JDAPL_LAB_DIR=$dir
  JDAPL_LAB_JAVA=$home/bin/java
  JDAPL_LAB_MODULES=$(jars "$image")
  export JDAPL_LAB_DIR JDAPL_LAB_JAVA JDAPL_LAB_MODULES
  if [ $# = 1 ] || ! is_prepared "$dir" "$image"; then
    rm -rf "$dir"
    mkdir -p "$dir"
    archives
  fi
  if [ $# = 1 ]; then
    prepared "$dir"
    return
  fi

  local rc=0 expected passed=0 failed=0
  "$lab/lab-run" --timeout 270 --net netns --share "$dir" --dmesg "$dir/dmesg" -- \
    ip netns exec hosta bash "$0" --in-guest |
    tee "$dir/results" || rc=$?
  {
    decode 'rping serves' "$(captured_port kernel)"
    decode 'RdmaPing serves' "$(captured_port us)"
  } | tee -a "$dir/results"

  expected=$((${#served_by_kernel[@]} + ${#served_by_us[@]} + 3))
  passed=$(grep -c '^PASS ' "$dir/results" || :)
  failed=$(grep -c '^FAIL ' "$dir/results" || :)
  [ $rc = 0 ] || printf '10-rping: lab-run ended with %s\n' "$rc"
  [ $((passed + failed)) = $expected ] || printf '10-rping: %s cases ran, not %s\n' $((passed + failed)) $expected
  printf '%s passed, %s failed (%s s)\n' "$passed" "$failed" $((SECONDS - began))
  [ $rc = 0 ] && [ "$failed" = 0 ] && [ "$passed" = $expected ]
}

if [ "${1:-}" = --in-guest ]; then guest; else outside "$@"; fi
