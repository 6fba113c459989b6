package apptest

import (
	"bytes"
	"image"
	"image/png"
	"testing"

	"github.com/counterpart/counterpart/internal/base/ident"
	"github.com/counterpart/counterpart/internal/core/apps"
	"github.com/counterpart/counterpart/internal/core/listings"
	"github.com/counterpart/counterpart/internal/vocab/category"
	"github.com/counterpart/counterpart/internal/vocab/event"
	"github.com/counterpart/counterpart/internal/vocab/scope"
	"github.com/counterpart/counterpart/internal/vocab/version"
)

// Drawing is a PNG of a size.
func Drawing(t testing.TB, width, height int) []byte {
	t.Helper()
	var out bytes.Buffer
	if err := png.Encode(&out, image.NewGray(image.Rect(0, 0, width, height))); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

// Prepares does what review asks of an app beside its listing: a pinned version, a
// webhook that hears what to erase and has received a test, and a sandbox.
func (a *App) Prepares(t testing.TB, at *Receiver) {
	t.Helper()
	node := a.svc.nodes[0]
	var err error
	if a.App, err = node.Apps.Update(operator(t), a.ID, 0, apps.Changes{PinnedVersion: new(version.Current(node.Now()).Name)}); err != nil {
		t.Fatal(err)
	}
	heard := []event.Name{event.AppUninstalled, event.BusinessRedact}
	if a.Scopes.Has(scope.CustomersRead) {
		heard = append(heard, event.CustomerRedact)
	}
	hook := a.Hook(t, at, heard...)
	if _, err = node.Webhooks.Try(operator(t), a.App, hook.Webhook, ""); err != nil {
		t.Fatal(err)
	}
	node.DeliverAll(t)
	a.Given(t, a.Maker, a.svc.Sandbox(t, a.Maker, a.Organization), a.Scopes...)
}

// Content is a listing that nothing is wrong with, with pictures that it adds.
func (a *App) Content(t testing.TB, at *Receiver, slug string) listings.Content {
	t.Helper()
	node := a.svc.nodes[0]
	icon, err := node.Listings.AddAsset(operator(t), a.App, listings.Icon, "A loaf", Drawing(t, 128, 128))
	if err != nil {
		t.Fatal(err)
	}
	screenshot, err := node.Listings.AddAsset(operator(t), a.App, listings.Screenshot, "Orders of a day", Drawing(t, 640, 400))
	if err != nil {
		t.Fatal(err)
	}
	reasons := map[scope.Scope]string{}
	for _, s := range a.Scopes {
		reasons[s] = "It is needed."
	}
	return listings.Content{
		Slug: slug, Name: "Bakery Sync", Tagline: "Turns orders at your till into invoices", Description: "Reads the orders.\nMakes invoices.",
		Categories: []category.Category{category.PointOfSale}, PrivacyURL: at.URL + "/privacy", SupportURL: at.URL + "/help",
		ConnectURL: "https://partner.test/connect", Icon: icon.ID, Screenshots: []ident.Asset{screenshot.ID}, Reasons: reasons,
	}
}

// Submits hands a listing of the app to review.
func (a *App) Submits(t testing.TB, at *Receiver, slug string) ident.Revision {
	t.Helper()
	node := a.svc.nodes[0]
	a.Prepares(t, at)
	saved, err := node.Listings.Save(operator(t), a.ID, 0, a.Content(t, at, slug))
	if err == nil {
		saved, err = node.Listings.Submit(operator(t), a.App, a.Maker.ID, "Here it is.")
	}
	if err != nil {
		t.Fatal(err)
	}
	return saved.Open.ID
}

// Lists brings the app into the marketplace.
func (a *App) Lists(t testing.TB, at *Receiver, slug string) {
	t.Helper()
	node, id := a.svc.nodes[0], a.Submits(t, at, slug)
	reviewer := a.svc.Person(t, "Reviewer").ID
	err := node.Listings.Claim(operator(t), id, reviewer)
	if err == nil {
		err = node.Listings.Decide(operator(t), id, reviewer, listings.Approve, "Fine.")
	}
	if err != nil {
		t.Fatal(err)
	}
}
