package route

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"runtime/debug"
	"slices"
	"strings"
	"time"

	"github.com/counterpart/counterpart/internal/base/pg"
	"github.com/counterpart/counterpart/internal/base/unavailable"
)

// statusClientGone is what the access log says of a request whose client hung
// up before the answer: nobody receives it.
const statusClientGone = 499

// Mux serves the routes of all given faces on one host. Two routes that could
// both match a request stop the program, unless one of them yields.
func Mux(faces ...Face) http.Handler {
	m := &mux{table: http.NewServeMux(), yielding: http.NewServeMux(), rest: &Face{}}
	for i := range faces {
		face := &faces[i]
		for _, r := range face.Routes {
			table := m.table
			if r.Yields {
				table = m.yielding
			}
			table.Handle(r.Pattern, &row{face, r, face.guarded(r)})
		}
		m.faces = append(m.faces, face)
	}
	return m
}

type mux struct {
	table    *http.ServeMux
	yielding *http.ServeMux // asked where the table has no row
	faces    []*Face
	rest     *Face // answers for paths that no face claims
}

// row is a route as it stands in the table.
type row struct {
	face   *Face
	route  Route
	handle Handler
}

func (m *mux) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if headerSize(r) > MaxHeader {
		Fail(w, r, m.faceOf(r.URL.Path).errors(), errLargeHeader)
		return
	}
	// ServeMux answers unknown routes and untidy paths in plain text and with
	// redirects; whatever is not one of our rows is answered by the family.
	said := search{to: w}
	for _, table := range [...]*http.ServeMux{m.table, m.yielding} {
		if table.ServeHTTP(&said, r); said.found {
			return
		}
	}
	m.unmatched(r, said.allowed()).ServeHTTP(w, r)
}

// MaxHeader is how many bytes the header of a request may have, its address
// included.
const MaxHeader = 32 << 10

var errLargeHeader = statusError{http.StatusRequestHeaderFieldsTooLarge, fmt.Sprintf("The header must be at most %d bytes.", MaxHeader)}

func headerSize(r *http.Request) int {
	size := len(r.RequestURI)
	for name, values := range r.Header {
		for _, value := range values {
			size += len(name) + len(value) + len(": \r\n")
		}
	}
	return size
}

// unmatched makes the row for a request that has none: one that says which methods
// are allowed, if any are.
func (m *mux) unmatched(r *http.Request, allow []string) *row {
	face := m.faceOf(r.URL.Path)
	unmatched := Route{Handle: func(w http.ResponseWriter, r *http.Request) error {
		face.errors().NoRoute(w, r)
		return nil
	}}
	if allow != nil {
		unmatched.Handle = func(w http.ResponseWriter, r *http.Request) error {
			w.Header().Set("Allow", strings.Join(allow, ", "))
			if r.Method == http.MethodOptions {
				w.WriteHeader(http.StatusNoContent)
				return nil
			}
			face.errors().NotAllowed(w, r, allow)
			return nil
		}
	}
	return &row{face, unmatched, face.guarded(unmatched)}
}

func (m *mux) faceOf(path string) *Face {
	best, length := m.rest, 0
	for _, face := range m.faces {
		for _, prefix := range face.Under {
			if strings.HasPrefix(path, prefix) && len(prefix) > length {
				best, length = face, len(prefix)
			}
		}
	}
	return best
}

// search is what tables are asked with: a row that is found answers, and what
// ServeMux would say by itself is only noted.
type search struct {
	to      http.ResponseWriter
	found   bool
	header  http.Header
	methods []string // those that the path takes
}

func (s *search) Header() http.Header {
	if s.header == nil {
		s.header = http.Header{}
	}
	return s.header
}

func (s *search) WriteHeader(status int) {
	if status == http.StatusMethodNotAllowed {
		s.methods = append(s.methods, strings.Split(s.header.Get("Allow"), ", ")...)
	}
}

func (s *search) Write(b []byte) (int, error) { return len(b), nil }

// allowed lists the methods that the path takes; nil when it takes none.
func (s *search) allowed() []string {
	if s.methods == nil {
		return nil
	}
	methods := append(s.methods, http.MethodOptions)
	slices.Sort(methods)
	return slices.Compact(methods)
}

func (row *row) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if s, ok := w.(*search); ok {
		s.found, w = true, s.to
	}
	rec := record(w)
	if x, ok := exchangeFrom(r.Context()); ok {
		x.pattern = row.route.Pattern
	}
	if r.Body != http.NoBody {
		r.Body = http.MaxBytesReader(rec.ResponseWriter, r.Body, cmp.Or(row.route.MaxBody, DefaultMaxBody))
	}

	defer func() {
		if cause := recover(); cause != nil {
			row.panicked(rec, r, cause)
		}
	}()
	if err := row.handle(rec, r); err != nil {
		Fail(rec, r, row.face.errors(), err)
	}
}

// Fail answers an error in a family's shape, and logs it if it is our own fault:
// here and nowhere else.
func Fail(to http.ResponseWriter, r *http.Request, shape Errors, err error) {
	w, ctx := record(to), r.Context()
	if errors.Is(ctx.Err(), context.Canceled) && errors.Is(err, context.Canceled) {
		// It may have ended its own side alone, and still listen: nothing at all would
		// reach it as an empty 200.
		w.status = statusClientGone
		panic(http.ErrAbortHandler)
	}
	if pg.IsAway(err) {
		err = unavailable.After(comeBackAfter, err)
	}
	x, _ := exchangeFrom(ctx)
	if x != nil {
		x.err = err
	}
	begun := w.begun()
	if begun || shape.Failed(w, r, err) {
		log := slog.Default()
		if x != nil {
			log = x.log.With("route", x.pattern)
		}
		log.ErrorContext(ctx, "request failed", "error", err)
	}
	if begun {
		// Half an answer is out; breaking the connection is the only way to say
		// that the rest is missing.
		body, _ := ErrorOf(err)
		w.status = body.StatusCode
		panic(http.ErrAbortHandler)
	}
}

// comeBackAfter is when it is worth trying again while PostgreSQL is away.
const comeBackAfter = 5 * time.Second

func (row *row) panicked(w *recorder, r *http.Request, cause any) {
	if cause == http.ErrAbortHandler {
		panic(cause)
	}
	Fail(w, r, row.face.errors(), panicError{cause, debug.Stack()})
}

// panicError carries a panic to the log.
type panicError struct {
	cause any
	stack []byte
}

func (p panicError) Error() string { return fmt.Sprintf("panic: %v\n%s", p.cause, p.stack) }
