#!/usr/bin/env bash
# Tries node-replace against recorded answers (testdata/bin/kubectl): templates stay literal, a full run, and what is red.
# shellcheck source=examples/lib.sh
. "$(dirname "$0")/../lib.sh"

install_missing git=git jq=jq awk=mawk
scratch_repo
export PATH=$here/testdata/bin:$PATH
export KUBECTL_STANDIN=$scratch/kubectl

node=worker-3

new_run() {
	rm -rf "$KUBECTL_STANDIN"
	mkdir "$KUBECTL_STANDIN"
	expect 0 rtut run new "$pack" --param kube_context=rehearsal --param "node=$node" --param new_node=worker-7 "$@"
}

happens() { : >"$KUBECTL_STANDIN/$1"; }

alternative() {
	expect 0 rtut run show "$pack" --json
	expect_value "$2" ".steps[\"$1\"].alternative"
}

assess() { for step in count-nodes count-pods count-volumes count-budgets; do carry_out "$step"; done; }

join() {
	expect 0 rtut run start "$pack" join
	expect 1 rtut run verify "$pack" join --yes
	happens joined
	expect 0 rtut run verify "$pack" join --yes --wait
	expect 0 rtut run 'done' "$pack" join
}

say 'templates of kubectl are nobody else'\''s'
expect 0 rtut pack validate "$pack"
new_run
expect 0 rtut run cmd "$pack" drain
grep -q -- '--timeout=.*10m' "$out" || give_up 'the timeout is not in the command'
carry_out count-nodes
grep -qF '{{range .items}}{{.metadata.name}} {{if .spec.unschedulable}}' "$KUBECTL_STANDIN/calls" || give_up 'the template was changed'

say 'a cluster that does not answer is red, though awk prints its zeros'
happens unreachable
expect 0 rtut run start "$pack" count-pods
expect 1 rtut run verify "$pack" count-pods --yes
expect 0 rtut run start "$pack" count-budgets
expect 1 rtut run verify "$pack" count-budgets --yes
expect 3 rtut run 'done' "$pack" count-budgets
expect 0 rtut run finalize "$pack" --outcome abandoned --reason 'no cluster'

say 'a node that the cluster does not know is red'
node=worker-33 new_run
expect 0 rtut run start "$pack" count-nodes
expect 1 rtut run verify "$pack" count-nodes --yes
expect 0 rtut run finalize "$pack" --outcome abandoned --reason misspelt

say 'a budget that allows nothing: the gate stops it'
new_run
happens tight-budget
assess
join
expect 1 rtut run verify "$pack" may-drain --confirm --json
expect_value false .results.budgets.passed
expect_value true .results.room.passed
expect 3 rtut run start "$pack" cordon
expect 3 rtut run start "$pack" drain --phrase 'drain worker-3'
expect 0 rtut run finalize "$pack" --outcome abandoned --reason 'cart is not healthy'
[ ! -e "$KUBECTL_STANDIN/cordoned" ] || give_up 'cordoned all the same'

say 'a clean replacement'
new_run
assess
join
expect 3 rtut run verify "$pack" may-drain
expect 0 rtut run verify "$pack" may-drain --confirm
expect 0 rtut run start "$pack" move-volumes
alternative move-volumes not-needed
expect_value 'done' '.steps["move-volumes"].state'
expect 0 rtut run start "$pack" cordon
expect 1 rtut run verify "$pack" cordon --yes
operate cordon
expect 0 rtut run verify "$pack" cordon --yes
expect 0 rtut run 'done' "$pack" cordon
expect 3 rtut run start "$pack" drain --phrase 'drain worker-1'
expect 0 rtut run start "$pack" drain --phrase 'drain worker-3'
expect 1 rtut run verify "$pack" drain --yes
operate drain
expect 0 rtut run verify "$pack" drain --yes --wait
expect 0 rtut run 'done' "$pack" drain
expect 0 rtut run start "$pack" settle
expect 1 rtut run verify "$pack" settle --yes
expect 0 rtut run verify "$pack" settle --yes --wait
expect 0 rtut run 'done' "$pack" settle
expect 3 rtut run start "$pack" delete-node --phrase 'drain worker-3'
carry_out delete-node --phrase 'delete node worker-3'
alternative delete-node node-object
expect 0 rtut run verify "$pack" replaced --yes
expect 0 rtut run data "$pack" --group-by system
succeed

say 'in production, with a local volume: required evidence is missing, and the Machine is deleted'
new_run --environment production
happens local-volume
assess
join
expect 0 rtut run verify "$pack" may-drain --confirm
expect 0 rtut run start "$pack" move-volumes
alternative move-volumes needed
expect 3 rtut run verify "$pack" move-volumes
expect 0 rtut run verify "$pack" move-volumes --confirm
expect 3 rtut run 'done' "$pack" move-volumes
expect 0 rtut run 'done' "$pack" move-volumes --evidence data_owner=ben
carry_out cordon
carry_out drain --phrase 'drain worker-3'
expect 0 rtut run start "$pack" settle
expect 0 rtut run verify "$pack" settle --yes --wait
expect 0 rtut run 'done' "$pack" settle
carry_out delete-node --phrase 'delete node worker-3'
alternative delete-node machine-api
grep -q 'delete machine -n machines shop-worker-3' "$KUBECTL_STANDIN/calls" || give_up 'the Machine was not deleted'
expect 0 rtut run verify "$pack" replaced --yes
expect 0 rtut run finalize "$pack" --outcome succeeded

say 'what others read of it is sound'
tell_others

echo "ok: $example"
