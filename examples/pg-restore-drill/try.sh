#!/usr/bin/env bash
# Tries pg-restore-drill on a PostgreSQL cluster of its own: backed up, restored, compared, dropped; and what must be red.
# shellcheck source=examples/lib.sh
. "$(dirname "$0")/../lib.sh"

before_removal() {
	local dir
	for dir in "$scratch/source" "$scratch/drill/scratch"; do
		[ ! -e "$dir/postmaster.pid" ] || pg_ctl -D "$dir" -m immediate -s stop
	done
}

install_missing git=git jq=jq
use_postgres
scratch_repo

port=5471 # names a socket in the scratch directory; nothing listens on TCP
sql() { psql -XAtq -v ON_ERROR_STOP=1 -h "$scratch/source" -p "$port" -U postgres -d billing "$@"; }

start_source() {
	pg_ctl -D "$scratch/source" -l "$scratch/source.log" -s -w start -o "-p $port -k . -c listen_addresses=''"
}

say 'a source cluster with 5000 rows'
initdb -D "$scratch/source" -U postgres -A trust >"$scratch/initdb.log"
start_source
createdb -h "$scratch/source" -p "$port" -U postgres billing
sql -c 'create table ledger as select n as id, n * 0.01 as amount from generate_series(1, 5000) n' -c 'checkpoint'

new_run() {
	expect 0 rtut run new "$pack" --param "source_host=$scratch/source" --param "source_port=$port" \
		--param database=billing --param table=public.ledger --param "work_dir=$scratch/drill" --json
	run=$(jq -r .run_id "$out")
}

say 'the pack is valid, and a bad value is refused'
expect 0 rtut pack validate "$pack"
expect 3 rtut run new "$pack" --param database=billing --param 'table=ledger; drop table ledger' --param "work_dir=$scratch/drill" --json

say 'a source that is down is red, and nothing goes on'
new_run
pg_ctl -D "$scratch/source" -s -m fast stop
expect 0 rtut run start "$pack" check-source
expect 3 rtut run 'done' "$pack" check-source --json
expect 3 rtut run verify "$pack" check-source
expect 1 rtut run verify "$pack" check-source --yes
expect 3 rtut run 'done' "$pack" check-source
expect 3 rtut run start "$pack" take-backup
start_source

say 'back up'
expect 0 rtut run verify "$pack" check-source --yes
expect 0 rtut run 'done' "$pack" check-source
carry_out make-work-dir
carry_out count-source
expect 0 rtut run start "$pack" take-backup
expect 1 rtut run verify "$pack" take-backup --yes # nobody has taken it yet
operate take-backup
mv "$scratch/drill/backup/PG_VERSION" "$scratch/PG_VERSION"
expect 1 rtut run verify "$pack" take-backup --yes # a file is missing
mv "$scratch/PG_VERSION" "$scratch/drill/backup/PG_VERSION"
expect 0 rtut run verify "$pack" take-backup --yes
expect 0 rtut run 'done' "$pack" take-backup
carry_out check-sums

say 'restore, but somebody has written to the source before the backup was taken: counts differ, the gate stops it'
carry_out restore
psql -XAtq -h "$scratch/drill/scratch" -p 5499 -U postgres -d billing -c 'delete from ledger where id = 5000'
carry_out count-restored
expect 0 rtut run start "$pack" look-at-rows
expect 3 rtut run verify "$pack" look-at-rows --yes # shown; nobody has said yes
expect 0 rtut run verify "$pack" look-at-rows --yes --confirm
expect 0 rtut run 'done' "$pack" look-at-rows
expect 1 rtut run verify "$pack" restore-proved --confirm --json
expect_value false '.results["same-count"].passed'
expect_value true '.results["not-empty"].passed'
expect 3 rtut run waive "$pack" restore-proved --reason 'one row is near enough' --json
expect 3 rtut run start "$pack" stop-scratch

say 'this drill has failed: clean up by its rollbacks and close it'
expect 0 rtut run rollback "$pack"
grep -q 'rm -rf -- .*/drill.*/scratch' "$out" || give_up 'no rollback of restore'
expect 3 rtut run finalize "$pack" --outcome succeeded
expect 0 rtut run finalize "$pack" --outcome abandoned --reason 'counts differ'
pg_ctl -D "$scratch/drill/scratch" -s -m immediate stop
rm -rf "$scratch/drill"

say 'a second drill, and a clean one'
new_run
for step in check-source make-work-dir count-source take-backup check-sums restore count-restored; do carry_out "$step"; done
expect 0 rtut run start "$pack" look-at-rows
expect 0 rtut run verify "$pack" look-at-rows --yes --confirm
expect 0 rtut run 'done' "$pack" look-at-rows
expect 3 rtut run verify "$pack" restore-proved
expect 0 rtut run verify "$pack" restore-proved --confirm
expect 0 rtut run data "$pack" --group-by system
expect 0 rtut run show "$pack" --json
expect_value 5000 .datapoints.restored_rows.value
expect_value ok .datapoints.restored_rows.state

say 'drop the scratch cluster'
carry_out stop-scratch
expect 3 rtut run start "$pack" drop-scratch --json
expect 3 rtut run start "$pack" drop-scratch --phrase "drop $scratch/source" --json
expect 0 rtut run start "$pack" drop-scratch --phrase "drop $scratch/drill/scratch"
operate drop-scratch
expect 0 rtut run verify "$pack" drop-scratch --yes
expect 0 rtut run 'done' "$pack" drop-scratch
expect 0 rtut run artefacts "$pack"
succeed
[ "$(sql -c 'select count(*) from ledger')" = 5000 ] || give_up 'the source was touched'
expect 0 rtut run status "$pack" --run "$run"

say 'what others read of it is sound'
tell_others

echo "ok: $example"
