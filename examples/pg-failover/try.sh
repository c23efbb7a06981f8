#!/usr/bin/env bash
# Tries pg-failover on two clusters of its own: stopped while the replica lags, then clean, then back with the primary dead.
# shellcheck source=examples/lib.sh
. "$(dirname "$0")/../lib.sh"

# shellcheck source=examples/pg-failover/clusters.sh
. "$(dirname "$0")/clusters.sh"

# pair FROM TO sets the params of a failover.
pair() {
	params=(
		--param "primary_name=$1" --param "primary_host=$scratch/sock" --param "primary_port=$(port_of "$1")"
		--param "primary_data=$scratch/$1" --param "primary_conf=$scratch/$1.conf"
		--param "replica_name=$2" --param "replica_host=$scratch/sock" --param "replica_port=$(port_of "$2")"
		--param "replica_data=$scratch/$2" --param "service_file=$scratch/service.conf"
	)
}

# new_run FROM TO [FLAGS] begins a failover.
new_run() {
	pair "$1" "$2"
	shift 2
	expect 0 rtut run new "$pack" --environment rehearsal "${params[@]}" "$@"
}

datapoint() {
	expect 0 rtut run show "$pack" --json
	expect_value "$2" ".datapoints.$1.value"
}

alternative() {
	expect 0 rtut run show "$pack" --json
	expect_value "$2" ".steps[\"$1\"].alternative"
}

assess() { for step in ask-primary ask-replica measure-lag; do carry_out "$step"; done; }

install_missing git=git jq=jq
use_postgres
scratch_repo

two_clusters
app 'create table orders (id int primary key)'
app 'insert into orders select generate_series(1, 1000)'
caught_up db1 db2

say 'only where it is allowed, and with the names the right way round'
expect 0 rtut pack validate "$pack"
pair db1 db2
expect 3 rtut run new "$pack" "${params[@]}" # which environment?
new_run db2 db1
expect 0 rtut run start "$pack" ask-primary
expect 1 rtut run verify "$pack" ask-primary --yes
expect 0 rtut run start "$pack" ask-replica
expect 1 rtut run verify "$pack" ask-replica --yes
expect 0 rtut run finalize "$pack" --outcome abandoned --reason 'names the wrong way round'

say 'the replica lags while orders come in: the gate stops it'
sql db2 'select pg_wal_replay_pause()' >/dev/null
app 'insert into orders select generate_series(1001, 60000)'
new_run db1 db2
assess
datapoint measured_against primary
expect 1 rtut run verify "$pack" go-no-go --yes --confirm --json
expect_value false .results.lag.passed
expect_value true '.results["replica-is-replica"].passed'
expect 3 rtut run waive "$pack" go-no-go --reason 'we are in a hurry'
expect 3 rtut run start "$pack" fence --json
expect 3 rtut run start "$pack" promote --phrase 'promote db2' --json
[ "$(sql db1 'select pg_is_in_recovery()') $(sql db2 'select pg_is_in_recovery()')" = 'f t' ] || give_up 'something was done'

say 'replay goes on, lag is measured again, and the gate still wants the lead'
sql db2 'select pg_wal_replay_resume()' >/dev/null
caught_up db1 db2
expect 0 rtut run redo "$pack" measure-lag --reason 'replay was paused'
carry_out measure-lag
expect 3 rtut run verify "$pack" go-no-go --yes
expect 0 rtut run verify "$pack" go-no-go --yes --confirm
expect 0 rtut run finalize "$pack" --outcome abandoned --reason 'no failover needed'

say 'auto-confirm looks and measures by itself; the decision is for an operator'
new_run db1 db2 --mode auto-confirm
expect 0 rtut run tick "$pack" --json
expect_value 'acted ask-primary' '.result + " " + .item'
expect 6 rtut run auto "$pack" --interval 50ms
datapoint measured_against primary
expect 6 rtut run tick "$pack" --json
expect_value 'waiting go-no-go' '.result + " " + .item'
expect 3 rtut run start "$pack" promote --phrase 'promote db2' --override --reason hurry --acknowledge-risk
expect 0 rtut run mode "$pack" manual
expect 0 rtut run finalize "$pack" --outcome abandoned --reason 'only looked'

say 'a clean failover: decide and fence'
new_run db1 db2
assess
expect 3 rtut run start "$pack" promote --phrase 'promote db2'
expect 0 rtut run verify "$pack" go-no-go --yes --confirm
expect 0 rtut run start "$pack" fence
alternative fence shut-down
expect 1 rtut run verify "$pack" fence --yes # it is still up
expect 3 rtut run 'done' "$pack" fence
operate fence
expect 0 rtut run verify "$pack" fence --yes
expect 0 rtut run 'done' "$pack" fence
carry_out replayed
carry_out nothing-lost
alternative nothing-lost needed

say 'promote, with the phrase and no other'
expect 3 rtut run start "$pack" promote
expect 3 rtut run start "$pack" promote --phrase 'promote db1'
expect 3 rtut run start "$pack" promote --phrase 'Promote db2'
expect 0 rtut run start "$pack" promote --phrase 'promote db2'
expect 1 rtut run verify "$pack" promote --yes # nobody has promoted it
operate promote
expect 0 rtut run verify "$pack" promote --yes --wait
expect 0 rtut run 'done' "$pack" promote
datapoint new_timeline 2

say 're-point, rewind, start'
expect 0 rtut run start "$pack" re-point
expect 1 rtut run verify "$pack" re-point --yes # it still points at db1
operate re-point
expect 0 rtut run verify "$pack" re-point --yes
expect 0 rtut run 'done' "$pack" re-point
app 'insert into orders values (0)'
grep -q '^host=elsewhere$' "$scratch/service.conf" || give_up 'another service was touched'
expect 3 rtut run start "$pack" rebuild
expect 0 rtut run start "$pack" rebuild --phrase 'rewind db1'
alternative rebuild rewind
expect 1 rtut run verify "$pack" rebuild --yes # no standby.signal
operate rebuild
expect 0 rtut run verify "$pack" rebuild --yes
expect 0 rtut run 'done' "$pack" rebuild
expect 0 rtut run start "$pack" start-replica
expect 1 rtut run verify "$pack" start-replica --yes
operate start-replica
expect 0 rtut run verify "$pack" start-replica --yes --wait
expect 0 rtut run 'done' "$pack" start-replica
expect 0 rtut run verify "$pack" redundant-again --confirm
expect 0 rtut run data "$pack" --group-by system
expect 0 rtut run artefacts "$pack"
succeed
caught_up db2 db1
[ "$(sql db1 'select count(*) from orders')" = 60001 ] || give_up 'orders are lost'

say 'and back again, with db2 dead: the gate wants the loss accepted'
pg_ctl -D "$scratch/db2" -s -m immediate stop
new_run db2 db1
assess
datapoint old_primary_answers false
datapoint measured_against replica
expect 1 rtut run verify "$pack" go-no-go --yes --confirm --json
expect_value false '.results["loss-known"].passed'
expect 0 rtut run finalize "$pack" --outcome abandoned --reason 'loss not accepted'
new_run db2 db1 --param accept_unknown_loss=true
assess
expect 0 rtut run verify "$pack" go-no-go --yes --confirm

say 'fenced by hand, which owes evidence'
expect 0 rtut run start "$pack" fence
alternative fence cut-off
expect 0 rtut run verify "$pack" fence --yes
expect 3 rtut run 'done' "$pack" fence
expect 0 rtut run 'done' "$pack" fence --evidence 'cut_off_by=ben, over the management board'
carry_out replayed
expect 0 rtut run start "$pack" nothing-lost
alternative nothing-lost not-needed
expect_value 'done' '.steps["nothing-lost"].state'
carry_out promote --phrase 'promote db1'
datapoint new_timeline 3
carry_out re-point
expect 0 rtut run start "$pack" rebuild
alternative rebuild base-backup
operate rebuild
expect 0 rtut run verify "$pack" rebuild --yes
expect 0 rtut run 'done' "$pack" rebuild
expect 0 rtut run start "$pack" start-replica
operate start-replica
expect 0 rtut run verify "$pack" start-replica --yes --wait
expect 0 rtut run 'done' "$pack" start-replica
expect 0 rtut run verify "$pack" redundant-again --confirm
expect 0 rtut run finalize "$pack" --outcome succeeded
[ "$(app 'select count(*) from orders')" = 60001 ] || give_up 'orders are lost'

say 'what others read of it is sound'
tell_others

echo "ok: $example"
