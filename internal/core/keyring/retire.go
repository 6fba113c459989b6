package keyring

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/counterpart/counterpart/internal/base/ident"
	"github.com/counterpart/counterpart/internal/base/pg"
	"github.com/counterpart/counterpart/internal/core/audit"
	"github.com/counterpart/counterpart/internal/core/keyring/internal/db"
)

// Price is what an operator accepts to lose with a key.
type Price struct {
	MACs   bool // tokens that carry its MACs end now
	Sealed bool // what it sealed is lost
}

// Retire gives a key up: every node refuses its MACs within seconds, and needs
// it no longer. What it sealed is sealed anew first. It refuses if that costs
// more than the price, and says what it would cost.
func (s *Service) Retire(ctx context.Context, id string, price Price) error {
	if !price.Sealed {
		if err := s.sweepAs(ctx); err != nil {
			return err
		}
	}
	all, err := s.Status(ctx)
	if err != nil {
		return err
	}
	for _, status := range all {
		if status.ID != id {
			continue
		}
		if err := status.refuse(price); err != nil {
			return err
		}
		return s.deps.DB.InTx(ctx, func(tx *pg.Tx) error { return s.retire(ctx, tx, id) })
	}
	return fmt.Errorf("there is no key %q", id)
}

// sweepAs sweeps with a list of keys that fits.
func (s *Service) sweepAs(ctx context.Context) error {
	if err := s.Join(ctx); err != nil {
		return err
	}
	_, err := s.Sweep(ctx)
	return err
}

// The reasons for which a key is not given up. The price is higher.
var (
	ErrSeals   = errors.New("it still seals")
	ErrVouches = errors.New("it still vouches for what was made under it")
)

// refuse says why a key is not given up for a price.
func (s Status) refuse(price Price) error {
	switch {
	case s.State == Unused || s.LastUsedAt.IsZero():
		return fmt.Errorf("key %q has not been used: take it out of the lists", s.ID)
	case s.State == InUse:
		return fmt.Errorf("key %q is in front of the list of a node, or was a minute ago: put another one in front of every list, and wait a minute", s.ID)
	case len(s.Sealed) > 0 && !price.Sealed:
		return fmt.Errorf("key %q: %w %s", s.ID, ErrSeals, s.seals())
	case len(s.Vouches) > 0 && !price.MACs:
		return fmt.Errorf("key %q: %w, until %s", s.ID, ErrVouches, s.vouchesUntil().UTC().Format(time.RFC3339))
	}
	return nil
}

func (s Status) seals() string {
	var parts []string
	for _, c := range s.Sealed {
		parts = append(parts, fmt.Sprintf("%d of %s", c.Rows, c.Column))
	}
	return strings.Join(parts, ", ")
}

func (s Status) vouchesUntil() (last time.Time) {
	for _, until := range s.Vouches {
		if until.After(last) {
			last = until
		}
	}
	return last
}

// keyName is a key in the audit trail.
type keyName string

func (k keyName) String() string { return string(k) }

func (s *Service) retire(ctx context.Context, tx *pg.Tx, id string) error {
	n, err := db.New(tx).Retire(ctx, db.RetireParams{ID: id, Now: s.deps.Now()})
	if err != nil {
		return fmt.Errorf("retire key %q: %w", id, err)
	}
	if n == 0 {
		return nil // it is
	}
	return s.deps.Audit.Note(ctx, tx, audit.KeyRetired, keyName(id), ident.Organization{}, audit.Facts{})
}
