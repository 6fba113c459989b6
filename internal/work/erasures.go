package work

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/counterpart/counterpart/internal/base/pg"
	"github.com/counterpart/counterpart/internal/core/appdata"
	"github.com/counterpart/counterpart/internal/core/books/erasure"
	"github.com/counterpart/counterpart/internal/core/tenancy"
	"github.com/counterpart/counterpart/internal/vocab/event"
)

// erasures removes what erased businesses have left, and what erased customers
// and suppliers have left outside the books.
func (d Deps) erasures(ctx context.Context, _ time.Time) error {
	return errors.Join(
		sweepAll(ctx, d.Tenancy.ErasedToSweep, d.sweepBusiness),
		sweepAll(ctx, d.Erased.Due, d.sweep),
	)
}

// sweepAll sweeps all that is due. One that fails does not hold up the others,
// and stays due.
func sweepAll[E any](ctx context.Context, listDue func(context.Context, int) ([]E, error), sweep func(context.Context, E) error) error {
	for {
		due, err := listDue(ctx, batch)
		if err != nil {
			return err
		}
		var failed []error
		for _, e := range due {
			failed = append(failed, sweep(ctx, e))
		}
		if err := errors.Join(failed...); err != nil || len(due) < batch {
			return err
		}
	}
}

// lastWords are the events that outlive a business: apps are still to hear of
// them, and they name nobody.
var lastWords = []event.Name{event.AppUninstalled, event.BusinessRedact}

// sweepBusiness removes what an erased business has left, but for the record of
// deeds and the figures of its apps. Its events go when nothing is under way any
// more: deliveries are made of them.
func (d Deps) sweepBusiness(ctx context.Context, e tenancy.Erased) error {
	err := d.DB.InTx(ctx, func(tx *pg.Tx) error {
		return d.Installs.EndAll(ctx, tx, e.Business) // that were connected in the same moment
	})
	if err == nil {
		err = d.AppData.EraseOfBusiness(ctx, e.Business)
	}
	if err == nil {
		err = d.Erased.EraseBooks(ctx, e.Business)
	}
	if err == nil {
		err = d.Replays.EraseOf(ctx, e.Business)
	}
	if err == nil {
		err = d.Calls.EraseOf(ctx, e.Business)
	}
	if err == nil {
		err = d.Webhooks.EraseDeliveries(ctx, e.Business, lastWords...)
	}
	if err == nil && e.Settled {
		err = d.Events.Erase(ctx, e.Business, lastWords...)
	}
	if err == nil {
		err = d.Tenancy.Swept(ctx, e)
	}
	if err != nil {
		return fmt.Errorf("remove what business %s has left: %w", e.Business, err)
	}
	return nil
}

// sweep removes what one record has left. The log of requests needs no sweeping:
// it never held a value that people worded.
func (d Deps) sweep(ctx context.Context, e erasure.Erased) error {
	told, err := d.Events.Scrub(ctx, e.Business, e.String(), erasure.Name, "name")
	if err == nil {
		err = d.Webhooks.ForgetAnswers(ctx, e.Business, told)
	}
	if err == nil {
		err = d.Replays.Erase(ctx, e.Business, e.String())
	}
	if err == nil {
		err = d.DB.InTx(ctx, func(tx *pg.Tx) error {
			return d.AppData.EraseOn(ctx, tx, e.Business, appdata.Record{Type: appdata.ResourceType(e.Kind), Shard: e.Business.Shard, UUID: e.ID})
		})
	}
	if err == nil {
		err = d.Erased.Swept(ctx, e)
	}
	if err != nil {
		return fmt.Errorf("remove what %s has left: %w", e, err)
	}
	return nil
}
