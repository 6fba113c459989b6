package client

import (
	"net/url"
	"slices"
	"strings"

	"github.com/counterpart/counterpart/internal/core/apps"
)

// Client is an app as the authorization server sees it. For a client whose
// domain the operator trusts, the app counts as approved.
type Client struct {
	apps.App
	// Document says that the client id is the address of the client's own
	// metadata document.
	Document bool
	// Metadata is what the client said of itself when it registered itself; the
	// zero value for one from the console.
	Metadata Metadata
}

// SelfRegistered reports whether nobody but the client itself vouches for what
// it says: it registered itself, and no organization has claimed it.
func (c Client) SelfRegistered() bool { return c.Organization.IsZero() }

// Host is the host that publishes the client's document, which is its identity
// in the eyes of people; empty for any other client.
func (c Client) Host() string {
	if !c.Document {
		return ""
	}
	u, err := url.Parse(c.ClientID)
	if err != nil {
		return ""
	}
	return u.Host
}

// HasRedirectURI reports whether consent may send people back to this very text.
// One exception: a document cannot know on which port a program will listen on
// the user's own machine, so there a loopback URI without a port stands for any.
func (c Client) HasRedirectURI(uri string) bool {
	if c.App.HasRedirectURI(uri) {
		return true
	}
	return c.Document && slices.Contains(c.RedirectURIs, withoutLoopbackPort(uri))
}

// OnlyLoopback reports whether every redirect URI leads to the user's own
// machine: any program there could pose as this client.
func (c Client) OnlyLoopback() bool {
	return !slices.ContainsFunc(c.RedirectURIs, func(uri string) bool { return !strings.HasPrefix(uri, "http://") })
}

// withoutLoopbackPort cuts the port out of an http URI on the user's own
// machine. It works on the text: anything but a port in that place leaves a URI
// that nobody registered.
func withoutLoopbackPort(uri string) string {
	for _, host := range []string{"http://localhost", "http://127.0.0.1", "http://[::1]"} {
		rest, ok := strings.CutPrefix(uri, host+":")
		if !ok {
			continue
		}
		path := strings.TrimLeft(rest, "0123456789")
		if digits := len(rest) - len(path); digits < 1 || digits > 5 {
			return ""
		}
		return host + path
	}
	return ""
}
