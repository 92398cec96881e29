#!/bin/bash
# JDAPL lab: a thousand connections by the consumer API on rxe and on siw leave nothing behind.
set -euo pipefail

usage() {
  cat <<'U'
usage: 45-cycles.sh

Needs root, what ../lab-setup installs, and compiled tests (a run of etc/test, or
`etc/mvnj -Dquick -DskipTests process-test-classes`). Runs the tests of org.jdapl.conformance.leaks in one JVM in a guest
of its own. Prints PASS or FAIL for each and a closing line, and exits with 0 when all passed, none was skipped, at
least as many ran as 45-cycles.expected says, and neither the JVM nor the kernel complained. Leaves its files in
conformance/target/lab/45-cycles.
U
}

[ $# = 0 ] || { usage; [ "$1" = --help ]; exit; }
here=$(cd "$(dirname "$(readlink -f "$0")")" && pwd)
"$here/../lab-setup" --quiet
cd "$here/../../.."   # tests read pages of the project
exec "$here/../lab-junit" --expect "$(<"$here/45-cycles.expected")" --out "$here/../../target/lab/45-cycles" \
  --net single --timeout 500 conformance -- --include-classname 'org.jdapl.conformance.leaks..*'
