#!/usr/bin/env bash
# Tries rolling-restart on three real servers: one does not come back, and is repaired; the run keeps its members whatever the pack says.
# shellcheck source=examples/lib.sh
. "$(dirname "$0")/../lib.sh"

service=$scratch/shop
before_removal() {
	local member
	for member in m1 m2 m3; do [ ! -e "$service/$member/pid" ] || sh "$service/member.sh" stop "$service/$member"; done
}

install_missing git=git jq=jq curl=curl python3=python3
scratch_repo

say 'a service of three members, with version 41; 42 is installed'
mkdir "$service"
cp "$here/testdata/member.sh" "$service"
for member in m1 m2 m3; do
	mkdir "$service/$member"
	echo 41 >"$service/$member/version"
	sh "$service/member.sh" start "$service/$member"
	echo 42 >"$service/$member/version"
done

say 'a loop is told once, and written out for a list'
expect 0 rtut pack show "$pack"
expect 0 rtut pack page "$pack" --output "$pack/RUNBOOK.md" --check
expect 0 rtut pack show "$pack" --expanded --param members=m1,m2
mkdir "$scratch/expanded"
cp "$out" "$scratch/expanded/pack.yaml"
expect 0 rtut pack validate "$scratch/expanded"

say 'lists that no run begins with'
expect 3 rtut run new "$pack" --param "dir=$service" --param version=42 --param members=m1,M1 --json
expect_code loop_key
expect 3 rtut run new "$pack" --param "dir=$service" --param version=42 --param members=m1

say 'every member is asked; then one after the other is restarted'
expect 0 rtut run new "$pack" --param "dir=$service" --param version=42 --param members=m1,m2,m3
for member in m1 m2 m3; do carry_out "ask-$member"; done
expect 0 rtut run verify "$pack" safe
expect 2 rtut run start "$pack" restart --phrase 'restart m1' # which one?
expect 3 rtut run start "$pack" restart-m2 --phrase 'restart m2'
expect 3 rtut run start "$pack" restart-m1 --phrase 'restart m2'
carry_out restart-m1 --phrase 'restart m1'
expect 0 rtut run verify "$pack" current-m1

say 'm2 comes back with the old version: m3 is left alone until it is repaired'
echo 41 >"$service/m2/version"
carry_out restart-m2 --phrase 'restart m2'
expect 1 rtut run verify "$pack" current-m2
expect 3 rtut run start "$pack" restart-m3 --phrase 'restart m3'
echo 42 >"$service/m2/version"
expect 0 rtut run redo "$pack" restart-m2 --reason 'the installation was not finished' --acknowledge-partial
carry_out restart-m2 --phrase 'restart m2'
expect 0 rtut run verify "$pack" current-m2

say 'the page of the run tells where each member is'
expect 0 rtut run page "$pack"
grep -q '^\*\*m1, m2: done; m3: todo, ready\*\*$' "$out" || give_up 'it does not'

carry_out restart-m3 --phrase 'restart m3'
expect 0 rtut run verify "$pack" current-m3
expect 0 rtut run verify "$pack" all-current
expect 0 rtut run show "$pack" --json
expect_value '["m1","m2","m3"]' '.loops.member.elements | tostring'
expect_value 42 '.datapoints.after_m3.value'
succeed

say 'what others read of it is sound'
tell_others

echo "ok: $example"
