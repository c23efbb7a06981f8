// Package shell starts processes; nothing else in rtut does. It runs the commands of a pack here or, over the system's
// ssh, on another host, asks git what it ignores, and looks for the tools that a pack needs.
//
// # How a command runs
//
// A command gets a session of its own and no terminal, so that it can neither ask there nor write past anyone who makes its output
// harmless. Its input is the null device. Output goes to the caller's writers in pieces as it comes and is never kept.
//
//	start ──▶ running ──▶ shell ended ──▶ output delivered ──▶ Result, and what is left running
//	             │             │
//	             └─────────────┴── time limit or ctx ──▶ SIGTERM to all ──▶ SIGKILL ──▶ Result, not Completed
//
// # The guard
//
// The parent of a command is a guard, which is this program under another name: a child of rtut with a socket to it. It
// starts the command, keeps its limit, and ends all that the command has started at the limit, when it is told to, and when
// the socket closes, which it does when rtut dies in whatever way. On Linux what loses its parent below the guard becomes the
// guard's child, so that all of it is found; elsewhere the session and anyone who descends from it is. A guard serves one command
// after the other.
//
// What is left running after a normal end can hold the output open, but not Run: after the shell has ended Run waits only
// as long as output moves, and after the time limit not at all.
package shell
