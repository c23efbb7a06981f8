package shell

import (
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"syscall"
	"time"
)

// order is what rtut tells its guard. Exactly one field is set.
type order struct {
	Run  *runOrder `json:",omitempty"`
	End  bool      `json:",omitempty"` // end the running command
	Pass int       `json:",omitempty"` // pass this signal on to the running command
	Quit bool      `json:",omitempty"` // say what a command has left running, and leave that alone
}

// runOrder is a command to run. The ends of its output come beside it. Its texts may hold any byte, which text in JSON may not.
type runOrder struct {
	Path  []byte // of the program
	Argv  [][]byte
	Dir   []byte
	Env   [][]byte
	Limit time.Duration
	Loose bool // what leaves its process group is none of the command's: ssh leaves a connection for the next command
}

func toBytes(texts []string) [][]byte {
	all := make([][]byte, len(texts))
	for i, text := range texts {
		all[i] = []byte(text)
	}
	return all
}

func toTexts(all [][]byte) []string {
	texts := make([]string, len(all))
	for i, b := range all {
		texts[i] = string(b)
	}
	return texts
}

// reply is what the guard tells rtut. Exactly one field is set.
type reply struct {
	Started *startedReply `json:",omitempty"`
	Ended   *endedReply   `json:",omitempty"`
	Left    *leftReply    `json:",omitempty"`
}

type startedReply struct {
	PID   int
	Errno syscall.Errno // why it was not started; 0 if it was
}

// endedReply says how a command ended.
type endedReply struct {
	Code     int       // 128+n if signal n ended it, -1 if the guard ended it
	Signal   int       // that ended it; 0 for none
	TimedOut bool      // at its limit
	Clean    bool      // nothing that it has started runs any more
	Left     []Process // what could not be ended
}

type leftReply struct{ Processes []Process }

// Process is a process that a command has left running.
type Process struct {
	PID     int
	Command string // its command line
}

func (p Process) String() string { return fmt.Sprintf("pid %d %s", p.PID, p.Command) }

// maxOrder bounds an order. What the system takes as a command line and an environment is far below.
const maxOrder = 64 << 20

// sendOrder writes an order, with files beside it.
func sendOrder(conn *net.UnixConn, o order, files ...*os.File) error {
	body, err := json.Marshal(o)
	if err != nil {
		return err
	}
	var rights []byte
	if len(files) > 0 {
		fds := make([]int, len(files))
		for i, f := range files {
			fds[i] = int(f.Fd())
		}
		rights = syscall.UnixRights(fds...)
	}
	head := binary.BigEndian.AppendUint32(nil, uint32(len(body)))
	if _, _, err := conn.WriteMsgUnix(head, rights, nil); err != nil {
		return err
	}
	_, err = conn.Write(body)
	return err
}

// receiveOrder reads an order and the files beside it. io.EOF: the one who sent orders is gone.
func receiveOrder(conn *net.UnixConn) (order, []int, error) {
	var o order
	head, rights := make([]byte, 4), make([]byte, 64)
	n, oobn, _, _, err := conn.ReadMsgUnix(head, rights)
	if err == nil && n == 0 {
		err = io.EOF
	}
	if err == nil {
		_, err = io.ReadFull(conn, head[n:])
	}
	if err != nil {
		return o, nil, err
	}
	fds, err := receivedFiles(rights[:oobn])
	if err != nil {
		return o, nil, err
	}
	size := binary.BigEndian.Uint32(head)
	if size > maxOrder {
		return o, fds, errors.New("an order is too long")
	}
	body := make([]byte, size)
	if _, err := io.ReadFull(conn, body); err != nil {
		return o, fds, err
	}
	return o, fds, json.Unmarshal(body, &o)
}

func receivedFiles(rights []byte) ([]int, error) {
	messages, err := syscall.ParseSocketControlMessage(rights)
	if err != nil {
		return nil, err
	}
	var fds []int
	for _, m := range messages {
		some, err := syscall.ParseUnixRights(&m)
		if err != nil {
			return nil, err
		}
		fds = append(fds, some...)
	}
	for _, fd := range fds {
		syscall.CloseOnExec(fd)
	}
	return fds, nil
}
