package goclient

import (
	"encoding/json"
	"errors"
	"net/http"
	"net/url"
	"testing"

	counterpart "github.com/counterpart/counterpart/client"
	"github.com/counterpart/counterpart/internal/core/apps"
	"github.com/counterpart/counterpart/internal/vocab/pagepath"
	"github.com/counterpart/counterpart/internal/vocab/scope"
	"github.com/counterpart/counterpart/internal/web/html"
)

// sessionToken opens the app's page inside of ours, as the owner, and asks for a
// session token as its script does.
func (s *stage) sessionToken(t *testing.T) string {
	t.Helper()
	browser := s.owner.SignIn(t, s.Node(0))
	browser.Open(pagepath.Embedded + s.app.ID.String())
	form := url.Values{"csrf": {browser.Page.Attr("id", "app", "data-csrf")}, "business": {browser.Page.Attr("id", "app", "data-business")}}
	answer := browser.Fetch(http.MethodPost, html.SessionTokenPath(s.app.ID.String()), form.Encode(),
		"Content-Type: application/x-www-form-urlencoded", "Sec-Fetch-Site: same-origin", "Origin: null")
	defer answer.Body.Close()
	var issued struct {
		Token string `json:"session_token"`
	}
	if err := json.NewDecoder(answer.Body).Decode(&issued); err != nil || issued.Token == "" {
		t.Fatalf("%d: %v", answer.StatusCode, err)
	}
	return issued.Token
}

func TestAnEmbeddedPageOfTheGoClient(t *testing.T) {
	t.Parallel()
	s := newStage(t, []scope.Scope{scope.ProfileRead})
	changed, err := s.Node(0).Apps.Update(t.Context(), s.app.ID, 0, apps.Changes{AppURL: new("https://sync.partner.test/embedded")})
	if err != nil {
		t.Fatal(err)
	}
	s.app.App = changed
	s.connects(t, s.server(t))
	p := s.server(t)
	bakery, err := p.ExchangeSession(t.Context(), s.sessionToken(t))
	if err != nil {
		t.Fatal(err)
	}
	if me, err := bakery.Me(t.Context()); err != nil || me.Business.ID != s.business.ID.String() {
		t.Errorf("%+v, %v", me, err)
	}
	if _, err := p.store.Load(t.Context(), bakery.ID); !errors.Is(err, counterpart.ErrNoTokens) {
		t.Errorf("the page's token is in the store: %v", err)
	}
	var refused *counterpart.OAuthError
	if _, err := p.ExchangeSession(t.Context(), "not.a.token"); !errors.As(err, &refused) {
		t.Error(err)
	}
}
