package accounts_test

import (
	"net/http"
	"testing"
	"time"

	"github.com/counterpart/counterpart/internal/app"
	"github.com/counterpart/counterpart/internal/apptest"
	"github.com/counterpart/counterpart/internal/vocab/pagepath"
)

func TestGuessingUserCodesIsSlow(t *testing.T) {
	t.Parallel()
	behindAProxy := apptest.Configure(func(config *app.Config) { config.TrustedProxies = []string{"127.0.0.1"} })
	guess := func(t *testing.T, browser apptest.Browser, from string, want int) {
		t.Helper()
		browser.From = from
		browser.Open(pagepath.Device)
		if page := browser.Submit(pagepath.Device, "user_code", "BCDF-GHJK"); page.Status != want {
			t.Errorf("a guess from %s was answered with %d, want %d", from, page.Status, want)
		}
	}
	t.Run("DEV-10 five guesses a minute in one session, wherever it comes from and on every node", func(t *testing.T) {
		t.Parallel()
		svc := apptest.Start(t, apptest.Nodes(2), behindAProxy)
		olivia := svc.User(t, "Olivia")
		svc.Business(t, olivia)
		browser := olivia.SignIn(t, svc.Node(0))
		for i, from := range []string{"192.0.2.1", "198.51.100.1", "203.0.113.1", "192.0.2.2", "198.51.100.2"} {
			guess(t, browser.At(svc.Node(i%2)), from, http.StatusUnprocessableEntity)
		}
		guess(t, browser, "203.0.113.2", http.StatusTooManyRequests)
		svc.Advance(t, time.Minute)
		guess(t, browser, "203.0.113.2", http.StatusUnprocessableEntity)
	})
	t.Run("DEV-10 five guesses a minute from one address, whoever is signed in", func(t *testing.T) {
		t.Parallel()
		svc := apptest.Start(t, behindAProxy)
		for i := range 6 {
			somebody := svc.User(t, "Somebody")
			svc.Business(t, somebody)
			want := http.StatusUnprocessableEntity
			if i == 5 {
				want = http.StatusTooManyRequests
			}
			guess(t, somebody.SignIn(t, svc.Node(0)), "192.0.2.1", want)
		}
	})
}
