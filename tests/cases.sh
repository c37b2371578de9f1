#!/bin/bash
# Whole-program cases: tests/cases.sh PROGRAM [CASE]...
#
# A case is a folder of tests/cases/ with
#   args        one call per line: the words after `induct`, in shell syntax, run in a copy of the folder
#   status      the exit statuses, one per call; absent: all 0
#   expected    the standard output of all calls, exactly; or expected.re, a regular expression per line
#   stderr      regular expressions that standard error must match; absent: it must be empty
# and whatever files the calls read.
set -uo pipefail
program=$(readlink -f "${1:?usage: tests/cases.sh PROGRAM [CASE]...}")
shift
cd "$(dirname "$(readlink -f "$0")")"
. ./tap.sh
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
induct() { "$program" "$@"; }

# Both files, line by line; the second holds regular expressions.
lines_match() {
    local text pattern
    exec 3< "$1" 4< "$2"
    while IFS= read -r pattern <&4; do
        IFS= read -r text <&3 || { echo "# missing: $pattern"; return 1; }
        [[ $text =~ ^$pattern$ ]] || { echo "# '$text' does not match '$pattern'"; return 1; }
    done
    IFS= read -r text <&3 && { echo "# too much: $text"; return 1; }
    return 0
}

run_case() {
    local folder=$1 line pattern wrong=0
    local here=$scratch/$folder out=$scratch/$folder.out err=$scratch/$folder.err got=$scratch/$folder.status
    cp -r "cases/$folder" "$here"
    : > "$got"
    while IFS= read -r line; do
        (cd "$here" && eval "induct $line")
        echo $? >> "$got"
    done < "cases/$folder/args" > "$out" 2> "$err"
    if [[ -f cases/$folder/status ]]; then
        diff "cases/$folder/status" "$got" | sed 's/^/# status: /'
        ((PIPESTATUS[0] == 0)) || wrong=1
    elif grep -qvx 0 "$got"; then
        echo "# status:" $(cat "$got")
        wrong=1
    fi
    if [[ -f cases/$folder/expected.re ]]; then
        lines_match "$out" "cases/$folder/expected.re" || wrong=1
    else
        diff "cases/$folder/expected" "$out" | sed 's/^/# stdout: /'
        ((PIPESTATUS[0] == 0)) || wrong=1
    fi
    if [[ -f cases/$folder/stderr ]]; then
        while IFS= read -r pattern; do
            grep -qE -- "$pattern" "$err" || { echo "# stderr lacks: $pattern"; wrong=1; }
        done < "cases/$folder/stderr"
    elif [[ -s $err ]]; then
        wrong=1
    fi
    ((wrong == 0)) || sed 's/^/# stderr: /' "$err" | head -5
    return $wrong
}

(($#)) || set -- $(cd cases && ls)
for folder; do ok "$folder" run_case "$folder"; done
finish
