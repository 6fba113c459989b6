package apptest

import (
	"testing"

	"github.com/counterpart/counterpart/internal/apptest/browser"
	"github.com/counterpart/counterpart/internal/vocab/pagepath"
)

// Browser is somebody at a computer, before one of the nodes.
type Browser struct{ *browser.Browser }

// Browser opens one before this node.
func (n *Node) Browser(t testing.TB) Browser {
	t.Helper()
	return Browser{browser.New(t, AuthURL, n.transport)}
}

// SignIn opens a browser before a node and signs the user in.
func (u *User) SignIn(t testing.TB, at *Node) Browser {
	t.Helper()
	b := at.Browser(t)
	b.Browser.SignIn(u.Email, u.Password)
	b.IsAt(pagepath.Home)
	return b
}

// At is another tab of the browser, whose requests go to another node.
func (b Browser) At(node *Node) Browser { return Browser{b.Via(node.transport)} }

// Call calls the API host as our own pages do: with the session's cookie, from
// the app host's origin. The route is a method and a path, like "GET /account".
func (b Browser) Call(t testing.TB, route string, headers ...string) Answer {
	t.Helper()
	ours := []string{"Origin: " + AuthURL, "Sec-Fetch-Site: same-site"}
	return call(t, b.Browser, route, append(ours, headers...))
}
