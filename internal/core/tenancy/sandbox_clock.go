package tenancy

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/counterpart/counterpart/internal/base/ident"
	"github.com/counterpart/counterpart/internal/base/pg"
	"github.com/counterpart/counterpart/internal/core/audit"
	"github.com/counterpart/counterpart/internal/core/tenancy/internal/db"
	"github.com/counterpart/counterpart/internal/vocab/fault"
)

// mostAhead is how far a sandbox's clock may be ahead of the service's.
const mostAhead = 5 * 365 * 24 * time.Hour

// MoveClock puts a sandbox's clock forward to a time. What the books do at that
// happens in the same transaction, which it opens. Who comes second of two finds the
// clock where the first put it.
func (s *Service) MoveClock(ctx context.Context, sandbox Sandbox, to time.Time, then func(tx *pg.Tx) error) (Sandbox, error) {
	var from time.Time
	forward := func(at Business) (time.Duration, error) {
		now := s.deps.Now()
		from, sandbox.Ahead = now.Add(at.Ahead), to.Sub(now)
		var p fault.Problems
		p.Want(sandbox.Ahead <= mostAhead, "time must be at most %d days from now", mostAhead/(24*time.Hour))
		if err := p.Err(); err != nil {
			return 0, err
		}
		if !to.After(from) {
			return 0, errClockBack.With(from.UTC().Format(time.RFC3339))
		}
		return sandbox.Ahead, nil
	}
	err := s.setClock(ctx, sandbox.ID, forward, func(tx *pg.Tx) error {
		if err := then(tx); err != nil {
			return err
		}
		return s.deps.Audit.Note(ctx, tx, audit.SandboxClockMoved, sandbox.ID, sandbox.SandboxOf, audit.Facts{"from": from, "to": to})
	})
	if errors.Is(err, ErrBusinessNotFound) { // erased, since the caller found it
		err = ErrSandboxNotFound
	}
	return sandbox, err
}

// ResetClock puts a sandbox's clock back to the service's, in the transaction that
// closes its books: nothing of what they hold outlives it.
func (s *Service) ResetClock(ctx context.Context, sandbox ident.Business, closeBooks func(tx *pg.Tx) error) error {
	return s.setClock(ctx, sandbox, func(Business) (time.Duration, error) { return 0, nil }, closeBooks)
}

// setClock sets a business's clock. Nodes remember how far it is ahead together with
// rights, and none goes by the old time once it returns. The counter of events is
// the last to be locked.
func (s *Service) setClock(ctx context.Context, id ident.Business,
	choose func(at Business) (time.Duration, error), then func(tx *pg.Tx) error,
) error {
	return s.takeRights(ctx, id, func(tx *pg.Tx) error {
		at, err := lockBusiness(ctx, tx, id)
		if err != nil {
			return err
		}
		ahead, err := choose(at)
		if err != nil {
			return err
		}
		if err := db.New(tx).PutClock(ctx, db.PutClockParams{Shard: id.Shard, ID: id.UUID, AheadMicros: ahead.Microseconds()}); err != nil {
			return fmt.Errorf("set the clock of business %s: %w", id, err)
		}
		if err := then(tx); err != nil {
			return err
		}
		return s.deps.Events.PutAhead(ctx, tx, id, ahead)
	})
}
