# shellcheck shell=bash
# Two PostgreSQL clusters on this machine, one the replica of the other, for the scripts beside this. Sourced after lib.sh.
# shellcheck disable=SC2154 # the script that sources this has made $scratch

before_removal() {
	local node
	for node in db1 db2; do
		[ ! -e "$scratch/$node/postmaster.pid" ] || pg_ctl -D "$scratch/$node" -m immediate -s stop
	done
}

port_of() { if [ "$1" = db1 ]; then echo 5481; else echo 5482; fi; }

sql() {
	local node=$1
	shift
	psql -XAtq -v ON_ERROR_STOP=1 -h "$scratch/sock" -p "$(port_of "$node")" -U postgres -d postgres -c "$@"
}

start_node() {
	pg_ctl -D "$scratch/$1" -l "$scratch/$1.log" -s -w -o "-c config_file=$scratch/$1.conf" start
}

configure() {
	cat >"$scratch/$1.conf" <<-CONF
		port = $(port_of "$1")
		listen_addresses = ''
		unix_socket_directories = '$scratch/sock'
		wal_log_hints = on
		wal_keep_size = 256MB
		shared_buffers = 16MB
	CONF
}

caught_up() {
	local end
	end=$(sql "$1" 'select pg_current_wal_lsn()')
	for _ in $(seq 100); do
		[ "$(sql "$2" "select pg_last_wal_replay_lsn() >= '$end'")" != t ] || return 0
		sleep 0.2
	done
	give_up "$2 does not catch up"
}

app() { PGSERVICEFILE=$scratch/service.conf psql -XAtq -v ON_ERROR_STOP=1 service=app -c "$1"; }

# two_clusters makes both, and the file by which an application finds db1.
two_clusters() {
	say 'db1 is the primary, db2 its replica, and an application finds db1'
	mkdir "$scratch/sock"
	initdb -D "$scratch/db1" -U postgres -A trust >"$scratch/initdb.log"
	configure db1
	configure db2
	start_node db1
	pg_basebackup -h "$scratch/sock" -p 5481 -U postgres -D "$scratch/db2" -X stream -c fast -R
	start_node db2
	printf '[other]\nhost=elsewhere\nport=1\n\n[app]\nhost=%s\nport=5481\nuser=postgres\ndbname=postgres\n' "$scratch/sock" >"$scratch/service.conf"
}
