#!/usr/bin/env bash
# Runs the commands of docs/a-night.md on two clusters of its own.
# shellcheck source=examples/lib.sh
. "$(dirname "$0")/../lib.sh"
# shellcheck source=examples/document.sh
. "$(dirname "$0")/../document.sh"
# shellcheck source=examples/pg-failover/clusters.sh
. "$(dirname "$0")/clusters.sh"

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
perform_document "$document" /srv/pg
[ "$performed" -gt 20 ] || give_up "only $performed commands in $document"
[ "$(sql db1 'select count(*) from orders')" = 3000 ] || give_up 'orders are lost'

echo "ok: $example, $performed commands of a night"
