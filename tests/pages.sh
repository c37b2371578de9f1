#!/bin/bash
# Manual pages are complete and without complaints of groff, and shells complete what the program takes: tests/pages.sh
# BUILD-DIRECTORY
set -uo pipefail
build=$(readlink -f "${1:?usage: tests/pages.sh BUILD-DIRECTORY}")
cd "$(dirname "$(readlink -f "$0")")/.."
. tests/tap.sh
share=$build/share
commands=(check verify engines options convert properties bench serve worker)
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

# The page as people see it, in one line.
page() { groff -man -Tascii -P-cbou -rLL=5000n "$share/man/man1/$1.1" 2> /dev/null | tr -s ' \n' ' '; }

clean() {
    groff -man -ww -z -Tascii "$share/man/man1/$1.1" > "$scratch/complaints" 2>&1 && [[ ! -s $scratch/complaints ]] && return
    sed 's/^/# /' "$scratch/complaints"
    return 1
}

# Every line that is read stands in the page, whatever the blanks.
has_all() {
    local text line missing=0
    text=$(page "$1")
    while read -r line; do
        [[ $text == *"$line"* ]] || { echo "# induct-$1(1) lacks: $line"; missing=1; }
    done
    return $missing
}

# What --help says of an option is in the page, and every sentence of its prose.
help_is_in_page() {
    "$build/induct" "$1" --help | sed -n 's/^  \(-.*[^ ]\)  \+\([^ ].*\)/\1\n\2/p' | tr -s ' ' | grep -v -e '^--help, --version$' -e '^this text, or the version$' > "$scratch/help"
    (($(wc -l < "$scratch/help") >= 6)) && has_all "induct-$1" < "$scratch/help"
}
engines_are_in_page() { "$build/induct" engines --json | jq -r '.[] | .name, .summary' | tr -s ' ' | has_all induct-engines; }
options_are_in_page() { "$build/induct" options --json | jq -r '.[] | .name, .help' | tr -s ' ' | has_all induct-options; }
statistics_are_in_page() {
    "$build/induct" check examples/counter-unsafe.aag --json | jq -r '.statistics | keys[]' > "$scratch/statistics"
    (($(wc -l < "$scratch/statistics") > 20)) && has_all induct-check < "$scratch/statistics"
}

# What bash offers for a line; the last argument is what stands at the cursor. Bash cuts at "=".
offers() {
    bash -c '. "$0"; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _induct; printf "%s\n" "${COMPREPLY[@]}"' \
        "$share/bash-completion/completions/induct" "$@" 2>&1
}
offers_exactly() {
    local expected=$1 offered
    shift
    offered=$(offers "$@" | sort)
    [[ $offered == "$(tr ' ' '\n' <<< "$expected" | sort)" ]] || { echo "# $*: " $offered; return 1; }
}
is_bash() { [[ $(bash -c '. "$0" && complete -p induct' "$share/bash-completion/completions/induct" 2>&1) == "complete -F _induct induct" ]]; }
offers_engines() { offers_exactly "$("$build/induct" engines --json | jq -r '[.[].name] | join(" ")')" "$@"; }
offers_settings() { offers_exactly "$("$build/induct" options --json | jq -r '[.[].name + "="] | join(" ")')" induct check --set ''; }
offers_help() {
    local command names status=0
    for command in "${commands[@]}"; do
        names=$("$build/induct" "$command" --help | grep -o '^  -.*' | sed 's/^  //; s/  .*//' | grep -o -- '--[a-z-]*' | sort -u | xargs)
        offers_exactly "$names" induct "$command" -- || status=1
    done
    return $status
}

# The program takes what is offered: what is wrong then is the file.
only_file_is_wrong() {
    local answer
    answer=$("$build/induct" "$1" "$scratch/nowhere" "${@:2}" 2>&1)
    [[ $answer == *"$scratch/nowhere"* ]] || { echo "# ${*:2}: $answer"; return 1; }
}
takes() {
    local value status=0 count=0
    while read -r value; do
        count=$((count + 1))
        only_file_is_wrong "$1" "$2" "$value" || status=1
    done < <(offers induct "$1" "$2" '')
    return $((status || count < 2))
}
reads_no_others() { offers_exactly "$("$build/induct" check x --format nothing 2>&1 | sed 's/.*it reads //; s/,//g')" induct check --format ''; }
writes_no_others() { offers_exactly "$("$build/induct" convert x --to nothing 2>&1 | sed 's/.*it writes //; s/,//g; s/ or / /')" induct convert --to ''; }
takes_settings() {
    local all=() name value
    for name in $(offers induct check --set ''); do
        for value in $(offers induct check --set "${name%=}" = ''); do all+=(--set "$name$value"); done
    done
    ((${#all[@]} > 100)) && only_file_is_wrong check "${all[@]}"
}

# Files with blanks in their names are one file.
offers_files() {
    mkdir "$scratch/files" && touch "$scratch/files/one two.aag" && [[ $(offers induct check "$scratch/files/o") == "$scratch/files/one two.aag" ]]
}

# zsh: what _arguments is told, by a stand-in for it.
told_by_zsh() {
    zsh -f -c '
        compset() { return 1 }; _describe() { :; }
        _arguments() { if [[ $1 == -C ]]; then state=argument line=("$command"); else print -rl -- "$@"; fi }
        curcontext= command=$2
        . "$1"' zsh "$share/zsh/site-functions/_induct" "$1" 2>&1
}
zsh_knows() {
    local command option status=0
    for command in "${commands[@]}"; do
        told_by_zsh "$command" > "$scratch/told"
        for option in $(offers induct "$command" --); do
            grep -q -- "^\\*\\?$option[=\\[]" "$scratch/told" || { echo "# $command $option is missing"; status=1; }
        done
    done
    grep -q -- '^--as=\[.*:native|hwmcc|sby:(native hwmcc sby)$' <(told_by_zsh check) && return $status
}
skip() {
    tap_count=$((tap_count + 1))
    echo "ok $tap_count # SKIP $1"
}

if command -v groff > /dev/null; then
    for name in induct "${commands[@]/#/induct-}"; do ok "$name(1): groff has no complaint" clean "$name"; done
    for name in "${commands[@]}"; do ok "induct-$name(1) has what --help says" help_is_in_page "$name"; done
    ok "induct-engines(1) has the engines" engines_are_in_page
    ok "induct-options(1) has the options" options_are_in_page
    ok "induct-check(1) has the statistics" statistics_are_in_page
else
    skip "no groff"
fi
ok "bash takes the completion" is_bash
ok "commands" offers_exactly check induct che
ok "options by their first letters" offers_exactly "--engine --entry" induct check --en
ok "the options of --help, per command" offers_help
ok "engines after --engine" offers_engines induct check --engine ''
ok "engines after --engine=" offers_engines induct check --engine =
ok "engines for options" offers_exactly "kind kind-ia" induct options ki
ok "option names after --set" offers_settings
ok "values after --set NAME=" offers_exactly "off on maximal" induct check --set large-blocks =
ok "values after --set=NAME=" offers_exactly "maximal" induct check --set = large-blocks = m
ok "nothing where anything goes" offers_exactly "" induct check --timeout ''
ok "files" offers_files
ok "--format: all that is read" reads_no_others
ok "--to: all that is written" writes_no_others
for option in --format --theory --data-model --verify-with --as; do ok "what is offered for $option is taken" takes check "$option"; done
ok "what is offered for --to is taken" takes convert --to
ok "what is offered for --set is taken" takes_settings
if command -v zsh > /dev/null; then
    ok "zsh parses the completion" zsh -n "$share/zsh/site-functions/_induct"
    ok "zsh is told every option" zsh_knows
else
    skip "no zsh"
fi
finish
