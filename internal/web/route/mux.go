package route

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"runtime/debug"
	"slices"
	"strings"
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
	// ServeMux answers unknown routes and untidy paths in plain text and with
	// redirects; whatever is not one of our rows is answered by the family.
	var found []http.Handler
	for _, table := range []*http.ServeMux{m.table, m.yielding} {
		handler, _ := table.Handler(r)
		if _, ours := handler.(*row); ours {
			table.ServeHTTP(w, r)
			return
		}
		found = append(found, handler)
	}
	m.unmatched(r, found).ServeHTTP(w, r)
}

// unmatched makes the row for a request that has none.
func (m *mux) unmatched(r *http.Request, found []http.Handler) *row {
	face := m.faceOf(r.URL.Path)
	unmatched := Route{Handle: func(w http.ResponseWriter, r *http.Request) error {
		face.errors().NoRoute(w, r)
		return nil
	}}
	if allow := allowed(found, r); allow != nil {
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

// allowed asks ServeMux which methods the path takes; nil when it takes none.
func allowed(found []http.Handler, r *http.Request) (methods []string) {
	for _, handler := range found {
		answer := &probe{header: http.Header{}}
		handler.ServeHTTP(answer, r)
		if answer.status == http.StatusMethodNotAllowed {
			methods = append(methods, strings.Split(answer.header.Get("Allow"), ", ")...)
		}
	}
	if methods == nil {
		return nil
	}
	methods = append(methods, http.MethodOptions)
	slices.Sort(methods)
	return slices.Compact(methods)
}

// probe is a ResponseWriter that goes nowhere.
type probe struct {
	header http.Header
	status int
}

func (p *probe) Header() http.Header         { return p.header }
func (p *probe) WriteHeader(status int)      { p.status = status }
func (p *probe) Write(b []byte) (int, error) { return len(b), nil }

func (row *row) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	rec := record(w)
	if x, ok := exchangeFrom(r.Context()); ok {
		x.pattern = row.route.Pattern
	}
	limit := row.route.MaxBody
	if limit == 0 {
		limit = DefaultMaxBody
	}
	r.Body = http.MaxBytesReader(rec.ResponseWriter, r.Body, limit)

	defer func() {
		if cause := recover(); cause != nil {
			row.panicked(rec, r, cause)
		}
	}()
	if err := row.handle(rec, r); err != nil {
		row.failed(rec, r, err)
	}
}

// failed answers an error, and logs it if it is our own fault: here and
// nowhere else.
func (row *row) failed(w *recorder, r *http.Request, err error) {
	if errors.Is(err, context.Canceled) && r.Context().Err() != nil {
		w.status = statusClientGone
		return
	}
	if x, ok := exchangeFrom(r.Context()); ok {
		x.err = err
	}
	begun := w.begun()
	ours := begun || row.face.errors().Failed(w, r, err)
	if ours {
		loggerFrom(r.Context()).LogAttrs(r.Context(), slog.LevelError, "request failed",
			slog.String("route", row.route.Pattern), slog.Any("error", err))
	}
	if begun {
		// Half an answer is out; breaking the connection is the only way to say
		// that the rest is missing.
		panic(http.ErrAbortHandler)
	}
}

func (row *row) panicked(w *recorder, r *http.Request, cause any) {
	if cause == http.ErrAbortHandler {
		panic(cause)
	}
	row.failed(w, r, panicError{cause, debug.Stack()})
}

// panicError carries a panic to the log.
type panicError struct {
	cause any
	stack []byte
}

func (p panicError) Error() string { return fmt.Sprintf("panic: %v\n%s", p.cause, p.stack) }
