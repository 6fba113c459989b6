package audit

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/google/uuid"

	"github.com/counterpart/counterpart/internal/base/across"
	"github.com/counterpart/counterpart/internal/base/actor"
	"github.com/counterpart/counterpart/internal/base/ident"
	"github.com/counterpart/counterpart/internal/core/audit/internal/db"
)

const (
	addressKept = 90 * 24 * time.Hour // whole, and from then on its network
	mostBlurred = 1000                // in one statement
)

// BlurAddresses puts the network in the place of every address that has been kept
// whole for 90 days in the books of businesses, in some shards, and reports how
// many there were.
func (l *Log) BlurAddresses(ctx context.Context, shards []ident.Shard) (int64, error) {
	return across.Write(ctx, shards, func(ctx context.Context, slice []int16) (blurred int64, err error) {
		for n := mostBlurred; n == mostBlurred; blurred += int64(n) {
			if n, err = l.blurSome(ctx, slice); err != nil {
				return blurred, fmt.Errorf("blur old addresses of businesses: %w", err)
			}
		}
		return blurred, nil
	})
}

func (l *Log) blurSome(ctx context.Context, slice []int16) (int, error) {
	due, err := db.New(l.db).WholeBusiness(ctx, db.WholeBusinessParams{Shards: slice, Now: l.now(), Most: mostBlurred})
	if err != nil || len(due) == 0 {
		return 0, err
	}
	p := db.BlurBusinessParams{Shards: slice}
	for _, row := range due {
		p.EntryShards, p.Ids, p.Networks = append(p.EntryShards, int16(row.Shard)), append(p.Ids, row.ID), append(p.Networks, actor.Network(*row.Address))
	}
	return len(due), db.New(l.db).BlurBusiness(ctx, p)
}

// BlurControlAddresses does so in the book of the control plane, where what tells of
// sign-ins goes altogether.
func (l *Log) BlurControlAddresses(ctx context.Context) (blurred int64, err error) {
	for n := mostBlurred; n == mostBlurred; blurred += int64(n) {
		due, err := db.New(l.db).WholeControl(ctx, db.WholeControlParams{Now: l.now(), Most: mostBlurred})
		n = len(due)
		if err == nil {
			err = l.endControl(ctx, due)
		}
		if err != nil {
			return blurred, fmt.Errorf("blur old addresses of the control plane: %w", err)
		}
	}
	return blurred, nil
}

// endControl does what becomes of entries when their addresses have been kept whole
// for long enough.
func (l *Log) endControl(ctx context.Context, due []db.WholeControlRow) error {
	var gone []uuid.UUID
	stay := slices.DeleteFunc(due, func(row db.WholeControlRow) bool {
		passed := byAction[Action(row.Action)].SignIn
		if passed {
			gone = append(gone, row.ID)
		}
		return passed
	})
	if len(gone) > 0 {
		if err := db.New(l.db).RemoveControl(ctx, gone); err != nil {
			return err
		}
	}
	return l.blurControl(ctx, stay)
}

func (l *Log) blurControl(ctx context.Context, list []db.WholeControlRow) error {
	if len(list) == 0 {
		return nil
	}
	var p db.BlurControlParams
	for _, row := range list {
		p.Ids, p.Networks = append(p.Ids, row.ID), append(p.Networks, actor.Network(*row.Address))
	}
	return db.New(l.db).BlurControl(ctx, p)
}

// BlurAddressesOf does so at once with the addresses of somebody who is erased, on
// the control plane and in the given businesses.
func (l *Log) BlurAddressesOf(ctx context.Context, who fmt.Stringer, in []ident.Business) error {
	if err := l.blurControlOf(ctx, who); err != nil {
		return fmt.Errorf("blur the addresses of %s: %w", who, err)
	}
	if err := db.New(l.db).BlurSignIns(ctx, db.BlurSignInsParams{Shard: ident.HashShard(who.String()), Subject: who.String()}); err != nil {
		return fmt.Errorf("blur the addresses of the sign-ins of %s: %w", who, err)
	}
	for _, business := range in {
		if err := l.blurBusinessOf(ctx, who, business); err != nil {
			return fmt.Errorf("blur the addresses of %s in business %s: %w", who, business, err)
		}
	}
	return nil
}

func (l *Log) blurControlOf(ctx context.Context, who fmt.Stringer) error {
	rows, err := db.New(l.db).WholeControlOf(ctx, who.String())
	if err != nil {
		return err
	}
	list := make([]db.WholeControlRow, len(rows))
	for i, row := range rows {
		list[i] = db.WholeControlRow(row)
	}
	return l.blurControl(ctx, list)
}

func (l *Log) blurBusinessOf(ctx context.Context, who fmt.Stringer, business ident.Business) error {
	rows, err := db.New(l.db).WholeBusinessOf(ctx, db.WholeBusinessOfParams{Shard: business.Shard, BusinessID: business.UUID, ActorID: who.String()})
	if err != nil || len(rows) == 0 {
		return err
	}
	p := db.BlurBusinessParams{Shards: []int16{int16(business.Shard)}}
	for _, row := range rows {
		p.EntryShards, p.Ids, p.Networks = append(p.EntryShards, int16(business.Shard)), append(p.Ids, row.ID), append(p.Networks, actor.Network(*row.Address))
	}
	return db.New(l.db).BlurBusiness(ctx, p)
}
