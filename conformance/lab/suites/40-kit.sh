#!/bin/bash
# JDAPL lab: the conformance kit on the kernel's drivers, rxe (profile IB) and siw (profile IWARP).
set -euo pipefail

usage() {
  cat <<'U'
usage: 40-kit.sh [TARGET…]

Needs root, what ../lab-setup installs, and a finished Maven build. Boots one guest for each target (ib:rxe0 and
iwarp:siw0), runs the kit in it, prints every trial that did not simply pass, the counts and a verdict, and exits with 0
when all targets' verdicts are good. Leaves reports in conformance/target/lab/40-kit/TARGET.

Not every trial is made, an emulated processor is too slow for that: each rule that judges providers is tried in one
progress mode, by turns, and of those that judge the runtime, which the software wires are held to in full, each
KIT_SAMPLE-th. KIT_SAMPLE=0 makes all trials, an hour; KIT_SEED says where the sample begins. KIT_RULES='CON*,SND-11'
tries these only, however many that are.

A target fails by a trial that ends with FAIL, ERROR or CRASH, one that does not apply and does not say why, fewer trials
than expected, a JVM that crashed, and a warning of the kernel. Waived trials and unexpected passes are listed.
U
}

here=$(cd "$(dirname "$(readlink -f "$0")")" && pwd)
# shellcheck source=../archive-parts
. "$here/../archive-parts"
root=$(cd "$here/../../.." && pwd)
out=$root/conformance/target/lab/40-kit
sample=${KIT_SAMPLE:-8} seed=${KIT_SEED:-1} rules=${KIT_RULES:-} limit=${KIT_LIMIT:-400}
expected=170   # trials of a sample of all rules, at least; to be raised when rules are added
[ -z "$rules" ] || expected=1
case ${1:-} in -h|--help) usage; exit 0 ;; -*) usage >&2; exit 2 ;; esac
[ $# -gt 0 ] || set -- ib:rxe0 iwarp:siw0

die() { printf '40-kit.sh: %s\n' "$*" >&2; exit 1; }

"$here/../lab-setup" --quiet
rm -rf "$out"
mkdir -p "$out"
kit_command "$root"
kit_archive "$root"

# ---- in the guests ------------------------------------------------------------------------------------------

bad=0
for target in "$@"; do
  dir=$out/$target
  mkdir -p "$dir"
  began=$SECONDS rc=0 why=()
  # Options for all Java VMs of it.
  JDK_JAVA_OPTIONS="-Djdapl.test.timescale=4 -XX:SharedArchiveFile=$archive -XX:ErrorFile=$dir/hs_err_%p.log" \
    "$here/../lab-run" --net single --timeout "$limit" --share "$dir" --dmesg "$dir/dmesg" -- \
    "${kit[@]}" --target "$target" --rules "$rules" --sample "$sample" --seed "$seed" --out "$dir" >"$dir/output" 2>&1 || rc=$?
  grep -vE '^(NOTE: )?Picked up|^NOT_APPLICABLE .*: ..' "$dir/output" || :
  [ "$rc" = 0 ] || why+=("the kit ended with $rc")
  trials=$(sed -n 's/.* rules, \([0-9]*\) trials, .*/\1/p' "$dir/output")
  [ "${trials:-0}" -ge "$expected" ] || why+=("${trials:-no} trials were made, $expected are expected")
  ! grep -qE '^(FAIL|ERROR|CRASH) |^NOT_APPLICABLE [^:]*: *$' "$dir/output" || why+=("see above")
  for file in "$dir"/hs_err_*.log; do [ ! -e "$file" ] || why+=("a JVM crashed: ${file##*/}"); done
  kernel=$(grep -aE -m3 'BUG:|Oops|WARNING: CPU|rcu: INFO|soft lockup' "$dir/dmesg" || :)
  [ -z "$kernel" ] || why+=("the kernel: $kernel")
  count() { grep -cE "^$1 " "$dir/output" || :; }
  counts="${trials:-no} trials, $(count NOT_APPLICABLE) do not apply, $(count WAIVED) waived, $(grep -c 'UNEXPECTED PASS' "$dir/output" || :) unexpected passes"
  if [ ${#why[@]} = 0 ]; then
    printf 'PASS %s: %s (%s s)\n' "$target" "$counts" $((SECONDS - began))
  else
    bad=$((bad + 1))
    printf 'FAIL %s: %s; %s (%s s)\n' "$target" "$(printf '%s; ' "${why[@]}")" "$counts" $((SECONDS - began))
    [ -n "$trials" ] || tail -n 40 "$dir/output" | cut -c 1-200 | sed 's/^/    /'
  fi
done
printf '%s passed, %s failed\n' $(($# - bad)) "$bad"
[ "$bad" = 0 ]
