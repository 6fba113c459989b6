package keyring

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/google/uuid"

	"github.com/counterpart/counterpart/internal/base/ident"
	"github.com/counterpart/counterpart/internal/base/secret"
	"github.com/counterpart/counterpart/internal/core/keyring/internal/db"
)

// batch is how many rows the sweep reads at a time.
const batch = 200

// Sweep seals anew what stands under older keys, retires the keys that nothing
// depends on any more, and tells how much it sealed. While nodes have different
// keys in front, in the middle of a rotation, it waits: they would undo each
// other's work. Each row is changed by itself, so it may be cut off anywhere.
func (s *Service) Sweep(ctx context.Context) (int, error) {
	swept, err := s.sweep(ctx)
	if errors.Is(err, ErrRotating) {
		return 0, nil
	}
	return swept, err
}

// ErrRotating says that nodes have different keys in front.
var ErrRotating = errors.New("nodes have different keys in front, or had a minute ago: put one key in front of every list, and wait a minute")

// Rewrap is Sweep for an operator who does not want to wait for it. It refuses, with
// ErrRotating or ErrList, where Sweep would wait. Nodes may run, and others may do the
// same: what one of them has sealed anew the other passes over.
func (s *Service) Rewrap(ctx context.Context) (int, error) {
	if err := s.Join(ctx); err != nil {
		return 0, err
	}
	return s.sweep(ctx)
}

func (s *Service) sweep(ctx context.Context) (int, error) {
	known, err := s.used(ctx, s.deps.DB)
	if err != nil {
		return 0, err
	}
	front, now := s.front().ID, s.deps.Now()
	if slices.ContainsFunc(known, func(u use) bool { return u.ID != front && u.retired == nil && u.inUse(now) }) {
		return 0, ErrRotating
	}
	swept := 0
	var failed []error
	for _, c := range s.deps.Columns {
		n, err := s.sealAnew(ctx, c)
		swept += n
		failed = append(failed, err)
	}
	failed = append(failed, s.forgetNodes(ctx))
	if err := errors.Join(failed...); err != nil {
		return swept, err
	}
	return swept, s.retireUnneeded(ctx, known)
}

func (s *Service) retireUnneeded(ctx context.Context, known []use) error {
	for _, u := range known {
		if u.retired != nil || u.ID == s.front().ID {
			continue
		}
		needed, err := s.needed(ctx, u)
		if err != nil {
			return err
		}
		if needed {
			continue
		}
		if _, err := db.New(s.deps.DB).Retire(ctx, db.RetireParams{ID: u.ID, Now: s.deps.Now()}); err != nil {
			return fmt.Errorf("retire key %q: %w", u.ID, err)
		}
		s.deps.Log.InfoContext(ctx, "nothing depends on a key any more; it can be dropped from the lists", "key", u.ID)
	}
	return nil
}

// sealAnew puts the rows of a column under the first key. A row that does not
// open is left, and told.
func (s *Service) sealAnew(ctx context.Context, c secret.Column) (changed int, err error) {
	var unopened int
	var first error
	for after := uuid.Nil; ; {
		rows, err := s.stale(ctx, c, after)
		if err != nil {
			return changed, err
		}
		for _, r := range rows {
			fresh, _, err := s.deps.Ring.Rewrap(c.Context(r.shard, r.id), r.sealed)
			if err != nil {
				if unopened++; first == nil {
					first = err
				}
				continue
			}
			if err := s.replace(ctx, c, r, fresh); err != nil {
				return changed, err
			}
			changed++
		}
		if len(rows) < batch {
			break
		}
		after = rows[len(rows)-1].id
	}
	if unopened > 0 {
		return changed, fmt.Errorf("%d rows of %s cannot be sealed anew, one of them since %w", unopened, c, first)
	}
	return changed, nil
}

type sealedRow struct {
	id     uuid.UUID
	shard  ident.Shard
	sealed []byte
}

// keyOf is SQL for the id of the key that sealed a column: what Seal writes says
// its length and the id after the version.
func keyOf(c secret.Column) string {
	return fmt.Sprintf(`CASE WHEN length(%[1]s) > 2 THEN encode(substring(%[1]s FROM 3 FOR get_byte(%[1]s, 1)), 'escape') ELSE '' END`, c.Name)
}

// stale reads the next rows that stand under another key than the first. The
// names are the program's own, never anybody's input.
func (s *Service) stale(ctx context.Context, c secret.Column, after uuid.UUID) ([]sealedRow, error) {
	shard := c.Shard
	if shard == "" {
		shard = fmt.Sprintf("%d::smallint", ident.Control)
	}
	rows, err := s.deps.DB.Query(ctx, fmt.Sprintf(`
		SELECT %[1]s, %[2]s, %[3]s
		FROM   %[4]s
		WHERE  length(%[3]s) > 0
		  AND  %[5]s <> $1
		  AND  %[1]s > $2
		ORDER  BY %[1]s
		LIMIT  $3`, c.ID, shard, c.Name, c.Table, keyOf(c)), s.front().ID, after, batch)
	if err != nil {
		return nil, fmt.Errorf("find what is sealed under older keys in %s: %w", c, err)
	}
	defer rows.Close()
	var found []sealedRow
	for rows.Next() {
		var r sealedRow
		if err := rows.Scan(&r.id, &r.shard, &r.sealed); err != nil {
			return nil, fmt.Errorf("read %s: %w", c, err)
		}
		found = append(found, r)
	}
	return found, rows.Err()
}

// replace leaves alone what somebody else has changed meanwhile: that is sealed
// under the first key, or found by the next sweep.
func (s *Service) replace(ctx context.Context, c secret.Column, r sealedRow, fresh []byte) error {
	_, err := s.deps.DB.Exec(ctx, fmt.Sprintf(`UPDATE %s SET %s = $1 WHERE %s = $2 AND %[2]s = $3`, c.Table, c.Name, c.ID), fresh, r.id, r.sealed)
	if err != nil {
		return fmt.Errorf("seal a row of %s anew: %w", c, err)
	}
	return nil
}

// Count is how many rows of a column a key has sealed.
type Count struct {
	Column secret.Column
	Rows   int
}

// sealed counts what each key has sealed, by the key's id.
func (s *Service) sealed(ctx context.Context) (map[string][]Count, error) {
	counts := map[string][]Count{}
	for _, c := range s.deps.Columns {
		rows, err := s.deps.DB.Query(ctx, fmt.Sprintf(`SELECT %s, count(*) FROM %s WHERE length(%s) > 0 GROUP BY 1`, keyOf(c), c.Table, c.Name))
		if err != nil {
			return nil, fmt.Errorf("count what is sealed in %s: %w", c, err)
		}
		defer rows.Close()
		for rows.Next() {
			var id string
			count := Count{Column: c}
			if err := rows.Scan(&id, &count.Rows); err != nil {
				return nil, fmt.Errorf("count what is sealed in %s: %w", c, err)
			}
			counts[id] = append(counts[id], count)
		}
		if err := rows.Err(); err != nil {
			return nil, fmt.Errorf("count what is sealed in %s: %w", c, err)
		}
	}
	return counts, nil
}
