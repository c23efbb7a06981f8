#!/bin/sh
# A TLS server on 127.0.0.1 for trying the pack: server.sh PORT CERT_DIR PID_FILE. On SIGHUP it loads its pair anew.
port=$1 dir=$2 pid_file=$3

serve() {
	openssl s_server -accept "127.0.0.1:$port" -cert "$dir/tls.crt" -key "$dir/tls.key" -www -quiet &
	server=$!
}

trap 'kill "$server"; wait "$server"; serve' HUP
trap 'kill "$server"; rm -f "$pid_file"; exit 0' TERM INT

serve
echo $$ >"$pid_file"
while :; do wait "$server" || sleep 0.1; done
