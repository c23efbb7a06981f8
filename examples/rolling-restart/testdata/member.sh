#!/bin/sh
# Starts, ends or restarts a member of a service: a server on the Unix socket of a directory, which answers with the version that stands in
# the file `version` when it is started.
# Usage: member.sh start|stop|restart DIRECTORY
set -eu

stop() {
	[ -e pid ] || return 0
	kill "$(cat pid)" 2>/dev/null || true
	tries=0
	while kill -0 "$(cat pid)" 2>/dev/null && [ "$tries" -lt 100 ]; do # a zombie that nobody reaps stays
		tries=$((tries + 1))
		sleep 0.05
	done
	rm -f pid socket
}

start() {
	python3 -c '
import socketserver
version = open("version").read()

class Member(socketserver.StreamRequestHandler):
    def handle(self):
        while self.rfile.readline().strip():
            pass
        self.wfile.write(("HTTP/1.0 200 OK\r\n\r\n" + version).encode())

socketserver.UnixStreamServer("socket", Member).serve_forever()' >log 2>&1 &
	echo $! >pid
	tries=0
	until [ -S socket ] || [ "$tries" -ge 200 ]; do
		tries=$((tries + 1))
		sleep 0.1
	done
}

cd "$2"
case $1 in
start) start ;;
stop) stop ;;
restart)
	stop
	start
	;;
esac
