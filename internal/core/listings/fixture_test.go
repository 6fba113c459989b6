package listings_test

import (
	"bytes"
	"context"
	"image"
	"image/color"
	"image/png"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"testing"

	"github.com/counterpart/counterpart/internal/base/clock"
	"github.com/counterpart/counterpart/internal/base/egress"
	"github.com/counterpart/counterpart/internal/base/epoch"
	"github.com/counterpart/counterpart/internal/base/ident"
	"github.com/counterpart/counterpart/internal/base/pgtest"
	"github.com/counterpart/counterpart/internal/base/rdbtest"
	"github.com/counterpart/counterpart/internal/core/apps"
	"github.com/counterpart/counterpart/internal/core/audit"
	"github.com/counterpart/counterpart/internal/core/listings"
	"github.com/counterpart/counterpart/internal/vocab/category"
	"github.com/counterpart/counterpart/internal/vocab/event"
	"github.com/counterpart/counterpart/internal/vocab/fault"
	"github.com/counterpart/counterpart/internal/vocab/scope"
)

// known is what the rest of the service knows of every app: nothing that review
// could object to.
type known struct{}

func (known) Subscribed(context.Context, apps.App) ([]event.Name, error) {
	return []event.Name{event.AppUninstalled, event.BusinessRedact}, nil
}
func (known) Tested(context.Context, apps.App) (bool, error)    { return true, nil }
func (known) InSandbox(context.Context, apps.App) (bool, error) { return true, nil }
func (known) UsedScopes(_ context.Context, app apps.App) (scope.Set, error) {
	return app.Scopes, nil
}

// shop is the service on a database and a Redis of the test's own, with one
// organization and a page that answers.
type shop struct {
	*listings.Service
	apps  *apps.Service
	clock *clock.Stopped
	acme  ident.Organization
	page  string

	maker, reviewer ident.User
}

func newShop(t testing.TB) *shop {
	t.Helper()
	at, database := clock.NewStopped(pgtest.Start), pgtest.New(t)
	record := audit.NewLog(database, at.Now, audit.Hooks{})
	page := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) {}))
	t.Cleanup(page.Close)
	client, err := egress.New(egress.Config{Allow: []string{"127.0.0.1"}})
	must(t, err)
	registry := apps.New(apps.Deps{
		DB: database, Now: at.Now, Audit: record, Development: true,
		Rights: epoch.NewRegistry(rdbtest.New(t), slog.New(slog.DiscardHandler)),
	})
	s := &shop{
		Service: listings.New(listings.Deps{DB: database, Now: at.Now, Audit: record, Apps: registry, Egress: client, Evidence: known{}}),
		apps:    registry, clock: at, page: page.URL,
		acme:  ident.New[ident.Organization](ident.Control, at.Now()),
		maker: ident.New[ident.User](ident.Control, at.Now()), reviewer: ident.New[ident.User](ident.Control, at.Now()),
	}
	_, err = database.Exec(t.Context(), "INSERT INTO tenancy.organizations (id, name, created_at) VALUES ($1, 'Acme Apps', $2)", s.acme.UUID, at.Now())
	must(t, err)
	return s
}

// app registers one with an icon and a screenshot.
func (s *shop) app(t testing.TB) (app apps.App, icon, screenshot listings.Asset) {
	t.Helper()
	app, _, err := s.apps.Register(t.Context(), apps.NewApp{
		Organization: s.acme, Name: "Bakery Sync", Type: apps.Public, Scopes: scope.Of(scope.InvoicesRead), PinnedVersion: "2026-11-01",
	})
	must(t, err)
	icon, err = s.AddAsset(t.Context(), app, listings.Icon, "A loaf", drawing(t, 128, 128))
	must(t, err)
	screenshot, err = s.AddAsset(t.Context(), app, listings.Screenshot, "Orders of a day", drawing(t, 640, 400))
	must(t, err)
	return app, icon, screenshot
}

// content is one that nothing is wrong with.
func (s *shop) content(slug string, icon, screenshot listings.Asset) listings.Content {
	return listings.Content{
		Slug: slug, Name: "Bakery Sync", Tagline: "Turns orders at your till into invoices",
		Description: "Reads the orders of your till.\nMakes an invoice of each.", Categories: []category.Category{category.PointOfSale},
		PrivacyURL: s.page + "/privacy", SupportURL: s.page + "/help", ConnectURL: "https://sync.acme.test/connect",
		Icon: icon.ID, Screenshots: []ident.Asset{screenshot.ID}, Reasons: map[scope.Scope]string{scope.InvoicesRead: "Shows what is paid."},
	}
}

// drawing is a PNG of a size.
func drawing(t testing.TB, width, height int) []byte {
	t.Helper()
	canvas := image.NewRGBA(image.Rect(0, 0, width, height))
	canvas.Set(1, 1, color.RGBA{R: 200, A: 255})
	var out bytes.Buffer
	must(t, png.Encode(&out, canvas))
	return out.Bytes()
}

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// refused fails the test unless the error is the wanted refusal.
func refused(t testing.TB, err error, code string) {
	t.Helper()
	refusal, ok := fault.As(err)
	if !ok || refusal.Code != code {
		t.Errorf("want the refusal %s, got %v", code, err)
	}
}
