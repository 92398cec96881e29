#!/bin/bash
# JDAPL lab: devices that are taken away and come back, links that go down, addresses that change, as a program sees it.
set -euo pipefail

usage() {
  cat <<'U'
usage: 60-hotplug.sh

Needs root, what ../lab-setup installs, and compiled tests (a run of etc/test, or
`etc/mvnj -Dquick -DskipTests process-test-classes`). Runs the tests of org.jdapl.conformance.lab in one JVM in a guest
of its own. Prints PASS or FAIL for each and a closing line, and exits with 0 when all passed, none was skipped, at
least as many ran as 60-hotplug.expected says, and neither the JVM nor the kernel complained. Leaves its files in
conformance/target/lab/60-hotplug.
U
}

[ $# = 0 ] || { usage; [ "$1" = --help ]; exit; }
here=$(cd "$(dirname "$(readlink -f "$0")")" && pwd)
"$here/../lab-setup" --quiet
cd "$here/../../.."   # tests read pages of the project
exec "$here/../lab-junit" --expect "$(<"$here/60-hotplug.expected")" --out "$here/../../target/lab/60-hotplug" \
  --net single --timeout 400 conformance -- --include-classname 'org.jdapl.conformance.lab..*'
