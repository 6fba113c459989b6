package keyring

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"strings"
	"sync/atomic"
	"time"

	"github.com/counterpart/counterpart/internal/base/clock"
	"github.com/counterpart/counterpart/internal/base/pg"
	"github.com/counterpart/counterpart/internal/base/secret"
	"github.com/counterpart/counterpart/internal/core/audit"
	"github.com/counterpart/counterpart/internal/core/keyring/internal/db"
)

const (
	// beat is how often a running node says which keys it uses and holds.
	beat = 10 * time.Second
	// lately is how long a node or a key counts as in use after the last beat.
	lately = time.Minute
)

// Deps is what the service needs.
type Deps struct {
	DB    *pg.DB
	Now   clock.Now
	Ring  *secret.Keyring
	Audit *audit.Log
	Log   *slog.Logger
	// Node names the process among the others; empty for a command.
	Node string
	// Columns are all that hold sealed bytes.
	Columns []secret.Column
}

// Service knows which keys are in use.
type Service struct {
	deps   Deps
	joined atomic.Bool
}

// New returns the service on the given parts.
func New(deps Deps) *Service { return &Service{deps: deps} }

// ErrList says that a list of keys does not fit what is in use.
var ErrList = errors.New("the list of keys does not fit")

// use is what the database knows of a key.
type use struct {
	secret.Key
	first, last time.Time
	retired     *time.Time
}

// inUse reports whether a node has the key in front.
func (u use) inUse(now time.Time) bool { return now.Before(u.last.Add(lately)) }

// carriedUntil is when the last good MAC of a purpose runs out.
func (u use) carriedUntil(p secret.Purpose) time.Time { return u.last.Add(lately + p.Life) }

func (u use) carried(p secret.Purpose, now time.Time) bool {
	return u.retired == nil && now.Before(u.carriedUntil(p))
}

// vouches reports whether something that is good may carry a MAC of the key.
func (u use) vouches(now time.Time) bool {
	return slices.ContainsFunc(secret.Purposes(), func(p secret.Purpose) bool { return u.carried(p, now) })
}

func (s *Service) used(ctx context.Context, from db.DBTX) ([]use, error) {
	rows, err := db.New(from).Keys(ctx)
	if err != nil {
		return nil, fmt.Errorf("read which keys are in use: %w", err)
	}
	known := make([]use, len(rows))
	for i, row := range rows {
		known[i] = use{secret.Key{ID: row.ID, Fingerprint: row.Fingerprint}, row.FirstUsedAt, row.LastUsedAt, row.RetiredAt}
	}
	return known, nil
}

// front is the key that seals and makes MACs.
func (s *Service) front() secret.Key { return s.deps.Ring.Keys()[0] }

func (s *Service) listed(id string) (secret.Key, bool) { return find(s.deps.Ring.Keys(), id) }

func find(keys []secret.Key, id string) (secret.Key, bool) {
	i := slices.IndexFunc(keys, func(k secret.Key) bool { return k.ID == id })
	if i < 0 {
		return secret.Key{}, false
	}
	return keys[i], true
}

// Check returns ErrList, with the reason, if the list does not fit what is in
// use. It is what readiness asks.
func (s *Service) Check(ctx context.Context) error {
	known, err := s.used(ctx, s.deps.DB)
	if err != nil {
		return err
	}
	return s.check(ctx, known)
}

func (s *Service) check(ctx context.Context, known []use) error {
	var wrong []string
	for _, u := range known {
		why, err := s.misfit(ctx, u)
		if err != nil {
			return err
		}
		if why != "" {
			wrong = append(wrong, fmt.Sprintf("key %q %s", u.ID, why))
		}
	}
	if wrong == nil {
		return nil
	}
	return fmt.Errorf("%w: %s", ErrList, strings.Join(wrong, "; "))
}

// misfit says what is wrong with how the list has a key, or nothing.
func (s *Service) misfit(ctx context.Context, u use) (string, error) {
	own, listed := s.listed(u.ID)
	switch {
	case listed && !bytes.Equal(own.Fingerprint, u.Fingerprint):
		return "is another one than other nodes have under this id", nil
	case u.retired != nil && u.ID == s.front().ID:
		return "is retired and must not be in front", nil
	case listed || u.retired != nil:
		return "", nil
	}
	needed, err := s.needed(ctx, u)
	if err != nil || !needed {
		return "", err
	}
	return "is still needed and not in the list", nil
}

// needed reports whether something depends on a key.
func (s *Service) needed(ctx context.Context, u use) (bool, error) {
	if u.vouches(s.deps.Now()) {
		return true, nil
	}
	sealed, err := s.sealed(ctx)
	return len(sealed[u.ID]) > 0, err
}

// Join says that the node, or the command, uses the first key of its list from
// now on. It refuses with ErrList what would make somebody refuse something
// good. It opens its own transaction.
func (s *Service) Join(ctx context.Context) error {
	err := s.deps.DB.InTx(ctx, func(tx *pg.Tx) error {
		known, err := s.mayJoin(ctx, tx)
		if err != nil {
			return err
		}
		if len(known) == 0 {
			if err := s.introduceOlder(ctx, tx); err != nil {
				return err
			}
		}
		return s.report(ctx, tx)
	})
	if err != nil {
		return err
	}
	s.joined.Store(true)
	return nil
}

// Rehearse returns what Join would, and leaves everything as it is. It opens its own
// transaction.
func (s *Service) Rehearse(ctx context.Context) error {
	return s.deps.DB.InTx(ctx, func(tx *pg.Tx) error {
		_, err := s.mayJoin(ctx, tx)
		return err
	})
}

// mayJoin refuses a list that Join refuses, and returns which keys are known.
func (s *Service) mayJoin(ctx context.Context, tx *pg.Tx) ([]use, error) {
	if err := db.New(tx).Hold(ctx); err != nil {
		return nil, fmt.Errorf("hold the keys in use: %w", err)
	}
	known, err := s.used(ctx, tx)
	if err != nil {
		return nil, err
	}
	if err := s.check(ctx, known); err != nil {
		return nil, err
	}
	return known, s.mayIntroduce(ctx, tx, known)
}

// mayIntroduce refuses to put a key in front that nobody uses yet, if a running
// node does not hold it. A command introduces none: the nodes have the say.
func (s *Service) mayIntroduce(ctx context.Context, tx *pg.Tx, known []use) error {
	front := s.front().ID
	if len(known) == 0 || slices.ContainsFunc(known, func(u use) bool { return u.ID == front }) {
		return nil
	}
	if s.deps.Node == "" {
		return fmt.Errorf("%w: no node has key %q in front yet", ErrList, front)
	}
	nodes, err := s.nodes(ctx, tx)
	if err != nil {
		return err
	}
	if lacking := len(nodes) - holding(nodes, front); lacking > 0 {
		return fmt.Errorf("%w: %d running nodes do not hold key %q yet: add it at the end of every list before you put it in front", ErrList, lacking, front)
	}
	return nil
}

// introduceOlder makes known, in a database of before there was such a record,
// the other keys of the list that have sealed something.
func (s *Service) introduceOlder(ctx context.Context, tx *pg.Tx) error {
	sealed, err := s.sealed(ctx)
	if err != nil {
		return err
	}
	for _, k := range s.deps.Ring.Keys()[1:] {
		if len(sealed[k.ID]) == 0 {
			continue
		}
		if err := s.use(ctx, tx, k); err != nil {
			return err
		}
	}
	return nil
}

// report says that the node runs, and uses its first key.
func (s *Service) report(ctx context.Context, to db.DBTX) error {
	if err := s.use(ctx, to, s.front()); err != nil || s.deps.Node == "" {
		return err
	}
	var ids []string
	for _, k := range s.deps.Ring.Keys() {
		ids = append(ids, k.ID)
	}
	if err := db.New(to).Report(ctx, db.ReportParams{Node: s.deps.Node, Keys: ids, Now: s.deps.Now()}); err != nil {
		return fmt.Errorf("report which keys the node holds: %w", err)
	}
	return nil
}

func (s *Service) use(ctx context.Context, to db.DBTX, k secret.Key) error {
	now := s.deps.Now()
	err := db.New(to).Use(ctx, db.UseParams{ID: k.ID, Fingerprint: k.Fingerprint, Now: now, Stale: now.Add(-beat / 2)})
	if err != nil {
		return fmt.Errorf("say that key %q is in use: %w", k.ID, err)
	}
	return nil
}

// nodes are the others that run, each with the ids of its keys.
func (s *Service) nodes(ctx context.Context, from db.DBTX) ([]db.NodesRow, error) {
	rows, err := db.New(from).Nodes(ctx, db.NodesParams{Since: s.deps.Now().Add(-lately), Node: s.deps.Node})
	if err != nil {
		return nil, fmt.Errorf("read which nodes run: %w", err)
	}
	return rows, nil
}

// holding is how many of the nodes hold a key.
func holding(nodes []db.NodesRow, id string) (count int) {
	for _, n := range nodes {
		if slices.Contains(n.Keys, id) {
			count++
		}
	}
	return count
}
