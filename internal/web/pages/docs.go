package pages

import (
	"net/http"
	"strings"

	"github.com/counterpart/counterpart/internal/vocab/pagepath"
	"github.com/counterpart/counterpart/internal/web/html"
)

// docs is a page or a file of the documentation. It is the same for everybody.
func (f *Face) docs(w http.ResponseWriter, r *http.Request) error {
	if f.deps.Docs == nil {
		failures{f}.fail(w, r, http.StatusNotFound, html.NoDocs)
		return nil
	}
	at := r.PathValue("page")
	if strings.HasSuffix(r.URL.Path, "/") {
		// A page has one address, and it does not end so.
		http.Redirect(w, r, strings.TrimRight(pagepath.Docs+"/"+at, "/"), http.StatusMovedPermanently)
		return nil
	}
	return f.deps.Docs.Serve(w, r, at)
}
