# shellcheck shell=bash disable=SC2154 # lib.sh sets what is not set here
# Runs the commands of a document, one after the other, in one shell. In a `console` block a line `$ command` is run and has to end with 0, or
# as a comment `# exit 3` behind it says; the lines below it have to be in what it prints, in this order. A `yaml` block whose first line is
# `# some/file` is written into that file. Sourced behind lib.sh.

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

# write_file begins a file that a block holds.
write_file() {
	file=$1
	mkdir -p "$(dirname "$file")"
	: >"$file"
}

# perform_document DOCUMENT WORD runs all of it, with $scratch in the place of a word, and counts the commands in $performed.
perform_document() {
	local kind='' file='' text
	performed=0
	while IFS= read -r text <&4; do
		text=${text//"$2"/$scratch}
		case $kind:$text in
		:'```console') kind=console ;;
		:'```yaml') kind=yaml file='' ;;
		*:'```'*) kind='' ;;
		console:'$ '*) perform "${text#\$ }" && performed=$((performed + 1)) ;;
		console:?*) shows "$text" ;;
		yaml:'# '*) write_file "${text#\# }" ;;
		yaml:*) [ -z "$file" ] || printf '%s\n' "$text" >>"$file" ;;
		esac
	done 4<"$1"
}
