package gate_test

import (
	"context"
	"net/http"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/jackc/pgx/v5"

	"github.com/counterpart/counterpart/internal/apptest"
	"github.com/counterpart/counterpart/internal/core/tenancy"
	"github.com/counterpart/counterpart/internal/vocab/permission"
)

// statements notes what nodes ask PostgreSQL, but for what they ask by
// themselves.
type statements struct {
	mu   sync.Mutex
	sent []string
}

// TraceQueryStart notes a statement of ours by its name.
func (s *statements) TraceQueryStart(ctx context.Context, _ *pgx.Conn, data pgx.TraceQueryStartData) context.Context {
	name, ours := strings.CutPrefix(data.SQL, "-- name: ")
	if byCaller := ctx.Value(http.LocalAddrContextKey) != nil; ours && byCaller {
		s.mu.Lock()
		defer s.mu.Unlock()
		s.sent = append(s.sent, strings.Fields(name)[0])
	}
	return ctx
}

// TraceQueryEnd does nothing.
func (s *statements) TraceQueryEnd(context.Context, *pgx.Conn, pgx.TraceQueryEndData) {}

// of are the statements that something takes.
func (s *statements) of(do func()) []string {
	s.mu.Lock()
	s.sent = nil
	s.mu.Unlock()
	do()
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.sent
}

func TestWhoIsUnknownIsOneStatement(t *testing.T) {
	t.Parallel()
	sent := &statements{}
	svc := apptest.Start(t, apptest.Nodes(2), apptest.Tracing(sent))
	c := connect(t, svc)
	call := func() { c.Call(t, svc.Node(1), "GET /me").Is(t, http.StatusOK) }
	is := func(when string, want int) {
		t.Helper()
		if list := sent.of(call); len(list) != want {
			t.Errorf("%s a call takes %d statements, want %d: %v", when, len(list), want, list)
		}
	}
	is("of a token that the node has not seen", 1)
	is("of one that it has seen, without a permit", 1)
	is("of one that has a permit", 0)
	if err := svc.Node(0).Tenancy.ChangeRole(t.Context(), tenancy.ByOperator(), c.business.ID, c.member.ID, permission.Viewer); err != nil {
		t.Fatal(err)
	}
	is("after a change of rights", 1)
	t.Run("of a member in person", func(t *testing.T) {
		browser := c.member.Registers(t).SignIn(t, svc.Node(1))
		list := sent.of(func() { browser.Call(t, "GET /me").Is(t, http.StatusOK) })
		if want := []string{"SessionByToken", "Role", "Acting"}; !slices.Equal(list, want) {
			t.Errorf("%v, want %v: two for the session, one here", list, want)
		}
	})
}
