#!/bin/bash
# Evidence of earlier runs decides again what it decided, and nothing that it does not prove: tests/cache.sh PROGRAM
set -uo pipefail
program=$(readlink -f "${1:?usage: tests/cache.sh PROGRAM}")
cd "$(dirname "$(readlink -f "$0")")"
. ./tap.sh
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
cp ../examples/*.c ../examples/*.a[ai]* ../examples/*.vmt ../examples/*.btor2 "$scratch"
cd "$scratch"
models=(ring-buffer-safe.c midpoint-unsafe.c peterson-safe.aag peterson-unsafe.aig.gz traffic-light-properties.aag
    fifo-properties.btor2 thermostat-safe.vmt fischer-unsafe.vmt)

# The verdicts of all models, and in `counts` what became of the cache; options are for all calls.
verdicts() {
    local model
    hits=0 misses=0 rejected=0 stored=0
    for model in "${models[@]}"; do
        "$program" check "$model" --quiet --stats s.json "$@" | cut -d' ' -f1,2 | sort
        echo "status ${PIPESTATUS[0]}"
        read -r h m r s < <(jq -r '.statistics | "\(."cache-hits") \(."cache-misses") \(."cache-rejected") \(."cache-stored")"' s.json)
        hits=$((hits + h)) misses=$((misses + m)) rejected=$((rejected + r)) stored=$((stored + s))
    done > verdicts.out
}
same() { cmp -s truth verdicts.out || { diff truth verdicts.out | sed 's/^/# /'; return 1; }; }

verdicts --engine default
mv verdicts.out truth
properties=$(grep -vc '^status' truth)
ok "without a cache nothing is counted" test "$hits $misses $stored" = "0 0 0"

verdicts --engine default --cache folder
ok "the first time: verdicts" same
ok "the first time: everything is kept" test "$hits $misses $stored" = "0 $properties $((2 * properties))"
verdicts --engine default --cache folder
ok "again: verdicts" same
ok "again: everything is found" test "$hits $misses $stored" = "$properties 0 0"
verdicts --cache folder
ok "with several engines, too" eval 'same && [[ "$hits $misses" == "$properties 0" ]]'
verdicts --cache auto
cp -r auto auto.kept
verdicts --cache auto
ok "what several engines find is kept" eval 'same && [[ "$hits $misses" == "$properties 0" ]]'
ok "an invariant of the cache is written" eval '
    "$program" check peterson-safe.aag --cache folder --quiet --certificate p.aag > out &&
    [[ $("$program" verify peterson-safe.aag p.aag 2> err) == accepted ]]'
ok "without verification it is judged all the same" eval '
    "$program" check peterson-safe.aag --no-verify --cache folder --json > out && [[ $(jq ".statistics.\"cache-hits\"" out) == 1 ]]'

# The logic of one property changes, by one line.
cat > several.btor2 << 'EOF'
1 sort bitvec 8
2 sort bitvec 1
3 zero 1
4 state 1 x
5 init 1 4 3
6 one 1
7 constd 1 100
8 ult 2 4 7
9 add 1 4 6
10 ite 1 8 9 3
11 next 1 4 10
12 constd 1 120
13 ugt 2 4 12
14 bad 13 first
15 state 1 y
16 init 1 15 3
17 constd 1 2
18 add 1 15 17
19 next 1 15 18
20 eq 2 15 6
21 bad 20 second
EOF
"$program" check several.btor2 --engine default --cache lines > out
ok "two properties are safe" eval '[[ $(cut -d" " -f1 out | sort -u) == safe ]]'
sed -i 's/^17 constd 1 2$/17 constd 1 4/' several.btor2
"$program" check several.btor2 --engine default --cache lines --json > out
ok "after a change of one, the other is found; the old proof of the changed one holds, too" eval '
    [[ $(jq -c "[.properties[].verdict, .statistics.\"cache-hits\"]" out) == "[\"safe\",\"safe\",2]" ]]'
sed -i 's/^17 constd 1 4$/17 constd 1 1/' several.btor2
"$program" check several.btor2 --engine default --cache lines --json > out
ok "after a change that makes it wrong, it is unsafe" eval '
    [[ $(jq -c "[(.properties | sort_by(.index) | .[].verdict), .statistics.\"cache-hits\", .statistics.\"cache-misses\"]" out) \
        == "[\"safe\",\"unsafe\",1,1]" ]]'

# Damage: bytes, lengths, nothing, other things of the name.
damage() { python3 - folder "$1" << 'EOF'
import os, random, sys
random.seed(int(sys.argv[2]))
for name in sorted(os.listdir(sys.argv[1])):
    path = os.path.join(sys.argv[1], name)
    data = bytearray(open(path, "rb").read())
    kind = random.randrange(4)
    if kind == 0:
        data = data[:random.randrange(len(data))]
    elif kind == 1:
        data += bytes(random.randrange(256) for _ in range(9))
    else:
        for _ in range(random.randrange(1, 8)):
            data[random.randrange(len(data))] = random.randrange(256)
    if kind == 3:  # with a hash that fits, the bytes get as far as the reader of evidence, or the judge
        import hashlib
        body = bytes(data[80:])
        data = b"induct-cache 1\n" + hashlib.sha256(body).hexdigest().encode() + b"\n" + body
    open(path, "wb").write(data)
EOF
}
for seed in 1 2 3; do
    rm -rf folder
    cp -r auto.kept folder
    damage "$seed"
    verdicts --engine default --cache folder
    ok "damaged at random ($seed)" same
done

# Evidence of others: every entry holds what was found for another question, with a hash that fits.
rm -rf folder
cp -r auto.kept folder
python3 - folder << 'EOF'
import os, sys
names = sorted(os.path.join(sys.argv[1], name) for name in os.listdir(sys.argv[1]))
bodies = [open(name, "rb").read() for name in names]
for name, body in zip(names, bodies[1:] + bodies[:1]):
    open(name, "wb").write(body)
EOF
verdicts --engine default --cache folder
ok "entries exchanged" same

# A proof of the same shape, for a property that is wrong; and a run for one that is right.
for name in good bad; do
    printf 'aag 3 1 2 0 0 1\n2\n4 %s\n6 4\n6\n' "$([[ $name == good ]] && echo 0 || echo 2)" > $name.aag
done
"$program" check good.aag --engine default --cache good > out
"$program" check bad.aag --engine default --cache bad > out
poison() { for entry in "$2"/*; do cp "$(find "$1" -type f | sort | head -1)" "$entry"; done; }
cp -r good good.kept
poison bad good
poison good.kept bad
ok "a proof of another model proves nothing" eval '
    "$program" check bad.aag --engine default --cache bad --json > out; [[ $? == 1 ]] &&
    [[ $(jq -c "[.properties[].verdict, .statistics.\"cache-rejected\", .messages]" out) == "[\"unsafe\",2,[]]" ]]'
ok "a run of another model refutes nothing" eval '
    "$program" check good.aag --engine default --cache good --json > out && [[ $(jq -c ".properties[].verdict" out) == "\"safe\"" ]]'

# Links, pipes and folders in place of entries.
rm -rf folder && mkdir folder && echo precious > precious
"$program" check good.aag --engine default --cache folder > out
for entry in folder/*; do ln -sf "$PWD/precious" "$entry"; done
"$program" check good.aag --engine default --cache folder > out
ok "links are replaced, not followed" eval '[[ $(< precious) == precious && -z $(find folder -type l) ]]'
for entry in folder/*; do rm "$entry" && mkfifo "$entry"; done
ok "a pipe does not stop anybody" eval 'timeout 20 "$program" check good.aag --engine default --cache folder --quiet > out'
for entry in folder/*; do rm "$entry" && mkdir "$entry"; done
ok "nor do folders" eval 'timeout 20 "$program" check good.aag --engine default --cache folder --quiet > out'

# Many at a time.
rm -rf shared
for i in 1 2 3 4 5 6; do "$program" check traffic-light-properties.aag --cache shared --jobs 2 > "out$i" 2>&1 & done
wait
ok "runs share a folder" eval 'for i in 1 2 3 4 5 6; do cut -d" " -f1,2 "out$i" | sort; done | sort | uniq -c | awk "{ n += \$1 != 6 } END { exit n }"'
ok "nothing else is left there" eval '[[ -z $(find shared -mindepth 1 ! -name "????????????????????????????????????????????????????????????????") ]]'

touch file
ok "a file is no folder" eval '"$program" check good.aag --cache file > out 2> err; [[ $? == 2 && $(< err) == *"file: no folder for a cache: "* ]]'
ok "nor is one below nothing" eval '"$program" check good.aag --cache none/none > out 2> err; [[ $? == 2 && $(< err) == *"no folder for a cache: "* ]]'
finish
