package main

import (
	"os"
	"strings"
	"testing"

	"github.com/spf13/cobra"
)

// stage is how far the run of the examples has come, which each stage takes on from the one before.
type stage struct{ name, line string }

var stages = []stage{
	{"fresh", "true"},
	{"begun", "rtut run new packs/pg-restore-drill --param replica=db3"},
	{"looking", "rtut run start look"},
	{"looked", "rtut run verify look --yes && rtut run done look"},
	{"measuring", "rtut run start measure"},
	{"measured", "rtut run done measure --set replica_lag_bytes=900 --confirm"},
	{"decided", "rtut run verify go-no-go --yes --confirm"},
	{"promoting", "rtut run start promote --phrase 'promote db3'"},
	{"verified", "rtut run verify promote --yes"},
	{"complete", "rtut run done promote --evidence ticket=CHG41"},
}

// setting is where an example is at home: at a stage, after a line of its own, ending with an exit code.
type setting struct {
	stage, before string
	exit          int
}

// mayExecute has the pack say that rtut may run the command of its last step.
const mayExecute = "sed -i 's/pg_ctl promote }/pg_ctl promote, execute: on-request }/' packs/pg-restore-drill/pack.yaml && " +
	"rtut run accept-pack-change --reason 'rtut may run it'"

// settings are those of the examples that are not at home in a run that has just begun.
var settings = map[string]setting{
	"rtut pack page packs/pg-restore-drill --output packs/pg-restore-drill/RUNBOOK.md --check": {
		stage: "fresh", before: "rtut pack page packs/pg-restore-drill --output packs/pg-restore-drill/RUNBOOK.md",
	},
	"rtut run new packs/pg-restore-drill --param replica=db3":                           {stage: "fresh"},
	"rtut run new packs/pg-restore-drill --param replica=db3 --environment rehearsal":   {stage: "fresh"},
	"rtut run new packs/pg-restore-drill --params-file params.yaml --mode auto-confirm": {stage: "fresh"},
	"rtut run new packs/pg-restore-drill":                                               {stage: "fresh", exit: exitRefused},   // the replica is missing, as the refusal says
	"rtut go":                                                                           {stage: "looking", exit: exitRefused}, // its check wants consent, which nobody can give here
	"rtut go promote --phrase 'promote db3' --yes --evidence ticket=CHG42":              {stage: "decided"},
	"rtut go go-no-go --yes --confirm --json":                                           {stage: "measured"},
	"rtut run cmd":                {stage: "promoting"},
	"rtut run exec --yes":         {stage: "promoting", before: mayExecute, exit: exitNotPassed}, // there is no pg_ctl here
	"rtut run exec promote --yes": {stage: "promoting", before: mayExecute, exit: exitNotPassed},
	"rtut run settle promote --ran --reason 'the log of db3 has it at 03:12'":         {stage: "promoting", exit: exitRefused}, // nothing was begun
	"rtut run start promote --phrase 'promote db3'":                                   {stage: "decided"},
	"rtut run start promote --phrase 'promote db3' --probe --yes":                     {stage: "decided", exit: exitNotPassed},
	"rtut run verify --yes --wait":                                                    {stage: "looking"},
	"rtut run verify go-no-go --yes --pass lead --reject weather":                     {stage: "measured", exit: exitNotPassed},
	"ssh db3 pg_controldata | rtut run verify promote --pasted -":                     {stage: "promoting"},
	"rtut run done --evidence ticket=CHG42":                                           {stage: "verified"},
	"rtut run done measure --set replica_lag_bytes=512 --confirm":                     {stage: "measuring"},
	"rtut run fail promote --reason 'the replica did not come up'":                    {stage: "promoting"},
	"rtut run retry promote --acknowledge-partial":                                    {stage: "promoting", before: "rtut run fail promote --reason 'no'"},
	"rtut run rollback --done promote":                                                {stage: "promoting"},
	"rtut run redo promote --reason 'it was never carried out' --acknowledge-partial": {stage: "promoting"},
	"rtut run redo measure --reason 'the link was down'":                              {stage: "measured"},
	"rtut run set replica_lag_bytes=0 --reason 'measured again'":                      {stage: "measured"},
	"rtut run waive go-no-go --reason 'the incident lead decided'":                    {stage: "measured"},
	"rtut run tick --json":                                                            {stage: "begun", before: "rtut run mode auto-confirm"},
	"rtut run tick --report tick.json":                                                {stage: "begun", before: "rtut run mode auto-confirm"},
	"rtut run report --format interchange":                                            {stage: "complete", before: "rtut run finalize"},
	"rtut run log --format interchange | rtut report check -":                         {stage: "looked"},
	"rtut run log --format interchange":                                               {stage: "looked"},
	"rtut report check run.json":                                                      {stage: "complete", before: "rtut run finalize && rtut run report --format interchange --output run.json"},
	"rtut run auto --interval 10s":                                                    {stage: "looked", before: "rtut run mode auto-confirm", exit: exitWaiting},
	"rtut run do actions.txt":                                                         {stage: "begun", before: "echo 'note hello' > actions.txt"},
	"rtut run accept-pack-change --reason 'the check was wrong'":                      {stage: "begun", before: "sed -i 's/< 1024/< 2048/' packs/pg-restore-drill/pack.yaml"},
	"rtut pack fmt --check":                                                           {stage: "fresh", exit: exitNotPassed}, // its steps stand together, to be short
	"rtut pack lint packs/pg-restore-drill --strict":                                  {stage: "fresh", exit: exitNotPassed}, // its checks stand for real ones, and can't fail
	"rtut pack diff before.yaml packs/pg-restore-drill": {
		stage: "begun", before: "sed 's/< 1024/< 2048/' packs/pg-restore-drill/pack.yaml > before.yaml", exit: exitNotPassed,
	},
	"rtut pack diff packs/pg-restore-drill": {
		stage: "begun", before: "git add packs && git -c user.name=ana -c user.email=ana@x commit --quiet --message packs",
	},
	"rtut pack diff HEAD:packs/pg-restore-drill packs/pg-restore-drill --format markdown": {
		stage: "begun", before: "git add packs && git -c user.name=ana -c user.email=ana@x commit --quiet --message packs",
	},
	"rtut draft read 20261130T0045":                                             {stage: "fresh", before: "rtut draft create --title 'Check the shop' --plan plan.json"},
	"rtut draft read 20261130T0045 --json":                                      {stage: "fresh", before: "rtut draft create --title 'Check the shop' --plan plan.json"},
	"rtut draft apply 20261130T0045 --expected-revision 1 --plan commands.json": {stage: "fresh", before: "rtut draft create --title 'Check the shop' --plan plan.json"},
	"rtut draft add-agent 20261130T0045 --agent judge@3 --expected-revision 1":  {stage: "fresh", before: "rtut draft create --title 'Check the shop' --plan plan.json"},
	"rtut draft add-agent 20261130T0045 --agent judge@3 --expected-revision 1 --parent look-branch1 --index 0": {
		stage: "fresh", before: "rtut draft create --title 'Check the shop' --plan plan.json",
	},
	"rtut draft diff 20261130T0045": {stage: "fresh", before: "rtut draft create --title 'Check the shop' --plan plan.json"},
	"rtut draft diff 20261130T0045 packs/check-the-shop --json": {
		stage: "fresh", before: "rtut draft create --title 'Check the shop' --plan plan.json && rtut draft publish 20261130T0045 --to packs/check-the-shop --yes",
	},
	"rtut draft publish 20261130T0045 --to packs/check-the-shop --yes": {stage: "fresh", before: "rtut draft create --title 'Check the shop' --plan plan.json"},
	"rtut draft publish 20261130T0045 --to packs/check-the-shop --expected-revision 2 --force --yes": {
		stage: "fresh", before: "rtut draft create --title 'Check the shop' --plan plan.json && rtut draft publish 20261130T0045 --to packs/check-the-shop --yes" +
			" && rtut draft apply 20261130T0045 --expected-revision 1 --plan commands.json",
	},
	"rtut run watch": {stage: "complete", before: "rtut run finalize"},
	"rtut run watch packs/pg-restore-drill --run 20261130T0045": {stage: "complete", before: "rtut run finalize"},
	"rtut run watch | tee night.log":                            {stage: "complete", before: "rtut run finalize"},
	"rtut run finalize":                                         {stage: "complete"},
	"rtut run finalize --apply":                                 {stage: "complete"},
	"rtut run finish":                                           {stage: "complete"},
	"rtut run finish --apply":                                   {stage: "complete"},
	"rtut tui":                                                  {stage: "begun", exit: exitUsage}, // there is no terminal here
	"rtut tui packs/pg-restore-drill":                           {stage: "begun", exit: exitUsage},
	"rtut tui --run 20261130T0045":                              {stage: "begun", exit: exitUsage},
	"rtut run audit packs/pg-restore-drill":                     {stage: "complete", before: "rtut run finalize"},
	"rtut run audit --run 20261130T0045 --head":                 {stage: "begun", exit: exitUnfinished},
	"rtut run audit . --json":                                   {stage: "begun", exit: exitUnfinished},
	"pg_controldata | rtut run capture promote --command pg_controldata --output -": {stage: "promoting"},
}

// TestDocumentedExamplesRun runs the examples of every command, as the help and the reference have them.
func TestDocumentedExamplesRun(t *testing.T) {
	startsManyPrograms(t)
	at := playStages(t)
	a, _ := testApp()
	unused := map[string]bool{}
	for line := range settings {
		unused[line] = true
	}
	everyCommand(newRootCmd(a), func(cmd *cobra.Command) {
		for line := range strings.SplitSeq(cmd.Example, "\n") {
			line = strings.TrimSpace(line)
			delete(unused, line)
			where, listed := settings[line]
			if !listed {
				where.stage = "begun"
			}
			t.Run(line, func(t *testing.T) {
				t.Parallel()
				s := at[where.stage].copy(t)
				if where.before != "" {
					s.run(t, 0, where.before)
				}
				s.run(t, where.exit, line)
			})
		}
	})
	for line := range unused {
		t.Errorf("no command has the example %s any more", line)
	}
}

// TestDocumentedInterchangeRuns runs the commands of docs/interchange.md one after the other, on a run that is complete.
func TestDocumentedInterchangeRuns(t *testing.T) {
	runsCommandsOf(t, "../../docs/interchange.md", "complete")
}

// TestDocumentedDraftsRun runs the commands of docs/drafts.md one after the other.
func TestDocumentedDraftsRun(t *testing.T) { runsCommandsOf(t, "../../docs/drafts.md", "fresh") }

// runsCommandsOf runs the commands of a page at a stage.
func runsCommandsOf(t *testing.T, page, stage string) {
	t.Helper()
	startsManyPrograms(t)
	s := playStages(t)[stage].copy(t)
	_, commands, found := strings.Cut(strings.Join(readLines(t, page), "\n"), "\n```sh\n")
	commands, _, _ = strings.Cut(commands, "\n```")
	if !found || strings.Count(commands, "rtut ") < 4 {
		t.Fatalf("%s has no commands: %q", page, commands)
	}
	for line := range strings.SplitSeq(commands, "\n") {
		s.run(t, 0, line)
	}
}

// playStages returns a repo at each stage.
func playStages(t *testing.T) map[string]scratch {
	t.Helper()
	s := newScratch(t)
	s.run(t, 0, "git init --quiet .")
	if err := os.CopyFS(s.dir, os.DirFS("testdata/documented")); err != nil {
		t.Fatal(err)
	}
	at := map[string]scratch{}
	for _, stage := range stages {
		s.run(t, 0, stage.line)
		at[stage.name] = s
		s = s.copy(t)
	}
	return at
}

// copy returns another repo with the same content.
func (s scratch) copy(t *testing.T) scratch {
	t.Helper()
	other := newScratch(t)
	if err := os.CopyFS(other.dir, os.DirFS(s.dir)); err != nil {
		t.Fatal(err)
	}
	return other
}
