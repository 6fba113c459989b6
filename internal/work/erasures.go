package work

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/counterpart/counterpart/internal/base/pg"
	"github.com/counterpart/counterpart/internal/core/appdata"
	"github.com/counterpart/counterpart/internal/core/books/erasure"
)

// erasures removes what erased customers and suppliers have left outside the
// books. One that fails does not hold up the others, and stays due.
func (d Deps) erasures(ctx context.Context, _ time.Time) error {
	for {
		due, err := d.Erased.Due(ctx, batch)
		if err != nil {
			return err
		}
		var failed []error
		for _, e := range due {
			failed = append(failed, d.sweep(ctx, e))
		}
		if err := errors.Join(failed...); err != nil || len(due) < batch {
			return err
		}
	}
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
