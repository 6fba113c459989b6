package egress

import (
	"context"
	"errors"
	"net"
	"os"
)

// Kind says at which step an exchange ended. It is stored with the attempts of
// a delivery.
type Kind string

// The kinds of errors.
const (
	Refused  Kind = "refused"   // the guard does not let us go there
	DNS      Kind = "dns"       // the host's name does not resolve, or not to a public address
	Connect  Kind = "connect"   // no connection
	TLS      Kind = "tls"       // no trust in it
	Timeout  Kind = "timeout"   // not within the time
	TooLarge Kind = "too_large" // the answer is too long
	Protocol Kind = "protocol"  // the answer is not HTTP, or broke off
)

// Error is why an exchange ended, or why a URL is not taken.
type Error struct {
	Kind   Kind
	Reason string // may be shown to whoever chose the address
	Err    error  // for our own eyes: it may name resolvers and inner addresses
}

// Error is for logs; strangers are shown the Reason.
func (e *Error) Error() string {
	if e.Err == nil {
		return string(e.Kind) + ": " + e.Reason
	}
	return string(e.Kind) + ": " + e.Reason + ": " + e.Err.Error()
}

// Unwrap gives what happened beneath.
func (e *Error) Unwrap() error { return e.Err }

// reasons are the words for errors that no rule of ours raised.
var reasons = map[Kind]string{
	DNS:      "the host's name does not lead to a public address",
	Connect:  "no connection could be made",
	TLS:      "no trusted TLS connection could be made",
	Timeout:  "no answer came in time",
	Protocol: "the answer is not HTTP, or broke off",
}

// classify gives an error its kind: by what it is where that is plain, else by
// the step that it ended.
func classify(ctx context.Context, stage Kind, err error) *Error {
	if ours, ok := errors.AsType[*Error](err); ok {
		return ours
	}
	kind := stage
	if _, isDNS := errors.AsType[*net.DNSError](err); isDNS {
		kind = DNS
	}
	if timedOut(ctx, err) {
		kind = Timeout
	}
	return &Error{Kind: kind, Reason: reasons[kind], Err: err}
}

func timedOut(ctx context.Context, err error) bool {
	if ctx.Err() != nil || errors.Is(err, context.DeadlineExceeded) || errors.Is(err, os.ErrDeadlineExceeded) {
		return true
	}
	slow, ok := errors.AsType[net.Error](err)
	return ok && slow.Timeout()
}
