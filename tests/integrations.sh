#!/bin/bash
# What is in integrations/ for build servers, CMake and git, on small projects: tests/integrations.sh PROGRAM
set -uo pipefail
program=$(readlink -f "${1:?usage: tests/integrations.sh PROGRAM}")
cd "$(dirname "$(readlink -f "$0")")/.."
. tests/tap.sh
root=$PWD
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
cd "$scratch"
mkdir "a project" && cd "a project"
mkdir include
echo '#define LIMIT 10' > include/limit.h
cat > safe.c << 'EOF'
#include "limit.h"
#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
    unsigned x = 0;
    while (x < LIMIT && __VERIFIER_nondet_uint()) x += STEP;
    assert(x <= LIMIT);
}
EOF
sed 's/assert(x <= LIMIT)/assert(x < LIMIT)/' safe.c > unsafe.c
printf 'aag 1 1 0 0 0 0 0 1\n2\n1\n2\n' > open.aag
cp "$root/examples/counter-unsafe.aag" "$root/examples/peterson-safe.aag" .

# ---- several files, one report ----

ci() { "$root/integrations/ci/induct-ci" --induct "$program" "$@" > said 2>&1; }
is() { # STATUS COMMAND...
    local want=$1 got
    shift
    "$@"
    got=$?
    ((got == want)) || { echo "# status $got, not $want"; sed 's/^/# /' said; return 1; }
}
options=(-- --engine default --quiet -I include -D STEP=1)
ok "a violation" is 1 ci --sarif all.sarif --alerts alerts.sarif --junit all.xml safe.c unsafe.c open.aag peterson-safe.aag "${options[@]}"
ok "all results in one run" eval '[[ $(jq -c "[(.runs | length), [.runs[0].results[].kind], (.runs[0].invocations | length)]" all.sarif) == "[1,[\"pass\",\"fail\",\"open\",\"pass\"],4]" ]]'
ok "of which one is an alert" eval '[[ $(jq -c "[.runs[0].results[] | [.kind, .locations[0].physicalLocation.artifactLocation.uri]]" alerts.sarif) == "[[\"fail\",\"unsafe.c\"]]" ]]'
ok "it is still SARIF" eval '[[ $(python3 "$root/tests/reports/sarif.py" check all.sarif alerts.sarif) == *schema ]]'
ok "all suites in one report" eval 'python3 -c "
import xml.etree.ElementTree as t
root = t.parse(\"all.xml\").getroot()
assert [s.get(\"name\") for s in root] == [\"safe.c\", \"unsafe.c\", \"open.aag\", \"peterson-safe.aag\"]
assert len(root.findall(\".//failure\")) == 1 and len(root.findall(\".//error\")) == 1"'
ok "nothing is wrong" is 0 ci safe.c peterson-safe.aag "${options[@]}"
ok "something is undecided" is 3 ci safe.c open.aag "${options[@]}"
ok "which may be allowed" is 0 ci --allow-unknown safe.c open.aag "${options[@]}"
ok "a file is missing" is 2 ci --allow-unknown safe.c missing.c "${options[@]}"
ok "no files" is 0 ci

# ---- GitHub, GitLab, pre-commit ----

action() {
    env FILES="$1" OPTIONS="--engine default --quiet" UNKNOWN="$2" PROGRAM="$program" CACHE=kept SARIF=g.sarif ALERTS=g2.sarif JUNIT=g.xml \
        "$root/integrations/github-action/run" > said 2>&1
}
ok "the action takes patterns" is 0 action $'peterson*.aag\n open.aag' pass
ok "and keeps evidence" eval '[[ -n $(ls kept) && -s g.sarif && -s g2.sarif && -s g.xml ]]'
ok "it fails on what is undecided" is 3 action 'open.aag' fail
ok "and on violations" is 1 action '*.aag' pass
ok "and when nothing matches" is 2 action '*.nothing' pass
ok "an input is no script" eval 'action "\$(touch pwned) ; touch pwned" pass; [[ ! -e pwned ]]'
ok "its inputs are those that are read" eval '
    diff <(sed -n "s/^        \([A-Z]*\): .*inputs.*/\1/p" "$root/integrations/github-action/action.yml" | sort) \
         <(grep -oE "\\$\{?(FILES|OPTIONS|UNKNOWN|PROGRAM|CACHE|SARIF|ALERTS|JUNIT)" "$root/integrations/github-action/run" | tr -d "\${" | sort -u)'
if python3 -c 'import yaml' 2> /dev/null; then
    ok "the files are YAML" python3 -c "
import yaml
for name in ('integrations/github-action/action.yml', 'integrations/gitlab/induct.gitlab-ci.yml', '.pre-commit-hooks.yaml'):
    assert yaml.safe_load(open('$root/' + name))"
fi
ok "the hooks call what there is" eval '
    for entry in $(sed -n "s/^  entry: \([^ ]*\).*/\1/p" "$root/.pre-commit-hooks.yaml"); do [[ -x $root/$entry ]] || exit 1; done'

# ---- git ----

hook() { git -c user.name=a -c user.email=a@b commit -q -m "$1" > said 2>&1; }
(
    git init -q repository && cd repository && cp "$root/integrations/git/pre-commit" .git/hooks/pre-commit
    git config induct.program "$program"
    git config induct.options "--timeout 60 --quiet --engine default -I include -D STEP=1"
    cp -r ../include ../safe.c ../unsafe.c .
)
cd repository
git add include safe.c
ok "the hook lets pass what is safe" is 0 hook one
git add unsafe.c
ok "and stops what is not" eval '! hook two && [[ $(< said) == *"unsafe unreach-call"* ]]'
cp safe.c unsafe.c && git add unsafe.c && cp ../unsafe.c unsafe.c
ok "what is staged counts" is 0 hook three
cd ..

# ---- CMake ----

cat > CMakeLists.txt << EOF
cmake_minimum_required(VERSION 3.22)
project(small LANGUAGES C)
enable_testing()
set(INDUCT_PROGRAM "$program")
include("$root/integrations/cmake/InductCheck.cmake")
add_library(good STATIC safe.c)
add_library(bad STATIC unsafe.c)
foreach(library good bad)
  target_include_directories(\${library} PRIVATE include)
  target_compile_definitions(\${library} PRIVATE STEP=1)
  induct_add_check(\${library} OPTIONS --engine default --quiet REPORTS \${CMAKE_BINARY_DIR}/reports CACHE \${CMAKE_BINARY_DIR}/kept)
endforeach()
induct_add_check(designs FILES peterson-safe.aag open.aag OPTIONS --engine default TIMEOUT 60 ALLOW_UNKNOWN)
EOF
ok "a project with induct_add_check is configured" eval 'cmake -S . -B out -G Ninja > said 2>&1 || { sed "s/^/# /" said; false; }'
(cd out && ctest > ../said 2>&1)
ok "its tests pass, fail or are skipped" eval '
    [[ $(sed -n "s/.*: \(induct[^ ]*\) [ .*]*\(Passed\|Failed\|Skipped\).*/\1 \2/p" said | sort) == "induct.bad.unsafe.c Failed
induct.designs.open.aag Skipped
induct.designs.peterson-safe.aag Passed
induct.good.safe.c Passed" ]] || { sed "s/^/# /" said; false; }'
ok "reports are there" eval '[[ -s out/reports/bad-unsafe.c.sarif && -s out/reports/good-safe.c.xml && -n $(ls out/kept) ]]'
ok "wrong calls are told" eval 'echo "induct_add_check(none)" >> CMakeLists.txt; ! cmake -S . -B out > said 2>&1 && grep -q "no files" said'
finish
