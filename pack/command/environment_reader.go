package command

import (
	"slices"
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// plainPrograms are builtins and programs that read no variable of rtut's unless the command names it, and that run nothing of the
// pack's: those that an operator uses all day. What is not here may read any variable.
var plainPrograms = strings.Fields(`
	: [ [[ break cd continue echo exit false printf pwd read return shift test true umask unset wait
	basename cat chgrp chmod chown cksum cmp comm cp cut date dd df diff dirname du expr fallocate grep groups gunzip gzip head id install
	join link ln ls md5sum mkdir mkfifo mktemp mv nl nproc od paste readlink realpath rm rmdir seq sha256sum sleep sort split stat sync tac
	tail tar tee touch tr truncate tty uname uniq unlink wc who whoami
	dig fsfreeze getent hostname hostnamectl ip journalctl kill killall logger lsblk lsof mount pgrep pkill ps ss swapoff swapon sysctl
	systemctl umount uptime which
	createdb dropdb etcdctl haproxy helm kubectl mysql mysqldump nginx openssl pg_basebackup pg_ctl pg_dump pg_restore pg_rewind psql
	redis-cli rsync scp`)

// passesOn reports whether a call may hand its environment to something that reads more of it than the command names: a
// script of the pack, a program that nothing is known of, or one that prints it.
func passesOn(args []*syntax.Word) bool {
	name, literal := unquoted(args[0])
	if name == "export" || name == "readonly" {
		return !slices.ContainsFunc(args[1:], func(word *syntax.Word) bool { return !strings.HasPrefix(beginning(word), "-") })
	}
	return !literal || !slices.Contains(plainPrograms, name)
}
