package audit

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/counterpart/counterpart/internal/base/across"
	"github.com/counterpart/counterpart/internal/base/ident"
	"github.com/counterpart/counterpart/internal/core/audit/internal/db"
)

// Erasure is that somebody or something was erased. It names an id and nothing that
// was erased, so it may be kept wherever backups are.
type Erasure struct {
	At       time.Time
	Action   Action
	Subject  string         // the id of what was erased
	Business ident.Business // whose it was; zero for people and businesses
}

// Erasures lists what was erased since a time, the oldest first: a backup from before
// brings it back.
func (l *Log) Erasures(ctx context.Context, since time.Time) ([]Erasure, error) {
	control, err := db.New(l.db).ErasedSince(ctx, db.ErasedSinceParams{Since: ident.First(since), Actions: []string{string(UserErased), string(BusinessErased)}})
	if err != nil {
		return nil, fmt.Errorf("list what was erased: %w", err)
	}
	rows, err := across.Read(ctx, ident.EveryShard(), func(ctx context.Context, slice []int16) ([]db.ErasedInBusinessesSinceRow, error) {
		return db.New(l.db).ErasedInBusinessesSince(ctx, db.ErasedInBusinessesSinceParams{
			Shards: slice, Since: ident.First(since), Actions: []string{string(CustomerErased), string(SupplierErased)},
		})
	})
	if err != nil {
		return nil, fmt.Errorf("list what businesses erased: %w", err)
	}
	var list []Erasure
	for _, row := range control {
		list = append(list, Erasure{At: row.At, Action: Action(row.Action), Subject: row.Subject})
	}
	for _, row := range rows {
		list = append(list, Erasure{row.At, Action(row.Action), row.Subject, ident.Of[ident.Business](row.Shard, row.BusinessID)})
	}
	slices.SortStableFunc(list, func(a, b Erasure) int { return a.At.Compare(b.At) })
	return list, nil
}
