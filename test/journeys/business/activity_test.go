package business_test

import (
	"net/http"
	"strings"
	"testing"

	"github.com/counterpart/counterpart/internal/vocab/pagepath"
	"github.com/counterpart/counterpart/internal/vocab/scope"
)

func TestAPageTellsWhatAnAppDid(t *testing.T) {
	t.Parallel()
	b := newBakery(t)
	app := b.ReviewedApp(t, scope.SuppliersRead, scope.SuppliersWrite)
	tokens := app.Given(t, b.owner, b.at, scope.SuppliersRead, scope.SuppliersWrite)
	tokens.Send(t, b.Node(0), "POST /suppliers", map[string]any{"name": "Mill"}).Is(t, http.StatusCreated)
	tokens.Call(t, b.Node(1), "GET /suppliers").Is(t, http.StatusOK)
	b.WriteJournals(t)
	path := pagepath.AppActivity + "?installation=" + tokens.Installation.String()

	t.Run("ACT-04 members with the permission read it as a page", func(t *testing.T) {
		viewer := b.viewer.SignIn(t, b.Node(1))
		viewer.Open(pagepath.ConnectedApps)
		viewer.Open(viewer.Page.Link(t, "What it did"))
		viewer.Says(http.StatusOK, "What "+app.Name+" did")
		if got := strings.Join(viewer.Page.Texts("f-first"), " "); !strings.Contains(got, "Created a supplier") {
			t.Errorf("it changed %q", got)
		}
		if got := strings.Join(viewer.Page.Texts("table-foot"), " "); !strings.Contains(got, "suppliers 1 time") {
			t.Errorf("it read %q", got)
		}
		viewer.Open(path + "&kind=INVOICE")
		if got := viewer.Page.Texts("f-first"); len(got) > 0 {
			t.Errorf("of invoices it shows %q", got)
		}
		viewer.Open(path + "&from=2020-01-01")
		viewer.Complains(http.StatusUnprocessableEntity, "Choose at most 93 days")
	})
	t.Run("ACT-04 nobody else does", func(t *testing.T) {
		stranger := b.User(t, "Sven")
		b.Business(t, stranger)
		browser := stranger.SignIn(t, b.Node(0))
		browser.Open(path)
		browser.Shows(http.StatusNotFound, pagepath.AppActivity)
	})
}
