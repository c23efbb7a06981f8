# shellcheck shell=bash
# What the try.sh scripts share: a scratch directory, the binary, a scratch repository, and somebody who plays the
# operator. Sourced, never run. A script that sources it has, when it is done, left nothing behind but packages.

set -euo pipefail

here=$(cd "$(dirname "${BASH_SOURCE[1]}")" && pwd)
example=$(basename "$here")
project=$(cd "$here/../.." && pwd)
scratch=$(mktemp -d /tmp/rtut-try.XXXXXX) # short on purpose: a socket's path may not exceed 107 bytes
pack=$scratch/repo/packs/$example
out=$scratch/out # standard output of the latest command under expect
err=$scratch/err # its standard error

export RTUT_OPERATOR=${RTUT_OPERATOR:-ana}
export NO_COLOR=1
unset RTUT_RUN

# before_removal is what a script redefines to stop the servers that it started.
before_removal() { :; }

clean_up() {
	local status=$?
	trap - EXIT
	before_removal || true
	rm -rf "$scratch"
	exit "$status"
}
trap clean_up EXIT
trap 'exit 130' INT
trap 'exit 143' TERM

say() { printf '\n== %s\n' "$*"; }

give_up() {
	printf 'FAILED %s: %s\n' "$example" "$*" >&2
	exit 1
}

as_root() {
	if [ "$(id -u)" = 0 ]; then "$@"; else sudo "$@"; fi
}

# install_missing COMMAND=PACKAGE... installs the Debian packages whose commands are not there.
install_missing() {
	local pair missing=()
	for pair; do
		command -v "${pair%%=*}" >/dev/null || missing+=("${pair#*=}")
	done
	[ ${#missing[@]} -gt 0 ] || return 0
	say "installing ${missing[*]}"
	as_root apt-get update -q
	as_root env DEBIAN_FRONTEND=noninteractive apt-get install -qy --no-install-recommends "${missing[@]}"
}

# find_rtut takes the binary that $RTUT names, or builds one.
find_rtut() {
	mkdir -p "$scratch/bin"
	if [ -n "${RTUT:-}" ]; then
		cp "$(command -v "$RTUT")" "$scratch/bin/rtut"
	else
		command -v go >/dev/null || give_up 'no Go to build rtut with: set RTUT to a binary'
		say 'building rtut'
		(cd "$project" && go build -o "$scratch/bin/rtut" ./cmd/rtut)
	fi
}

# use_postgres puts PostgreSQL's programs on the path. They refuse to run as root, so root goes on as the user postgres,
# with copies that this user can read.
use_postgres() {
	local bin
	if ! compgen -G '/usr/lib/postgresql/*/bin/initdb' >/dev/null; then install_missing initdb=postgresql; fi
	bin=$(compgen -G '/usr/lib/postgresql/*/bin' | sort -V | tail -n 1)
	export PATH=$bin:$PATH PGCONNECT_TIMEOUT=5
	unset PGHOST PGPORT PGUSER PGDATABASE PGSERVICE PGDATA
	[ "$(id -u)" = 0 ] || return 0
	find_rtut
	mkdir "$scratch/examples"
	cp -R "$here" "$here/../catalog" "$here/../lib.sh" "$here/../document.sh" "$scratch/examples/"
	[ ! -d "$project/docs" ] || cp -R "$project/docs" "$scratch/"
	chown -R postgres: "$scratch"
	cd /tmp
	runuser -u postgres -- env RTUT="$scratch/bin/rtut" HOME="$scratch" bash "$scratch/examples/$example/$(basename "$0")"
	exit
}

# scratch_repo makes a new git repository that holds a copy of the pack.
scratch_repo() {
	say "a scratch repository with $example"
	[ -x "$scratch/bin/rtut" ] || find_rtut
	rm -rf "$scratch/repo"
	mkdir -p "$scratch/repo/packs"
	git init -q "$scratch/repo"
	cp -R "$here" "$pack"
}

# rtut never asks here, even when somebody tries this at a terminal.
rtut() { "$scratch/bin/rtut" "$@" --no-input </dev/null; }

# expect EXIT COMMAND... runs the command and insists on how it exits. Its output is shown, and kept in $out and $err.
expect() {
	local want=$1 got=0
	shift
	printf '$ %s\n' "$*"
	"$@" >"$out" 2>"$err" || got=$?
	sed 's/^/  /' "$out" "$err"
	[ "$got" = "$want" ] || give_up "exit $got instead of $want: $*"
}

# expect_code CODE insists on the error code that the latest command, run with --json, gave.
expect_code() {
	local got
	got=$(jq -r '.error.code' "$err") || give_up "no JSON on standard error: $(cat "$err")"
	[ "$got" = "$1" ] || give_up "error code $got instead of $1"
}

# expect_value WANT FILTER insists on what jq reads in the output of the latest command.
expect_value() {
	local got
	got=$(jq -r "$2" "$out") || give_up "no JSON: $(cat "$out")"
	[ "$got" = "$1" ] || give_up "$2 is $got instead of $1"
}

# operate STEP [FLAGS] plays the operator, who pastes the step's command into a shell. A step without one is refused as
# no_value: its verification alone is to be run.
operate() {
	local text
	if ! rtut run cmd "$pack" "$@" --json >"$scratch/cmd.json" 2>"$scratch/cmd.err"; then
		[ "$(jq -r .error.code "$scratch/cmd.err")" = no_value ] || give_up "no command for $1: $(cat "$scratch/cmd.err")"
		return 0
	fi
	text=$(jq -r .text "$scratch/cmd.json")
	printf '  the operator pastes:\n'
	printf '%s\n' "$text" | sed 's/^/  | /'
	printf '%s\n' "$text" | sh >"$scratch/pasted" 2>&1 || give_up "the command of $1 did not work: $(tail -n 5 "$scratch/pasted")"
}

# carry_out STEP [FLAGS of start] takes a step from todo to done.
carry_out() {
	local step=$1
	shift
	expect 0 rtut run start "$pack" "$step" "$@"
	operate "$step"
	expect 0 rtut run verify "$pack" "$step" --yes
	expect 0 rtut run 'done' "$pack" "$step"
}

# succeed closes a run whose every step is done, writes the exercise status, and has the record audited.
succeed() {
	local day
	expect 0 rtut run finish "$pack"
	grep -q '^exercise_status: never$' "$pack/pack.yaml" || give_up 'finish without --apply changed the pack'
	expect 0 rtut run finalize "$pack" --outcome succeeded --apply
	day=$(date -u +%Y-%m-%d)
	expect 0 rtut run audit "$pack"
	grep -q "^exercise_status: exercised $day by $RTUT_OPERATOR\$" "$pack/pack.yaml" || give_up 'exercise_status was not written'
}

# tell_others writes each run that has ended as others read it, and insists that it is sound.
tell_others() {
	local run format
	for run in $(rtut run list "$pack" --json | jq -r '.runs[] | select(.outcome).run_id'); do
		for format in html markdown json interchange; do
			rtut run report "$pack" --run "$run" --format "$format" >"$scratch/told.$format" || give_up "no $format of $run"
		done
		rtut run log "$pack" --run "$run" --format interchange >"$scratch/told.events"
		expect 0 rtut report check "$scratch/told.interchange" "$scratch/told.events"
	done
}
