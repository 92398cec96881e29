#!/bin/bash
# JDAPL lab: the conformance kit on the kernel's drivers, rxe (profile IB) and siw (profile IWARP).
set -euo pipefail

usage() {
  cat <<'U'
usage: 40-kit.sh [--prepare | TARGET…]

Needs root, what ../lab-setup installs, and a finished Maven build. Boots a guest, runs the kit on all targets (ib:rxe0
and iwarp:siw0) at once in it, prints every trial that did not simply pass, the counts and a verdict, and exits with 0
when all targets' verdicts are good. Leaves reports in conformance/target/lab/40-kit/TARGET.

Not every trial is made, an emulated processor is too slow for that: each rule that judges providers is tried in one
progress mode, by turns, and of those that judge the runtime, which the software wires are held to in full, each
KIT_SAMPLE-th. KIT_SAMPLE=0 makes all trials, a quarter of an hour, for which
KIT_LIMIT=1800 is time enough; KIT_SEED says where the sample of the first target begins, that of the next begins one
further on. KIT_RULES='CON*,SND-11' tries these only, however many that are.

A target fails by a trial that ends with FAIL, ERROR or CRASH, one that does not apply and does not say why, fewer trials
than expected, a JVM that crashed, and a warning of the kernel. Waived trials and unexpected passes are listed.
U
}

here=$(cd "$(dirname "$(readlink -f "$0")")" && pwd)
# shellcheck source=../archive-parts
. "$here/../archive-parts"
root=$(cd "$here/../../.." && pwd)
out=$root/conformance/target/lab/40-kit
sample=${KIT_SAMPLE:-8} seed=${KIT_SEED:-1} rules=${KIT_RULES:-} limit=${KIT_LIMIT:-700}
expected=170   # trials of a sample of all rules, at least; to be raised when rules are added
[ -z "$rules" ] || expected=1
case ${1:-} in -h|--help) usage; exit 0 ;; --prepare) ;; -*) usage >&2; exit 2 ;; esac
[ $# -gt 0 ] || set -- ib:rxe0 iwarp:siw0

die() { printf '40-kit.sh: %s\n' "$*" >&2; exit 1; }

"$here/../lab-setup" --quiet
kit_command "$root"
kit_archive "$root"
[ "$1" != --prepare ] || exit 0
rm -rf "$out"
mkdir -p "$out"

# ---- in the guest -------------------------------------------------------------------------------------------
# All targets at once: each of them alone keeps little more than one processor busy. Twice two GiB are pinned (JAV-06).

began=$SECONDS
for target in "$@"; do mkdir -p "$out/$target"; done
"$here/../lab-run" --net single --mem 8192 --timeout "$limit" --share "$out" --dmesg "$out/dmesg" -- bash -c '
  out=$1 archive=$2 sample=$3 seed=$4 rules=$5 targets=$6; shift 6
  for target in $targets; do
    # Options for all Java VMs of a kit.
    export JDK_JAVA_OPTIONS="-Djdapl.test.timescale=6 -XX:SharedArchiveFile=$archive -XX:ErrorFile=$out/$target/hs_err_%p.log"
    (rc=0
     "$@" --target "$target" --rules "$rules" --sample "$sample" --seed $seed --out "$out/$target" >"$out/$target/output" 2>&1 || rc=$?
     echo "$rc $SECONDS" >"$out/$target/rc") &
    seed=$((seed + 1))
  done
  wait' kit "$out" "$archive" "$sample" "$seed" "$rules" "$*" "${kit[@]}" >"$out/guest" 2>&1 || echo "lab-run ended with $?" >>"$out/guest"
cat "$out/guest"
kernel=$(grep -aE -m3 'BUG:|Oops|WARNING: CPU|rcu: INFO|soft lockup' "$out/dmesg" || :)

bad=0
for target in "$@"; do
  dir=$out/$target why=() rc='' took=$((SECONDS - began))
  [ ! -e "$dir/rc" ] || read -r rc took <"$dir/rc"
  touch "$dir/output"
  grep -vE '^(NOTE: )?Picked up|^NOT_APPLICABLE .*: ..' "$dir/output" || :
  [ "$rc" = 0 ] || why+=("the kit ended with ${rc:-nothing}")
  trials=$(sed -n 's/.* rules, \([0-9]*\) trials, .*/\1/p' "$dir/output")
  [ "${trials:-0}" -ge "$expected" ] || why+=("${trials:-no} trials were made, $expected are expected")
  ! grep -qE '^(FAIL|ERROR|CRASH) |^NOT_APPLICABLE [^:]*: *$' "$dir/output" || why+=("see above")
  for file in "$dir"/hs_err_*.log; do [ ! -e "$file" ] || why+=("a JVM crashed: ${file##*/}"); done
  [ -z "$kernel" ] || why+=("the kernel: $kernel")
  count() { grep -cE "^$1 " "$dir/output" || :; }
  counts="${trials:-no} trials, $(count NOT_APPLICABLE) do not apply, $(count WAIVED) waived, $(grep -c 'UNEXPECTED PASS' "$dir/output" || :) unexpected passes"
  if [ ${#why[@]} = 0 ]; then
    printf 'PASS %s: %s (%s s)\n' "$target" "$counts" "$took"
  else
    bad=$((bad + 1))
    printf 'FAIL %s: %s; %s (%s s)\n' "$target" "$(printf '%s; ' "${why[@]}")" "$counts" "$took"
    [ -n "$trials" ] || tail -n 40 "$dir/output" | cut -c 1-200 | sed 's/^/    /'
  fi
done
printf '%s passed, %s failed (%s s)\n' $(($# - bad)) "$bad" $((SECONDS - began))
[ "$bad" = 0 ]
