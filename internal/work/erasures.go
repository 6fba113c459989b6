package work

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/counterpart/counterpart/internal/base/across"
	"github.com/counterpart/counterpart/internal/base/ident"
	"github.com/counterpart/counterpart/internal/base/pg"
	"github.com/counterpart/counterpart/internal/core/appdata"
	"github.com/counterpart/counterpart/internal/core/books/erasure"
	"github.com/counterpart/counterpart/internal/core/tenancy"
	"github.com/counterpart/counterpart/internal/vocab/event"
)

// batch is how many of a kind one run takes in hand.
const batch = 100

// erasures removes what erased businesses have left, and what erased and deleted
// records have left outside the books.
func (d Deps) erasures(ctx context.Context, turn Turn) (more bool, err error) {
	businesses, err := sweepSome(ctx, turn.Shards, d.Tenancy.ErasedToSweep, d.sweepBusiness, d.Tenancy.PutOffSweep)
	records, failed := sweepSome(ctx, turn.Shards, d.Erased.Due, d.sweep, d.Erased.PutOff)
	return businesses || records, errors.Join(err, failed)
}

// sweepSome sweeps what is due, up to a batch, a few side by side. One that fails is
// put off, and does not hold up the others.
func sweepSome[E any](ctx context.Context, shards []ident.Shard, due func(context.Context, []ident.Shard, int) ([]E, error), sweep, putOff func(context.Context, E) error) (more bool, err error) {
	list, err := due(ctx, shards, batch)
	failed := across.Each(ctx, list, func(ctx context.Context, e E) error {
		if err := sweep(ctx, e); err != nil {
			return errors.Join(err, putOff(ctx, e))
		}
		return nil
	})
	return len(list) >= batch, errors.Join(err, failed)
}

// keptEvents are the events that outlive a business: apps are still to hear of
// them, and they name nobody.
var keptEvents = []event.Name{event.AppUninstalled, event.BusinessRedact}

// sweepBusiness removes what an erased business has left, but for the record of
// operations and the figures of its apps. Its events go when nothing is under way any
// more: deliveries are made of them.
func (d Deps) sweepBusiness(ctx context.Context, e tenancy.Erased) error {
	steps := []func(context.Context, ident.Business) error{
		d.endLateInstallations, d.AppData.EraseOfBusiness, d.Erased.EraseBooks, d.Idempotency.EraseOf, d.Pending.EraseOf, d.Journal.EraseOf, d.Activity.EraseOf,
		d.eraseDeliveries,
	}
	if e.Settled {
		steps = append(steps, d.eraseEvents)
	}
	for _, step := range steps {
		if err := step(ctx, e.Business); err != nil {
			return fmt.Errorf("remove what business %s has left: %w", e.Business, err)
		}
	}
	return d.Tenancy.Swept(ctx, e)
}

// endLateInstallations ends those of apps that were connected in the moment in
// which the business was erased.
func (d Deps) endLateInstallations(ctx context.Context, business ident.Business) error {
	return d.DB.InTx(ctx, func(tx *pg.Tx) error { return d.Installs.EndAll(ctx, tx, business) })
}

func (d Deps) eraseDeliveries(ctx context.Context, business ident.Business) error {
	return d.Webhooks.EraseDeliveries(ctx, business, keptEvents...)
}

func (d Deps) eraseEvents(ctx context.Context, business ident.Business) error {
	return d.Events.Erase(ctx, business, keptEvents...)
}

// sweep removes what one record has left. The log of requests needs no sweeping:
// it never held a value that people worded.
func (d Deps) sweep(ctx context.Context, t erasure.Trace) (err error) {
	if !t.Deleted {
		err = d.forget(ctx, t)
	}
	if err == nil {
		err = d.AppData.EraseOn(ctx, t.Business, recordOf(t))
	}
	if err == nil {
		err = d.Erased.Swept(ctx, t)
	}
	if err != nil {
		return fmt.Errorf("remove what %s has left: %w", t, err)
	}
	return nil
}

func recordOf(t erasure.Trace) appdata.Record {
	return appdata.Record{Type: appdata.ResourceType(t.Kind), Shard: t.Business.Shard, UUID: t.ID}
}

// forget takes an erased record out of what was told and answered about it and
// its documents, and out of what was noted on those.
func (d Deps) forget(ctx context.Context, t erasure.Trace) error {
	told, err := d.Events.Scrub(ctx, t.Business, t.String(), erasure.Name, "name")
	if err != nil {
		return err
	}
	documents, err := d.Erased.Documents(ctx, t)
	if err != nil {
		return err
	}
	for some := range slices.Chunk(documents, batch) {
		about, err := d.forgetNotes(ctx, t.Business, some)
		if err != nil {
			return err
		}
		told = append(told, about...)
	}
	if err := d.Webhooks.EraseAnswers(ctx, t.Business, told); err != nil {
		return err
	}
	if err := d.Pending.EraseAbout(ctx, t.Business, t.String()); err != nil {
		return err
	}
	return d.Idempotency.Erase(ctx, t.Business, t.String())
}

// forgetNotes removes what people and apps worded on an erased customer's
// documents, and lists the events about them.
func (d Deps) forgetNotes(ctx context.Context, business ident.Business, documents []erasure.Trace) ([]ident.Event, error) {
	names, records := make([]string, len(documents)), make([]appdata.Record, len(documents))
	for i, document := range documents {
		names[i], records[i] = document.String(), recordOf(document)
	}
	if err := d.AppData.EraseTextsOn(ctx, business, records); err != nil {
		return nil, err
	}
	return d.Events.About(ctx, business, names...)
}
