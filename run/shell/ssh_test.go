package shell

import (
	"bytes"
	"errors"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

func TestTheSSHCommandNeverAsks(t *testing.T) {
	t.Setenv("RTUT_SSH", "ssh -F cfg")
	dir := shortDir(t)
	t.Setenv("XDG_RUNTIME_DIR", dir)
	got, err := sshArgv(Command{Script: "true", On: "db3", Timeout: time.Second}, "mark")
	if err != nil {
		t.Fatal(err)
	}
	want := "ssh -F cfg -n -T -x -o BatchMode=yes -o ConnectTimeout=10 -o ServerAliveInterval=5 -o ServerAliveCountMax=3 " +
		"-o ClearAllForwardings=yes -o RemoteCommand=none -o LogLevel=ERROR -o ControlMaster=auto -o ControlPersist=60 " +
		"-o ControlPath=" + dir + "/rtut-ssh/%C -- db3"
	if diff := cmp.Diff(want, strings.Join(got[:len(got)-1], " ")); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestAHostThatIsAnOptionIsRefused(t *testing.T) {
	for host, want := range map[string]string{
		"-oProxyCommand=evil":     `run a command on host "-oProxyCommand=evil": a host must not start with -`,
		"ana@-oProxyCommand=evil": `run a command on host "ana@-oProxyCommand=evil": a host must not start with -`,
		"-l@host":                 `run a command on host "-l@host": a host must not start with -`,
		"ana@":                    `run a command on host "ana@": no name`,
		"a b":                     `run a command on host "a b": a host has no spaces, quotes or control characters`,
		"a\nb":                    `run a command on host "a\nb": a host has no spaces, quotes or control characters`,
		"$(evil)":                 `run a command on host "$(evil)": a host has no spaces, quotes or control characters`,
	} {
		_, err := Run(t.Context(), Command{Script: "true", On: host, Timeout: long, SSH: []string{"false"}}, nil, nil)
		if err == nil || err.Error() != want {
			t.Errorf("got %v, want %s", err, want)
		}
		if _, _, err := Paste(Command{Script: "true", On: host}); err == nil || err.Error() != want {
			t.Errorf("a line to paste: got %v, want %s", err, want)
		}
	}
}

func TestAnSSHThatSaysNothingIsAHostThatIsAway(t *testing.T) {
	for name, ssh := range map[string][]string{
		"passes": {"true"}, "fails": {"false"}, "killed": {"sh", "-c", "kill -s KILL $$"}, "255": {"sh", "-c", "exit 255"},
	} {
		res, err := Run(t.Context(), Command{Script: "true", On: "db3", Timeout: long, SSH: ssh}, nil, nil)
		if err == nil || err.Error() != "reach host db3: the connection ended before the command did" || !res.Unreachable || res.Completed() {
			t.Errorf("%s: got %+v, %v", name, res, err)
		}
	}
}

func TestAMissingSSHIsNamed(t *testing.T) {
	t.Setenv("RTUT_SSH", "no-such-ssh -v")
	_, err := Run(t.Context(), Command{Script: "true", On: "db3", Timeout: long}, nil, nil)
	var missing *MissingToolError
	if !errors.As(err, &missing) || missing.Tool != "no-such-ssh" {
		t.Errorf("got %v", err)
	}
}

func TestARemoteLineHoldsNothingThatALoginShellChanges(t *testing.T) {
	safe := regexp.MustCompile(`^exec sh -c 'eval "\$\(printf %b "\$0"\)"' '[A-Za-z0-9 _./:=,@+\\-]*'$`)
	rapid.Check(t, func(t *rapid.T) {
		cmd := Command{Script: anyBytes(t, "script"), Env: []string{"RTUT_A=" + anyBytes(t, "value")}, Timeout: time.Second}
		line, err := remoteLine(cmd, newMark())
		if err != nil || !safe.MatchString(line) {
			t.Fatalf("%q, %v", line, err)
		}
	})
}

// The login shells that are here take the remote line as sshd would hand it to them.
func TestEveryLoginShellRunsTheRemoteLine(t *testing.T) {
	for _, shell := range []string{"sh", "bash", "dash", "zsh", "ksh", "fish", "tcsh", "busybox"} {
		if LookTools([]string{shell}) != nil {
			continue
		}
		ssh := []string{shell, "-c"}
		if shell == "busybox" {
			ssh = []string{shell, "sh", "-c"}
		}
		fake := filepath.Join(t.TempDir(), "ssh")
		write(t, fake, "#!/bin/sh\nfor last; do :; done\nexec "+quoteAll(ssh)+" \"$last\"\n")
		if err := os.Chmod(fake, 0o700); err != nil {
			t.Fatal(err)
		}
		cmd := Command{Script: `printf '%s|%s' "$RTUT_A" ` + Quote(awkward), Env: []string{"RTUT_A=" + awkward}, On: "db3", SSH: []string{fake}}
		if diff := cmp.Diff(awkward+"|"+awkward, output1(t, cmd)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", shell, diff)
		}
	}
}

func TestAQuotedValueIsOneWord(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		words := rapid.SliceOfN(rapid.Custom(func(t *rapid.T) string { return anyBytes(t, "word") }), 1, 20).Draw(t, "words")
		var stdout bytes.Buffer
		_, err := Run(t.Context(), Command{Script: `printf '%s\0' ` + quoteAll(words), Timeout: long}, &stdout, nil)
		if got, want := stdout.String(), strings.Join(words, "\x00")+"\x00"; err != nil || got != want {
			t.Fatalf("got %q, want %q, %v", got, want, err)
		}
	})
}

func TestTheReportIsTakenOutHoweverCut(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		mark := "rtut-abab-"
		text := rapid.StringMatching(`(rtut|-|ab|\n|x){0,12}`)
		before, after := text.Draw(t, "before"), text.Draw(t, "after")
		if strings.Contains(before, mark) || strings.Contains(after, mark) {
			t.Skip("a mark is not guessed")
		}
		in := before + mark + "042" + after
		var out bytes.Buffer
		r := newReport(&out, mark)
		for len(in) > 0 {
			n := rapid.IntRange(1, len(in)).Draw(t, "piece")
			if _, err := io.WriteString(r, in[:n]); err != nil {
				t.Fatal(err)
			}
			in = in[n:]
		}
		if err := r.flush(); err != nil || out.String() != before+after || r.code != 42 || r.cut != int64(len(mark)+3) {
			t.Fatalf("got %q, code %d, cut %d, %v", &out, r.code, r.cut, err)
		}
	})
}

func TestWithoutAReportEverythingIsPassedOn(t *testing.T) {
	for _, said := range []string{"", "rtut-", "x rtut-abab-", "rtut-abab-04", "rtut-abab-x42 and more"} {
		var out bytes.Buffer
		r := newReport(&out, "rtut-abab-")
		_, _ = io.WriteString(r, said)
		if err := r.flush(); err != nil || out.String() != said || r.code != -1 {
			t.Errorf("got %q, %d, %v", &out, r.code, err)
		}
	}
}

func TestTheSocketsOfConnectionsArePrivate(t *testing.T) {
	dir := shortDir(t)
	t.Setenv("XDG_RUNTIME_DIR", dir)
	t.Setenv("XDG_CACHE_HOME", filepath.Join(dir, "none"))
	t.Setenv("HOME", filepath.Join(dir, "none"))
	own := filepath.Join(dir, "rtut-ssh")
	if got := socketDir(); got != own {
		t.Errorf("got %q", got)
	}
	if err := os.Chmod(own, 0o755); err != nil {
		t.Fatal(err)
	}
	if got := socketDir(); got == own {
		t.Error("a directory that others can read was taken")
	}
	if err := os.Remove(own); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(dir, own); err != nil {
		t.Fatal(err)
	}
	if got := socketDir(); got == own {
		t.Error("a link was taken")
	}
	t.Setenv("XDG_RUNTIME_DIR", dir+strings.Repeat("/long", 30))
	if got := socketDir(); len(got) > maxSocketDir {
		t.Errorf("%q is too long for a socket", got)
	}
}

func anyBytes(t *rapid.T, label string) string {
	b := rapid.SliceOfN(rapid.ByteRange(1, 255), 0, 20).Draw(t, label)
	return string(b)
}
