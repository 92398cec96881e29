#!/bin/bash
# JDAPL lab: latency and rate of the verbs library and of the API beside perftest's C programs, in the same boot, on rxe
# and siw. The figures are reported and nothing is asserted of them: the guest's processors are emulated. The case fails
# when a program does not come to its end, or when an operation of the API allocates.
set -euo pipefail

usage() {
  cat <<'U'
usage: 91-adapter-figures.sh

Needs root, what ../lab-setup installs, and compiled classes (etc/mvnj -Dquick -DskipTests package -pl benchmarks,provider-ib,provider-iwarp
-am). Prints PASS or FAIL for each device, the figures, and a closing line. Leaves its files in
conformance/target/lab/91-adapter-figures.
U
}

api_count=1000 warmups=500   # of the API, whose allocations are counted
# Bytes that an operation of the API may allocate, all threads together: less than the smallest object, since the counting
# itself, and the virtual machine, now and then take some.
garbage=2
figures=$((3 + 3 + 4 * 5))   # C, the library, and the API in four ways with what it allocates
declare -A adapter=([rxe]=ib:rxe0 [siw]=iwarp:siw0)

# shellcheck source=../figure-parts
. "$(dirname "$(readlink -f "$0")")/../figure-parts"

# ---- in the guest ---------------------------------------------------------------------------------------

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

outside() {
  [ $# = 0 ] || { usage; [ "$1" = --help ]; exit; }
  local lab began=$SECONDS rc=0 failed=0 passed=0 device
  prepare_figures benchmarks,provider-ib,provider-iwarp \
    dapl-api provider-spi provider-verbs benchmarks dapl-core provider-soft provider-ib provider-iwarp dapl-middleware

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
