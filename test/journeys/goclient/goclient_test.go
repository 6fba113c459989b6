package goclient

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	counterpart "github.com/counterpart/counterpart/client"
	"github.com/counterpart/counterpart/internal/apptest"
	"github.com/counterpart/counterpart/internal/core/tenancy"
	"github.com/counterpart/counterpart/internal/vocab/scope"
)

var allScopes = []scope.Scope{
	scope.ProfileRead, scope.InvoicesRead, scope.InvoicesWrite, scope.CustomersRead, scope.CustomersWrite, scope.PaymentsRead, scope.PaymentsWrite,
	scope.AccountsRead, scope.AccountsWrite, scope.JournalRead, scope.JournalWrite, scope.SuppliersRead, scope.SuppliersWrite, scope.EventsRead,
}

// stage is a service of two nodes, a partner's app and a business whose owner may
// connect it.
type stage struct {
	*apptest.Service
	app      *apptest.App
	owner    *apptest.User
	business tenancy.Business
	scopes   []scope.Scope
}

func newStage(t *testing.T, scopes []scope.Scope, options ...apptest.Option) *stage {
	t.Helper()
	s := &stage{Service: apptest.Start(t, append(options, apptest.Nodes(2))...), scopes: scopes}
	s.app = s.ReviewedApp(t, scopes...)
	s.owner = s.User(t, "Olivia")
	s.business = s.Business(t, s.owner)
	return s
}

// server is a partner's server: the client, and what it asked.
type server struct {
	*counterpart.App
	store counterpart.TokenStore
	wire  *wire
}

// wire sends requests to the nodes by turns, and remembers them. lose says whose
// answers do not come back.
type wire struct {
	nodes []http.RoundTripper
	lose  func(*http.Request, url.Values) bool

	turn      atomic.Int64
	mu        sync.Mutex
	refreshes []string // their keys
	calls     []string // method and path
	body      []byte   // of the last answer
}

// RoundTrip sends a request to the next node.
func (w *wire) RoundTrip(r *http.Request) (*http.Response, error) {
	var asked []byte
	if r.Body != nil {
		var err error
		if asked, err = io.ReadAll(r.Body); err != nil {
			return nil, err
		}
	}
	r = r.Clone(r.Context())
	r.Body = io.NopCloser(bytes.NewReader(asked))
	answer, err := w.nodes[int(w.turn.Add(1))%len(w.nodes)].RoundTrip(r)
	if err != nil {
		return nil, err
	}
	text, err := io.ReadAll(answer.Body)
	answer.Body.Close()
	if err != nil {
		return nil, err
	}
	answer.Body = io.NopCloser(bytes.NewReader(text))
	form, _ := url.ParseQuery(string(asked))
	w.mu.Lock()
	defer w.mu.Unlock()
	if form.Get("grant_type") == "refresh_token" {
		w.refreshes = append(w.refreshes, r.Header.Get("Idempotency-Key"))
	}
	w.calls, w.body = append(w.calls, r.Method+" "+r.URL.Path), text
	if w.lose != nil && w.lose(r, form) {
		return nil, errors.New("connection reset")
	}
	return answer, nil
}

func (w *wire) refreshed() []string {
	w.mu.Lock()
	defer w.mu.Unlock()
	return slices.Clone(w.refreshes)
}

// server makes a partner's server.
func (s *stage) server(t *testing.T, change ...func(*counterpart.Config, *wire)) *server {
	t.Helper()
	w := &wire{nodes: []http.RoundTripper{s.Node(0).Transport(), s.Node(1).Transport()}}
	c := counterpart.Config{
		Host: apptest.BaseURL, ClientID: s.app.ClientID, ClientSecret: s.app.Secret, RedirectURI: s.app.RedirectURIs[0],
		HTTP: &http.Client{Transport: w}, Store: counterpart.Memory(),
	}
	for _, f := range change {
		f(&c, w)
	}
	app, err := counterpart.New(t.Context(), c)
	if err != nil {
		t.Fatal(err)
	}
	return &server{app, c.Store, w}
}

// begins opens what Authorize returned, as the owner, up to the consent page.
func (s *stage) begins(t *testing.T, p *server) (counterpart.Authorization, apptest.Browser) {
	t.Helper()
	began := p.Authorize(strings.Fields(scope.Of(s.scopes...).String())...)
	at, err := url.Parse(began.URL)
	if err != nil {
		t.Fatal(err)
	}
	browser := s.owner.SignIn(t, s.Node(0))
	browser.Ask(s.app, at.Query(), s.business)
	return began, browser
}

// connects lets the owner connect the app.
func (s *stage) connects(t *testing.T, p *server) *counterpart.Business {
	t.Helper()
	began, browser := s.begins(t, p)
	business, err := p.Exchange(t.Context(), began, browser.Decide(t, "approve").Query())
	if err != nil {
		t.Fatal(err)
	}
	return business
}

// ages makes the access token look as if it ended.
func ages(t *testing.T, store counterpart.TokenStore, business string) {
	t.Helper()
	set, err := store.Load(t.Context(), business)
	if err != nil {
		t.Fatal(err)
	}
	set.Expires = time.Now()
	if err := store.Save(t.Context(), business, set); err != nil {
		t.Fatal(err)
	}
}

func TestTheGoClient(t *testing.T) {
	t.Parallel()
	s := newStage(t, []scope.Scope{scope.ProfileRead, scope.SuppliersRead, scope.SuppliersWrite, scope.EventsRead})
	p := s.server(t)
	bakery := s.connects(t, p)
	ctx := t.Context()
	if me, err := bakery.Me(ctx); err != nil || bakery.ID != s.business.ID.String() || me.Business.Name != s.business.Name {
		t.Fatalf("%+v, %v", me, err)
	}

	t.Run("KIT-04 a write of the Go client with its key is done once", func(t *testing.T) {
		var ids [3]string
		var said [3]counterpart.Response
		var group sync.WaitGroup
		for i := range ids {
			group.Go(func() {
				made, err := bakery.Suppliers.Create(ctx, counterpart.NewSupplier{Name: "Mill"}, counterpart.IdempotencyKey("order-1"), counterpart.Into(&said[i]))
				if err != nil {
					t.Error(err)
				}
				ids[i] = made.ID
			})
		}
		group.Wait()
		replayed := 0
		for _, one := range said {
			if one.Replayed {
				replayed++
			}
		}
		if ids[0] != ids[1] || ids[1] != ids[2] || replayed != 2 {
			t.Errorf("made %v, %d replayed", ids, replayed)
		}
	})

	t.Run("KIT-04 the Go client reads a list to its end, also where records come and go meanwhile", func(t *testing.T) {
		for n := 2; n <= 9; n++ {
			s.Clock.Move(time.Millisecond) // records are in the order of their creation
			if _, err := bakery.Suppliers.Create(ctx, counterpart.NewSupplier{Name: fmt.Sprintf("Supplier %d", n)}); err != nil {
				t.Fatal(err)
			}
		}
		var seen []string
		for supplier, err := range bakery.Suppliers.List(ctx, counterpart.SupplierQuery{Limit: 3, Order: counterpart.OrderAsc}) {
			if err != nil {
				t.Fatal(err)
			}
			seen = append(seen, supplier.Name)
			switch supplier.Name {
			case "Supplier 3": // the cursor of the next page
				err = bakery.Suppliers.Delete(ctx, supplier.ID)
			case "Supplier 5":
				s.Clock.Move(time.Millisecond)
				_, err = bakery.Suppliers.Create(ctx, counterpart.NewSupplier{Name: "Supplier 10"})
			}
			if err != nil {
				t.Fatal(err)
			}
		}
		want := []string{"Mill", "Supplier 2", "Supplier 3", "Supplier 4", "Supplier 5", "Supplier 6", "Supplier 7", "Supplier 8", "Supplier 9", "Supplier 10"}
		if diff := cmp.Diff(want, seen); diff != "" {
			t.Error(diff)
		}
		page, err := bakery.Suppliers.Page(ctx, counterpart.SupplierQuery{Limit: 2, IncludeTotal: true})
		if err != nil || !page.HasMore || len(page.Data) != 2 || page.Next != page.Data[1].ID || page.Total != 9 {
			t.Errorf("%+v, %v", page, err)
		}
	})

	t.Run("KIT-04 the Go client tells refusals apart", func(t *testing.T) {
		supplier, err := bakery.Suppliers.Create(ctx, counterpart.NewSupplier{Name: "Ropes", Phone: "1", Notes: "Two"})
		if err != nil {
			t.Fatal(err)
		}
		change := counterpart.SupplierChange{Name: counterpart.Set("Quay Ropes"), Notes: counterpart.Null[string]()}
		changed, err := bakery.Suppliers.Update(ctx, supplier.ID, change, counterpart.IfMatch(supplier.Version))
		if err != nil || changed.Name != "Quay Ropes" || changed.Notes != "" || changed.Phone != "1" {
			t.Fatalf("%+v, %v", changed, err)
		}
		_, err = bakery.Suppliers.Update(ctx, supplier.ID, change, counterpart.IfMatch(supplier.Version))
		var refused *counterpart.Error
		if !errors.Is(err, counterpart.CodeRecordChanged) || !errors.As(err, &refused) || refused.Status != http.StatusPreconditionFailed || !strings.HasPrefix(refused.RequestID, "req_") {
			t.Errorf("%#v", err)
		}
		if _, err = bakery.Suppliers.Create(ctx, counterpart.NewSupplier{}); !errors.As(err, &refused) || refused.Status != http.StatusBadRequest || !strings.Contains(refused.Messages[0], "name") {
			t.Errorf("%#v", err)
		}
		if _, err = bakery.Invoices.Page(ctx, counterpart.InvoiceQuery{}); !errors.Is(err, counterpart.CodeInsufficientScope) {
			t.Errorf("%v", err)
		}
		if limits, ok := bakery.Limits(); !ok || limits.Limit != 300 || limits.Remaining >= 300 {
			t.Errorf("%+v", limits)
		}
	})

	t.Run("the Go client reads events from a cursor on", func(t *testing.T) {
		created, cursor := 0, ""
		for page, err := range bakery.Events.Pages(ctx, "", "supplier.created", "supplier.updated") {
			if err != nil {
				t.Fatal(err)
			}
			for _, e := range page.Events {
				if e.Type == "supplier.created" {
					created++
				}
			}
			cursor = page.Next
		}
		if created != 11 {
			t.Errorf("%d suppliers were created", created)
		}
		if _, err := bakery.Suppliers.Create(ctx, counterpart.NewSupplier{Name: "Late"}); err != nil {
			t.Fatal(err)
		}
		for page, err := range bakery.Events.Follow(ctx, cursor, time.Millisecond) {
			var said struct{ Name string }
			if err != nil || len(page.Events) != 1 || page.Events[0].Decode(&said) != nil || said.Name != "Late" {
				t.Errorf("%+v, %v", page, err)
			}
			break
		}
	})
}

func TestTheGoClientSaysWhenItsAccessHasEnded(t *testing.T) {
	t.Parallel()
	s := newStage(t, []scope.Scope{scope.ProfileRead})
	var ended []string
	p := s.server(t, func(c *counterpart.Config, _ *wire) {
		c.OnDisconnect = func(_ context.Context, business string, err *counterpart.DisconnectedError) {
			ended = append(ended, err.Reason)
		}
	})
	t.Run("KIT-04 where a person says no", func(t *testing.T) {
		began, browser := s.begins(t, p)
		back := browser.Decide(t, "deny").Query()
		if _, err := p.Exchange(t.Context(), began, back); !errors.Is(err, counterpart.ErrDenied) {
			t.Error(err)
		}
		if _, err := p.Exchange(t.Context(), counterpart.Authorization{State: "another"}, back); !errors.Is(err, counterpart.ErrStateMismatch) {
			t.Error(err)
		}
		back.Set("iss", "https://evil.test")
		if _, err := p.Exchange(t.Context(), began, back); !errors.Is(err, counterpart.ErrWrongIssuer) {
			t.Error(err)
		}
	})
	t.Run("KIT-04 where somebody else revoked the tokens", func(t *testing.T) {
		bakery := s.connects(t, p)
		set, err := p.store.Load(t.Context(), bakery.ID)
		if err != nil {
			t.Fatal(err)
		}
		s.app.Post(t, s.Node(0), "/oauth/revoke", "token", set.Refresh).Is(t, http.StatusOK)
		_, err = bakery.Me(t.Context())
		var gone *counterpart.DisconnectedError
		if !errors.As(err, &gone) || gone.Business != bakery.ID || gone.Reason != "revoked" || !slices.Equal(ended, []string{"revoked"}) {
			t.Errorf("%v, told %v", err, ended)
		}
		if _, err := bakery.Me(t.Context()); !errors.Is(err, counterpart.ErrNoTokens) {
			t.Error(err)
		}
	})
	t.Run("KIT-04 and where it ends it itself", func(t *testing.T) {
		bakery := s.connects(t, p)
		set, err := p.store.Load(t.Context(), bakery.ID)
		if err != nil {
			t.Fatal(err)
		}
		if err := bakery.Disconnect(t.Context()); err != nil {
			t.Fatal(err)
		}
		s.Node(1).Call(t, "GET /me", "Authorization: Bearer "+set.Access).Is(t, http.StatusUnauthorized)
		if _, err := p.store.Load(t.Context(), bakery.ID); !errors.Is(err, counterpart.ErrNoTokens) {
			t.Error(err)
		}
	})
}
