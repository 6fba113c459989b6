package business_test

import (
	"io"
	"net/http"
	"strings"
	"testing"

	"github.com/counterpart/counterpart/internal/apptest"
	"github.com/counterpart/counterpart/internal/core/tenancy"
	"github.com/counterpart/counterpart/internal/vocab/pagepath"
	"github.com/counterpart/counterpart/internal/vocab/permission"
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
	file := func(t *testing.T, browser apptest.Browser, path string) (*http.Response, string) {
		t.Helper()
		answer := browser.Fetch(http.MethodGet, path, "")
		defer answer.Body.Close()
		text, err := io.ReadAll(answer.Body)
		if err != nil {
			t.Fatal(err)
		}
		return answer, string(text)
	}
	t.Run("ACT-04 the page leads to the same as CSV", func(t *testing.T) {
		viewer := b.viewer.SignIn(t, b.Node(0))
		viewer.Open(path)
		answer, text := file(t, viewer, viewer.Page.Link(t, "Download as CSV"))
		lines := strings.Split(strings.TrimSpace(text), "\n")
		if len(lines) != 3 || !strings.HasPrefix(text, "at,app,appId,") || !strings.Contains(lines[1], ",supplier.created,SUPPLIER,") || !strings.Contains(lines[2], ",read,SUPPLIER,") {
			t.Errorf("the file has\n%s", text)
		}
		if got := answer.Header.Get("Content-Disposition"); got != `attachment; filename="activity.csv"` {
			t.Errorf("it is sent as %q", got)
		}
		viewer.Open(path + "&kind=INVOICE")
		if _, text := file(t, viewer, viewer.Page.Link(t, "Download as CSV")); strings.Count(text, "\n") != 1 {
			t.Errorf("of invoices the file has\n%s", text)
		}
		if answer, _ := file(t, viewer, strings.Replace(path, pagepath.AppActivity, pagepath.ActivityFile, 1)+"&from=2020-01-01"); answer.StatusCode != http.StatusBadRequest {
			t.Errorf("a file of years is answered %d", answer.StatusCode)
		}
	})
	t.Run("ACT-04 the file holds no formula", func(t *testing.T) {
		const formula = `=1+cmd|' /C calc'!A1`
		if _, err := b.Node(0).DB.Pool().Exec(t.Context(), "UPDATE apps.apps SET name = $1 WHERE id = $2", formula, app.ID.UUID); err != nil {
			t.Fatal(err)
		}
		_, text := file(t, b.viewer.SignIn(t, b.Node(0)), strings.Replace(path, pagepath.AppActivity, pagepath.ActivityFile, 1))
		if strings.Contains(text, ","+formula) || !strings.Contains(text, ",'"+formula) {
			t.Errorf("the file has %s", text)
		}
	})
	t.Run("ACT-04 nobody else does", func(t *testing.T) {
		stranger := b.User(t, "Sven")
		b.Business(t, stranger)
		browser := stranger.SignIn(t, b.Node(0))
		browser.Open(path)
		browser.Shows(http.StatusNotFound, pagepath.AppActivity)
		if answer, text := file(t, browser, strings.Replace(path, pagepath.AppActivity, pagepath.ActivityFile, 1)); answer.StatusCode != http.StatusNotFound {
			t.Errorf("of another business the file is answered %d %s", answer.StatusCode, text)
		}
		if err := b.Node(0).Tenancy.SetPermission(t.Context(), tenancy.By(b.owner.ID), b.at.ID, permission.Viewer, permission.ViewBusiness, false); err != nil {
			t.Fatal(err)
		}
		if answer, _ := file(t, b.viewer.SignIn(t, b.Node(0)), strings.Replace(path, pagepath.AppActivity, pagepath.ActivityFile, 1)); answer.StatusCode != http.StatusForbidden {
			t.Errorf("without the permission the file is answered %d", answer.StatusCode)
		}
	})
}
