package client

import "github.com/counterpart/counterpart/internal/core/apps"

// Client is an app as the authorization server sees it. For a client whose
// domain the operator trusts, the app counts as approved.
type Client struct {
	apps.App
	// Document says that the client id is the address of the client's own
	// metadata document.
	Document bool
}
