package journal

import (
	"net/netip"
	"time"

	"github.com/counterpart/counterpart/internal/base/ident"
)

// Call is a call of an app to the Business API, once it has been answered. Its
// request id carries the time at which it came.
type Call struct {
	Request  ident.Request
	App      ident.App
	Business ident.Business
	User     ident.User

	// Read is the how many-th read of the app in this hour it is, over all nodes;
	// zero for a call that writes.
	Read int64

	Method   string
	Route    string // the row's pattern; empty where no row fits
	Path     string
	RawQuery string
	Version  string // what the call speaks; empty where that never came to be known

	Status      int
	Code        string // of the refusal; empty for none
	RateLimited bool
	Replayed    bool // the answer was the first one to an idempotency key
	Duration    time.Duration
	BytesIn     int64
	BytesOut    int64

	Address     netip.Addr
	UserAgent   string
	Correlation string // the caller's own id for the request, if it sent one

	// The request's body, which is redacted before anything is kept of it. One
	// longer than LongestBody need not be given: nothing is kept of it.
	RequestBody []byte

	// Of the answers only refusals are kept, and redacted too.
	Refused Refusal
}

// LongestBody is how long a body may be of which anything is kept.
const LongestBody = 16 << 10

// Refusal is what a call was refused with; the zero value says that it was not.
type Refusal struct {
	Status int
	Name   string // the status's, such as "Bad Request"
	// Err is the refusal itself: one that is declared, or a list of problems.
	Err error
	// Message is what was said where Err is neither, in our own words.
	Message string
}

// At is when the call came.
func (c Call) At() time.Time { return c.Request.At() }
