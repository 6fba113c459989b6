package audit

import (
	"context"
	"fmt"
	"net/netip"
	"time"

	"github.com/google/uuid"

	"github.com/counterpart/counterpart/internal/base/actor"
	"github.com/counterpart/counterpart/internal/base/ident"
	"github.com/counterpart/counterpart/internal/core/audit/internal/db"
)

const (
	addressKept = 90 * 24 * time.Hour // whole, and from then on its network
	mostBlurred = 500                 // in one look
)

// BlurAddresses puts the network in the place of every address that has been
// kept whole for 90 days, and reports how many there were.
func (l *Log) BlurAddresses(ctx context.Context) (blurred int, err error) {
	for _, book := range []func(context.Context) (int, error){l.blurControl, l.blurBusinesses} {
		for {
			n, err := book(ctx)
			blurred += n
			if err != nil {
				return blurred, err
			}
			if n < mostBlurred {
				break
			}
		}
	}
	return blurred, nil
}

func (l *Log) blurControl(ctx context.Context) (int, error) {
	due, err := db.New(l.db).WholeControl(ctx, db.WholeControlParams{Now: l.now(), Most: mostBlurred})
	if err != nil {
		return 0, fmt.Errorf("list old addresses of the control plane: %w", err)
	}
	for i, row := range due {
		err := db.New(l.db).BlurControl(ctx, db.BlurControlParams{ID: row.ID, Network: networkOf(row.Address)})
		if err != nil {
			return i, blurring(ident.Control, row.ID, err)
		}
	}
	return len(due), nil
}

func (l *Log) blurBusinesses(ctx context.Context) (int, error) {
	due, err := db.New(l.db).WholeBusiness(ctx, db.WholeBusinessParams{Now: l.now(), Most: mostBlurred})
	if err != nil {
		return 0, fmt.Errorf("list old addresses of businesses: %w", err)
	}
	for i, row := range due {
		err := db.New(l.db).BlurBusiness(ctx, db.BlurBusinessParams{Shard: row.Shard, ID: row.ID, Network: networkOf(row.Address)})
		if err != nil {
			return i, blurring(row.Shard, row.ID, err)
		}
	}
	return len(due), nil
}

// BlurAddressesOf does so at once with the addresses of somebody who is erased, on
// the control plane and in the given businesses.
func (l *Log) BlurAddressesOf(ctx context.Context, who fmt.Stringer, in []ident.Business) error {
	q := db.New(l.db)
	rows, err := q.WholeControlOf(ctx, who.String())
	if err != nil {
		return fmt.Errorf("list addresses of %s: %w", who, err)
	}
	for _, row := range rows {
		if err := q.BlurControl(ctx, db.BlurControlParams{ID: row.ID, Network: networkOf(row.Address)}); err != nil {
			return blurring(ident.Control, row.ID, err)
		}
	}
	for _, business := range in {
		rows, err := q.WholeBusinessOf(ctx, db.WholeBusinessOfParams{Shard: business.Shard, BusinessID: business.UUID, ActorID: who.String()})
		if err != nil {
			return fmt.Errorf("list addresses of %s in business %s: %w", who, business, err)
		}
		for _, row := range rows {
			if err := q.BlurBusiness(ctx, db.BlurBusinessParams{Shard: business.Shard, ID: row.ID, Network: networkOf(row.Address)}); err != nil {
				return blurring(business.Shard, row.ID, err)
			}
		}
	}
	return nil
}

func networkOf(address *netip.Addr) *netip.Addr {
	if address == nil {
		return nil
	}
	return valid(actor.Network(*address))
}

func blurring(shard ident.Shard, id uuid.UUID, err error) error {
	return fmt.Errorf("blur the address of entry %s: %w", ident.Of[ident.AuditEntry](shard, id), err)
}
