package partner_test

import (
	"net/http"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/counterpart/counterpart/internal/apptest"
	"github.com/counterpart/counterpart/internal/base/ident"
	"github.com/counterpart/counterpart/internal/base/pg"
	"github.com/counterpart/counterpart/internal/core/events"
	"github.com/counterpart/counterpart/internal/core/tenancy"
	"github.com/counterpart/counterpart/internal/vocab/event"
	"github.com/counterpart/counterpart/internal/vocab/scope"
)

// history is a business in which things happen, and apps that read of them.
type history struct {
	svc      *apptest.Service
	node     *apptest.Node
	owner    *apptest.User
	business tenancy.Business
	app      *apptest.App
}

func newHistory(t *testing.T) *history {
	t.Helper()
	h := &history{svc: apptest.Start(t)}
	h.node = h.svc.Node(0)
	h.owner = h.svc.Person(t, "Olivia")
	h.business = h.svc.Business(t, h.owner)
	h.app = h.svc.ReviewedApp(t, scope.Partner()...)
	return h
}

// happens records events, each in a transaction of its own.
func (h *history) happens(t *testing.T, all ...events.Happening) {
	t.Helper()
	for _, each := range all {
		err := h.node.DB.InTx(t.Context(), func(tx *pg.Tx) error {
			return h.node.Recorder.Record(t.Context(), tx, h.business.ID, each)
		})
		if err != nil {
			t.Fatal(err)
		}
	}
}

func renamed(business tenancy.Business) events.Happening {
	return events.Happening{Type: event.BusinessUpdated, Data: map[string]any{"id": business.ID.String(), "changedFields": []string{"name"}}}
}

func archived(at time.Time, of event.Name) events.Happening {
	id := ident.New[ident.Customer](0, at).String()
	if of == event.SupplierArchived {
		id = ident.New[ident.Supplier](0, at).String()
	}
	return events.Happening{Type: of, Data: map[string]any{"id": id}}
}

// logPage is a page of the log as a test looks at it.
type logPage struct {
	Data []struct {
		ID   string
		Type event.Name
	}
	HasMore    bool
	NextCursor *string
}

func (p logPage) types() []event.Name {
	list := []event.Name{}
	for _, e := range p.Data {
		list = append(list, e.Type)
	}
	return list
}

func (h *history) read(t *testing.T, tokens apptest.Tokens, query string) (p logPage) {
	t.Helper()
	tokens.Call(t, h.node, "GET /events"+query).Is(t, http.StatusOK).Read(t, &p)
	return p
}

func TestAnAppReadsWhatHappened(t *testing.T) {
	t.Parallel()
	h := newHistory(t)
	tokens := h.app.Given(t, h.owner, h.business, scope.EventsRead, scope.CustomersRead)
	other := h.svc.ReviewedApp(t, scope.Partner()...)
	other.Given(t, h.owner, h.business, scope.EventsRead)
	now := h.svc.Clock.Now()
	h.happens(t, archived(now, event.CustomerArchived), archived(now, event.SupplierArchived), archived(now, event.CustomerRestored), renamed(h.business))

	t.Run("EVT-02 oldest first, under its scopes, with its own app events and nobody else's", func(t *testing.T) {
		p := h.read(t, tokens, "")
		want := []event.Name{event.AppInstalled, event.CustomerArchived, event.CustomerRestored}
		if diff := cmp.Diff(want, p.types()); diff != "" || p.HasMore {
			t.Error(diff, p.HasMore)
		}
	})
	t.Run("EVT-02 the cursor is the last event looked at, seen or not", func(t *testing.T) {
		p := h.read(t, tokens, "")
		last, err := h.node.Events.After(t.Context(), h.business.ID, 5, 10)
		if err != nil || len(last) != 1 || last[0].Type != event.BusinessUpdated {
			t.Fatal(last, err)
		}
		if diff := cmp.Diff(new(last[0].ID.String()), p.NextCursor); diff != "" {
			t.Error(diff)
		}
		again := h.read(t, tokens, "?after="+*p.NextCursor)
		if diff := cmp.Diff(logPage{Data: p.Data[:0], NextCursor: p.NextCursor}, again); diff != "" {
			t.Error(diff)
		}
	})
	t.Run("EVT-02 a page at a time", func(t *testing.T) {
		var seen []event.Name
		query := "?limit=1"
		for more := true; more; {
			p := h.read(t, tokens, query)
			seen, more = append(seen, p.types()...), p.HasMore
			query = "?limit=1&after=" + *p.NextCursor
		}
		want := []event.Name{event.AppInstalled, event.CustomerArchived, event.CustomerRestored}
		if diff := cmp.Diff(want, seen); diff != "" {
			t.Error(diff)
		}
	})
	t.Run("EVT-02 only some types, by commas and by repetition", func(t *testing.T) {
		for _, query := range []string{"?types=customer.restored,supplier.archived", "?types=supplier.archived&types=customer.restored"} {
			if diff := cmp.Diff([]event.Name{event.CustomerRestored}, h.read(t, tokens, query).types()); diff != "" {
				t.Error(diff)
			}
		}
	})
	t.Run("EVT-02 what the installation holds and the token does not stays hidden", func(t *testing.T) {
		narrow := h.app.Given(t, h.owner, h.business, scope.EventsRead)
		if got := h.read(t, narrow, "?types=customer.archived").types(); len(got) > 0 {
			t.Errorf("got %v", got)
		}
	})
	t.Run("API-12 a member in person has no event log", func(t *testing.T) {
		browser := h.owner.Registers(t).SignIn(t, h.node)
		for _, route := range []string{"GET /events", "GET /events/" + *h.read(t, tokens, "").NextCursor} {
			browser.API(t, route, nil).Refuses(t, http.StatusForbidden, "EVENT_LOG_AVAILABLE_CONNECTED_APPS_ONLY")
		}
	})
}

func TestAnEventHasAShape(t *testing.T) {
	t.Parallel()
	h := newHistory(t)
	tokens := h.app.Given(t, h.owner, h.business, scope.EventsRead, scope.ProfileRead)
	h.happens(t, renamed(h.business))
	id := *h.read(t, tokens, "").NextCursor
	var got map[string]any
	tokens.Call(t, h.node, "GET /events/"+id).Is(t, http.StatusOK).Read(t, &got)
	system := map[string]any{"type": "system", "id": nil}
	want := map[string]any{
		"id": id, "type": "business.updated", "apiVersion": "2026-11-01", "businessId": h.business.ID.String(),
		"created": float64(h.svc.Clock.Now().Unix()), "actor": system,
		"data": map[string]any{"id": h.business.ID.String(), "changedFields": []any{"name"}, "actor": system},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

func TestAnEmptyLogHasNoCursor(t *testing.T) {
	t.Parallel()
	h := newHistory(t)
	tokens := h.app.Given(t, h.owner, h.business, scope.EventsRead)
	if _, err := h.node.DB.Exec(t.Context(), "DELETE FROM events.log"); err != nil {
		t.Fatal(err)
	}
	if p := h.read(t, tokens, ""); p.NextCursor != nil || p.HasMore || len(p.Data) > 0 {
		t.Errorf("got %+v", p)
	}
}

func TestWhatTheEventLogRefuses(t *testing.T) {
	t.Parallel()
	h := newHistory(t)
	tokens := h.app.Given(t, h.owner, h.business, scope.EventsRead, scope.CustomersRead)
	h.happens(t, archived(h.svc.Clock.Now(), event.CustomerArchived), archived(h.svc.Clock.Now(), event.SupplierArchived))
	all, err := h.node.Events.After(t.Context(), h.business.ID, 0, 10)
	if err != nil || len(all) != 3 {
		t.Fatal(all, err)
	}
	visible, hidden := all[1].ID.String(), all[2].ID.String()
	elsewhere := h.svc.Business(t, h.owner)
	h.app.Given(t, h.owner, elsewhere, scope.EventsRead)
	theirs, err := h.node.Events.After(t.Context(), elsewhere.ID, 0, 1)
	if err != nil || len(theirs) != 1 {
		t.Fatal(theirs, err)
	}
	sibling := ident.New[ident.Event](h.business.ID.Shard, h.svc.Clock.Now()).String()

	for name, cursor := range map[string]string{
		"another business's event": theirs[0].ID.String(), "an event that never was": sibling, "no id at all": "x",
	} {
		t.Run("EVT-03 unknown as a cursor: "+name, func(t *testing.T) {
			tokens.Call(t, h.node, "GET /events?after="+cursor).Refuses(t, http.StatusBadRequest, "UNKNOWN_CURSOR")
		})
		t.Run("EVT-03 not found: "+name, func(t *testing.T) {
			tokens.Call(t, h.node, "GET /events/"+cursor).Refuses(t, http.StatusNotFound, "EVENT_NOT_FOUND")
		})
	}
	t.Run("EVT-03 one event under the same visibility", func(t *testing.T) {
		tokens.Call(t, h.node, "GET /events/"+visible).Is(t, http.StatusOK)
		tokens.Call(t, h.node, "GET /events/"+hidden).Refuses(t, http.StatusNotFound, "EVENT_NOT_FOUND")
		tokens.Call(t, h.node, "GET /events?after="+hidden).Is(t, http.StatusOK)
	})
	t.Run("EVT-03 an unknown type is named", func(t *testing.T) {
		var refusal struct{ Params map[string]string }
		answer := tokens.Call(t, h.node, "GET /events?types=customer.archived,customer.sneezed")
		answer.Refuses(t, http.StatusBadRequest, "UNKNOWN_EVENT_TYPE_TYPES").Read(t, &refusal)
		if diff := cmp.Diff(map[string]string{"p0": "customer.sneezed"}, refusal.Params); diff != "" {
			t.Error(diff)
		}
	})
	t.Run("a limit out of bounds", func(t *testing.T) {
		for _, limit := range []string{"0", "201"} {
			tokens.Call(t, h.node, "GET /events?limit="+limit).Is(t, http.StatusBadRequest)
		}
	})
	t.Run("EVT-03 after 30 days, to the instant, whatever days are still there", func(t *testing.T) {
		h.svc.Clock.Move(events.Kept)
		later := h.app.Given(t, h.owner, h.business, scope.EventsRead, scope.CustomersRead)
		later.Call(t, h.node, "GET /events?after="+visible).Is(t, http.StatusOK)
		h.svc.Clock.Move(time.Microsecond)
		later.Call(t, h.node, "GET /events?after="+visible).Refuses(t, http.StatusBadRequest, "UNKNOWN_CURSOR")
		later.Call(t, h.node, "GET /events/"+visible).Refuses(t, http.StatusNotFound, "EVENT_NOT_FOUND")
	})
}

func TestTheCatalogueTellsWhatATokenMaySee(t *testing.T) {
	t.Parallel()
	h := newHistory(t)
	tokens := h.app.Given(t, h.owner, h.business, scope.CustomersRead) // any token will do
	var got struct {
		Data []struct {
			Name      event.Name
			Scope     *scope.Scope
			Available bool
		}
	}
	tokens.Call(t, h.node, "GET /event-types").Is(t, http.StatusOK).Read(t, &got)
	if len(got.Data) != len(event.All()) {
		t.Errorf("%d types", len(got.Data))
	}
	for _, row := range got.Data {
		if want := row.Scope == nil || *row.Scope == scope.CustomersRead; row.Available != want {
			t.Errorf("%s is available: %v", row.Name, row.Available)
		}
	}
}

// A reader of few events gets through a long log, in bounded steps.
func TestAReaderOfFewEventsGetsOn(t *testing.T) {
	t.Parallel()
	h := newHistory(t)
	tokens := h.app.Given(t, h.owner, h.business, scope.EventsRead, scope.CustomersRead)
	const hidden = 5000
	err := h.node.DB.InTx(t.Context(), func(tx *pg.Tx) error {
		for range hidden {
			if err := h.node.Recorder.Record(t.Context(), tx, h.business.ID, renamed(h.business)); err != nil {
				return err
			}
		}
		return h.node.Recorder.Record(t.Context(), tx, h.business.ID, archived(h.svc.Clock.Now(), event.CustomerArchived))
	})
	if err != nil {
		t.Fatal(err)
	}
	var calls int
	query := "?types=customer.archived"
	for p := (logPage{HasMore: true}); p.HasMore; calls++ {
		p = h.read(t, tokens, query)
		if len(p.Data) == 1 && p.Data[0].Type == event.CustomerArchived {
			break
		}
		if !p.HasMore {
			t.Error("said to be at the end before the event was seen")
		}
		query = "?types=customer.archived&after=" + *p.NextCursor
	}
	if calls < 2 || calls > 4 {
		t.Errorf("it took %d calls before", calls)
	}
}
