#!/bin/bash
# JDAPL lab: our MAD queries against smpquery, saquery and ibstat, field by field, in a simulated InfiniBand fabric.
set -euo pipefail

usage() {
  cat <<'U'
usage: 15-umad.sh

Needs what ../lab-setup --fabric-only installs, and the built classes of docs/examples; neither root nor the guest.
Prints PASS or FAIL for each question and a closing line, and exits with 0 when all ran and passed. Leaves its files
in conformance/target/lab/15-umad.
U
}

# The questions: ours | the C tool's. fabric.topo: LIDs 1 to 6; Leaf1 is at port 1 of Host1, Leaf2 at Leaf1's port 3.
questions() {
  local lid where port
  echo 'ports|ibstat'
  for lid in 1 2 3 4 5 6; do
    echo "nodeinfo $lid|smpquery nodeinfo $lid"
    echo "nodedesc $lid|smpquery nodedesc $lid"
  done
  for where in 0 0,1 0,2 0,1,1 0,1,2 0,1,3 0,1,4,1 0,1,3,2; do
    echo "nodeinfo $where|smpquery -D nodeinfo $where"
    echo "nodedesc $where|smpquery -D nodedesc $where"
  done
  for port in 0 1 2 3 4 5; do
    echo "portinfo 2 $port|smpquery portinfo 2 $port"
  done
  echo 'portinfo 1 1|smpquery portinfo 1 1'
  echo 'portinfo 0,1,3 7|smpquery -D portinfo 0,1,3 7'
  for lid in 1 2 3 4 5 6; do
    echo "path 1 $lid|saquery --src-to-dst 1:$lid"
    [ "$lid" = 1 ] || echo "path $lid 1|saquery --src-to-dst $lid:1"
    echo "node $lid|saquery NR $lid"
  done
  echo 'nodes|saquery NR'
}

# What a C tool and ours print differently on purpose: the hidden key, fields without meaning, what an option adds.
ignored='^(Mkey|reserved|resv2|Number of ports): '

# "Name:......value", "name.......value", "Name: value" to "name: value"; headings, lists of bits and units go.
plain() {
  sed -nE -e 's/\r//' -e '/^#|dump:$|^ibwarn|^\t\t\t\tIs/d' -e 's/^[[:space:]]+//;t on' -e ':on' \
    -e "s/^CA '(.*)'\$/CA: \1/p;t" -e 's/^Port ([0-9]+):$/Port: \1/p;t' \
    -e 's/^([A-Za-z0-9_ ]+):?\.+(.*)$/\1: \2/p;t' -e 's/^([A-Za-z0-9_ ]+): +(.*)$/\1: \2/p' |
    grep -vE "$ignored" || :
}

in_fabric() {
  local line all=() rc=0 n=0 question c fields wrong
  local -A least=([ports]=14 [nodeinfo]=12 [nodedesc]=1 [portinfo]=50 [path]=15 [node]=14 [nodes]=14)
  mapfile -t lines < <(questions)
  for line in "${lines[@]}"; do all+=("${line%%|*}"); done
  "${JDAPL_LAB_COMMAND[@]}" "${all[@]}" >"$dir/ours" 2>"$dir/ours.err" || rc=$?
  [ $rc = 0 ] || echo "15-umad: madquery ended with $rc: $(tail -n 2 "$dir/ours.err")"
  for line in "${lines[@]}"; do
    question=${line%%|*} c=${line#*|}
    n=$((n + 1))
    $c 2>/dev/null | plain >"$dir/theirs.$n"
    sed -n "/^== $question\$/,/^== /{/^== /!p}" "$dir/ours" >"$dir/ours.$n"
    fields=$(wc -l <"$dir/theirs.$n")
    wrong=$(grep -vxFf "$dir/ours.$n" "$dir/theirs.$n" | head -n 3 | paste -sd ';' || :)
    if [ "$fields" -lt "${least[${question%% *}]}" ]; then
      echo "FAIL $question: $c has but $fields fields"
    elif [ ! -s "$dir/ours.$n" ]; then
      echo "FAIL $question: ours says nothing"
    elif [ -n "$wrong" ]; then
      echo "FAIL $question: ours lacks of $fields: $wrong"
    else
      echo "PASS $question: $fields fields as $c"
    fi
  done
  rc=0
  "${JDAPL_LAB_COMMAND[@]}" "nodeinfo 77" >"$dir/nobody" 2>&1 || rc=$?
  if [ $rc = 1 ] && grep -q '^madquery: SubnGet(0x0011) to LID 77: no answer to 3 tries of 500 ms' "$dir/nobody"; then
    echo 'PASS nodeinfo 77: no answer, and it says so'
  else
    echo "FAIL nodeinfo 77: exit code $rc, $(tail -n 1 "$dir/nobody")"
  fi
}

die() { printf '15-umad: %s\n' "$*" >&2; exit 1; }

outside() {
  [ $# = 0 ] || { usage; [ "$1" = --help ]; exit; }
  local lab root began=$SECONDS rc=0 expected passed failed
  lab=$(cd "$(dirname "$(readlink -f "$0")")/.." && pwd)
  root=$(cd "$lab/../.." && pwd)
  [ -e "$root/docs/examples/target/dependencies.path" ] ||
    die "classes are missing: etc/mvnj -Dquick -DskipTests test -pl docs/examples -am"
  dir=$root/conformance/target/lab/15-umad
  rm -rf "$dir"
  mkdir -p "$dir"
  cd "$dir" # libumad2sim leaves a mock of /sys in the working folder while a program runs
  JDAPL_LAB_DIR=$dir
  JDAPL_LAB_JAVA=$("$root/etc/find-jdk25")/bin/java
  JDAPL_LAB_MODULES=$root/docs/examples/target/classes:$(<"$root/docs/examples/target/dependencies.path")
  export JDAPL_LAB_DIR JDAPL_LAB_JAVA JDAPL_LAB_MODULES
  "$lab/fabric-sim" -- bash "$lab/suites/15-umad.sh" --in-fabric 2>"$dir/stderr" | tee "$dir/results" || rc=$?
  expected=$(($(questions | wc -l) + 1))
  passed=$(grep -c '^PASS ' "$dir/results" || :)
  failed=$(grep -c '^FAIL ' "$dir/results" || :)
  [ $rc = 0 ] || { printf '15-umad: fabric-sim ended with %s\n' "$rc"; tail -n 5 "$dir/stderr"; }
  [ $((passed + failed)) = "$expected" ] || printf '15-umad: %s cases ran, not %s\n' $((passed + failed)) "$expected"
  printf '%s passed, %s failed (%s s)\n' "$passed" "$failed" $((SECONDS - began))
  [ $rc = 0 ] && [ "$failed" = 0 ] && [ "$passed" = "$expected" ]
}

if [ "${1:-}" = --in-fabric ]; then
  PATH=$PATH:/usr/sbin:/sbin
  dir=$JDAPL_LAB_DIR
  JDAPL_LAB_COMMAND=("$JDAPL_LAB_JAVA" -XX:TieredStopAtLevel=1 -XX:+UseSerialGC
    --enable-native-access=org.jdapl.provider.verbs -p "$JDAPL_LAB_MODULES" -m
    org.jdapl.examples/org.jdapl.examples.madquery.Main)
  in_fabric
else
  outside "$@"
fi
