package oauth

import (
	"net/url"
	"strings"
)

// MaxResource is how long a resource indicator may be.
const MaxResource = 512

// CheckResource holds resource indicators (RFC 8707) to the rule: at most one,
// an absolute URI on the API origin, with any path and no fragment. All that is
// ours is one resource, so nothing depends on which path it names.
func CheckResource(resources []string, origin string) error {
	switch {
	case len(resources) == 0:
		return nil
	case len(resources) > 1:
		return InvalidTarget("resource must be sent once, as one absolute URI on the API origin")
	case len(resources[0]) > MaxResource:
		return InvalidTarget("resource must be one absolute URI on the API origin of at most 512 characters")
	case !onOrigin(resources[0], origin):
		return InvalidTarget("resource must be one absolute URI on the API origin")
	}
	return nil
}

// onOrigin compares scheme and host to the letter, case apart. A default port
// that is spelt out is the same origin.
func onOrigin(text, origin string) bool {
	u, err := url.Parse(text)
	if err != nil || u.User != nil || u.Opaque != "" || u.Fragment != "" || strings.Contains(text, "#") {
		return false
	}
	own, err := url.Parse(origin)
	return err == nil && strings.EqualFold(u.Scheme, own.Scheme) &&
		strings.EqualFold(u.Hostname(), own.Hostname()) && port(u) == port(own)
}

func port(u *url.URL) string {
	if p := u.Port(); p != "" {
		return p
	}
	if strings.EqualFold(u.Scheme, "https") {
		return "443"
	}
	return "80"
}
