package pages

import (
	"net/http"

	"github.com/counterpart/counterpart/internal/core/accounts"
	"github.com/counterpart/counterpart/internal/web/html"
)

// console is the page of every screen of the console and of the operator's: which one
// it is, its script reads from the address. Whether there is something to see there
// for whoever asks, the console's API decides.
func (f *Face) console(w http.ResponseWriter, r *http.Request, _ accounts.SignedIn) error {
	if f.deps.Console == nil {
		failures{f}.fail(w, r, http.StatusNotFound, html.NoConsole)
		return nil
	}
	f.deps.Pages.Built(w, f.deps.Console.Entry, html.Facts{
		API: f.deps.Issuer, Service: f.deps.Service, Form: f.deps.Sessions.FormToken(w, r),
	})
	return nil
}

// consoleFile is what that page loads. It is the same for everybody.
func (f *Face) consoleFile(w http.ResponseWriter, r *http.Request) error {
	if f.deps.Console == nil || !f.deps.Console.ServeFile(w, r, r.PathValue("file")) {
		return errNoPage
	}
	return nil
}
