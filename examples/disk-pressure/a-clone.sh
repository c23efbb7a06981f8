#!/usr/bin/env bash
# Runs the commands of docs/a-clone.md: a repo that is built to attack who looks at it.
# shellcheck source=examples/lib.sh
. "$(dirname "$0")/../lib.sh"
# shellcheck source=examples/document.sh
. "$(dirname "$0")/../document.sh"

install_missing git=git
find_rtut
export PATH=$scratch/bin:$PATH
unset -f rtut # what is piped into it is for it
unset RTUT_RUNS_DIR
mkdir "$scratch/repo"
cd "$scratch/repo"
out=$scratch/clone.out # not what expect uses

perform_document "$project/docs/a-clone.md" /srv/clone
[ "$performed" -gt 20 ] || give_up "only $performed commands"

echo "ok: $example, $performed commands at a clone"
