package main

import (
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/spf13/cobra"
)

const reference = "../../docs/cli.md"

// The marks around what is generated in the reference.
const (
	generated    = "<!-- from here on generated: make docs-update -->"
	generatedEnd = "<!-- end of what is generated -->"
)

func TestDocumentHasEveryCommandAsItIs(t *testing.T) {
	a, _ := testApp()
	text := strings.Join(readLines(t, reference), "\n")
	holdTo(t, reference, inMarks(t, text, generated, generatedEnd, referenceText(newRootCmd(a))))
}

// referenceText is all commands, first at a glance and then each with its flags and examples.
func referenceText(root *cobra.Command) string {
	var glance, each strings.Builder
	everyCommand(root, func(cmd *cobra.Command) {
		if cmd.Name() == "help" || cmd.HasSubCommands() && cmd != root {
			return
		}
		if cmd != root {
			fmt.Fprintf(&glance, "%-62s %s\n", cmd.UseLine(), cmd.Short)
			each.WriteString(commandText(cmd))
		}
	})
	return "\n## All commands\n\n```text\n" + strings.ReplaceAll(glance.String(), " [flags]", "        ") +
		"```\n\nEvery command also accepts these flags:\n\n```text\n" + root.PersistentFlags().FlagUsages() +
		"```\n\nEvery command of `rtut run` except `new` and `list` also accepts this one:\n\n```text\n" +
		runGroup(root).PersistentFlags().FlagUsages() + "```\n" + each.String() + "\n"
}

func runGroup(root *cobra.Command) *cobra.Command {
	cmd, _, _ := root.Find([]string{"run"}) // found, or the test of the flags fails
	return cmd
}

// commandText is one command.
func commandText(cmd *cobra.Command) string {
	about := cmd.Long
	if about == "" {
		about = cmd.Short
	}
	var b strings.Builder
	fmt.Fprintf(&b, "\n### %s\n\n%s.\n\n```text\n%s\n", cmd.CommandPath(), strings.TrimSuffix(about, "."), cmd.UseLine())
	if cmd.HasAvailableLocalFlags() && cmd.LocalNonPersistentFlags().HasAvailableFlags() {
		b.WriteString("\n" + cmd.LocalNonPersistentFlags().FlagUsages())
	}
	b.WriteString("```\n\n```sh\n")
	for line := range strings.SplitSeq(cmd.Example, "\n") {
		b.WriteString(strings.TrimPrefix(line, "  ") + "\n")
	}
	b.WriteString("```\n")
	return b.String()
}

// code is how a name of a refusal is declared.
var code = regexp.MustCompile(`(?m)^\t\w+\s+Code = "(\w+)"`)

func TestDocumentHasEveryCodeOfARefusal(t *testing.T) {
	source, err := os.ReadFile("../../run/refusal.go")
	if err != nil {
		t.Fatal(err)
	}
	text := strings.Join(readLines(t, reference), "\n")
	found := code.FindAllStringSubmatch(string(source), -1)
	if len(found) < 10 {
		t.Fatalf("only %d codes in refusal.go", len(found))
	}
	for _, m := range found {
		if !strings.Contains(text, "`"+m[1]+"`") {
			t.Errorf("%s does not say what %s means", reference, m[1])
		}
	}
}

func TestDocumentHasEveryExitCode(t *testing.T) {
	text := strings.Join(readLines(t, reference), "\n")
	for _, exit := range []int{
		exitDone, exitNotPassed, exitUsage, exitRefused, exitInvalidPack, exitStore, exitWaiting, exitInterrupted,
		exitUnfinished, exitCut, exitAltered, exitUnknownSchema,
	} {
		if !strings.Contains(text, fmt.Sprintf("\n| %d |", exit)) {
			t.Errorf("%s does not say what exit code %d means", reference, exit)
		}
	}
}

// answering are commands that answer with a document, as the run of the examples is at a stage.
var answering = map[string][]string{
	"begun": {
		"run mode auto-confirm", "run tick", "list", "score .", "maturity .", "projects .", "pack validate packs/pg-restore-drill", "pack show packs/pg-restore-drill", "pack digest packs/pg-restore-drill",
		"pack graph packs/pg-restore-drill", "pack init packs/another", "doctor", "version",
	},
	"measured":  {"run status", "run next", "run list", "run data", "run data --dimensions", "run artefacts", "run note x", "run rollback", "run audit"},
	"promoting": {"run cmd", "run verify --yes", "run rollback"},
	"complete":  {"run finish", "run finalize", "run feedback", "feedback packs/pg-restore-drill"},
}

func TestDocumentHasEveryKeyOfAnswers(t *testing.T) {
	at := playStages(t)
	_, text, _ := strings.Cut(strings.Join(readLines(t, reference), "\n"), "\n### Documents\n")
	text, _, _ = strings.Cut(text, "\n### Codes\n")
	for stage, commands := range answering {
		for _, command := range commands {
			for _, key := range at[stage].keysOf(t, command) {
				if !regexp.MustCompile(`\b` + regexp.QuoteMeta(key) + `\b`).MatchString(text) {
					t.Errorf("%s does not have %s, which rtut %s --json answers", reference, key, command)
				}
			}
		}
	}
}

// keysOf returns the keys of a document, and those of what its lists hold.
func (s scratch) keysOf(t *testing.T, command string) []string {
	t.Helper()
	var document map[string]any
	if err := json.Unmarshal([]byte(s.run(t, 0, "rtut "+command+" --json 2>/dev/null || true")), &document); err != nil {
		t.Fatalf("rtut %s: %v", command, err)
	}
	keys := slices.Collect(maps.Keys(document))
	for _, value := range document {
		list, isList := value.([]any)
		if !isList || len(list) == 0 {
			continue
		}
		if first, isObject := list[0].(map[string]any); isObject {
			keys = slices.AppendSeq(keys, maps.Keys(first))
		}
	}
	slices.Sort(keys)
	return slices.Compact(keys)
}
