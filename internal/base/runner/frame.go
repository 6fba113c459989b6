package runner

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"unicode/utf8"
)

// A frame is the length of a message in four bytes, and the message in JSON.
const (
	// maxToRunner is more than a job at its limits takes.
	maxToRunner = 16 << 20
	// maxToPool has room for the largest that a runner may say, the body of a call,
	// and bounds what a runner that lies can have a pool read.
	maxToPool = 256 << 10
	maxPath   = 2 << 10
	maxTold   = 4 << 10 // of a message about an error, and of its stack
)

// toRunner is what a pool says. One of them is set.
type toRunner struct {
	Job    *order `json:"job,omitempty"`
	Answer *reply `json:"answer,omitempty"`
}

// order is a job, as a runner gets it.
type order struct {
	Source string            `json:"source"`
	Event  json.RawMessage   `json:"event"`
	Config map[string]string `json:"config"`
	CPU    int64             `json:"cpu"` // nanoseconds
}

// reply answers a call: by an answer, or by why there is none.
type reply struct {
	Answer
	Refused string `json:"refused,omitempty"`
}

// toPool is what a runner says. One of them is set.
type toPool struct {
	Ready bool     `json:"ready,omitempty"`
	Log   *string  `json:"log,omitempty"`
	Call  *request `json:"call,omitempty"`
	End   *end     `json:"end,omitempty"`
}

// request is a call, as a runner makes it.
type request struct {
	Method string          `json:"method"`
	Path   string          `json:"path"`
	Body   json.RawMessage `json:"body,omitempty"`
}

// end is how a run ended, as its runner saw it.
type end struct {
	Outcome Outcome         `json:"outcome"`
	Message string          `json:"message,omitempty"`
	Stack   string          `json:"stack,omitempty"`
	Output  json.RawMessage `json:"output,omitempty"`
	Dropped int             `json:"dropped,omitempty"`
}

// writeFrame writes a message, in one piece.
func writeFrame(to io.Writer, message any) error {
	frame := bytes.NewBuffer(make([]byte, 4))
	encoder := json.NewEncoder(frame)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(message); err != nil {
		return err
	}
	binary.BigEndian.PutUint32(frame.Bytes(), uint32(frame.Len()-4))
	_, err := to.Write(frame.Bytes())
	return err
}

// readFrame reads one message of at most limit bytes. Whatever is not known in it
// is an error.
func readFrame(from io.Reader, limit int, message any) error {
	var head [4]byte
	if _, err := io.ReadFull(from, head[:]); err != nil {
		return err
	}
	length := binary.BigEndian.Uint32(head[:])
	if uint64(length) > uint64(limit) {
		return fmt.Errorf("a frame of %d bytes, of at most %d", length, limit)
	}
	// Only what really comes is kept, whatever length was said.
	var text bytes.Buffer
	if _, err := io.CopyN(&text, from, int64(length)); err != nil {
		return err
	}
	decoder := json.NewDecoder(&text)
	decoder.DisallowUnknownFields()
	if err := decoder.Decode(message); err != nil {
		return err
	}
	if _, err := decoder.Token(); err != io.EOF {
		return errors.New("a frame of more than one message")
	}
	return nil
}

// check refuses what no honest runner says.
func (m toPool) check() error {
	said := 0
	for _, is := range []bool{m.Ready, m.Log != nil, m.Call != nil, m.End != nil} {
		if is {
			said++
		}
	}
	switch {
	case said != 1:
		return fmt.Errorf("%d messages in one", said)
	case m.Log != nil && len(*m.Log) > MaxLine:
		return errors.New("a line is too long")
	case m.Call != nil && m.Call.problem() != "":
		return errors.New(m.Call.problem())
	case m.End != nil:
		return m.End.check()
	}
	return nil
}

func (e end) check() error {
	switch {
	case !slices.Contains(Outcomes, e.Outcome):
		return fmt.Errorf("an unknown outcome %q", e.Outcome)
	case len(e.Output) > MaxOutput, len(e.Message) > maxTold, len(e.Stack) > maxTold, e.Dropped < 0:
		return errors.New("more is said of the end than can be")
	case (e.Outcome == OK) != (len(e.Output) > 0):
		return errors.New("an output without success, or success without")
	}
	return nil
}

var methods = []string{"GET", "POST", "PUT", "PATCH", "DELETE"}

// problem says what is wrong with a call, or nothing. The runner asks, to tell the
// function; the pool asks again.
func (r request) problem() string {
	switch {
	case !slices.Contains(methods, r.Method):
		return "The method must be one of " + strings.Join(methods, ", ") + "."
	case !strings.HasPrefix(r.Path, "/") || len(r.Path) > maxPath:
		return fmt.Sprintf("The path must begin with a slash, and have at most %d bytes.", maxPath)
	case strings.ContainsFunc(r.Path, func(c rune) bool { return c <= ' ' || c >= 0x7f }):
		return "The path must have no spaces, and nothing that is not ASCII: encode them."
	case len(r.Body) > MaxRequest:
		return fmt.Sprintf("The body must have at most %d bytes.", MaxRequest)
	}
	return ""
}

// clip shortens a text to so many bytes, without cutting a character.
func clip(text string, bytes int) string {
	if len(text) <= bytes {
		return text
	}
	for bytes > 0 && !utf8.RuneStart(text[bytes]) {
		bytes--
	}
	return text[:bytes]
}
