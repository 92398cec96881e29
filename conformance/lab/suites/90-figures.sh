#!/bin/bash
# JDAPL lab: latency and rate of the verbs library and of the API beside perftest's C programs, in the same boot, on rxe
# and siw. The figures are reported and nothing is asserted of them: the guest's processors are emulated. The case fails
# when a program does not come to its end, or when an operation of the API allocates.
set -euo pipefail

usage() {
  cat <<'U'
usage: 90-figures.sh [--prepare]

Needs root, what ../lab-setup installs, and compiled classes (etc/mvnj -Dquick -DskipTests package -pl benchmarks,provider-ib,provider-iwarp
-am). Prints PASS or FAIL for each device, the figures, and a closing line. Leaves its files in
conformance/target/lab/90-figures.
U
}

count=300    # messages of a latency
blocks=256   # of 64 KiB
limit=60     # seconds for a program
rxe=10.77.1.1
siw=10.77.2.1

# The first compiler only: on the emulated processors code that the second one replaces has been seen to crash (SIGILL).
flags=(-XX:TieredStopAtLevel=1 -XX:+UseSerialGC -Xlog:disable --enable-native-access=ALL-UNNAMED)
modules=(dapl-api provider-spi provider-verbs benchmarks dapl-core provider-soft provider-ib provider-iwarp dapl-middleware)

api_count=1000 warmups=500   # of the API, whose allocations are counted
# Bytes that an operation of the API may allocate, all threads together: half of the smallest object, since the counting
# itself, and the virtual machine, now and then take some.
garbage=8
figures=$((3 + 3 + 4 * 5))   # C, the library, and the API in four ways with what it allocates
declare -A adapter=([rxe]=ib:rxe0 [siw]=iwarp:siw0)

# ---- in the guest ---------------------------------------------------------------------------------------

figure() { # figure NAME UNIT COLUMN PORT PROGRAM OPTION…: one run of a C program with both ends at an address
  local name=$1 unit=$2 column=$3 port=$4 program=$5 server value=''; shift 5
  timeout $limit "$program" -R -F -p "$port" "$@" >"$dir/server" 2>&1 &
  server=$!
  # Its listener of librdmacm is nothing that one can look for: a client that is early is refused, and tried again.
  for _ in {1..10}; do
    value=$(timeout $limit "$program" -R -F -p "$port" "$@" "$address" 2>&1 | tee "$dir/client" |
      awk -v column="$column" '$1 ~ /^[0-9]+$/ && NF >= 4 { value = $column } END { print value }')
    [ -z "$value" ] && kill -0 "$server" 2>/dev/null || break
    sleep 1
  done
  [ -n "$value" ] || kill "$server" 2>/dev/null || :
  wait $server || :
  [ -n "$value" ] || { tail -n 5 "$dir/client"; return 1; }
  printf 'c %s %s %s\n' "$name" "$unit" "$value"
}

c_figures() { # c_figures PORT: all of C, with ports from there on
  figure send_lat us 5 $(($1 + 1)) ib_send_lat -s 64 -n $count -I 0 || echo 'missing'
  figure read_lat us 5 $(($1 + 2)) ib_read_lat -s 64 -n $count || echo 'missing'
  figure write_bw MiB/s 4 $(($1 + 3)) ib_write_bw -s 65536 -n $blocks -t 16 || echo 'missing'
}

library_figures() {
  timeout $limit "$JDAPL_LAB_JAVA" "${flags[@]}" "-XX:SharedArchiveFile=$dir/java.jsa" "-XX:ErrorFile=$dir/hs_err_%p.log" \
    -cp "$JDAPL_LAB_PATH" org.jdapl.benchmarks.VerbsWire \
    --address "$address" --count $count --blocks $blocks 2>&1 || echo 'missing'
}

guest() {
  local device address port=23000
  dir=$JDAPL_LAB_DIR
  for device in rxe siw; do
    address=${!device}
    echo "device $device"
    port=$((port + 10))
    c_figures $port
    timeout $((3 * limit)) "$JDAPL_LAB_JAVA" "${flags[@]}" -p "$JDAPL_LAB_PATH" \
      --enable-native-access=org.jdapl.core,org.jdapl.provider.verbs \
      -m org.jdapl.benchmarks/org.jdapl.benchmarks.AdapterWire --adapter "${adapter[$device]}" \
      --address "$address" --count $api_count --warmups $warmups --blocks $blocks 2>&1 || echo 'missing'
    library_figures
  done
}

# ---- outside --------------------------------------------------------------------------------------------

die() { printf '90-figures: %s\n' "$*" >&2; exit 1; }

# shellcheck source=../archive-parts
. "$(dirname "$(readlink -f "$0")")/../archive-parts"

# Sets lab and dir, and what the guest's half is told (JDAPL_LAB_DIR, _JAVA and _PATH).
prepare() {
  local root home module path='' built=() ready=0
  lab=$(cd "$(dirname "$(readlink -f "$0")")/.." && pwd)
  root=$(cd "$lab/../.." && pwd)
  home=$("$root/etc/find-jdk25")
  "$lab/lab-setup" --quiet
  command -v ib_send_lat >/dev/null || die "perftest is missing: apt-get install perftest"
  dir=$root/conformance/target/lab/90-figures
  for module in "${modules[@]}"; do built+=("$root/$module/target/classes"); done
  if [ $ahead = 0 ] && is_prepared "$dir" "${built[@]}" 2>/dev/null; then
    ready=1
  else
    rm -rf "$dir"
    mkdir -p "$dir"
  fi
  # An archive of classes takes jars only.
  for module in "${modules[@]}"; do
    [ -e "$root/$module/target/classes/module-info.class" ] ||
      die "$module is not built: etc/mvnj -Dquick -DskipTests package -pl benchmarks,provider-ib,provider-iwarp -am"
    [ $ready = 1 ] || "$home/bin/jar" --create --file "$dir/$module.jar" --no-manifest -C "$root/$module/target/classes" .
    path+=${path:+:}$dir/$module.jar
  done
  JDAPL_LAB_DIR=$dir JDAPL_LAB_JAVA=$home/bin/java JDAPL_LAB_PATH=$path
  export JDAPL_LAB_DIR JDAPL_LAB_JAVA JDAPL_LAB_PATH
  # Without a device the library's program gets as far as opening a channel; that much is in the archive.
  [ $ready = 1 ] || "$home/bin/java" "${flags[@]}" "-XX:ArchiveClassesAtExit=$dir/java.jsa" \
    -cp "$path" org.jdapl.benchmarks.VerbsWire >"$dir/train" 2>&1 || :
}

outside() {
  [ $# = 0 ] || [ "$1" = --prepare ] || { usage; [ "$1" = --help ]; exit; }
  local lab began=$SECONDS rc=0 failed=0 passed=0 device ahead=$#
  prepare
  if [ $ahead = 1 ]; then
    prepared "$dir"
    return
  fi

  "$lab/lab-run" --timeout 500 --net single --share "$dir" --dmesg "$dir/dmesg" -- bash "$0" --in-guest \
    >"$dir/results" 2>&1 || rc=$?
  for device in rxe siw; do
    sed -n "/^device $device/,/^device [^${device:0:1}]/p" "$dir/results" | grep -E '^(c|java|(auto|manual)_[a-z]*) ' >"$dir/$device"
    if [ "$(grep -c . "$dir/$device")" = $figures ] &&
      ! awk -v most=$garbage '$2 ~ /_allocates$/ && $4 >= most { print "garbage: " $0; bad = 1 } END { exit !bad }' "$dir/$device"; then
      echo "PASS figures of $device"
      passed=$((passed + 1))
    else
      echo "FAIL figures of $device"
      failed=$((failed + 1))
    fi
  done
  [ $failed = 0 ] || sed 's/^/    /' "$dir/results"
  awk '/^device/ { device = $2 }
       $1 == "c" || $1 == "java" || $1 ~ /^(auto|manual)_/ { value[device, $2, $1] = $4; unit[$2] = $3; names[$2]; devices[device] }
       function line(d, n) { return sprintf("%9.2f library %9.2f API: auto poll %9.2f await %9.2f manual poll %9.2f await %9.2f",
           value[d, n, "c"], value[d, n, "java"], value[d, n, "auto_poll"], value[d, n, "auto_await"],
           value[d, n, "manual_poll"], value[d, n, "manual_await"]) }
       END { for (d in devices) for (n in names) printf "%-4s %-15s %-5s C %s\n", d, n, unit[n], line(d, n) }' \
    "$dir/results" | sort
  printf '%s passed, %s failed (%s s)\n' $passed $failed $((SECONDS - began))
  [ $rc = 0 ] && [ $failed = 0 ]
}

if [ "${1:-}" = --in-guest ]; then guest; else outside "$@"; fi
