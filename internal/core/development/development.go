// Package development owns what only a development installation has: a clock
// that all nodes share and that can be put ahead, and the names that fixtures
// give to what they make.
//
// The clock's offset stands in PostgreSQL, so it outlives nodes and Redis: time
// that went backwards would break more than it shows. Each running node follows
// it and reports how far it has come, so that whoever moves the clock knows when
// everybody has moved.
package development

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/counterpart/counterpart/internal/base/clock"
	"github.com/counterpart/counterpart/internal/base/pg"
	"github.com/counterpart/counterpart/internal/core/development/internal/db"
)

const (
	poll = 100 * time.Millisecond
	// A node that has not reported for this long is gone.
	gone = 3 * time.Second
)

// Service is the development tools of one installation.
type Service struct{ db *pg.DB }

// New returns the tools of the given database.
func New(database *pg.DB) *Service { return &Service{db: database} }

// Ahead tells how far the shared clock is ahead of the machine's.
func (s *Service) Ahead(ctx context.Context) (time.Duration, error) {
	micros, err := db.New(s.db).Ahead(ctx)
	if errors.Is(err, pg.ErrNoRows) {
		return 0, nil
	}
	if err != nil {
		return 0, fmt.Errorf("read the shared clock: %w", err)
	}
	return time.Duration(micros) * time.Microsecond, nil
}

// Follow keeps a node's clock with the shared one until ctx ends.
func (s *Service) Follow(ctx context.Context, node string, own *clock.Movable, failed func(error)) {
	defer s.leave(context.WithoutCancel(ctx), node)
	tick := time.NewTicker(poll)
	defer tick.Stop()
	for {
		if err := s.adopt(ctx, node, own); err != nil && ctx.Err() == nil {
			failed(err)
		}
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
	}
}

// adopt moves a node's clock to the shared one and reports it.
func (s *Service) adopt(ctx context.Context, node string, own *clock.Movable) error {
	ahead, err := s.Ahead(ctx)
	if err != nil {
		return err
	}
	own.SetOffset(ahead)
	err = db.New(s.db).Report(ctx, db.ReportParams{Node: node, AheadMicros: ahead.Microseconds(), SeenAt: clock.System()})
	if err != nil {
		return fmt.Errorf("report the clock of node %s: %w", node, err)
	}
	return nil
}

func (s *Service) leave(ctx context.Context, node string) {
	ctx, cancel := context.WithTimeout(ctx, time.Second)
	defer cancel()
	// A node that cannot say good-bye is gone a few seconds later.
	_ = db.New(s.db).Leave(ctx, node)
}

// Move puts the shared clock to the given offset and waits until every running
// node has followed.
func (s *Service) Move(ctx context.Context, ahead time.Duration) error {
	if err := db.New(s.db).SetAhead(ctx, ahead.Microseconds()); err != nil {
		return fmt.Errorf("set the shared clock: %w", err)
	}
	tick := time.NewTicker(poll)
	defer tick.Stop()
	for {
		behind, err := db.New(s.db).Behind(ctx, db.BehindParams{AheadMicros: ahead.Microseconds(), Since: clock.System().Add(-gone)})
		if err != nil {
			return fmt.Errorf("ask which nodes are behind: %w", err)
		}
		if behind == 0 {
			return nil
		}
		select {
		case <-ctx.Done():
			return fmt.Errorf("%d nodes have not moved their clocks: %w", behind, ctx.Err())
		case <-tick.C:
		}
	}
}

// Named finds the id that a fixture's own name of a kind stands for.
func (s *Service) Named(ctx context.Context, kind, name string) (id string, known bool, err error) {
	id, err = db.New(s.db).Named(ctx, db.NamedParams{Kind: kind, Name: name})
	if errors.Is(err, pg.ErrNoRows) {
		return "", false, nil
	}
	if err != nil {
		return "", false, fmt.Errorf("look up %s %q: %w", kind, name, err)
	}
	return id, true, nil
}

// Name remembers what a fixture's own name stands for.
func (s *Service) Name(ctx context.Context, kind, name, id string) error {
	if err := db.New(s.db).SetName(ctx, db.SetNameParams{Kind: kind, Name: name, ID: id}); err != nil {
		return fmt.Errorf("name %s %q: %w", kind, name, err)
	}
	return nil
}
