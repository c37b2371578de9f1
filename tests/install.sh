#!/bin/bash
# What is installed is whole and can be used from any place: binary, manual pages, and the library, shared and static,
# by pkg-config and by CMake, with examples/embed.c as the host: tests/install.sh BUILD-DIRECTORY
set -uo pipefail
build=$(readlink -f "${1:?usage: tests/install.sh BUILD-DIRECTORY}")
cd "$(dirname "$(readlink -f "$0")")/.."
. tests/tap.sh
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
cached() { sed -n "s/^$1:[A-Z]*=//p" "$build/CMakeCache.txt"; }
prefix=$scratch/root/opt/induct
libdir=$(cached CMAKE_INSTALL_LIBDIR)
version=$(sed -n 's/^#define INDUCT_VERSION  *"\(.*\)"/\1/p' src/api/induct.h)
flags=(-Wall -Wextra -Werror)
[[ $(cached INDUCT_SANITIZE) == ON ]] && flags+=(-fsanitize=address,undefined)
[[ $(cached INDUCT_TSAN) == ON ]] && flags+=(-fsanitize=thread)
[[ $(cached INDUCT_COVERAGE) == ON ]] && flags+=(--coverage)
export PKG_CONFIG_PATH=$prefix/$libdir/pkgconfig LD_LIBRARY_PATH=$prefix/$libdir TSAN_OPTIONS="suppressions=$PWD/tests/tsan.supp die_after_fork=0"

installs() { DESTDIR=$scratch/root cmake --install "$build" --prefix /opt/induct > "$scratch/log" 2>&1 || { sed 's/^/# /' "$scratch/log"; return 1; }; }

# These files and no others.
complete() {
    local soversion=${version%.*} command
    [[ $version == 0.* ]] || soversion=${version%%.*}
    {
        printf '%s\n' bin/induct bin/induct-ci share/doc/induct/copyright include/induct.h share/bash-completion/completions/induct share/zsh/site-functions/_induct share/man/man1/induct.1
        for command in check verify engines options convert properties bench serve worker report; do echo "share/man/man1/induct-$command.1"; done
        printf "$libdir/%s\n" libinduct.a libinduct.so "libinduct.so.$version" "libinduct.so.$soversion" pkgconfig/induct.pc \
            cmake/induct/induct-config.cmake cmake/induct/induct-config-version.cmake cmake/induct/InductCheck.cmake
    } | sort > "$scratch/expected"
    (cd "$prefix" && find . ! -type d -printf '%P\n' | sort) | diff "$scratch/expected" - | sed 's/^/# /'
    ((PIPESTATUS[1] == 0))
}
runs() { [[ $("$prefix/bin/induct" --version) == "induct $version" && $("$prefix/bin/induct" check examples/counter-unsafe.aag) == "unsafe overflow depth=15" ]]; }
reads_manual() { [[ $(MANPATH=$prefix/share/man groff -man -Tascii "$prefix/share/man/man1/induct.1") == *"induct $version"* ]]; }

# The host says what it should; properties are decided in any order.
says() {
    "$1" examples/traffic-light-properties.aag > "$scratch/said" 2>&1 || { sed 's/^/# /' "$scratch/said"; return 1; }
    sed -i 's/by an invariant that is [0-9]*-inductive/by an invariant/' "$scratch/said"
    sort << EOF | diff - <(sort "$scratch/said") | sed 's/^/# /'
compiled with induct $version, running with $version
safe both_green by an invariant, verified
safe walk_while_green by an invariant, verified
safe yellow_while_green by an invariant, verified
unsafe somebody_walks after 3 steps, verified
unsafe second_press_at_yellow after 1 steps, verified
5 properties, 5 verdicts, some frames
accepted: both_green is safe
accepted: walk_while_green is safe
accepted: yellow_while_green is safe
accepted: somebody_walks is unsafe
accepted: second_press_at_yellow is unsafe
ic3: safe
bmc: unknown, interrupted
EOF
    ((PIPESTATUS[1] == 0))
}
needs_shared() { readelf -d "$1" | grep -q 'NEEDED.*libinduct\.so'; }

with_pkg_config() {
    local libraries
    libraries=$(pkg-config $2 --libs induct) && [[ $(pkg-config --modversion induct) == "$version" ]] || return 1
    [[ $2 ]] && libraries=${libraries/-linduct/-l:libinduct.a}
    gcc "${flags[@]}" $(pkg-config --cflags induct) examples/embed.c $libraries -pthread -o "$scratch/$1" 2> "$scratch/log" || { sed 's/^/# /' "$scratch/log"; return 1; }
}
is_static() { [[ -x $1 ]] && ! needs_shared "$1"; }

with_cmake() {
    mkdir "$scratch/project" && cat > "$scratch/project/CMakeLists.txt" << EOF
cmake_minimum_required(VERSION 3.22)
project(host C)
find_package(induct ${version%.*} REQUIRED)
find_package(Threads REQUIRED)
foreach(kind induct static)
  add_executable(by-\${kind} $PWD/examples/embed.c)
  target_compile_options(by-\${kind} PRIVATE ${flags[*]})
  target_link_options(by-\${kind} PRIVATE ${flags[*]})
  target_link_libraries(by-\${kind} PRIVATE induct::\${kind} Threads::Threads)
endforeach()
EOF
    { cmake -S "$scratch/project" -B "$scratch/project/build" -DCMAKE_PREFIX_PATH="$prefix" && cmake --build "$scratch/project/build"; } > "$scratch/log" 2>&1 ||
        { sed 's/^/# /' "$scratch/log"; return 1; }
    needs_shared "$scratch/project/build/by-induct" && is_static "$scratch/project/build/by-static"
}
wrong_version_refused() {
    sed -i 's/find_package(induct [0-9.]*/find_package(induct 99.1/' "$scratch/project/CMakeLists.txt"
    ! cmake -S "$scratch/project" -B "$scratch/project/other" -DCMAKE_PREFIX_PATH="$prefix" > "$scratch/log" 2>&1 && tr -s "\n " " " < "$scratch/log" | grep -q 'compatible with requested'
}

ok "everything installs below DESTDIR and a prefix" installs
ok "every file, and no other" complete
ok "the program runs" runs
if command -v groff > /dev/null; then ok "the manual is of this version" reads_manual; fi
ok "pkg-config, the shared library" with_pkg_config shared ""
ok "it is the shared one" needs_shared "$scratch/shared"
ok "the host runs with it" says "$scratch/shared"
ok "pkg-config, the static library" with_pkg_config static --static
ok "it is the static one" is_static "$scratch/static"
ok "the host runs with it" says "$scratch/static"
ok "find_package, both libraries" with_cmake
ok "the host runs with the shared one" says "$scratch/project/build/by-induct"
ok "the host runs with the static one" says "$scratch/project/build/by-static"
ok "find_package refuses another version" wrong_version_refused
finish
