package run_test

import (
	"strings"
	"testing"

	"rtut/run"
	"rtut/run/record"
)

var captureSentences = []sentence{
	{"R40 a capture has limits", inBoth(checked, captureHasLimits)},
	{"R41 bad captures are refused", badCapturesAreRefused},
	{"R42 output may be pasted", inBoth(checked, outputMayBePasted)},
	{"R43 exit codes are not judged by a paste", othersAreNotPasted},
}

func captureHasLimits(p *play) {
	long := func(n int) string { return strings.Repeat("ä", n) } // characters, not bytes
	p.does(run.AddCapture{Item: "one", Command: long(2_000), Output: long(20_000)})
	p.refuses(run.TooLong, run.AddCapture{Item: "one", Command: long(2_001)})
	p.refuses(run.TooLong, run.AddCapture{Item: "one", Output: long(20_001)})
	got := p.rec.Steps["one"].Captures
	p.wants("captures", []record.Capture{{Command: long(2_000), Output: long(20_000), Source: record.FromOperator, By: "ana", At: record.At(dawn)}}, got)
	p.wants("state", record.Todo, p.stateOf("one"))
}

func badCapturesAreRefused(t *testing.T) {
	inBoth(checked, func(p *play) {
		p.refuses(run.TextInvalid, run.AddCapture{Item: "one"})
		p.refuses(run.TextInvalid, run.AddCapture{Item: "one", Output: "\xff"})
		p.refuses(run.SecretMarker, run.AddCapture{Item: "one", Output: "see " + token})
		p.refuses(run.SecretMarker, run.AddCapture{Item: "one", Command: "psql " + token})
		p.refuses(run.UnknownItem, run.AddCapture{Item: "nowhere", Output: "x"})
	})(t)
	p := begin(t, packText("v0.2", everywhere))
	p.refuses(run.WrongKind, run.AddCapture{Item: "go", Output: "x"})
}

func outputMayBePasted(p *play) {
	p.does(run.Start{Item: "one"}, run.Verify{Item: "one", Pasted: new("almost there")})
	p.wants("without the text", false, p.rec.Steps["one"].Verification.Passed)
	p.does(run.Verify{Item: "one", Pasted: new("it is ready")})
	v := p.rec.Steps["one"].Verification
	p.wants("with the text", true, v.Passed)
	p.wants("source", record.FromPaste, v.Source)
	p.wants("exit code", (*int)(nil), v.ExitCode)
	captures := p.rec.Steps["one"].Captures
	p.wants("kept", "it is ready pasted-for-verification", captures[1].Output+" "+string(captures[1].Source))
	p.refuses(run.TooLong, run.Verify{Item: "one", Pasted: new("ready" + strings.Repeat("x", 20_000))})
	p.refuses(run.SecretMarker, run.Verify{Item: "one", Pasted: new("ready " + token)})
	p.wants("commands run", 0, len(p.shell.jobs))
	p.does(run.Complete{Item: "one"})
}

func othersAreNotPasted(t *testing.T) {
	inBoth("steps: [{ id: code, title: C, effect: read-only, verify: { kind: exit-code, command: 'true' } }, { id: hand, title: H }]\n", func(p *play) {
		p.does(run.Start{Item: "code"})
		p.refuses(run.PasteRefused, run.Verify{Item: "code", Pasted: new("0")})
		p.does(run.Skip{Item: "code", Reason: "no time"}, run.Start{Item: "hand"})
		p.refuses(run.PasteRefused, run.Verify{Item: "hand", Pasted: new("yes")})
	})(t)
	p := begin(t, packText("v0.2", "gates: [{ id: go, title: Go, checks: [{ id: up, kind: output-contains, command: x, contains: up }] }]\n"))
	p.refuses(run.PasteRefused, run.Verify{Item: "go", Pasted: new("up")})
}
