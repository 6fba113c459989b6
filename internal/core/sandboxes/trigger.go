package sandboxes

import (
	"context"
	"errors"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/counterpart/counterpart/internal/base/actor"
	"github.com/counterpart/counterpart/internal/base/ident"
	"github.com/counterpart/counterpart/internal/base/pg"
	"github.com/counterpart/counterpart/internal/core/apps"
	"github.com/counterpart/counterpart/internal/core/events"
	"github.com/counterpart/counterpart/internal/core/tenancy"
	"github.com/counterpart/counterpart/internal/vocab/event"
	"github.com/counterpart/counterpart/internal/vocab/fault"
)

// Trigger is a wish for an event to happen in a sandbox.
type Trigger struct {
	Event event.Name
	Set   map[string]string // what the recipe shall write, by the names that it takes
	App   apps.App          // for events of an app; zero for others
	User  ident.User        // who asks
}

// Triggered is what a trigger did.
type Triggered struct {
	Events  []ident.Event // those of the asked type, in the log's order
	Records []string      // ids, in the order in which they were written
}

// Trigger runs the recipe of an event: operations of the books that cause it. It
// opens transactions.
func (s *Service) Trigger(ctx context.Context, sandbox tenancy.Sandbox, t Trigger) (Triggered, error) {
	recipe, err := recipeFor(t)
	if err != nil {
		return Triggered{}, err
	}
	today, err := s.deps.Ledger.Today(sandbox.Business)
	if err != nil {
		return Triggered{}, err
	}
	run := &scene{Service: s, Trigger: t, sandbox: sandbox, today: today, records: []string{}}
	err = s.play(ctx, recipe, run)
	if errors.Is(err, tenancy.ErrBusinessNotFound) { // its books are closed, for a reset
		err = tenancy.ErrSandboxBusy
	}
	if err != nil {
		return Triggered{}, err
	}
	happened, err := s.caused(ctx, sandbox.ID, t.Event)
	if err == nil && len(happened) == 0 {
		err = errNotNow.With(t.Event, "what you set is there already")
	}
	return Triggered{Events: happened, Records: run.records}, err
}

// TriggerTakes names what can be set when an event is triggered; nil: it cannot be.
func TriggerTakes(name event.Name) []string {
	found, ok := recipes[name]
	if !ok {
		return nil
	}
	return append([]string{}, found.takes...)
}

// recipeFor finds an event's recipe, and refuses what it cannot work with.
func recipeFor(t Trigger) (recipe, error) {
	row, known := event.Lookup(t.Event)
	if !known {
		return recipe{}, events.ErrUnknownType.With(t.Event)
	}
	found, ok := recipes[t.Event]
	if !ok {
		return recipe{}, errSampleOnly.With(t.Event)
	}
	var p fault.Problems
	p.Want(row.Audience != event.App || !t.App.ID.IsZero(), "appId should not be empty for %s", t.Event)
	for _, name := range slices.Sorted(maps.Keys(t.Set)) {
		p.Want(slices.Contains(found.takes, name), "set.%s should not exist; %s takes %s", name, t.Event, listed(found.takes))
	}
	return found, p.Err()
}

func listed(names []string) string {
	if len(names) == 0 {
		return "nothing"
	}
	return strings.Join(names, ", ")
}

// play carries a recipe out: whole or not at all, unless some of it takes effect on
// other nodes before it is over.
func (s *Service) play(ctx context.Context, r recipe, run *scene) error {
	if r.apart {
		return r.run(ctx, run)
	}
	return s.deps.DB.InTx(ctx, func(tx *pg.Tx) error {
		run.tx = tx
		return r.run(pg.Within(ctx, s.deps.DB, tx), run)
	})
}

// caused lists the events of a type that this request caused.
func (s *Service) caused(ctx context.Context, business ident.Business, name event.Name) ([]ident.Event, error) {
	request, err := ident.Parse[ident.Request](actor.From(ctx).Request)
	if err != nil {
		return nil, err
	}
	list, err := s.deps.Events.CausedBy(ctx, business, request, max(0, s.deps.Now().Sub(request.At())))
	ids := []ident.Event{}
	for _, e := range list {
		if e.Type == name {
			ids = append(ids, e.ID)
		}
	}
	return ids, err
}

// scene is a recipe while it runs.
type scene struct {
	*Service
	Trigger
	tx      *pg.Tx // nil where the recipe's steps are apart
	sandbox tenancy.Sandbox
	today   time.Time
	records []string
}

// wrote notes a record that was written.
func (s *scene) wrote(id interface{ String() string }) { s.records = append(s.records, id.String()) }

// or is what shall be written by that name.
func (s *scene) or(name, otherwise string) string {
	if value, given := s.Set[name]; given {
		return value
	}
	return otherwise
}
