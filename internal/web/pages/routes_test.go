package pages_test

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/counterpart/counterpart/internal/vocab/pagepath"
	"github.com/counterpart/counterpart/internal/web/pages"
)

func TestEveryPathOfAPageIsServed(t *testing.T) {
	t.Parallel()
	mux := http.NewServeMux()
	for _, row := range pages.New(pages.Deps{}).Table().Routes {
		mux.Handle(row.Pattern, http.NotFoundHandler())
	}
	for name, path := range pagepath.All() {
		if strings.HasSuffix(path, "/") && name != "Home" {
			path += "thing"
		}
		_, page := mux.Handler(httptest.NewRequest(http.MethodGet, path, nil))
		_, form := mux.Handler(httptest.NewRequest(http.MethodPost, path, nil))
		if page == "" && form == "" {
			t.Errorf("%s: nothing is served at %s", name, path)
		}
	}
}
