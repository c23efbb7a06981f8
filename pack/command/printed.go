package command

import (
	"cmp"
	"slices"
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// What a command prints is code where an interpreter reads it: echo ... | sh, eval "$(echo ...)", bash <(echo ...). Only what
// echo, printf and cat with a here-document print is known to be their own words: what cat reads from a file is the file's.

// silent print nothing of their words, or what the words name: files and pages.
var silent = []string{
	"cat", "zcat", "gunzip", "gzip", "bzcat", "xzcat", "zstdcat", "base64", "gpg", "age", "openssl", "tar", "unzip", "curl", "wget",
	"test", "[", "true", "false", ":", "cd", "mkdir", "rmdir", "rm", "cp", "mv", "ln", "touch", "chmod", "chown", "install", "sleep", "export", "unset", "read", "shift", "exit", "return", "kill",
}

// mayPrintWords reports whether a command may print a word of its own: whatever is not known to be silent about them. A tool that is
// asked for commands, as in eval "$(tool env NAME)", writes the name into them.
func mayPrintWords(args []*syntax.Word) bool {
	name := effective(args)
	if name >= len(args) {
		return false
	}
	if program(args[name]) == "curl" && slices.ContainsFunc(args, func(word *syntax.Word) bool {
		return beginning(word) == "-w" || shortens(beginning(word), "--write-out")
	}) {
		return true
	}
	return program(args[name]) != "printf" && !slices.Contains(silent, program(args[name])) || printsWords(args)
}

// printsVariable refuses a command that prints a value by the name of its variable, as printenv does, or all that there are, where that is
// read as code.
func (w *walker) printsVariable(args []*syntax.Word, reader string) {
	if slices.Contains(silent, program(args[0])) {
		return
	}
	names := w.scope.Variables()
	if all := []string{"env", "printenv", "set"}; !slices.Contains(all, program(args[0])) || len(args) > 1 {
		text := ""
		for _, word := range args[1:] {
			text += beginning(word) + " "
		}
		names = variableName().FindAllString(text, -1)
	}
	for _, name := range names {
		if carried := w.scope.Carried(name); carried != "" && !w.scope[carried].Spec.Plain() {
			w.secondInterpreter(w.offset(args[0].Pos()), "$"+name, reader)
			return
		}
	}
}

// printsWords reports whether a command prints its words as they are. What printf quotes with %q is no code any more.
func printsWords(args []*syntax.Word) bool {
	name := effective(args)
	if name >= len(args) {
		return false
	}
	switch program(args[name]) {
	case "echo", "yes", "date", "basename", "dirname", "realpath", "readlink", "expr":
		return true
	case "printf":
		format := ""
		if name+1 < len(args) {
			format = beginning(args[name+1])
		}
		return !strings.Contains(format, "%q") || strings.Contains(format, "%s") || strings.Contains(format, "%b")
	}
	return false
}

// pipedInterpreter returns the program that reads as code what is piped into a statement, or "".
func pipedInterpreter(stmt *syntax.Stmt) string {
	if found := firstOf(stmt.Redirs, func(redirect *syntax.Redirect) string { return outputReader(redirect.Word) }); found != "" {
		return found
	}
	if slices.ContainsFunc(stmt.Redirs, takesOtherInput) {
		return ""
	}
	switch c := stmt.Cmd.(type) {
	case *syntax.CallExpr:
		return pipedInto(c.Args)
	case *syntax.TimeClause:
		if c.Stmt != nil {
			return pipedInterpreter(c.Stmt)
		}
	case *syntax.BinaryCmd:
		return cmp.Or(pipedInterpreter(c.X), pipedInterpreter(c.Y))
	}
	return firstOf(statementsOf(stmt.Cmd), pipedInterpreter)
}

// takesOtherInput reports whether a redirection gives a statement another input than what is piped into it.
func takesOtherInput(redirect *syntax.Redirect) bool {
	switch redirect.Op {
	case syntax.RdrIn, syntax.Hdoc, syntax.DashHdoc, syntax.WordHdoc, syntax.DplIn:
		return redirect.N == nil || redirect.N.Value == "0"
	}
	return false
}

// statementsOf returns what a compound command runs. All of it has the same input.
func statementsOf(command syntax.Command) []*syntax.Stmt {
	switch c := command.(type) {
	case *syntax.Block:
		return c.Stmts
	case *syntax.Subshell:
		return c.Stmts
	case *syntax.IfClause:
		stmts := slices.Concat(c.Cond, c.Then)
		if c.Else != nil {
			stmts = append(stmts, statementsOf(c.Else)...)
		}
		return stmts
	case *syntax.WhileClause:
		return slices.Concat(c.Cond, c.Do)
	case *syntax.ForClause:
		return c.Do
	case *syntax.CaseClause:
		var stmts []*syntax.Stmt
		for _, item := range c.Items {
			stmts = append(stmts, item.Stmts...)
		}
		return stmts
	}
	return nil
}

func pipes(binary *syntax.BinaryCmd) bool {
	return binary.Op == syntax.Pipe || binary.Op == syntax.PipeAll
}

// pipedInto is stricter than inputInterpreter: to a shell with a script, and to ssh with a command, a pipe brings data.
func pipedInto(args []*syntax.Word) string {
	name := effective(args)
	if name >= len(args) {
		return startedShell(args)
	}
	if isUnnamed(args[name]) {
		return unnamedProgram
	}
	if found := cmp.Or(readsCommands(args[name:]), fedWithCode(args[name:])); found != "" {
		return found
	}
	if isInputAsWord(args[name]) {
		return "the shell"
	}
	return containerShell(args[name:])
}

// readsCommands returns the first word's program if, with the other words, it reads commands from its input, or "".
func readsCommands(args []*syntax.Word) string {
	found, words := program(args[0]), args[1:]
	reads := false
	switch {
	case isShellName(found):
		reads = readsInput(words) || slices.ContainsFunc(words, isInputAsWord) || scriptReads(scriptOf(words)) != ""
	case found == "su":
		reads = !slices.ContainsFunc(words, func(word *syntax.Word) bool { return takesCode([]*syntax.Word{word}) })
	case slices.Contains(remotes, found):
		reads = remoteShell(words)
	}
	if !reads {
		return ""
	}
	return found
}

// isInputAsWord reports whether a word is made of what the command is fed: "$(cat)", <(cat), "$(</dev/stdin)".
func isInputAsWord(word *syntax.Word) bool {
	found := false
	syntax.Walk(word, func(node syntax.Node) bool {
		switch n := node.(type) {
		case *syntax.CmdSubst:
			found = found || passInput(n.Stmts)
		case *syntax.ProcSubst:
			found = found || n.Op == syntax.CmdIn && passInput(n.Stmts)
		}
		return true
	})
	return found
}

// passInput reports whether statements print what they are fed.
func passInput(stmts []*syntax.Stmt) bool {
	if len(stmts) != 1 {
		return false
	}
	for _, redirect := range stmts[0].Redirs {
		if redirect.Op != syntax.RdrIn || !isOwnInput(beginning(redirect.Word)) {
			return false
		}
	}
	call, isCall := stmts[0].Cmd.(*syntax.CallExpr)
	if !isCall {
		return stmts[0].Cmd == nil && len(stmts[0].Redirs) > 0
	}
	return program(call.Args[0]) == "cat" && !slices.ContainsFunc(call.Args[1:], func(word *syntax.Word) bool { return !isOwnInput(beginning(word)) })
}

// scriptReads returns the program that a script, given as a word, has read its input as code, or "".
func scriptReads(script string) string {
	file, err := syntax.NewParser(syntax.Variant(syntax.LangBash)).Parse(strings.NewReader(script), "")
	if err != nil {
		return ""
	}
	return firstOf(file.Stmts, pipedInterpreter)
}

// scriptOf returns what a shell with these words is given with -c, as far as it is literal.
func scriptOf(words []*syntax.Word) string {
	for i, word := range words {
		text := beginning(word)
		switch {
		case takesCode(words[i:i+1]) && i+1 < len(words) && !isShellOption(beginning(words[i+1])):
			return beginning(words[i+1])
		case !isShellOption(text) && (i == 0 || !takesNext(beginning(words[i-1]))):
			return ""
		}
	}
	return ""
}

// remotes run on another host what their words say, or else a shell.
var remotes = []string{"ssh", "rsh", "autossh"}

// sshOptions is how ssh reads its words: options, and the host before the command.
var sshOptions = wrapper{letters: "BbcDEeFIiJLlmOoPpQRSWw", operands: 1}

// remoteShell reports whether ssh, with these words, runs a shell that reads its commands from the input. One more ssh
// there is taken for such.
func remoteShell(words []*syntax.Word) bool {
	at, _ := sshOptions.skip(words, 0)
	var command []*syntax.Word
	for _, word := range words[at:] {
		for field := range strings.FieldsSeq(beginning(word)) {
			command = append(command, &syntax.Word{Parts: []syntax.WordPart{&syntax.Lit{Value: field}}})
		}
	}
	name := effective(command)
	if name >= len(command) || slices.Contains(remotes, program(command[name])) {
		return true
	}
	var script strings.Builder
	for _, word := range words[at:] {
		script.WriteString(beginning(word) + " ")
	}
	return cmp.Or(readsCommands(command[name:]), fedWithCode(command[name:]), scriptReads(script.String())) != ""
}
