#!/bin/bash
# The layering of src/LAYERS holds in the built archives, in the include paths and in ARCHITECTURE.md:
#   tests/layers.sh BUILD-DIRECTORY
set -uo pipefail
build=$(readlink -f "${1:?usage: tests/layers.sh BUILD-DIRECTORY}")
cd "$(dirname "$(readlink -f "$0")")/.."
. tests/tap.sh
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

declare -A uses archive
folders=()
while IFS=: read -r folder rest; do
    folders+=("$folder")
    uses[$folder]=" $(xargs <<< "$rest") "
    file=$build/libinduct_${folder//\//_}.a
    [[ -f $file ]] && compgen -G "src/$folder/*.c" > /dev/null && archive[$folder]=$file
done < <(grep '^[a-z]' src/LAYERS)

key() { echo "$scratch/${1//\//_}"; }
for folder in "${!archive[@]}"; do
    nm --defined-only --extern-only -P "${archive[$folder]}" 2>/dev/null | awk 'NF > 1 { print $1 }' | sort -u > "$(key "$folder").defined"
    nm --undefined-only -P "${archive[$folder]}" 2>/dev/null | awk 'NF > 1 { print $1 }' | sort -u > "$(key "$folder").undefined"
done

# No archive needs a symbol of a folder that it may not use.
symbols_allowed() {
    local folder=$1 other bad status=0
    for other in "${!archive[@]}"; do
        [[ $other == "$folder" || ${uses[$folder]} == *" $other "* ]] && continue
        bad=$(comm -12 "$(key "$folder").undefined" "$(key "$other").defined")
        [[ -z $bad ]] || { echo "# $folder/ uses, against src/LAYERS, from $other/:" $bad; status=1; }
    done
    return $status
}

# Whether a source of the folder can include the header. Existence is asked first because it is cheaper than a compiler.
compiles() {
    [[ -e $build/layers/$1/$2 ]] && compiler_accepts "$1" "$2"
}

compiler_accepts() {
    echo "#include \"$2\"" | gcc -std=gnu17 -fsyntax-only -I "$build/layers/$1" -x c - 2> /dev/null
}

uses_symbols() { [[ -n $(comm -12 "$(key "$1").undefined" "$(key "$2").defined" 2> /dev/null) ]]; }

# A folder can include headers of the folders it may use (some headers are for their own folder only, so: one of them,
# or it uses what is declared elsewhere), and none of any other.
headers_allowed() {
    local folder=$1 other header included
    for other in "${folders[@]}"; do
        included=
        for header in $(cd src && ls "$other"/*.h 2> /dev/null); do
            compiles "$folder" "$header" || continue
            included=$header
            break
        done
        if [[ $other == "$folder" || ${uses[$folder]} == *" $other "* ]]; then
            [[ $included || -z $header ]] || uses_symbols "$folder" "$other" || { echo "# $folder/ cannot include any header of $other/"; return 1; }
        elif [[ $included ]]; then
            echo "# $folder/ can include $included"
            return 1
        fi
        header=
    done
}

every_folder_listed() {
    local folder status=0
    while read -r folder; do
        [[ ${uses[$folder]+listed} ]] || { echo "# src/$folder has sources and no line in src/LAYERS"; status=1; }
    done < <(cd src && find . -name '*.c' -printf '%h\n' | sort -u | sed 's|^\./||')
    return $status
}

# The check above can fail: with aig/ allowed nothing, its use of base/ is found.
forbidden_use_found() {
    local kept=${uses[aig]} status
    uses[aig]=" "
    ! symbols_allowed aig > /dev/null
    status=$?
    uses[aig]=$kept
    return $status
}

forbidden_include_fails() { compiler_accepts check/program evidence/circuit_evidence.h && ! compiler_accepts check/program transform/circuit/transform.h; }
# An include that is absolute or climbs out of its folder, however it is spaced.
ways_around() { grep -rnE '#[[:space:]]*include[[:space:]]*["<](/|([^">]*/)?\.\./)' "$@"; }
no_way_around() { ! ways_around src; }
way_around_noticed() {
    local include
    for include in '#include "../../pdr/cube.h"' '# include "../pdr/cube.h"' '#include "./../pdr/cube.h"' '#include <../pdr/cube.h>' '#include "/pdr/cube.h"'; do
        ways_around - <<< "$include" > /dev/null || { echo "# not noticed: $include"; return 1; }
    done
}
# Names that three or more headers bear, whatever their folders: a reader who sees one named must not have to guess.
common_names() { find "$1" -name '*.h' -printf '%f\n' | sort | uniq -c | awk '$1 > 2 { print "# " $1 " headers are called " $2; found = 1 } END { exit !found }'; }
names_tell_apart() { ! common_names src; }
common_name_noticed() {
    mkdir -p "$scratch"/names/{one,two,three} && touch "$scratch"/names/{one,two}/same.h
    ! common_names "$scratch/names" || return 1
    touch "$scratch/names/three/same.h" && common_names "$scratch/names" > /dev/null
}
only_in() { ! grep -rlE "#include <$1" src | grep -v "^src/$2/"; }

ok "every folder with sources is listed" every_folder_listed
ok "no include leaves its include path" no_way_around
ok "an include that does is noticed" way_around_noticed
ok "no three headers have one name" names_tell_apart
ok "a name that three have is noticed" common_name_noticed
ok "CaDiCaL appears in sat/ only" only_in '(cadical|ccadical)' sat
ok "Z3 appears in smt/ only" only_in z3 smt
ok "LLVM appears in format/c/ only" only_in llvm-c format/c
ok "libyaml appears in format/witness/ only" only_in 'yaml\.h' format/witness
ok "jansson appears in base/ only" only_in jansson base
ok "hiredis appears in cluster/ only" only_in hiredis cluster
ok "a forbidden include does not compile" forbidden_include_fails
ok "a forbidden symbol is noticed" forbidden_use_found
for folder in "${folders[@]}"; do
    [[ ${archive[$folder]+built} ]] && ok "symbols of $folder" symbols_allowed "$folder"
    ok "headers of $folder" headers_allowed "$folder"
done
# Whatever check/ may use, directly or not: nothing that searches, and nobody who asks it.
reaches() {
    local todo=("$1") seen=" " folder used
    while ((${#todo[@]})); do
        folder=${todo[0]} todo=("${todo[@]:1}")
        [[ $seen == *" $folder "* ]] && continue
        seen+="$folder "
        for used in ${uses[$folder]}; do todo+=("$used"); done
    done
    echo "$seen"
}
judge_is_alone() {
    local folder seen status=0
    for folder in "${folders[@]}"; do
        [[ $folder == check || $folder == check/* ]] || continue
        seen=$(reaches "$folder")
        ! grep -oE ' (solve|transform|engine|pdr|refine|sat/cdcl|api|cli)(/[a-z0-9]+)? ' <<< "$seen" | sed "s|^|# $folder/ reaches|" | grep . || status=1
    done
    return $status
}
ok "the judge reaches no strategy, no stage, no engine" judge_is_alone
no_engine_above() { [[ ! ${uses[api]} =~ " "(engine|transform|pdr|refine) ]]; }
ok "the library sees no engine and no stage" no_engine_above
api_is_thin() { (($(find src/api -name '*.[ch]' ! -name '*_test.c' -exec cat {} + | wc -l) <= 1900)); }
ok "the library is thin" api_is_thin
ok "ARCHITECTURE.md draws src/LAYERS" scripts/draw-layers --check
ok "src/check/README.md counts what is trusted" scripts/count-trusted --check
finish
