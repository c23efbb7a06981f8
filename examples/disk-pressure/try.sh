#!/usr/bin/env bash
# Tries disk-pressure on a directory that it fills: looked at, archived, deleted; with hostile file names.
# shellcheck source=examples/lib.sh
. "$(dirname "$0")/../lib.sh"

# fill makes 12 MiB of old logs, and a young one and a live one of 1 MiB each.
fill() {
	local name
	rm -rf "$scratch/logs" "$scratch/archive"
	mkdir -p "$scratch/logs/deep er" "$scratch/archive"
	for name in shop.log.1 'deep er/shop.log.2' "deep er/it's; rm -rf \$HOME.log.3" $'-rf\n.log.4'; do
		head -c 3M /dev/urandom >"$scratch/logs/$name"
		touch -d '40 days ago' -- "$scratch/logs/$name"
	done
	head -c 1M /dev/urandom >"$scratch/logs/young.log.0"
	head -c 1M /dev/urandom >"$scratch/logs/shop.log"
}

# count_files counts by dots: a name may hold a newline.
count_files() { find "$scratch/logs" -type f -printf . | wc -c; }

new_run() {
	expect 0 rtut run new "$pack" --param "dir=$scratch/logs" --param budget_mib=4 --param "archive_dir=$scratch/archive" --param "name_pattern=$1" --json
	run=$(jq -r .run_id "$out")
}

install_missing git=git jq=jq
scratch_repo
fill

say 'v0.1: in order, no overrides, no datapoints'
expect 0 rtut pack validate "$pack"
new_run '*.log.*'
expect 3 rtut run start "$pack" delete --phrase "delete old files from $scratch/logs"
expect 3 rtut run start "$pack" list --override --reason hurry --acknowledge-risk
expect 3 rtut run skip "$pack" archive --reason 'no time'

say 'look: one step done, two skipped'
expect 0 rtut run start "$pack" how-full
expect 3 rtut run verify "$pack" how-full --yes
expect 0 rtut run verify "$pack" how-full --yes --confirm
expect 0 rtut run 'done' "$pack" how-full
expect 3 rtut run skip "$pack" what-is-big # why?
expect 0 rtut run skip "$pack" what-is-big --reason 'seen on the dashboard'
expect 0 rtut run skip "$pack" deleted-but-open --reason 'df and du agree'

say 'list, archive, delete'
expect 0 rtut run start "$pack" list
expect 1 rtut run verify "$pack" list --yes # no list yet
operate list
expect 0 rtut run verify "$pack" list --yes
expect 0 rtut run 'done' "$pack" list
expect 0 rtut run start "$pack" archive
expect 1 rtut run verify "$pack" archive --yes # no archive yet
operate archive
echo 'still in use' >>"$scratch/logs/shop.log.1"
expect 1 rtut run verify "$pack" archive --yes # a file has changed since
expect 0 rtut run fail "$pack" archive --reason 'shop.log.1 is written to'
touch -d '40 days ago' "$scratch/logs/shop.log.1"
expect 3 rtut run retry "$pack" archive # not idempotent
expect 0 rtut run retry "$pack" archive --acknowledge-partial
carry_out archive
expect 3 rtut run start "$pack" delete
expect 3 rtut run start "$pack" delete --phrase "delete old files from $scratch"
expect 0 rtut run start "$pack" delete --phrase "delete old files from $scratch/logs"
expect 1 rtut run verify "$pack" delete --yes # they are still there
operate delete
expect 0 rtut run verify "$pack" delete --yes
expect 0 rtut run 'done' "$pack" delete
[ "$(count_files)" = 2 ] || give_up "not what should be left: $(find "$scratch/logs" -type f)"

say 'enough, and owed evidence'
expect 0 rtut run start "$pack" enough
expect 0 rtut run verify "$pack" enough --yes
expect 3 rtut run 'done' "$pack" enough
expect 3 rtut run 'done' "$pack" enough --evidence ticket=soon
expect 0 rtut run 'done' "$pack" enough --evidence ticket=OPS-7
expect 3 rtut run finalize "$pack" --outcome succeeded # two steps were skipped
expect 0 rtut run finalize "$pack" --outcome abandoned --reason 'freed; looking was skipped'
expect 0 rtut run show "$pack" --run "$run" --json
expect_value true '.retries[0].acknowledge_partial'

say 'the archive brings the files back'
tar -P -x -z -k -f "$scratch/archive/$run.tar.gz"
[ "$(count_files)" = 6 ] || give_up 'not all are back'

say 'nothing matches: red, not green for want of work'
new_run '*.nothing'
for step in how-full what-is-big deleted-but-open; do expect 0 rtut run skip "$pack" "$step" --reason known; done
expect 0 rtut run start "$pack" list
operate list
expect 1 rtut run verify "$pack" list --yes
expect 0 rtut run finalize "$pack" --outcome abandoned

say 'a whole run, nothing skipped'
fill
new_run '*.log.*'
for step in how-full what-is-big deleted-but-open; do
	expect 0 rtut run start "$pack" "$step"
	expect 0 rtut run verify "$pack" "$step" --yes --confirm
	if [ "$step" = what-is-big ]; then set -- --evidence 'culprit=rotated logs of shop'; else set --; fi
	expect 0 rtut run 'done' "$pack" "$step" "$@"
done
carry_out list
carry_out archive
carry_out delete --phrase "delete old files from $scratch/logs"
expect 0 rtut run start "$pack" enough
expect 0 rtut run verify "$pack" enough --yes
expect 0 rtut run 'done' "$pack" enough --evidence ticket=OPS-8
succeed

say 'eight writers, and a ninth that removes the lock every 20 ms: nothing acknowledged is lost'
new_run '*.log.*'
# write_notes N writes five notes and lists those that were acknowledged.
write_notes() {
	local i
	for i in 1 2 3 4 5; do
		if rtut run note "$pack" "by writer $1, number $i" --run "$run" >/dev/null 2>&1; then echo "by writer $1, number $i" >>"$scratch/acknowledged"; fi
	done
}
remove_locks() { while :; do rm -f "$scratch/repo/.local/runbook-runs/.$run.lock" && sleep 0.02; done; }
remove_locks &
remover=$!
writers=()
for writer in 1 2 3 4 5 6 7 8; do
	write_notes "$writer" &
	writers+=($!)
done
wait "${writers[@]}"
kill "$remover"
wait "$remover" || true
expect 0 rtut run show "$pack" --run "$run" --json
[ "$(wc -l <"$scratch/acknowledged")" -ge 8 ] || give_up 'hardly anything was acknowledged'
while read -r note; do grep -qF "$note" "$out" || give_up "lost: $note"; done <"$scratch/acknowledged"
expect 10 rtut run audit "$pack" --run "$run"
expect 0 rtut run finalize "$pack" --run "$run" --outcome abandoned

say 'nothing of a check survives its limit, nor kill -9 of rtut; what a passing check leaves running is named'
slow=$scratch/repo/packs/slow
mkdir "$slow"
cat >"$slow/pack.yaml" <<PACK
schema: runbook-pack/v0.2
id: slow
title: Checks that start more than they end
owner: sre
steps:
  - { id: limit, title: Beyond its limit, effect: read-only, verify: { kind: exit-code, timeout: 5s, command: "timeout 300 sh -c 'echo \$\$ > $scratch/pid; exec sleep 290'" } }
  - { id: killed, title: Killed with rtut, effect: read-only, verify: { kind: exit-code, timeout: 60s, command: "setsid -w sh -c 'echo \$\$ > $scratch/pid; exec sleep 290'" } }
  - { id: leaves, title: Leaves a process, effect: read-only, verify: { kind: exit-code, command: "sleep 290 >&2 & echo \$! > $scratch/pid" } }
PACK
# expect_end waits until the process that a check has named is no more.
expect_end() {
	local tries=0
	while [ -d "/proc/$(cat "$scratch/pid")" ]; do
		tries=$((tries + 1))
		[ "$tries" -lt 200 ] || give_up "process $(cat "$scratch/pid") of the check survives"
		sleep 0.1
	done
}
expect 0 rtut run new "$slow"
for step in limit killed leaves; do expect 0 rtut run start "$slow" "$step"; done
expect 1 rtut run verify "$slow" limit --yes
expect_end
rm "$scratch/pid"
"$scratch/bin/rtut" run verify "$slow" killed --yes >"$out" 2>"$err" </dev/null &
verifying=$!
tries=0
until [ -s "$scratch/pid" ]; do
	tries=$((tries + 1))
	[ "$tries" -lt 200 ] || give_up "the check did not begin: $(cat "$err")"
	sleep 0.1
done
kill -9 "$verifying"
wait "$verifying" || true
expect_end
expect 0 rtut run verify "$slow" leaves --yes
grep -qF "left running: pid $(cat "$scratch/pid") sleep 290" "$err" || give_up 'it is not named'
kill "$(cat "$scratch/pid")"
expect_end
expect 0 rtut run finalize "$slow" --outcome abandoned

say 'what others read of it is sound'
tell_others

echo "ok: $example"
