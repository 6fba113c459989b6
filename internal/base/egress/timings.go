package egress

import (
	"context"
	"crypto/tls"
	"net/http/httptrace"
	"sync"
	"time"

	"github.com/counterpart/counterpart/internal/base/clock"
)

// Timings say how long each step took; a step that was not taken took nothing.
type Timings struct {
	DNS       time.Duration
	Connect   time.Duration
	TLS       time.Duration
	FirstByte time.Duration // from having sent the request to the answer's first byte
	Total     time.Duration
	Reused    bool   // an open connection was used: no DNS, connect or TLS
	Address   string // the IP and port that the connection went to
}

// stopwatch follows one exchange. The transport may call it from several
// goroutines: it tries addresses side by side.
type stopwatch struct {
	mu      sync.Mutex
	began   time.Time
	marks   map[Kind]time.Time // when each step began
	current Kind               // the step that we are at
	timings Timings
}

func newStopwatch() *stopwatch {
	return &stopwatch{began: clock.System(), marks: map[Kind]time.Time{}, current: Connect}
}

func (s *stopwatch) trace(ctx context.Context) context.Context {
	return httptrace.WithClientTrace(ctx, &httptrace.ClientTrace{
		DNSStart:     func(httptrace.DNSStartInfo) { s.enter(DNS) },
		DNSDone:      func(httptrace.DNSDoneInfo) { s.leave(DNS, &s.timings.DNS) },
		ConnectStart: func(string, string) { s.enter(Connect) },
		ConnectDone: func(_, _ string, err error) {
			if err == nil {
				s.leave(Connect, &s.timings.Connect)
			}
		},
		TLSHandshakeStart:    func() { s.enter(TLS) },
		TLSHandshakeDone:     func(tls.ConnectionState, error) { s.leave(TLS, &s.timings.TLS) },
		GotConn:              s.connected,
		WroteRequest:         func(httptrace.WroteRequestInfo) { s.enter(Protocol) },
		GotFirstResponseByte: func() { s.leave(Protocol, &s.timings.FirstByte) },
	})
}

func (s *stopwatch) connected(info httptrace.GotConnInfo) {
	s.enter(Protocol)
	s.mu.Lock()
	defer s.mu.Unlock()
	s.timings.Reused = info.Reused
	s.timings.Address = info.Conn.RemoteAddr().String()
}

func (s *stopwatch) enter(step Kind) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.current = step
	s.marks[step] = clock.System()
}

func (s *stopwatch) leave(step Kind, took *time.Duration) {
	s.mu.Lock()
	defer s.mu.Unlock()
	*took = since(s.marks[step])
}

// stage is the step that the exchange had come to.
func (s *stopwatch) stage() Kind {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.current
}

// stop ends the measurement. What the transport still reports afterwards, of a
// connection that it opens for later, changes nothing any more.
func (s *stopwatch) stop() Timings {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.timings.Total = since(s.began)
	return s.timings
}

// since is never negative: the machine's clock may have been set back.
func since(at time.Time) time.Duration { return max(0, clock.System().Sub(at)) }
