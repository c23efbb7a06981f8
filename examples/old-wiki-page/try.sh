#!/usr/bin/env bash
# Tries old-wiki-page: a reference is valid, listed and shown, and cannot be run.
# shellcheck source=examples/lib.sh
. "$(dirname "$0")/../lib.sh"

install_missing git=git jq=jq
scratch_repo

say 'a reference is valid, and is listed and shown with its source'
expect 0 rtut pack validate "$pack" --json
expect_value true .valid
expect 0 rtut list "$scratch/repo"
grep -q old-wiki-page "$out" || give_up 'not listed'
expect 0 rtut pack show "$pack"
grep -qF https://wiki.example.com/ "$out" || give_up 'its source is not shown'

say 'it cannot be run: refused, and no record is made'
expect 3 rtut run new "$pack" --json
[ -n "$(jq -r '.error.code // ""' "$err")" ] || give_up 'a refusal without a code'
! compgen -G "$scratch/repo/.local/runbook-runs/*.json" >/dev/null || give_up 'a record was made'

say 'without a source it is no reference: the pack is invalid'
sed -i '/^source:/d' "$pack/pack.yaml"
expect 4 rtut pack validate "$pack" --json
expect_value false .valid
expect 4 rtut run new "$pack"

echo "ok: $example"
