#!/usr/bin/env bash
# Tries tls-rotation on a server that it starts: signed by a local CA, then self-signed and rolled back.
# shellcheck source=examples/lib.sh
. "$(dirname "$0")/../lib.sh"

before_removal() { stop_server; }

stop_server() {
	[ ! -e "$scratch/server.pid" ] || kill "$(cat "$scratch/server.pid")"
	wait
}

start_server() {
	"$here/testdata/server.sh" "$port" "$scratch/tls" "$scratch/server.pid" >"$scratch/server.log" 2>&1 &
	for _ in $(seq 50); do
		if served >/dev/null 2>&1; then return; fi
		sleep 0.2
	done
	give_up "the server does not answer: $(cat "$scratch/server.log")"
}

# served prints the serial of what the server serves.
served() {
	local answer
	answer=$(openssl s_client -connect "localhost:$port" </dev/null 2>/dev/null) && openssl x509 -noout -serial <<<"$answer"
}

free_port() {
	local port
	for port in $(seq 14430 14499); do
		if ! (exec 3<>"/dev/tcp/127.0.0.1/$port") 2>/dev/null; then
			echo "$port"
			return
		fi
	done
	give_up 'no free port'
}

new_run() {
	expect 0 rtut run new "$pack" --param host=localhost --param "port=$port" --param "cert_dir=$scratch/tls" \
		--param "pid_file=$scratch/server.pid" --param "ca_dir=$scratch/ca" --param "days=$1"
}

# chosen insists on the alternative that the step issue was started with.
chosen() {
	expect 0 rtut run show "$pack" --json
	expect_value "$1" .steps.issue.alternative
}

install_missing git=git jq=jq openssl=openssl
scratch_repo
port=$(free_port)

say "a server on port $port whose certificate expires in 5 days, and a CA"
mkdir "$scratch/tls" "$scratch/ca"
openssl req -x509 -newkey rsa:2048 -nodes -subj /CN=localhost -addext subjectAltName=DNS:localhost -days 5 \
	-keyout "$scratch/tls/tls.key" -out "$scratch/tls/tls.crt" 2>/dev/null
openssl req -x509 -newkey rsa:2048 -nodes -subj '/CN=Example CA' -days 200 -keyout "$scratch/ca/ca.key" -out "$scratch/ca/ca.crt" 2>/dev/null

say 'a server that is down is red'
expect 0 rtut pack validate "$pack"
expect 3 rtut run new "$pack" --param 'host=-oops' --param "cert_dir=$scratch/tls" --param "pid_file=$scratch/server.pid"
new_run 90
expect 0 rtut run start "$pack" read-served
expect 1 rtut run verify "$pack" read-served --yes
expect 3 rtut run 'done' "$pack" read-served
expect 3 rtut run start "$pack" keep-old
start_server
expect 0 rtut run verify "$pack" read-served --yes
expect 0 rtut run 'done' "$pack" read-served

say 'the local CA is recommended'
carry_out look-for-ca
carry_out keep-old
expect 0 rtut run start "$pack" issue
chosen local-ca
expect 3 rtut run 'done' "$pack" issue
expect 1 rtut run verify "$pack" issue --yes # nothing issued yet
operate issue
expect 0 rtut run verify "$pack" issue --yes
expect 0 rtut run 'done' "$pack" issue
expect 3 rtut run start "$pack" install # the gate is first
expect 0 rtut run verify "$pack" worth-installing

say 'install, reload'
carry_out install
expect 0 rtut run start "$pack" reload
expect 1 rtut run verify "$pack" reload --yes # the server has not been told
operate reload
expect 0 rtut run verify "$pack" reload --yes --wait
expect 0 rtut run 'done' "$pack" reload
expect 3 rtut run verify "$pack" rotated --yes
expect 0 rtut run verify "$pack" rotated --yes --confirm
expect 0 rtut run data "$pack" --group-by certificate
expect 0 rtut run show "$pack" --json
[ "$(served)" = "serial=$(jq -r .datapoints.new_serial.value "$out")" ] || give_up 'not the new certificate'
succeed

say 'ten days are too few for the gate'
new_run 10
carry_out read-served
carry_out look-for-ca
carry_out keep-old
carry_out issue
expect 1 rtut run verify "$pack" worth-installing --json
expect_value false '.results.lasts.passed'
expect_value false '.results["lasts-longer"].passed'
expect_value true '.results["is-new"].passed'
expect 3 rtut run start "$pack" install

say 'against the gate, on the record: an override wants the risk acknowledged, a waiver a reason'
expect 3 rtut run start "$pack" install --override --reason 'the old key is public' --json
expect_code risk_not_acknowledged
expect 0 rtut run start "$pack" install --override --reason 'the old key is public' --acknowledge-risk
expect 0 rtut run redo "$pack" install --reason 'let the owner of the site say so' --acknowledge-partial
expect 3 rtut run waive "$pack" worth-installing --json
expect_code reason_required
expect 0 rtut run waive "$pack" worth-installing --reason 'the old key is public, says ben'
expect 0 rtut run start "$pack" install
expect 0 rtut run show "$pack" --json
expect_value 'override waiver' '[.deviations[].kind] | join(" ")'
expect_value 'decide worth-installing' '.deviations[0].unmet | join(" ")'
expect_value waived '.gates["worth-installing"].state'
expect 0 rtut run finalize "$pack" --outcome abandoned --reason 'too short'

say 'the CA does not last: self-signed, which owes evidence'
before=$(served)
new_run 300
carry_out read-served
carry_out look-for-ca
carry_out keep-old
expect 0 rtut run start "$pack" issue
chosen self-signed
operate issue
expect 0 rtut run verify "$pack" issue --yes
expect 3 rtut run 'done' "$pack" issue
expect 0 rtut run 'done' "$pack" issue --evidence 'clients=ana, by ansible'
expect 0 rtut run verify "$pack" worth-installing
carry_out install
expect 0 rtut run start "$pack" reload
operate reload
expect 0 rtut run verify "$pack" reload --yes --wait
expect 0 rtut run 'done' "$pack" reload
[ "$(served)" != "$before" ] || give_up 'still the old certificate'

say 'clients complain: roll back'
expect 0 rtut run rollback "$pack"
id=$(rtut run show "$pack" --json | jq -r .run_id)
grep -q 'kill -HUP' "$out" || give_up 'no rollback of install'
grep -q "old-.*$id" "$out" || give_up 'the rollback does not name the old pair'
cp -p "$scratch/tls/old-$id/tls.key" "$scratch/tls/old-$id/tls.crt" "$scratch/tls/"
kill -HUP "$(cat "$scratch/server.pid")"
for _ in $(seq 50); do
	[ "$(served)" != "$before" ] || break
	sleep 0.2
done
[ "$(served)" = "$before" ] || give_up 'the rollback did not bring the old certificate back'
expect 0 rtut run finalize "$pack" --outcome abandoned --reason 'rolled back'

say 'what others read of it is sound'
tell_others

echo "ok: $example"
