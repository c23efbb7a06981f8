// Package shell starts processes; nothing else in rtut does. It runs the commands of a pack here or, over the system's
// ssh, on another host, asks git what it ignores, and looks for the tools that a pack needs.
//
// # How a command runs
//
// A command gets a session of its own: a process group that can be killed as a whole, and no terminal, so that it can
// neither ask there nor write past whoever makes its output harmless. Its input is the null device. Output goes to the
// caller's writers in pieces as it comes and is never kept.
//
//	start ──▶ running ──▶ shell ended ──▶ output delivered ──▶ Result
//	             │             │
//	             └─────────────┴── time limit or ctx ──▶ SIGTERM to the group ──▶ SIGKILL ──▶ Result, not Completed
//
// A process that left the group (setsid) is out of reach. It can hold the output open, but not Run: after the shell has
// ended Run waits only as long as output moves, and after the time limit not at all.
//
// # If rtut itself dies
//
// A guard, a shell with a pipe to rtut for its input, kills the group when the pipe closes without a word. Linux could
// signal the child when its parent dies (PR_SET_PDEATHSIG), but that reaches the shell alone: what the shell had started
// would go on.
package shell
