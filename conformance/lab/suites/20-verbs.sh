#!/bin/bash
# JDAPL lab: the verbs library on the kernel's drivers. Runs every JUnit test that is tagged "lab" in one JVM in the guest.
set -euo pipefail

usage() {
  cat <<'U'
usage: 20-verbs.sh [--prepare]

Needs root, what ../lab-setup installs, and compiled tests (a run of etc/test, or
`etc/mvnj -Dquick -DskipTests process-test-classes`). Prints PASS or FAIL for each test and a closing line, and exits
with 0 when all passed, none was skipped, and at least as many ran as 20-verbs.expected says. Leaves its files in
conformance/target/lab/20-verbs.
U
}

[ $# = 0 ] || [ "$1" = --prepare ] || { usage; [ "$1" = --help ]; exit; }
here=$(cd "$(dirname "$(readlink -f "$0")")" && pwd)
"$here/../lab-setup" --quiet
exec "$here/../lab-junit" "$@" --expect "$(<"$here/20-verbs.expected")" --out "$here/../../target/lab/20-verbs" \
  --net single --timeout 540 provider-verbs tools docs/examples
