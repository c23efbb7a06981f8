#!/usr/bin/env bash
# Tries release on a clone of this very project, with a bare repository as its remote. Nothing leaves the scratch directory.
# shellcheck source=examples/lib.sh
. "$(dirname "$0")/../lib.sh"

install_missing git=git jq=jq
command -v go >/dev/null || give_up 'no Go: this example tests and builds the project'
find_rtut
export GIT_AUTHOR_NAME=ana GIT_AUTHOR_EMAIL=ana@example.com GIT_COMMITTER_NAME=ana GIT_COMMITTER_EMAIL=ana@example.com
export GIT_CONFIG_GLOBAL=/dev/null

say 'a clone of the project, and a remote'
clone=$scratch/clone
if ! git -c safe.directory='*' clone -q --no-local "$project" "$clone" 2>/dev/null; then
	git init -q "$clone" # not from git: an unpacked archive
	cp -R "$project"/. "$clone"
fi
mkdir -p "$clone/examples"
rm -rf "$clone/examples/$example" "$clone/CHANGELOG.md"
git -C "$clone" tag --list | xargs -r git -C "$clone" tag -d >/dev/null
cp -R "$here" "$clone/examples/"
git -C "$clone" remote remove origin 2>/dev/null || true
git init -q --bare "$scratch/origin.git"
git -C "$clone" remote add origin "$scratch/origin.git"
git -C "$clone" checkout -q -B main
commit() {
	git -C "$clone" add -A
	git -C "$clone" commit -q --allow-empty -m "$1"
	git -C "$clone" push -q origin main
}
commit 'what is to be released'
pack=$clone/examples/$example

new_run() { expect 0 rtut run new "$pack" --param version=0.1.0 --param packages=./flow; }
remote_tags() { git -C "$scratch/origin.git" tag --list; }

say 'no changelog, something uncommitted: red'
expect 0 rtut pack validate "$pack"
expect 3 rtut run new "$pack" --param 'version=1.0; rm -rf .'
new_run
echo '// scratch' >"$clone/uncommitted.go"
expect 0 rtut run start "$pack" clean-tree
expect 1 rtut run verify "$pack" clean-tree --yes
rm "$clone/uncommitted.go"
expect 0 rtut run verify "$pack" clean-tree --yes
expect 0 rtut run 'done' "$pack" clean-tree
carry_out version-is-new
expect 0 rtut run start "$pack" changelog
expect 1 rtut run verify "$pack" changelog --yes
printf '# Changelog\n\n## 0.1.0\n\n## 0.0.9\n\n- Something old.\n' >"$clone/CHANGELOG.md"
commit 'changelog: a heading and nothing below it'
expect 1 rtut run verify "$pack" changelog --yes
expect 3 rtut run 'done' "$pack" changelog
expect 3 rtut run start "$pack" push --phrase 'push v0.1.0'
cp "$project/CHANGELOG.md" "$clone/"
commit 'changelog: 0.1.0'
expect 0 rtut run verify "$pack" changelog --yes
expect 0 rtut run 'done' "$pack" changelog

say 'a test that fails is red'
printf 'package flow\n\nimport "testing"\n\nfunc TestRelease(t *testing.T) { t.Fatal("not today") }\n' >"$clone/flow/release_test.go"
expect 0 rtut run start "$pack" tests
expect 1 rtut run verify "$pack" tests --yes
rm "$clone/flow/release_test.go"
expect 0 rtut run verify "$pack" tests --yes
expect 0 rtut run 'done' "$pack" tests

say 'a test that hangs ends with rtut, even if that is killed, whatever session it has gone to'
expect 0 rtut run redo "$pack" tests --reason 'once more'
cat >"$clone/flow/release_test.go" <<EOF
package flow

import (
	"os"
	"os/exec"
	"strconv"
	"syscall"
	"testing"
)

func TestRelease(t *testing.T) {
	hangs := exec.Command("sleep", "300")
	hangs.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
	if err := hangs.Start(); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile("$scratch/hangs.new", []byte(strconv.Itoa(hangs.Process.Pid)), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Rename("$scratch/hangs.new", "$scratch/hangs"); err != nil {
		t.Fatal(err)
	}
	_ = hangs.Wait()
}
EOF
expect 0 rtut run start "$pack" tests
"$scratch/bin/rtut" run verify "$pack" tests --yes >"$scratch/killed" 2>&1 </dev/null &
killed=$!
tries=0
until [ -e "$scratch/hangs" ]; do
	tries=$((tries + 1))
	[ "$tries" -lt 600 ] || give_up 'the test did not begin'
	sleep 0.1
done
kill -KILL "$killed"
tries=0
while kill -0 "$(cat "$scratch/hangs")" 2>/dev/null; do
	tries=$((tries + 1))
	[ "$tries" -lt 100 ] || give_up 'what the check started lives on'
	sleep 0.1
done
rm "$clone/flow/release_test.go"
expect 0 rtut run verify "$pack" tests --yes
expect 0 rtut run 'done' "$pack" tests

say 'a commit after the tests: the gate stops it'
commit 'just one small thing'
expect 1 rtut run verify "$pack" go-no-go --yes --confirm --json
expect_value false '.results["same-commit"].passed'
expect 3 rtut run start "$pack" tag-commit
expect 0 rtut run redo "$pack" tests --reason 'one small thing more'
carry_out tests
expect 3 rtut run verify "$pack" go-no-go --yes
expect 0 rtut run verify "$pack" go-no-go --yes --confirm

say 'tag, build, push'
expect 0 rtut run start "$pack" tag-commit
expect 1 rtut run verify "$pack" tag-commit --yes
operate tag-commit
expect 0 rtut run verify "$pack" tag-commit --yes
expect 0 rtut run 'done' "$pack" tag-commit
carry_out build
expect 3 rtut run start "$pack" push
expect 3 rtut run start "$pack" push --phrase 'push 0.1.0'
[ -z "$(remote_tags)" ] || give_up 'pushed already'
expect 0 rtut run start "$pack" push --phrase 'push v0.1.0'
expect 1 rtut run verify "$pack" push --yes
operate push
expect 0 rtut run verify "$pack" push --yes --wait
expect 0 rtut run 'done' "$pack" push
[ "$(remote_tags)" = v0.1.0 ] || give_up "tags on the remote: $(remote_tags)"
expect 0 rtut run artefacts "$pack"
expect 0 rtut run finalize "$pack" --outcome succeeded

say 'the same version once more: red'
new_run
carry_out clean-tree
expect 0 rtut run start "$pack" version-is-new
expect 1 rtut run verify "$pack" version-is-new --yes
expect 0 rtut run finalize "$pack" --outcome abandoned --reason 'there is a v0.1.0'

say 'what others read of it is sound'
tell_others

echo "ok: $example"
