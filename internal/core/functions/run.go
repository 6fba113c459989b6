package functions

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/counterpart/counterpart/internal/base/ident"
	"github.com/counterpart/counterpart/internal/base/pg"
	"github.com/counterpart/counterpart/internal/base/runner"
	"github.com/counterpart/counterpart/internal/core/apps"
	"github.com/counterpart/counterpart/internal/core/audit"
	"github.com/counterpart/counterpart/internal/core/functions/internal/db"
	"github.com/counterpart/counterpart/internal/core/webhooks"
	"github.com/counterpart/counterpart/internal/core/webhooks/delivery"
	"github.com/counterpart/counterpart/internal/vocab/event"
)

// Caller is a function that asks something of the API.
type Caller struct {
	App      ident.App
	Business ident.Business // zero: it runs for a sample in none
	Function ident.Function
	Name     string
	Key      string // of a call that changes something: the same each time that the run is repeated
}

// Run runs a function as the delivery engine asks for it. An error is ours: the run
// counts for nothing, and is repeated.
func (s *Service) Run(ctx context.Context, in delivery.Call) (ran delivery.Ran, err error) {
	if s.deps.Off || s.deps.Pool == nil {
		return delivery.Ran{Off: delivery.FunctionsOff}, nil
	}
	row, err := db.New(s.deps.DB).Runnable(ctx, db.RunnableParams{ID: in.Function.UUID, AppID: in.App.UUID, Version: int32(in.Version)})
	switch {
	case errors.Is(err, pg.ErrNoRows) && in.Version != 0:
		return delivery.Ran{Off: delivery.VersionGone}, nil
	case errors.Is(err, pg.ErrNoRows):
		return delivery.Ran{Off: delivery.FunctionOff}, nil
	case err != nil:
		return ran, fmt.Errorf("read function %s: %w", in.Function, err)
	case row.Stopped:
		return delivery.Ran{Off: delivery.FunctionsOff}, nil
	}
	config, err := s.config(ctx, in.Function)
	if err != nil {
		return ran, err
	}
	who := Caller{App: in.App, Business: in.Business, Function: in.Function, Name: row.Name}
	about := in.Event.String()
	if in.Event.IsZero() || in.Version != 0 {
		// Who runs it by hand wants to see what it does now, not what was answered before.
		about = in.Delivery.String()
	}
	ran.Version = int(row.Version)
	ran.Result, err = s.deps.Pool.Run(ctx, runner.Job{
		Owner: in.App.String(), Source: row.Source, Event: in.Input, Config: config,
		API: func(ctx context.Context, call runner.Call) (runner.Answer, error) {
			by := who
			by.Key = fmt.Sprintf("%s %s %d", about, in.Function, call.N)
			answer, err := s.deps.Call(ctx, by, call)
			if call.Method != "GET" && (err != nil || !answer.Unchanged) {
				ran.Writes++
			}
			return answer, err
		},
	})
	return ran, err
}

// Wish is a run that somebody asks for.
type Wish struct {
	Version int // 0: the live one
	// Type is of which event the sample is; where it is empty, of the first that the
	// function runs for.
	Type     event.Name
	Business ident.Business // a sandbox of the app's organization; zero: the sample is in none
	Event    ident.Event    // of that sandbox, in place of a sample
}

// Try has a function run for a sample, or for an event of a sandbox. It opens its own
// transactions.
func (s *Service) Try(ctx context.Context, app apps.App, id ident.Function, wish Wish) (run delivery.RunID, err error) {
	ask := webhooks.AskedRun{Version: wish.Version, Type: wish.Type, Business: wish.Business}
	if !wish.Event.IsZero() {
		found, ok, err := s.deps.Events.One(ctx, wish.Business, wish.Event)
		if err != nil {
			return run, err
		}
		if !ok || !found.App.IsZero() && found.App != app.ID {
			return run, errEventNotFound
		}
		ask.Event = found
	}
	var f Function
	err = s.change(ctx, app, id, audit.FunctionTried, &f, func(tx *pg.Tx) (audit.Facts, error) {
		if ask.Version == 0 {
			ask.Version = f.Current.Version
		}
		if _, err := findSource(ctx, tx, id, ask.Version); err != nil {
			return nil, err
		}
		if ask.Type == "" {
			ask.Type = webhooks.FirstOf(f.Events)
		}
		ask.Receiver, err = s.deps.Webhooks.Receiver(ctx, tx, app.ID, id)
		if err == nil && ask.Receiver.Webhook.IsZero() { // one that hears of nothing: it has never been subscribed
			ask.Receiver, err = s.deps.Webhooks.Subscribe(ctx, tx, app, id, f.Name, f.Events, false)
		}
		if err != nil {
			return nil, err
		}
		run, err = s.deps.Webhooks.Ask(ctx, tx, app, ask)
		return audit.Facts{"run": run, "version": ask.Version}, err
	})
	return run, err
}

// Subscribe says for which events a function runs, and whether it is on. It opens its
// own transaction.
func (s *Service) Subscribe(ctx context.Context, app apps.App, id ident.Function, wanted []event.Name, enabled bool) (f Function, err error) {
	err = s.change(ctx, app, id, audit.FunctionSubscribed, &f, func(tx *pg.Tx) (audit.Facts, error) {
		heard, err := s.deps.Webhooks.Subscribe(ctx, tx, app, id, f.Name, wanted, enabled)
		if err != nil {
			return nil, err
		}
		f.hear(heard)
		if f.FailedAt != nil && enabled {
			f.FailedAt = nil
			if err := db.New(tx).SetFailed(ctx, db.SetFailedParams{ID: id.UUID, Now: s.deps.Now()}); err != nil {
				return nil, fmt.Errorf("switch function %s on: %w", id, err)
			}
		}
		return audit.Facts{"events": wanted, "enabled": enabled}, nil
	})
	return f, err
}

// SwitchOff switches a function off that failed too often, and has its owners told. Of
// many who try, one does.
func (s *Service) SwitchOff(ctx context.Context, id ident.Function, failures int) error {
	row, err := db.New(s.deps.DB).AppOf(ctx, id.UUID)
	if errors.Is(err, pg.ErrNoRows) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("find the app of function %s: %w", id, err)
	}
	return s.deps.DB.InTx(ctx, func(tx *pg.Tx) error {
		app, err := apps.Locked(ctx, tx, ident.Of[ident.App](ident.Control, row.AppID))
		if err != nil {
			return err
		}
		off, err := s.deps.Webhooks.SwitchOff(ctx, tx, id)
		if err != nil || !off {
			return err
		}
		now := s.deps.Now()
		if err := db.New(tx).SetFailed(ctx, db.SetFailedParams{ID: id.UUID, FailedAt: &now, Now: now}); err != nil {
			return fmt.Errorf("note that function %s is off: %w", id, err)
		}
		return s.deps.Audit.Note(ctx, tx, audit.FunctionSwitchedOff, id, app.Organization, audit.Facts{"app": app.ID, "function": row.Name, "failures": failures})
	})
}

// Off tells why functions of an app do not run, and since when where one app or
// organization was stopped; the reason is empty where they run.
func (s *Service) Off(ctx context.Context, app apps.App) (why string, since *time.Time, err error) {
	if s.deps.Off {
		return string(delivery.FunctionsOff), nil, nil
	}
	stopped, err := s.Stops(ctx, app)
	if err != nil || len(stopped) == 0 {
		return "", nil, err
	}
	return stopped[0].Reason, &stopped[0].At, nil
}

// OffForAll reports whether the operator has switched functions off for everybody.
func (s *Service) OffForAll() bool { return s.deps.Off }
