package shell

import (
	"bytes"
	"fmt"
	"net"
	"os"
	"os/exec"
	"os/user"
	"path/filepath"
	"testing"
	"time"
)

// startSSHD starts an OpenSSH server of the test's own on 127.0.0.1 and returns the ssh command that reaches it as
// host "db3"; "gone" is a host where nobody listens.
func startSSHD(t *testing.T) []string {
	t.Helper()
	sshd, err := exec.LookPath("sshd")
	if err != nil {
		if sshd, err = exec.LookPath("/usr/sbin/sshd"); err != nil {
			t.Skip("sshd is not here: install openssh-server to run this test")
		}
	}
	if missing := LookTools([]string{"ssh", "ssh-keygen"}); missing != nil {
		t.Skipf("not here: %v", missing)
	}
	dir := shortDir(t)
	t.Setenv("XDG_RUNTIME_DIR", dir)
	for _, key := range []string{"host", "user"} {
		if out, err := exec.Command("ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", filepath.Join(dir, key)).CombinedOutput(); err != nil {
			t.Fatalf("ssh-keygen: %v\n%s", err, out)
		}
	}
	port, closedPort := freePort(t), freePort(t)
	write(t, dir+"/sshd_config", fmt.Sprintf("ListenAddress 127.0.0.1:%d\nHostKey %s/host\nAuthorizedKeysFile %s/user.pub\n"+
		"StrictModes no\nPidFile none\nUsePAM no\nPermitRootLogin yes\nMaxStartups 100\nMaxSessions 50\n", port, dir, dir))
	write(t, dir+"/ssh_config", fmt.Sprintf("Host db3\n  Port %d\nHost gone\n  Port %d\nHost *\n  HostName 127.0.0.1\n  User %s\n"+
		"  IdentityFile %s/user\n  IdentitiesOnly yes\n  UserKnownHostsFile %s/known\n  StrictHostKeyChecking accept-new\n",
		port, closedPort, userName(t), dir, dir))
	if os.Getuid() == 0 {
		_ = os.MkdirAll("/run/sshd", 0o755) // where sshd locks itself in; an installed service makes it too
	}
	serve(t, sshd, dir+"/sshd_config", port)
	ssh := []string{"ssh", "-F", dir + "/ssh_config"}
	t.Cleanup(func() { hangUp(ssh, dir) })
	return ssh
}

func serve(t *testing.T, sshd, config string, port int) {
	t.Helper()
	var said bytes.Buffer
	server := exec.Command(sshd, "-D", "-e", "-f", config)
	server.Stderr = &said
	if err := server.Start(); err != nil {
		t.Fatal(err)
	}
	ended := make(chan error, 1)
	go func() { ended <- server.Wait() }()
	t.Cleanup(func() { _ = server.Process.Kill() })
	tick := time.NewTicker(20 * time.Millisecond)
	defer tick.Stop()
	for range 500 {
		conn, err := net.Dial("tcp", fmt.Sprintf("127.0.0.1:%d", port))
		if err == nil {
			_ = conn.Close()
			return
		}
		select {
		case err := <-ended:
			t.Skipf("sshd does not run here: %v\n%s", err, &said)
		case <-tick.C:
		}
	}
	t.Fatal("sshd does not listen")
}

// hangUp ends the shared connections of the test.
func hangUp(ssh []string, dir string) {
	sockets, _ := filepath.Glob(filepath.Join(dir, "rtut-ssh", "*"))
	for _, s := range sockets {
		args := append(append([]string(nil), ssh[1:]...), "-O", "exit", "-o", "ControlPath="+s, "db3")
		_ = exec.Command(ssh[0], args...).Run()
	}
}

// shortDir is a temporary directory in which a socket can be made.
func shortDir(t *testing.T) string {
	t.Helper()
	dir, err := os.MkdirTemp("/tmp", "rtut")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.RemoveAll(dir) })
	return dir
}

func freePort(t *testing.T) int {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = l.Close() }()
	return l.Addr().(*net.TCPAddr).Port
}

func userName(t *testing.T) string {
	t.Helper()
	u, err := user.Current()
	if err != nil {
		t.Fatal(err)
	}
	return u.Username
}
