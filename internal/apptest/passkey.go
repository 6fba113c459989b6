package apptest

import (
	"testing"

	"github.com/counterpart/counterpart/internal/base/passkeytest"
	"github.com/counterpart/counterpart/internal/vocab/pagepath"
)

// NewPhone is a phone whose browser shows the app host.
func NewPhone() *passkeytest.Phone { return passkeytest.New(AuthURL) }

// AddPasskey has a phone make a passkey of whoever is signed in.
func (b Browser) AddPasskey(t testing.TB, phone *passkeytest.Phone, name string) {
	t.Helper()
	b.Open(pagepath.AddPasskey)
	b.Submit(pagepath.AddPasskey, "name", name, "credential", phone.Create(t, b.Page.Attr("data-passkey", "create", "data-options")))
}

// UsePasskey has a phone answer the page that asks for a passkey.
func (b Browser) UsePasskey(t testing.TB, phone *passkeytest.Phone) {
	t.Helper()
	b.Submit(b.Page.URL.Path, "credential", phone.Get(t, b.Page.Attr("data-passkey", "get", "data-options")))
}
