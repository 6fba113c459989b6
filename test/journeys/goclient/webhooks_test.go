package goclient

import (
	"bytes"
	"context"
	"database/sql"
	"errors"
	"io"
	"net/http"
	"sync"
	"testing"

	counterpart "github.com/counterpart/counterpart/client"
	"github.com/counterpart/counterpart/client/webhook"
	"github.com/counterpart/counterpart/client/webhook/webhooktest"
	"github.com/counterpart/counterpart/internal/apptest"
	"github.com/counterpart/counterpart/internal/vocab/event"
	"github.com/counterpart/counterpart/internal/vocab/scope"
)

func TestWebhooksOfTheGoClient(t *testing.T) {
	t.Parallel()
	receiver := apptest.NewReceiver(t)
	s := newStage(t, []scope.Scope{scope.ProfileRead, scope.SuppliersRead, scope.SuppliersWrite}, receiver.Reachable(t))
	bakery := s.connects(t, s.server(t))
	hook := s.app.Hook(t, receiver, event.SupplierCreated)
	db := database(t, "CREATE TABLE counterpart_inbox (id text PRIMARY KEY, received_at timestamptz NOT NULL); CREATE TABLE suppliers (name text NOT NULL)")
	hooks := webhook.NewMux(webhook.Verifier{Secrets: []string{hook.Secret}, Now: s.Clock.Now}, webhook.Inbox(db, "counterpart_inbox"))
	webhook.On(hooks, func(ctx context.Context, e webhook.Event, made webhook.SupplierCreated) error {
		if e.BusinessID != bakery.ID {
			t.Errorf("it happened in %s", e.BusinessID)
		}
		_, err := webhook.Tx(ctx).ExecContext(ctx, "INSERT INTO suppliers (name) VALUES ($1)", made.Name)
		return err
	})
	receiver.Does(func(w http.ResponseWriter, r *http.Request) {
		r.Body = io.NopCloser(bytes.NewReader(receiver.Last(t).Body)) // the receiver has read it
		hooks.ServeHTTP(w, r)
	})
	t.Run("KIT-04 a delivery of the service is verified and worked on once", func(t *testing.T) {
		if _, err := bakery.Suppliers.Create(t.Context(), counterpart.NewSupplier{Name: "Mill"}); err != nil {
			t.Fatal(err)
		}
		s.Node(0).DeliverAll(t)
		if n := count(t, db, "Mill"); n != 1 || len(receiver.Got()) != 1 {
			t.Errorf("worked on %d times, received %d times", n, len(receiver.Got()))
		}
	})
}

func TestAnInboxWorksOnce(t *testing.T) {
	t.Parallel()
	db := database(t, "CREATE TABLE counterpart_inbox (id text PRIMARY KEY, received_at timestamptz NOT NULL); CREATE TABLE suppliers (name text NOT NULL)")
	verifier := webhook.Verifier{Secrets: []string{webhooktest.Secret}}
	hooks := webhook.NewMux(verifier, webhook.Inbox(db, "counterpart_inbox"))
	webhook.On(hooks, func(ctx context.Context, _ webhook.Event, made webhook.SupplierCreated) error {
		if _, err := webhook.Tx(ctx).ExecContext(ctx, "INSERT INTO suppliers (name) VALUES ($1)", made.Name); err != nil {
			return err
		}
		if made.Name == "Bad" {
			return errors.New("no")
		}
		return nil
	})
	if got := webhooktest.Again(t, hooks, webhook.SupplierCreated{Name: "Mill"}); got.Code != http.StatusNoContent || count(t, db, "Mill") != 1 {
		t.Errorf("a delivery that came twice: %d, worked on %d times", got.Code, count(t, db, "Mill"))
	}
	if got := webhooktest.Again(t, hooks, webhook.SupplierCreated{Name: "Bad"}); got.Code != http.StatusInternalServerError || count(t, db, "Bad") != 0 {
		t.Errorf("a delivery whose work failed: %d, left %d rows", got.Code, count(t, db, "Bad"))
	}
	var group sync.WaitGroup
	for range 5 {
		group.Go(func() { webhooktest.Post(t, hooks, webhook.SupplierCreated{Name: "Many"}) })
	}
	group.Wait()
	if n := count(t, db, "Many"); n != 5 {
		t.Errorf("%d of 5 deliveries were worked on", n)
	}
	wrong := webhook.NewMux(verifier, webhook.Inbox(db, "in box"))
	webhook.On(wrong, func(context.Context, webhook.Event, webhook.SupplierCreated) error { return nil })
	if got := webhooktest.Post(t, wrong, webhook.SupplierCreated{}); got.Code != http.StatusInternalServerError {
		t.Errorf("a table of no name: %d", got.Code)
	}
}

func count(t *testing.T, db *sql.DB, name string) (n int) {
	t.Helper()
	if err := db.QueryRowContext(t.Context(), "SELECT count(*) FROM suppliers WHERE name = $1", name).Scan(&n); err != nil {
		t.Fatal(err)
	}
	return n
}
