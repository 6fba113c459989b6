package console_test

import (
	"net/http"
	"strings"
	"testing"

	"github.com/counterpart/counterpart/internal/apptest"
	"github.com/counterpart/counterpart/internal/core/apps"
	"github.com/counterpart/counterpart/internal/vocab/scope"
)

func TestMakersExtendTheService(t *testing.T) {
	t.Parallel()
	svc := apptest.Start(t)
	app := svc.DraftApp(t, scope.InvoicesRead)
	change := func(t *testing.T, c apps.Changes) {
		t.Helper()
		_, err := svc.Node(0).Apps.Update(operator(t), app.ID, 0, c)
		must(t, err)
	}
	maker := app.Maker.Registers(t).SignIn(t, svc.Node(0))
	at := "/developer/apps/" + app.ID.String() + "/extensions"
	type body = map[string]any
	panel := func(path string) body {
		return body{"type": "RECORD_PANEL", "resourceType": "INVOICE", "label": "Order at the till", "path": path}
	}
	var made struct {
		ID      string
		URL     *string
		Problem *string
	}
	t.Run("CON-03 without an App URL no path leads anywhere", func(t *testing.T) {
		maker.API(t, "POST "+at, panel("/panel")).Refuses(t, http.StatusBadRequest, "EXTENSION_PATH_INVALID")
	})
	change(t, apps.Changes{AppURL: new("https://sync.acme.test/embedded/")})
	t.Run("CON-03 EXTENSION_PATH_INVALID for what is not a page on the App URL's origin", func(t *testing.T) {
		for _, bad := range []string{
			`\\evil.test/x`, `/\evil.test`, "/a b", "/a\tb", "/a\u0000b", "/a\u007fb", "/a\u00a0b", "//evil.test/x", "https://evil.test/x", "http://sync.acme.test/x",
			"https://sync.acme.test:8443/x", "//user@sync.acme.test/x", "javascript:alert(1)", "https:evil.test", "/%zz", "//SYNC.acme.test@evil.test/",
		} {
			answer := maker.API(t, "POST "+at, panel(bad))
			if bad == "/a\u0000b" { // no database holds this, whatever it is a part of
				answer.Is(t, http.StatusBadRequest)
				continue
			}
			answer.Refuses(t, http.StatusBadRequest, "EXTENSION_PATH_INVALID")
		}
	})
	t.Run("CON-03 a path is joined to the App URL", func(t *testing.T) {
		for path, want := range map[string]string{
			"panel?of=invoice": "https://sync.acme.test/embedded/panel?of=invoice", "/panel": "https://sync.acme.test/panel", "../up": "https://sync.acme.test/up",
			"": "https://sync.acme.test/embedded/", "https://sync.acme.test/whole": "https://sync.acme.test/whole", "a%20b": "https://sync.acme.test/embedded/a%20b",
		} {
			maker.API(t, "POST "+at, panel(path)).Is(t, http.StatusCreated).Read(t, &made)
			same(t, want, *made.URL)
		}
	})
	t.Run("CON-03 EXTENSION_SCOPE_REQUIRED without the read scope of the type of record", func(t *testing.T) {
		for _, bad := range []body{{"type": "RECORD_PANEL", "resourceType": "CUSTOMER"}, {"type": "RECORD_ACTION", "resourceType": "SUPPLIER"}} {
			bad["label"], bad["path"] = "A label", "/x"
			maker.API(t, "POST "+at, bad).Refuses(t, http.StatusBadRequest, "EXTENSION_SCOPE_REQUIRED")
		}
		for _, good := range []string{"NAV_PAGE", "DASHBOARD_CARD"} {
			maker.API(t, "POST "+at, body{"type": good, "label": "A label", "path": "/x"}).Is(t, http.StatusCreated)
		}
		maker.API(t, "PATCH "+at+"/"+made.ID, body{"resourceType": "CUSTOMER"}).Refuses(t, http.StatusBadRequest, "EXTENSION_SCOPE_REQUIRED")
	})
	t.Run("CON-03 what makes no sense is refused", func(t *testing.T) {
		for _, bad := range []body{
			{"type": "POPUP"}, {"resourceType": "ESTIMATE"}, {"resourceType": nil}, {"type": "NAV_PAGE"}, {"label": ""}, {"label": strings.Repeat("ä", 41)},
			{"label": "\u202eback"}, {"path": "/" + strings.Repeat("a", 512)},
		} {
			sent := panel("/x")
			for name, value := range bad {
				sent[name] = value
			}
			maker.API(t, "POST "+at, sent).Is(t, http.StatusBadRequest)
		}
	})
	t.Run("CON-03 an extension is changed and removed", func(t *testing.T) {
		one := at + "/" + made.ID
		maker.API(t, "PATCH "+one, body{"type": "NAV_PAGE", "resourceType": nil, "label": strings.Repeat("ä", 40)}, `If-Match: "1"`).Is(t, http.StatusOK)
		maker.API(t, "PATCH "+one, body{"label": "Late"}, `If-Match: "1"`).Refuses(t, http.StatusPreconditionFailed, "RECORD_CHANGED")
		maker.API(t, "DELETE "+one, nil).Is(t, http.StatusNoContent)
		maker.API(t, "DELETE "+one, nil).Refuses(t, http.StatusNotFound, "EXTENSION_NOT_FOUND")
	})
	t.Run("CON-03 what an app's own changes broke is kept, and says so", func(t *testing.T) {
		change(t, apps.Changes{AppURL: new("https://new.acme.test/")})
		var list struct {
			Data []struct {
				Path         string
				ResourceType *string
				URL, Problem *string
			}
		}
		maker.API(t, "GET "+at, nil).Is(t, http.StatusOK).Read(t, &list)
		for _, e := range list.Data {
			if broken := e.Path == "https://sync.acme.test/whole"; broken != (e.Problem != nil) || broken != (e.URL == nil) {
				t.Errorf("got %+v", e)
			}
		}
		_, err := svc.Node(0).Apps.SetScopes(operator(t), app.ID, 0, nil)
		must(t, err)
		maker.API(t, "GET "+at, nil).Is(t, http.StatusOK).Read(t, &list)
		for _, e := range list.Data {
			if e.ResourceType != nil && *e.Problem != "EXTENSION_SCOPE_REQUIRED" {
				t.Errorf("got %+v", e)
			}
		}
	})
	t.Run("CON-03 an app has at most 20", func(t *testing.T) {
		var list struct{ Data []any }
		maker.API(t, "GET "+at, nil).Is(t, http.StatusOK).Read(t, &list)
		for range 20 - len(list.Data) {
			maker.API(t, "POST "+at, body{"type": "NAV_PAGE", "label": "More", "path": "/x"}).Is(t, http.StatusCreated)
		}
		maker.API(t, "POST "+at, body{"type": "NAV_PAGE", "label": "More", "path": "/x"}).Refuses(t, http.StatusConflict, "EXTENSION_LIMIT")
	})
}
