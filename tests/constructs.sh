#!/bin/bash
# Every row of src/format/c/constructs.def holds: tests/constructs.sh PROGRAM lp64|ilp32 [NAME]...
#
# A row has a program in tests/constructs/, NAME.c: the row's name for constructs and functions of LLVM, refused-NAME
# for what is refused. Its first line may have options. It is checked as it stands and with WRONG defined (check.h):
#
#     exact      safe            unsafe
#     over       safe            not safe
#     refused    unknown, with the words of the row; not safe
#
# tests/constructs/WITHOUT lists the rows that have none, and why.
set -uo pipefail
program=$(readlink -f "${1:?usage: tests/constructs.sh PROGRAM lp64|ilp32 [NAME]...}")
model=${2:?usage: tests/constructs.sh PROGRAM lp64|ilp32 [NAME]...}
shift 2
cd "$(dirname "$(readlink -f "$0")")"
. ./tap.sh
rows=$(../scripts/tabulate-c --rows)

without() { grep -q "^$1:" constructs/WITHOUT; }

# The verdict of a program: check NAME [OPTION]...
check() {
    local file=constructs/$1.c options
    shift
    options=$(sed -n '1s,^// options: ,,p' "$file")
    # shellcheck disable=SC2086
    "$program" check "$file" $options --data-model "$model" --timeout 60 "$@" 2> /dev/null
}

# Words of a row as a pattern: what stands for a name is anything.
pattern() { sed 's/%\.\*s/%s/g; s/[].*^$(){}+?|[]/\\&/g; s/%s/.*/g' <<< "$1"; }

holds() {
    local name=$1 treatment=$2 words=$3 right wrong
    right=$(check "$name")
    wrong=$(check "$name" -D WRONG)
    case $treatment in
    EXACT) [[ $right == safe* && $wrong == unsafe* ]] ;;
    OVER) [[ $right == safe* && $wrong =~ ^(unsafe|unknown) ]] ;;
    REFUSED)
        local refused="^unknown unreach-call \\(unsupported: $(pattern "${words:-%s}")( at [^ ]*)?\\)"
        [[ $right =~ $refused && $wrong =~ ^(unsafe|unknown) ]]
        ;;
    esac && return
    echo "# $treatment $words"
    echo "# as it stands: $right"
    echo "# with WRONG:   $wrong"
    return 1
}

test_row() {
    local kind=$1 name=$2 treatment=$3 words=$4
    case $kind in
    refusal) name=refused-$(tr 'A-Z_' 'a-z-' <<< "$name") ;;
    instruction) return ;;
    esac
    [[ $# -gt 0 ]] || return
    if without "$name"; then
        ok "$name is said to have no program" test ! -e "constructs/$name.c"
    else
        ok "$name ($model)" holds "$name" "$treatment" "$words"
    fi
}

wanted() { [[ $chosen == "  " || $chosen == *" $1 "* ]]; }

chosen=" $* "
while IFS=$'\t' read -r kind name treatment words; do
    file=$name
    [[ $kind != refusal ]] || file=refused-$(tr 'A-Z_' 'a-z-' <<< "$name")
    wanted "$file" && test_row "$kind" "$name" "$treatment" "$words"
done <<< "$rows"

# No program is left over.
unlisted() {
    local file name left=0
    for file in constructs/*.c; do
        name=$(basename "$file" .c)
        [[ $name == refused-* ]] && name=$(tr 'a-z-' 'A-Z_' <<< "${name#refused-}")
        cut -f2 <<< "$rows" | grep -Fqx -- "$name" || { echo "# no row: $file"; left=1; }
    done
    return $left
}
[[ $chosen != "  " ]] || ok "every program has a row" unlisted
[[ $chosen != "  " ]] || ok "docs/C-SEMANTICS.md shows the tables" ../scripts/tabulate-c --check
finish
