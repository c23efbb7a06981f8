#!/usr/bin/env bash
# Tries drafted-check: a draft becomes this pack, byte for byte; one of it for a real PostgreSQL and a real web server is run to success.
# shellcheck source=examples/lib.sh
. "$(dirname "$0")/../lib.sh"

web=
before_removal() {
	[ -z "$web" ] || kill "$web"
	[ ! -e "$scratch/data" ] || pg_ctl -D "$scratch/data" -m immediate stop >/dev/null
}

start_database() {
	say 'a database with 7 orders'
	initdb -D "$scratch/data" -A trust --no-sync >/dev/null
	pg_ctl -D "$scratch/data" -w -l "$scratch/log" -o "-c listen_addresses= -k $scratch" start >/dev/null
	export PGHOST=$scratch
	createdb shop
	psql -Xq -d shop -c 'create table orders as select generate_series(1, 7) as id'
}

# start_web serves the file health on a free port, which it writes into port.
start_web() {
	say 'a web server'
	python3 -c '
import functools, http.server, sys
handler = functools.partial(http.server.SimpleHTTPRequestHandler, directory=sys.argv[1])
server = http.server.HTTPServer(("127.0.0.1", int(sys.argv[2])), handler)
print(server.server_port, flush=True)
server.serve_forever()' "$scratch/www" "${port:-0}" >"$scratch/port" 2>/dev/null &
	web=$!
	timeout 30 sh -c "until [ -s '$scratch/port' ]; do sleep 0.1; done" || give_up 'the web server does not start'
	port=$(cat "$scratch/port")
}

stop_web() {
	kill "$web"
	wait "$web" || true
	web=
}

install_missing git=git jq=jq curl=curl python3=python3
use_postgres
scratch_repo
cd "$scratch/repo"
cp -R "$here/../catalog" catalog
cp "$here/plan.json" .
rm -r "$pack"

say 'a draft becomes this pack'
expect 0 rtut draft create --title 'Check the shop' --plan plan.json --json
draft=$(jq -r .automationId "$out")
expect_value '{"count":"count","disk":"disk","judge":"judge","look":"look","web":"web"}' '.aliases | tojson'
expect 0 rtut draft publish "$draft" --to packs/drafted-check --yes
cmp <(tail -n +2 "$here/pack.yaml") <(tail -n +2 "$pack/pack.yaml") || give_up 'another pack was published'
expect 0 rtut pack graph "$pack"
diff "$here/graph.txt" "$out" || give_up 'the pack has another order'

say 'one of it for what is here'
mkdir -p "$scratch/it's here" "$scratch/www"
echo well >"$scratch/www/health"
start_database
start_web
cat >here.json <<-END
	{"version": 1, "commands": [
	 {"mutation": {"kind": "update_node", "nodeId": "disk", "patch": {"controls": {"path": {"kind": "literal", "value": "$scratch/it's here"}}}}},
	 {"mutation": {"kind": "update_node", "nodeId": "web", "patch": {"controls": {"url": {"kind": "literal", "value": "http://127.0.0.1:$port/health"}}}}}]}
END
expect 0 rtut draft apply "$draft" --expected-revision 1 --plan here.json
expect 1 rtut draft diff "$draft"
expect 2 rtut draft publish "$draft" --to packs/drafted-check --yes --json
expect_code output_exists
expect 0 rtut draft publish "$draft" --to packs/drafted-check --force --yes

# changes applies a plan to the draft, whose revision grows by one.
changes() {
	printf '{"version": 1, "commands": [%s]}\n' "$2" >change.json
	expect 0 rtut draft apply "$draft" --expected-revision "$1" --plan change.json
	expect 0 rtut draft read "$draft" --json
	expect_value $(($1 + 1)) .revision
}

# look_at is a new step that looks at the file of the web server by an operation.
look_at() {
	# shellcheck disable=SC2016 # $root is a word of the plan
	printf '{"as": "%s", "mutation": {"kind": "add_node", "parentSequenceId": "$root", "index": 1, "nodeWithoutId": {"kind": "tool", "title": "Look at the page",
	  "onFailure": "stop", "operation": {"toolName": "files", "operationId": "%s", "contractVersion": 1},
	  "controls": {"path": {"kind": "literal", "value": "%s"}}}}}' "$1" "$1" "$scratch/www/health"
}

say 'five plans change the draft, and an open run follows its pack'
expect 0 rtut run new "$pack"
carry_out count
changes 2 "$(look_at size), $(look_at exists)"
changes 3 '{"mutation": {"kind": "update_node", "nodeId": "count", "patch": {"title": "Count all orders"}}}'
changes 4 '{"mutation": {"kind": "move_node", "nodeId": "exists", "parentSequenceId": "look-branch1", "index": 0}}'
changes 5 '{"as": "first", "mutation": {"kind": "wrap_parallel", "nodeIds": ["count", "size"]}}'
changes 6 '{"mutation": {"kind": "remove_node", "nodeId": "exists"}}'
expect 0 rtut draft publish "$draft" --to packs/drafted-check --force --yes
expect 3 rtut run start "$pack" size --json
expect_code pack_changed
expect 0 rtut run accept-pack-change "$pack" --reason 'the page is looked at, too'
carry_out size

say 'what is away is red'
carry_out disk
stop_web
expect 0 rtut run start "$pack" web
expect 1 rtut run verify "$pack" web --yes
expect 3 rtut run 'done' "$pack" web
start_web
expect 0 rtut run verify "$pack" web --yes
expect 0 rtut run 'done' "$pack" web
expect 0 rtut run data "$pack" --json
expect_value 7 '.. | objects | select(.id? == "count_rows") | .value'
expect_value 200 '.. | objects | select(.id? == "web_status") | .value'

say 'what is not accepted is refused'
expect 0 rtut run start "$pack" judge
expect 0 rtut run verify "$pack" judge --confirm
expect 3 rtut run 'done' "$pack" judge
expect 3 rtut run 'done' "$pack" judge --set judge_fit=no --set judge_why='the disk is full'
expect 0 rtut run 'done' "$pack" judge --set judge_fit=yes --set judge_why='all there'
expect 3 rtut run finish "$pack" # it is another pack than the one that the run began with
expect 0 rtut run finalize "$pack" --outcome succeeded
expect 0 rtut run audit "$pack"

say 'an edited pack is left alone'
echo '# by hand' >>"$pack/pack.yaml"
cp "$pack/pack.yaml" edited.yaml
expect 3 rtut draft publish "$draft" --to packs/drafted-check --force --yes --json
expect_code pack_edited
cmp edited.yaml "$pack/pack.yaml" || give_up 'the pack was changed'
expect 0 rtut draft publish "$draft" --to packs/drafted-check --discard-edits --yes

echo "ok: $example"
