#!/usr/bin/env bash
# Runs the commands of docs/a-review.md: a bad night in which every kind of proof occurs, and the review that names each.
# shellcheck source=examples/lib.sh
. "$(dirname "$0")/../lib.sh"
# shellcheck source=examples/document.sh
. "$(dirname "$0")/../document.sh"

install_missing git=git openssl=openssl
scratch_repo
export PATH=$scratch/bin:$PATH
unset -f rtut # what is piped into it is for it
cd "$scratch/repo"
out=$scratch/review.out # not what expect uses

perform_document "$project/docs/a-review.md" /srv/tls
[ "$performed" -gt 40 ] || give_up "only $performed commands"

echo "ok: $example, $performed commands of a review"
