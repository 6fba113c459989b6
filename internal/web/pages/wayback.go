package pages

import (
	"net/http"
	"net/url"
	"strings"

	"github.com/counterpart/counterpart/internal/vocab/pagepath"
)

// returning is the query by which a page remembers the way back.
func returning(back string) url.Values {
	if back == "" {
		return nil
	}
	return url.Values{"return_to": {back}}
}

// backHere makes a page lead back to where the request was going.
func backHere(r *http.Request) url.Values {
	query := r.URL.Query()
	query.Del("notice")
	back := url.URL{Path: r.URL.Path, RawQuery: query.Encode()}
	if back.String() == pagepath.Home {
		return url.Values{}
	}
	return url.Values{"return_to": {back.String()}}
}

// maxReturn is how long a way back may be.
const maxReturn = 2048

// wayBack is the page that a link or form asks to return to; empty if that is
// none of ours: nobody is led to another site by a link to this one.
func wayBack(asked string) string {
	if ours(asked) {
		return asked
	}
	return ""
}

// ours reports whether a text is a path on this host and cannot be read as
// anything else. Browsers take \ for /, and leave out tabs and line ends.
func ours(asked string) bool {
	u, err := url.Parse(asked)
	return err == nil && len(asked) <= maxReturn &&
		u.Scheme == "" && u.Host == "" && u.User == nil &&
		strings.HasPrefix(asked, "/") && !strings.HasPrefix(asked, "//") &&
		!strings.ContainsFunc(asked, func(c rune) bool { return c == '\\' || c <= ' ' || c == 0x7f })
}
