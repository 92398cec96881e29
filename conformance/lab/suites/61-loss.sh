#!/bin/bash
# JDAPL lab: an operation takes place once though packets are lost, on rxe.
set -euo pipefail

usage() {
  cat <<'U'
usage: 61-loss.sh

Needs root, what ../lab-setup installs, and compiled tests (a run of etc/test, or
`etc/mvnj -Dquick -DskipTests process-test-classes`). Runs the tests of org.jdapl.conformance.loss in one JVM in a guest
of its own. Prints PASS or FAIL for each and a closing line, and exits with 0 when all passed, none was skipped, at
least as many ran as 61-loss.expected says, and neither the JVM nor the kernel complained. Leaves its files in
conformance/target/lab/61-loss.
U
}

[ $# = 0 ] || { usage; [ "$1" = --help ]; exit; }
here=$(cd "$(dirname "$(readlink -f "$0")")" && pwd)
"$here/../lab-setup" --quiet
cd "$here/../../.."   # tests read pages of the project
exec "$here/../lab-junit" --expect "$(<"$here/61-loss.expected")" --out "$here/../../target/lab/61-loss" \
  --net pair --timeout 300 conformance -- --include-classname 'org.jdapl.conformance.loss..*'
