#!/bin/bash
# The Debian package and the archive: what is in them, what they ask for, that they run from another root and leave
# nothing behind: tests/package.sh BUILD-DIRECTORY
set -uo pipefail
build=$(readlink -f "${1:?usage: tests/package.sh BUILD-DIRECTORY}")
cd "$(dirname "$(readlink -f "$0")")/.."
. tests/tap.sh
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
version=$(sed -n 's/^#define INDUCT_VERSION  *"\(.*\)"/\1/p' src/api/induct.h)
if grep -qE '^INDUCT_(SANITIZE|TSAN|COVERAGE):BOOL=ON' "$build/CMakeCache.txt"; then
    echo "1..0 # SKIP packages are made of plain builds"
    exit 0
fi

pack() { (cd "$scratch" && cpack --config "$build/CPackConfig.cmake" -G "$1" -B "$scratch/$1" > "$1.log" 2>&1) || { sed 's/^/# /' "$scratch/$1.log"; return 1; }; }
ok "a package is made" pack DEB
ok "and an archive" pack TGZ
deb=$(echo "$scratch"/DEB/*.deb) archive=$(echo "$scratch"/TGZ/*.tar.gz)
field() { dpkg-deb -f "$deb" "$1"; }
ok "its name and version" eval '[[ $(field Package) == induct && $(field Version) == "$version" && ${deb##*/} == "induct_${version}_$(dpkg --print-architecture).deb" ]]'

# Everything that the program links or opens comes with a package that is asked for.
needs() {
    local file packages missing=0
    for file in $(readelf -d "$scratch/x/usr/bin/induct" | sed -n 's/.*NEEDED.*\[\(.*\)\]/\1/p') \
        libz3.so.4 libseccomp.so.2 libyaml-0.so.2 libjansson.so.4; do
        [[ $file == ld-linux* ]] && continue
        packages=$(dpkg -S "*/$file" | cut -d: -f1 | sort -u)
        [[ $(comm -12 <(sort <<< "$packages") <(field Depends | tr ',' '\n' | awk '{ print $1 }' | sort)) ]] ||
            { echo "# $file is in" $packages "which is not asked for"; missing=1; }
    done
    return $missing
}
mkdir "$scratch/x" && dpkg-deb -x "$deb" "$scratch/x"
ok "it depends on what it links and opens" needs
ok "no script runs when it is installed; the linker hears of the library" eval '
    [[ $(dpkg-deb -I "$deb" | grep -oE "(postinst|postrm|preinst|prerm|triggers|shlibs)" | sort -u | tr "\n" " ") == "shlibs triggers " &&
       $(dpkg-deb -I "$deb" shlibs) == "libinduct "*" induct (>= $version)" ]]'
ok "and on the compiler" eval 'field Depends | grep -q "clang-19"'
ok "all below /usr, of root, and not for others to write" eval '
    [[ -z $(dpkg-deb -c "$deb" | awk "\$2 != \"root/root\" || \$6 !~ /^\.\/(usr(\/.*)?)?$/ || substr(\$1, 9, 1) == \"w\" && \$1 !~ /^l/") ]]'
ok "with its licence and manual" eval '
    cmp -s LICENSE "$scratch/x/usr/share/doc/induct/copyright" && [[ -f $scratch/x/usr/share/man/man1/induct-check.1 ]]'
ok "nothing in it names the folder of the build" eval '! grep -rlF "$build" "$scratch/x" | sed "s/^/# /" | grep .'

# The examples of the README, by the program in the folder $1.
examples() {
    local program=$1/bin/induct
    [[ $("$program" --version) == "induct $version" ]] &&
        [[ $("$program" check examples/ring-buffer-safe.c --quiet --engine default --certificate "$scratch/p.smt2") == "safe unreach-call "* ]] &&
        [[ $("$program" verify examples/ring-buffer-safe.c "$scratch/p.smt2" 2> /dev/null) == accepted ]] &&
        [[ $("$program" check examples/midpoint-unsafe.c --quiet --engine default) == "unsafe unreach-call depth=3" ]] &&
        [[ $("$program" check examples/peterson-safe.aag --certificate "$scratch/p.aag") == "safe both_in_critical_section "* ]] &&
        [[ $("$program" verify examples/peterson-safe.aag "$scratch/p.aag" 2> /dev/null) == accepted ]] &&
        [[ $("$program" check examples/peterson-unsafe.aig.gz --engine default) == "unsafe both_in_critical_section depth="* ]] &&
        [[ $("$program" check examples/thermostat-safe.vmt --engine default) == "safe 0 "* ]]
}
ok "what is in it runs the examples of the README" examples "$scratch/x/usr"
mkdir "$scratch/elsewhere" && tar -xzf "$archive" -C "$scratch/elsewhere"
ok "the archive has one folder" eval '[[ $(ls "$scratch/elsewhere") == "induct-$version-$(uname -m)" ]]'
mv "$scratch"/elsewhere/* "$scratch/elsewhere/a place"
ok "and runs from any place" examples "$scratch/elsewhere/a place"

# In a system of its own, as far as dpkg is concerned: installed, removed, and nothing is left.
root=$scratch/root
mkdir -p "$root/var/lib/dpkg/info" "$root/var/lib/dpkg/updates" && touch "$root/var/lib/dpkg/status" "$root/var/lib/dpkg/available"
package() { dpkg --root="$root" --force-depends --log="$scratch/dpkg.log" "$@" > "$scratch/said" 2>&1 || { sed 's/^/# /' "$scratch/said"; return 1; }; }
if [[ $(id -u) == 0 ]]; then
    before=$(cd "$root" && find . -not -path './var/lib/dpkg*' | sort)
    ok "it is installed" eval 'package -i "$deb" && [[ -x $root/usr/bin/induct ]]'
    ok "what is installed runs" eval '[[ $("$root/usr/bin/induct" --version) == "induct $version" ]]'
    ok "it is removed" package -P induct
    ok "without a trace" eval '[[ $(cd "$root" && find . -not -path "./var/lib/dpkg*" | sort) == "$before" && -z $(ls "$root/var/lib/dpkg/info" | grep induct) ]]'
else
    tap_count=$((tap_count + 1))
    echo "ok $tap_count # SKIP dpkg installs as root only"
fi
finish
