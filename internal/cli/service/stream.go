package service

import (
	"bufio"
	"context"
	"io"
	"net/http"
	"strconv"
	"strings"
	"time"
)

// Event names of a stream that this program knows.
const (
	StreamReady   = "ready"
	StreamRequest = "request"
	StreamRun     = "run"
	StreamReload  = "reload"
	StreamPaused  = "paused"

	StreamDelivery = "delivery"
	StreamMoving   = "moving"
	StreamEnded    = "ended"
)

// longestLine is more than the largest event that the service sends.
const longestLine = 16 << 20

// StreamEvent is one server-sent event.
type StreamEvent struct {
	ID, Name string
	Data     []byte
}

// Stream is a connection that server-sent events come down.
type Stream struct {
	body  io.ReadCloser
	lines *bufio.Scanner
	// Retry is how long to wait before the next connection, as the service wants it.
	Retry time.Duration

	silence time.Duration
	watch   *time.Timer // nil: it may be silent
}

// Stream opens one, after the event that was read last, if any.
func (c *Client) Stream(ctx context.Context, path, after string) (*Stream, error) {
	header := http.Header{"Accept": {"text/event-stream"}}
	if after != "" {
		header.Set("Last-Event-ID", after)
	}
	resp, err := c.send(ctx, Call{Method: http.MethodGet, Path: path, Header: header})
	if err != nil {
		return nil, err
	}
	if resp.StatusCode != http.StatusOK {
		defer resp.Body.Close()
		body, _ := io.ReadAll(io.LimitReader(resp.Body, largest))
		return nil, refusalIn(Answer{Status: resp.StatusCode, Header: resp.Header, Body: body})
	}
	s := &Stream{body: resp.Body, Retry: time.Second}
	s.lines = bufio.NewScanner(s)
	s.lines.Buffer(nil, longestLine)
	return s, nil
}

// EndsAfter has the stream end when nothing at all comes for so long: a machine that
// slept does not notice that the other side is gone.
func (s *Stream) EndsAfter(silence time.Duration) {
	s.silence = silence
	s.watch = time.AfterFunc(silence, func() { _ = s.body.Close() })
}

// Read reads from the connection.
func (s *Stream) Read(into []byte) (int, error) {
	n, err := s.body.Read(into)
	if s.watch != nil && n > 0 {
		s.watch.Reset(s.silence)
	}
	return n, err
}

// Next waits for the next event. An error says that the stream has ended.
func (s *Stream) Next() (StreamEvent, error) {
	var event StreamEvent
	for s.lines.Scan() {
		field, value, _ := strings.Cut(s.lines.Text(), ":")
		value = strings.TrimPrefix(value, " ")
		switch field {
		case "id":
			event.ID = value
		case "event":
			event.Name = value
		case "data":
			event.Data = append(event.Data, value...)
		case "retry":
			if ms, err := strconv.Atoi(value); err == nil {
				s.Retry = time.Duration(ms) * time.Millisecond
			}
		case "":
			if event.Name != "" && s.lines.Text() == "" {
				return event, nil
			}
		}
	}
	if err := s.lines.Err(); err != nil {
		return StreamEvent{}, err
	}
	return StreamEvent{}, io.EOF
}

// Close hangs up.
func (s *Stream) Close() {
	if s.watch != nil {
		s.watch.Stop()
	}
	_ = s.body.Close()
}
