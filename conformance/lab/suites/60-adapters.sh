#!/bin/bash
# JDAPL lab: the providers ib and iwarp as a program sees them, on devices that are taken away and come back, links that go down,
# cables that lose packets, and through a thousand connections.
set -euo pipefail

usage() {
  cat <<'U'
usage: 60-adapters.sh [--prepare]

Needs root, what ../lab-setup installs, and compiled tests (a run of etc/test, or
`etc/mvnj -Dquick -DskipTests process-test-classes`). Runs the tests of org.jdapl.conformance.lab and .leaks
in one JVM in a guest of its own. Prints PASS or FAIL for each and a closing line, and exits with 0 when all passed, none was skipped, at
least as many ran as 60-adapters.expected says, and neither the JVM nor the kernel complained. Leaves its files in
conformance/target/lab/60-adapters.
U
}

[ $# = 0 ] || [ "$1" = --prepare ] || { usage; [ "$1" = --help ]; exit; }
here=$(cd "$(dirname "$(readlink -f "$0")")" && pwd)
"$here/../lab-setup" --quiet
cd "$here/../../.."   # tests read pages of the project
exec "$here/../lab-junit" "$@" --expect "$(<"$here/60-adapters.expected")" --out "$here/../../target/lab/60-adapters" \
  --net pair --timeout 500 conformance -- --include-classname 'org.jdapl.conformance.(lab|leaks)..*'
