#!/usr/bin/env bash
# Runs the commands of docs/a-night.md on two clusters of its own, one after the other, in one shell. In a `console` block a
# line `$ command` is run and has to end with 0, or as a comment `# exit 3` behind it says; the lines below it have to be
# in what it prints, in this order. A `yaml` block whose first line is `# some/file` is written into that file.
# shellcheck source=examples/lib.sh
. "$(dirname "$0")/../lib.sh"
# shellcheck source=examples/pg-failover/clusters.sh
. "$(dirname "$0")/clusters.sh"

# perform runs a command of the document.
perform() {
	local command=$1 want=0 got=0
	[[ $command != *'# exit '* ]] || want=${command##*# exit }
	printf '$ %s\n' "$command"
	eval "$command" >"$out" 2>&1 </dev/null || got=$?
	sed 's/^/  /' "$out"
	[ "$got" = "$want" ] || give_up "exit $got instead of $want: $command"
	exec 3<"$out"
}

# shows reads on in what the latest command printed, up to a line that holds this.
shows() {
	local line
	while IFS= read -r line <&3; do
		[[ $line != *"$1"* ]] || return 0
	done
	give_up "it does not print, there: $1"
}

install_missing git=git jq=jq
use_postgres
scratch_repo
two_clusters
app 'create table orders (id int primary key)'
app 'insert into orders select generate_series(1, 1000)'
caught_up db1 db2
export PATH=$scratch/bin:$PATH
cd "$scratch/repo"
out=$scratch/night.out # not what expect uses

document=$project/docs/a-night.md
kind='' file=''
performed=0
while IFS= read -r text <&4; do
	text=${text//\/srv\/pg/$scratch}
	case $kind:$text in
	:'```console') kind=console ;;
	:'```yaml') kind=yaml file='' ;;
	*:'```'*) kind='' ;;
	console:'$ '*) perform "${text#\$ }" && performed=$((performed + 1)) ;;
	console:?*) shows "$text" ;;
	yaml:'# '*) file=${text#\# } && : >"$file" ;;
	yaml:*) [ -z "$file" ] || printf '%s\n' "$text" >>"$file" ;;
	esac
done 4<"$document"
[ "$performed" -gt 20 ] || give_up "only $performed commands in $document"
[ "$(sql db1 'select count(*) from orders')" = 3000 ] || give_up 'orders are lost'

echo "ok: $example, $performed commands of a night"
