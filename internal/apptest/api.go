package apptest

import (
	"context"
	"encoding/json"
	"net/http"
	"net/http/httptrace"
	"strings"
	"testing"

	"github.com/counterpart/counterpart/internal/base/pg"
	"github.com/counterpart/counterpart/internal/core/installs"
	"github.com/counterpart/counterpart/internal/core/oauth/token"
	"github.com/counterpart/counterpart/internal/core/tenancy"
	"github.com/counterpart/counterpart/internal/vocab/scope"
)

// Send calls the API with the access token and a body, which is sent as JSON; a
// string is sent as it is, and nil sends none.
func (tk Tokens) Send(t testing.TB, node *Node, route string, body any, headers ...string) Answer {
	t.Helper()
	return sendJSON(t, node.Browser(t), route, body, append(headers, "Authorization: Bearer "+tk.Access))
}

// API calls the API host with the browser's session cookie, as our own pages do.
func (b Browser) API(t testing.TB, route string, body any, headers ...string) Answer {
	t.Helper()
	return sendJSON(t, b, route, body, append(headers, "Origin: "+AuthURL, "Sec-Fetch-Site: same-site"))
}

// Send calls the API host with the browser's cookies and these headers alone, as
// any page could.
func (b Browser) Send(t testing.TB, route, body string, headers ...string) Answer {
	t.Helper()
	method, path, _ := strings.Cut(route, " ")
	return send(t, b.Browser, method, path, body, headers)
}

func sendJSON(t testing.TB, by Browser, route string, body any, headers []string) Answer {
	t.Helper()
	method, path, _ := strings.Cut(route, " ")
	text, ready := body.(string)
	if !ready && body != nil {
		encoded, err := json.Marshal(body)
		if err != nil {
			t.Fatal(err)
		}
		text = string(encoded)
	}
	if text != "" {
		headers = append(headers, "Content-Type: application/json")
	}
	return send(t, by.Browser, method, path, text, headers)
}

// Given connects the app to a business as Connect does, but without the pages,
// for tests that are about something else.
func (a *App) Given(t testing.TB, user *User, business tenancy.Business, scopes ...scope.Scope) Tokens {
	t.Helper()
	ctx, node := operator(t), a.svc.nodes[0]
	inst, consent, err := node.Installs.Connect(ctx, installs.Approval{App: a.App, Business: business, User: user.ID, Scopes: scope.Of(scopes...)})
	if err != nil {
		t.Fatal(err)
	}
	var issued token.Issued
	err = node.DB.InTx(ctx, func(tx *pg.Tx) (err error) {
		issued, err = node.Tokens.Issue(ctx, tx, token.NewFamily{
			Business: business.ID, App: a.ID, User: user.ID, Installation: inst.ID, Consent: consent.ID,
			AccessGeneration: inst.AccessGeneration, Scopes: consent.Scopes, Refreshable: true,
		})
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return Tokens{Access: issued.Access, Refresh: issued.Refresh, Scope: issued.Scopes.String(), Installation: inst.ID, app: a}
}

// HangUp sends what Send does and hangs up as soon as the request is out. What
// becomes of it, nobody hears.
func (tk Tokens) HangUp(t testing.TB, node *Node, route string, body any, headers ...string) {
	t.Helper()
	ctx, hangUp := context.WithCancel(t.Context())
	defer hangUp()
	sent := httptrace.ClientTrace{WroteRequest: func(httptrace.WroteRequestInfo) { hangUp() }}
	by := node.Browser(t).Via(roundTrip(func(r *http.Request) (*http.Response, error) {
		resp, err := node.transport.RoundTrip(r.WithContext(httptrace.WithClientTrace(ctx, &sent)))
		if err != nil { // the rule; but an answer may be quicker
			resp = &http.Response{StatusCode: http.StatusOK, Body: http.NoBody, Request: r}
		}
		return resp, nil
	}))
	sendJSON(t, Browser{by}, route, body, append(headers, "Authorization: Bearer "+tk.Access))
}
