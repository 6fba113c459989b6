package apicheck

import (
	"bytes"
	"io"
	"net/http"
	"strings"

	"github.com/santhosh-tekuri/jsonschema/v6"
)

// eventStream is the type of answers that go on.
const eventStream = "text/event-stream"

// checkEvents judges what stands before the events of an answer, and returns the
// events with a judge in between: the schema describes each of them.
func (tr *transport) checkEvents(req *http.Request, resp *http.Response) {
	tr.t.Helper()
	for _, problem := range tr.contract.check(req, resp, nil) {
		tr.t.Errorf("api/ does not promise this answer to %s %s:\n%s", req.Method, req.URL.Path, problem)
	}
	resp.Body = &judged{ReadCloser: resp.Body, judge: func(event string) {
		if err := tr.contract.checkEvent(req, event); err != nil {
			tr.t.Errorf("api/ does not promise this event to %s %s:\n%s\n%v", req.Method, req.URL.Path, event, err)
		}
	}}
}

// judged shows each event that is read to a judge.
type judged struct {
	io.ReadCloser
	judge func(event string)
	read  []byte // of the event that has come in part
}

// Read reads, and judges events as they end.
func (j *judged) Read(into []byte) (int, error) {
	n, err := j.ReadCloser.Read(into)
	j.read = append(j.read, into[:n]...)
	for {
		event, rest, whole := bytes.Cut(j.read, []byte("\n\n"))
		if !whole {
			return n, err
		}
		j.judge(string(event))
		j.read = rest
	}
}

// checkEvent judges an event as an object of its fields. A comment is none.
func (c *contract) checkEvent(req *http.Request, text string) error {
	event := map[string]any{}
	for line := range strings.Lines(text) {
		name, value, _ := strings.Cut(strings.TrimSuffix(line, "\n"), ": ")
		if name != ":" && name != "retry" {
			event[name] = value
		}
	}
	if len(event) == 0 {
		return nil
	}
	text, _ = event["data"].(string)
	data, err := jsonschema.UnmarshalJSON(strings.NewReader(text))
	if err != nil {
		return err
	}
	event["data"] = data
	operation, _ := c.match(req.Method, req.URL.EscapedPath())
	at := operation.Node
	for _, step := range []string{"responses", "200", "content", eventStream} {
		at, _ = at.Child(step)
	}
	return c.schemas.validate(at.At+"/schema", event)
}
