#!/bin/bash
# JDAPL lab: latency and rate of the verbs library beside perftest's C programs, in the same boot, on rxe and siw. The
# figures are reported and nothing is asserted of them: the guest's processors are emulated. The case fails when a
# program does not come to its end.
set -euo pipefail

usage() {
  cat <<'U'
usage: 90-verbs-figures.sh

Needs root, what ../lab-setup installs, and compiled classes (etc/mvnj -Dquick -DskipTests package -pl benchmarks -am).
Prints PASS or FAIL for each device, the figures, and a closing line. Leaves its files in
conformance/target/lab/90-verbs-figures.
U
}

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
    library_figures
  done
}

# ---- outside --------------------------------------------------------------------------------------------

outside() {
  [ $# = 0 ] || { usage; [ "$1" = --help ]; exit; }
  local lab began=$SECONDS rc=0 failed=0 passed=0 device
  prepare_figures benchmarks \
    dapl-api provider-spi provider-verbs benchmarks

  "$lab/lab-run" --timeout 500 --net single --share "$dir" --dmesg "$dir/dmesg" -- bash "$0" --in-guest \
    >"$dir/results" 2>&1 || rc=$?
  for device in rxe siw; do
    if [ "$(sed -n "/^device $device/,/^device [^${device:0:1}]/p" "$dir/results" | grep -cE '^(c|java) ')" = 6 ]; then
      echo "PASS figures of $device"
      passed=$((passed + 1))
    else
      echo "FAIL figures of $device"
      failed=$((failed + 1))
    fi
  done
  [ $failed = 0 ] || sed 's/^/    /' "$dir/results"
  awk '/^device/ { device = $2 }
       $1 == "c" || $1 == "java" { value[device, $2, $1] = $4; unit[$2] = $3; names[$2]; devices[device] }
       END { for (d in devices) for (n in names)
           printf "%-4s %-9s C %10.2f   Java %10.2f %s\n", d, n, value[d, n, "c"], value[d, n, "java"], unit[n] }' \
    "$dir/results" | sort
  printf '%s passed, %s failed (%s s)\n' $passed $failed $((SECONDS - began))
  [ $rc = 0 ] && [ $failed = 0 ]
}

if [ "${1:-}" = --in-guest ]; then guest; else outside "$@"; fi
