package delivery_test

import (
	"context"
	"net/http"
	"sync"
	"testing"

	"github.com/counterpart/counterpart/internal/base/pg"
	"github.com/counterpart/counterpart/internal/base/pgtest"
	"github.com/counterpart/counterpart/internal/core/webhooks/delivery"
	"github.com/counterpart/counterpart/internal/vocab/event"
	"github.com/counterpart/counterpart/internal/vocab/scope"
)

// waitsFor returns once a statement waits for a lock.
func waitsFor(t *testing.T, db *pg.DB, name string) {
	t.Helper()
	for !pgtest.StatementWaits(t, db, name) {
		continue
	}
}

// While a worker reads its leases, the last delivery of a slice that it was to
// give away ends, and a slice that it may keep now. If it released it all the
// same, another could have it before the answer was noted, and both would send.
func TestASliceIsNotLetGoWhileLeasesAreRead(t *testing.T) {
	t.Parallel()
	p := newPartner(t)
	for delivery.SliceOf(p.hook.ID.Shard) < delivery.Slices/2 { // the upper half is given away
		p.app = p.ReviewedApp(t, scope.SuppliersRead, scope.SuppliersWrite)
		p.hook = p.app.Hook(t, p.receiver, event.SupplierCreated)
		p.tokens = p.app.Given(t, p.owner, p.business, scope.SuppliersRead, scope.SuppliersWrite)
	}
	slice := delivery.SliceOf(p.hook.ID.Shard)
	ctx, courier, db := t.Context(), p.Node(0).Courier, p.Node(0).DB
	renew, fanOut, dispatch := courier.Steps()
	exec := func(sql string, args ...any) {
		t.Helper()
		if _, err := db.Exec(ctx, sql, args...); err != nil {
			t.Fatal(err)
		}
	}
	do := func(step func(context.Context) (bool, error)) {
		t.Helper()
		if _, err := step(ctx); err != nil {
			t.Fatal(err)
		}
	}
	var background sync.WaitGroup
	writing, enough := context.WithCancel(ctx)
	background.Go(func() { courier.Write(writing) })
	defer background.Wait()
	defer enough()

	arrived, leave := make(chan struct{}), make(chan struct{})
	came := sync.OnceFunc(func() { close(arrived) })
	p.receiver.Does(func(http.ResponseWriter, *http.Request) { came(); <-leave })
	p.supplier(t, "Flour and Co")
	do(renew)
	do(fanOut)
	do(dispatch)
	<-arrived
	exec(`INSERT INTO webhooks.workers (id, seen_at) VALUES ('other', now() + interval '1 hour')`)
	do(renew)
	exec(`DELETE FROM webhooks.workers WHERE id = 'other'`) // so the slice is to stay after all

	// The renewal stops where it has read its leases, and not noted them.
	renewed := make(chan error, 1)
	err := db.InTx(ctx, func(between *pg.Tx) error {
		err := db.InTx(ctx, func(before *pg.Tx) error {
			if _, err := before.Exec(ctx, `SELECT FROM webhooks.leases WHERE slice = 0 FOR UPDATE`); err != nil {
				return err
			}
			go func() {
				_, err := renew(ctx)
				renewed <- err
			}()
			waitsFor(t, db, "RenewLeases")
			_, err := between.Exec(ctx, `LOCK TABLE webhooks.workers`)
			return err
		})
		if err != nil {
			return err
		}
		waitsFor(t, db, "Workers")
		close(leave)
		for under := 1.0; under > 0; under, _ = courier.UnderWay(ctx) {
			do(dispatch)
		}
		do(dispatch)
		exec(`UPDATE webhooks.leases SET worker_id = 'other', fence = fence + 1, expires_at = now() + interval '1 hour' WHERE slice = $1 AND worker_id = ''`, slice)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if err := <-renewed; err != nil {
		t.Fatal(err)
	}
	var holder string
	if err := db.QueryRow(ctx, `SELECT worker_id FROM webhooks.leases WHERE slice = $1`, slice).Scan(&holder); err != nil {
		t.Fatal(err)
	}
	if holder == "other" && courier.WorksOn(p.hook.ID.Shard) {
		t.Error("it works on a slice that another worker has")
	}
}
