#!/bin/bash
# JDAPL lab: the providers ib and iwarp on the kernel's drivers against C programs (rping, ucmatose, uDAPL's dtest),
# either of them as the server; and soft:iwarp against the kernel's iWARP driver, by the rules of the kit.
set -euo pipefail

usage() {
  cat <<'U'
usage: 50-interop.sh [--prepare]

Needs root, what ../lab-setup installs, and a finished Maven build. Boots two guests, one after the other, prints PASS or
FAIL for each case and a closing line, and exits with 0 when all cases ran and passed. Leaves its files in
conformance/target/lab/50-interop.
U
}

limit=60      # seconds for each wait of ours
count=10      # pings of a case
dtest_bytes=65536 dtest_burst=100
dtest_port=15828

# Adapter, address, and the adapter's name in dat.conf.
adapters=(
  'ib:rxe0|10.77.1.1|ofa-v2-roce'
  'iwarp:siw0|10.77.2.1|ofa-v2-iwarp'
)
ping_sizes=(64 5000 65535)   # rping takes no more
message_cases=('1 connection, 10 messages of 100 bytes|1|10|100' '4 connections, 20 messages of 8192 bytes|4|20|8192')

# What soft:iwarp and siw show each other, by the kit, with either of them as the side under test, and rules for that
# side alone: siw serves as many reads as it is asked to, whatever its consumer says, so nothing is agreed on (CON-18).
crossings=(
  'iwarp:siw0|hosta|10.77.2.1|soft:iwarp|hostb|10.77.2.2|,CON-18'
  'soft:iwarp|hostb|10.77.2.2|iwarp:siw0|hosta|10.77.2.1|'
)
scale=3   # of the kit's time limits: both its JVMs and the peer's start on emulated processors
crossed_rules=CON-01,CON-06,CON-11,CON-13,CON-14,CON-15,CON-17,CON-31        # connecting, rejecting, private data
crossed_rules+=,DIS-01,DIS-02,DIS-03,DIS-05                                      # the end, from either side
crossed_rules+=,SND-01,SND-03,SND-04,SND-05,SND-06,SND-08,SND-09,SND-10,SND-11,SND-18
crossed_rules+=,WR-01,WR-02,WR-03,WR-04,WR-05,WR-10                              # WR-05 and RDM-12: a key that is not there
crossed_rules+=,RDM-01,RDM-02,RDM-05,RDM-06,RDM-07,RDM-12

here=$(cd "$(dirname "$(readlink -f "$0")")" && pwd)
root=$(cd "$here/../../.." && pwd)
# shellcheck source=../interop-parts
. "$here/../interop-parts"
# shellcheck source=../archive-parts
. "$here/../archive-parts"
dir=$root/conformance/target/lab/50-interop

# ---- in the first guest: C programs ---------------------------------------------------------------------

rping_serves() { # SIZE
  c_start rping -s -v -a "$address" -p "$port" -S "$1"
  if c_wait cm_listens "$port"; then
    jvm_tell "ping client $address:$port --adapter $adapter --count $count --size $1 --validate --timeout $limit"
    jvm_ends_well "$count pings validated"
  fi
  rping_ends_well 'server ' $count
}
we_serve_rping() { # SIZE
  jvm_tell "ping server --bind $address --port $port --adapter $adapter --count $count --timeout $limit"
  jvm_until 'listening on *' || return 0
  c_start rping -c -V -v -a "$address" -p "$port" -S "$1" -C $count
  jvm_ends_well "$count pings validated"
  rping_ends_well '' $count
}

ucmatose_ends_well() {
  c_ends_well
  grep -q '^test complete' "$dir/theirs" && grep -q '^return status 0' "$dir/theirs" || complain "ucmatose has not come to its end"
}
ucmatose_serves() { # CONNECTIONS MESSAGES SIZE
  c_start ucmatose -b "$address" -p "$port" -c "$1" -C "$2" -S "$3"
  if c_wait cm_listens "$port"; then
    jvm_tell "cmatose client $address:$port adapter=$adapter connections=$1 messages=$2 size=$3 timeout=$limit"
    jvm_ends_well "$(($1 * $2)) messages each way"
  fi
  ucmatose_ends_well
}
we_serve_ucmatose() { # CONNECTIONS MESSAGES SIZE
  jvm_tell "cmatose server $address:$port adapter=$adapter connections=$1 messages=$2 size=$3 timeout=$limit"
  jvm_until 'listening on *' || return 0
  c_start ucmatose -s "$address" -p "$port" -c "$1" -C "$2" -S "$3"
  jvm_ends_well "$(($1 * $2)) messages each way"
  ucmatose_ends_well
}

dtest_ends_well() { # its exit code is 0 whatever happens
  c_ends_well
  grep -q 'DAPL Test Complete. PASSED' "$dir/theirs" || complain "dtest did not pass"
  ! grep -aiE '\b(error|failed|mismatch)\b' "$dir/theirs" | grep -v '0 errors' >/dev/null || complain "dtest complains"
  grep -q 'RDMA read' "$dir/theirs" || complain "dtest did not read"
}
dtest_options() { echo "size=$dtest_bytes burst=$dtest_burst timeout=$limit"; }
dtest_serves() {
  c_start dtest -s -P "$dat_name" -b $dtest_bytes -B $dtest_burst
  if c_wait tcp_listens $dtest_port; then
    jvm_tell "dtest client $address:$dtest_port adapter=$adapter $(dtest_options)"
    jvm_ends_well PASSED
  fi
  dtest_ends_well
}
we_serve_dtest() {
  jvm_tell "dtest server $address:$dtest_port adapter=$adapter provider=$dat_name $(dtest_options)"
  jvm_until 'telling on *' || return 0
  c_start dtest -h "$address" -P "$dat_name" -b $dtest_bytes -B $dtest_burst
  jvm_ends_well PASSED
  dtest_ends_well
}

nobody_serves() {
  jvm_tell "ping client $address:$port --adapter $adapter --count 1 --timeout $limit"
  jvm_until 'exit 1' || return 0
  [[ $(<"$dir/ours") == *'cannot connect to '*': NonPeerRejected: '* ]] || complain "it does not say NonPeerRejected"
}

# The thread of uDAPL's library that tells of a connection's end may be at it still when its program frees the endpoint:
# one of some hundred runs of dtest as the server crashed, when all that we say of it was shown.
crashed_at_its_end() { [ "$1" = dtest_serves ] && [ "$c_code" = 139 ] && says "$dir/ours" $'\nexit 0'; }

attempt() { # attempt FUNCTION ARGUMENT…
  empty "$dir/ours" "$dir/theirs"
  c_code=0
  "$@"
}
try() { # try NAME FUNCTION ARGUMENT…
  local name=$1; shift
  attempt "$@"
  if crashed_at_its_end "$1"; then
    printf 'NOTE %s: %s: the C program crashed after its work, tried again: %s\n' "$adapter" "$name" \
      "$(dmesg | grep -aE 'segfault at|general protection' | tail -n 1)"
    why=()
    attempt "$@"
  fi
  verdict "$adapter: $name" "$dir/ours" "$dir/theirs"
  port=$((port + 1))
}

programs() {
  local one size connections messages name
  port=21200
  printf '%s\n' 'ofa-v2-roce u2.0 nonthreadsafe default libdaplofa.so.2 dapl.2.0 "roce0 0" ""' \
    'ofa-v2-iwarp u2.0 nonthreadsafe default libdaplofa.so.2 dapl.2.0 "iwarp0 0" ""' >/etc/dat.conf
  jvm=("${kit[@]::${#kit[@]}-1}" org.jdapl.conformance/org.jdapl.conformance.interop.Interop)
  jvm_start
  for one in "${adapters[@]}"; do
    IFS='|' read -r adapter address dat_name <<<"$one"
    for size in "${ping_sizes[@]}"; do
      try "rping serves, $size bytes" rping_serves "$size"
      try "rping connects, $size bytes" we_serve_rping "$size"
    done
    for one in "${message_cases[@]}"; do
      IFS='|' read -r name connections messages size <<<"$one"
      try "ucmatose serves, $name" ucmatose_serves "$connections" "$messages" "$size"
      try "ucmatose connects, $name" we_serve_ucmatose "$connections" "$messages" "$size"
    done
    try 'dtest serves' dtest_serves
    try 'dtest connects' we_serve_dtest
    try 'nobody serves: refused' nobody_serves
  done
  jvm_end
}

# ---- in the second guest: the kit across two providers --------------------------------------------------

crossing() {
  local one target host address peer peer_host peer_address more out rc
  for one in "${crossings[@]}"; do
    IFS='|' read -r target host address peer peer_host peer_address more <<<"$one"
    out=$dir/kit-${target%%:*}
    mkdir -p "$out"
    rc=0
    JDK_JAVA_OPTIONS+=" -Djdapl.test.timescale=$scale" ip netns exec "$host" "${kit[@]}" --target "$target" \
      --address "$address" --peer-adapter "$peer" --peer-address "$peer_address" --peer-launcher "ip netns exec $peer_host" \
      --sample 1 --rules "$crossed_rules$more" --out "$out" >"$out/console" 2>&1 || rc=$?
    [ $rc = 0 ] || complain "the kit ends with $rc"
    verdict "$target and $peer show each other $(grep -m1 ' rules, ' "$out/console")" "$out/console"
  done
}

# ---- outside --------------------------------------------------------------------------------------------

die() { printf '50-interop: %s\n' "$*" >&2; exit 1; }

guest() { # guest NET SECONDS PART
  local rc=0
  "$here/../lab-run" --timeout "$2" --net "$1" --share "$dir" --dmesg "$dir/dmesg-$1" -- bash "$0" --in-guest "$3" |
    tee -a "$dir/results" || rc=$?
  [ $rc = 0 ] || { printf '50-interop: lab-run ended with %s\n' "$rc"; broken=1; }
}

outside() {
  [ $# = 0 ] || [ "$1" = --prepare ] || { usage; [ "$1" = --help ]; exit; }
  local began=$SECONDS expected passed=0 failed=0 broken=0
  "$here/../lab-setup" --quiet
  kit_command "$root"
  kit_archive "$root"
  [ $# = 0 ] || return 0
  rm -rf "$dir"
  mkdir -p "$dir"
  : >"$dir/results"
  export JDK_JAVA_OPTIONS=-XX:SharedArchiveFile=$archive
  guest single 400 programs
  guest netns 400 crossing

  expected=$((${#adapters[@]} * (2 * ${#ping_sizes[@]} + 2 * ${#message_cases[@]} + 3) + ${#crossings[@]}))
  passed=$(grep -c '^PASS ' "$dir/results" || :)
  failed=$(grep -c '^FAIL ' "$dir/results" || :)
  [ $((passed + failed)) = $expected ] || printf '50-interop: %s cases ran, not %s\n' $((passed + failed)) $expected
  printf '%s passed, %s failed (%s s)\n' "$passed" "$failed" $((SECONDS - began))
  [ $broken = 0 ] && [ "$failed" = 0 ] && [ "$passed" = $expected ]
}

if [ "${1:-}" = --in-guest ]; then
  kit_command "$root"
  "$2"
else
  outside "$@"
fi
