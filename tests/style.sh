#!/bin/bash
# scripts/check-style finds what it is there to find, and --fix mends what it can: tests/style.sh
# A small repository gets one defect after the other.
set -uo pipefail
cd "$(dirname "$(readlink -f "$0")")/.."
. tests/tap.sh
root=$PWD
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
long=$(printf 'word%.0s ' {1..30} | sed 's/ $//')

# A repository without fault.
fresh() {
    rm -rf "$scratch/repository"
    mkdir -p "$scratch/repository/scripts" "$scratch/repository/part"
    cd "$scratch/repository" || exit 1
    cp "$root/scripts/check-style" scripts/
    cp "$root/.clang-format" .
    printf '/* %s */\nint one(void) {\n    return 1;\n}\n' "What it is for." > part/one.c
    printf '# part\n\n| file | what |\n|---|---|\n| `one.c` | one |\n' > part/README.md
    printf '# Whole\n\nSee [part](part/README.md).\n' > README.md
    git init -q . && git add -A
}

# finds WHERE AND WHAT: it says so, of one file, and fails.
finds() {
    local said
    said=$(scripts/check-style) && { echo "# nothing is wrong"; return 1; }
    [[ $said == *"$1"* && $said == *", 1 failed" ]] || { echo "# $said"; return 1; }
}
clean() { [[ $(scripts/check-style) == "5 passed, 0 failed" ]]; }

fresh
ok "no fault" clean
printf 'int two( void ){return 2;}\n' >> part/one.c
ok "code that is not formatted" finds "part/one.c:5: not as clang-format leaves it"
scripts/check-style --fix > /dev/null
ok "mended" clean

fresh
printf '/* %s */\n' "$long" >> part/one.c
ok "a long comment" finds "part/one.c:5: a comment of 155 columns"
scripts/check-style --fix > /dev/null
ok "broken" clean
ok "between words" grep -qE '^ \*( word)+ \*/$' part/one.c

fresh
printf '\n- %s\n' "$long" >> README.md
ok "a long line of Markdown" finds "README.md:5: "
scripts/check-style --fix > /dev/null
ok "broken, as an item of a list" grep -qE '^  word' README.md
printf '\nText:\n\n    code %s\n\n| table %s |\n' "$long" "$long" >> README.md
ok "code and tables may be long" clean

fresh
printf '\n[gone](part/two.md)\n' >> README.md
ok "a link that leads nowhere" finds "README.md:5: no file part/two.md"

fresh
printf 'int two(void);\n' > part/two.h
ok "a file that the README does not name" finds "part/README.md: does not name part/two.h"

fresh
printf '| `two.c` | two |\n' >> part/README.md
ok "a name without file" finds "part/README.md:6: there is no two.c"

fresh
printf 'text  \n' >> README.md
ok "blanks at the end" finds "README.md:4: blanks at the end"
finish
