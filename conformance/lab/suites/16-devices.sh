#!/bin/bash
# JDAPL lab: `jdapl info --devices -v` against ibv_devinfo -v, name by name, and what `jdapl doctor` says of the
# guest: as it is, and after things were taken from it. One guest is booted.
set -euo pipefail

usage() {
  cat <<'U'
usage: 16-devices.sh

Needs root, what ../lab-setup installs, and the command line's image (./jdapl --version builds it). Prints PASS or
FAIL for each case and a closing line, and exits with 0 when all ran and passed. Leaves its files in
conformance/target/lab/16-devices.
U
}

# ---- in the guest: everything is written down, and compared outside, where programs start faster

jdapl() { "${JDAPL_LAB_COMMAND[@]}" "$@"; }

guest() {
  cd "$JDAPL_LAB_DIR"
  ibv_devinfo -v >theirs
  jdapl info --devices -v >ours || echo "exit $?" >>ours
  jdapl doctor >fit 2>&1 && echo 'exit 0' >>fit || echo "exit $?" >>fit
  # Then much is taken at once: the user's rights, the address, the link, the memory, a module's files.
  ip address flush dev roce0 scope global
  ip link set iwarp0 down
  chmod 600 /dev/infiniband/uverbs0
  ulimit -l 64
  sleep 1
  setpriv --reuid=65534 --clear-groups --inh-caps=-all --bounding-set=-all \
    bash -c '"${0}" "$@" >/tmp/unfit 2>&1; echo "exit $?" >>/tmp/unfit' "${JDAPL_LAB_COMMAND[@]}" doctor --problems || :
  cat /tmp/unfit >unfit
}

# ---- outside

die() { printf '16-devices: %s\n' "$*" >&2; exit 1; }

# "name: value" of each line, under the device and port that it belongs to; bare words (flags) too.
plain() {
  sed -E -e 's/[[:space:]]+/ /g' -e 's/^ //' "$1" |
    sed -nE -e 's/^(GID\[) *([0-9]+)/\1\2/' \
      -e '/not supported$/d;/^(device_caps|.*caps|supported_qp):$/d' -e '/^[A-Za-z_0-9 ]+(\[[0-9]+\])?:/p;/^[A-Z][A-Z_0-9 ]+$/p' |
    awk '/^hca_id:/ {d = $2; p = ""} /^port:/ {p = "/" $2} {print d p " " $0}'
}

compare() { # compare DEVICE LEAST
  local names missing
  names=$(grep -c "^$1[/ ]" "$dir/theirs.plain" || :)
  missing=$(grep "^$1[/ ]" "$dir/theirs.plain" | grep -vxFf "$dir/ours.plain" | head -n 3 | paste -sd ';' || :)
  if [ "$names" -lt "$2" ]; then
    echo "FAIL devices $1: ibv_devinfo has but $names lines"
  elif [ -n "$missing" ]; then
    echo "FAIL devices $1: ours lacks of $names: $missing"
  else
    echo "PASS devices $1: $names lines as ibv_devinfo -v"
  fi
}

says() { # says FILE STATUS SENTENCE: the line is there
  if grep -qE "^$2 +$3" "$dir/$1"; then
    echo "PASS doctor, $1: ${3//\\/}"
  else
    echo "FAIL doctor, $1: nothing with '$3'"
  fi
}
ends() { # ends FILE CODE
  if [ "$(tail -n 1 "$dir/$1")" = "exit $2" ]; then
    echo "PASS doctor, $1: exit code $2"
  else
    echo "FAIL doctor, $1: $(tail -n 1 "$dir/$1"), not $2"
  fi
}

cases() {
  compare rxe0 90
  compare siw0 75
  ends fit 0
  says fit ok 'This user may open /dev/infiniband/uverbs0'
  says fit ok 'rxe0 port 1 has GIDs for 10\.77\.1\.1\.'
  says fit ok 'siw0 port 1 \(iWARP\) is active\.'
  says fit ok 'libibverbs has a driver for siw0\.'
  ends unfit 1
  says unfit FAILURE 'This user may not open /dev/infiniband/uverbs0 \(root:root rw-------\)'
  says unfit WARNING 'This user may not open /dev/infiniband/umad0'
  says unfit WARNING 'rxe0 port 1 has only link-local GIDs'
  says unfit WARNING 'siw0 port 1 \(iWARP\) is not active: DOWN'
  says unfit WARNING 'This process may lock 64 KiB of memory'
}

outside() {
  [ $# = 0 ] || { usage; [ "$1" = --help ]; exit; }
  local lab root native began=$SECONDS rc=0 expected passed failed
  lab=$(cd "$(dirname "$(readlink -f "$0")")/.." && pwd)
  root=$(cd "$lab/../.." && pwd)
  [ -n "$(find "$root/tools/target/image/lib" -name 'provider-verbs-*.jar' 2>/dev/null)" ] ||
    die "jars are missing: etc/mvnj -Dquick -DskipTests package -pl tools -am"
  "$lab/lab-setup" --quiet
  dir=$root/conformance/target/lab/16-devices
  rm -rf "$dir"
  mkdir -p "$dir"
  native=org.jdapl.core,org.jdapl.provider.verbs
  JDAPL_LAB_DIR=$dir JDAPL_LAB_JAVA=$("$root/etc/find-jdk25")/bin/java
  JDAPL_LAB_ARGUMENTS="-XX:TieredStopAtLevel=1 -XX:+UseSerialGC -XX:-UsePerfData -Xlog:disable --add-modules=$native --enable-native-access=$native -p $root/tools/target/image/lib"
  export JDAPL_LAB_DIR JDAPL_LAB_JAVA JDAPL_LAB_ARGUMENTS
  # shellcheck disable=SC2086
  "$JDAPL_LAB_JAVA" $JDAPL_LAB_ARGUMENTS "-XX:ArchiveClassesAtExit=$dir/jdapl.jsa" \
    -m org.jdapl.tools/org.jdapl.tools.Main doctor >"$dir/train" 2>&1 || :
  "$lab/lab-run" --timeout 240 --share "$dir" -- bash "$lab/suites/16-devices.sh" --in-guest || rc=$?
  plain "$dir/theirs" >"$dir/theirs.plain"
  plain "$dir/ours" >"$dir/ours.plain"
  cases | tee "$dir/results"
  expected=13
  passed=$(grep -c '^PASS ' "$dir/results" || :)
  failed=$(grep -c '^FAIL ' "$dir/results" || :)
  [ $rc = 0 ] || printf '16-devices: lab-run ended with %s\n' "$rc"
  [ $((passed + failed)) = $expected ] || printf '16-devices: %s cases ran, not %s\n' $((passed + failed)) $expected
  printf '%s passed, %s failed (%s s)\n' "$passed" "$failed" $((SECONDS - began))
  [ $rc = 0 ] && [ "$failed" = 0 ] && [ "$passed" = $expected ]
}

if [ "${1:-}" = --in-guest ]; then
  # shellcheck disable=SC2206
  JDAPL_LAB_COMMAND=("$JDAPL_LAB_JAVA" $JDAPL_LAB_ARGUMENTS "-XX:SharedArchiveFile=$JDAPL_LAB_DIR/jdapl.jsa"
    -m org.jdapl.tools/org.jdapl.tools.Main)
  guest
else
  outside "$@"
fi
