package connect_test

import (
	"context"
	"net/http"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/counterpart/counterpart/internal/apptest"
	"github.com/counterpart/counterpart/internal/core/apps"
	"github.com/counterpart/counterpart/internal/core/tenancy"
	"github.com/counterpart/counterpart/internal/core/webhooks"
	"github.com/counterpart/counterpart/internal/core/webhooks/delivery"
	"github.com/counterpart/counterpart/internal/vocab/event"
	"github.com/counterpart/counterpart/internal/vocab/pagepath"
	"github.com/counterpart/counterpart/internal/vocab/scope"
)

// career is an app at work in a business, with all that its state can end.
type career struct {
	*apptest.Service
	receiver *apptest.Receiver
	app      *apptest.App
	hook     apptest.Hook
	owner    *apptest.User
	business tenancy.Business
	tokens   apptest.Tokens
	browser  apptest.Browser
}

func newCareer(t *testing.T) *career {
	t.Helper()
	s := &career{receiver: apptest.NewReceiver(t)}
	s.Service = apptest.Start(t, apptest.Nodes(2), s.receiver.Reachable(t))
	s.app = s.ReviewedApp(t, scope.SuppliersRead)
	s.hook = s.app.Hook(t, s.receiver, event.SupplierCreated, event.AppUninstalled)
	s.owner = s.User(t, "Olivia")
	s.business = s.Business(t, s.owner)
	s.tokens = s.app.Given(t, s.owner, s.business, scope.SuppliersRead)
	s.browser = s.owner.SignIn(t, s.Node(0))
	return s
}

// effects is all that follows from the state of an app, at one node.
type effects struct {
	API        int  // of a call with its token
	Client     bool // its credentials are taken
	Consent    bool // the page asks instead of saying "Invalid client_id"
	Introspect bool // its token is active
	Delivered  bool // an event that happens now is sent; if not, its delivery has failed
}

var (
	works  = effects{API: http.StatusOK, Client: true, Consent: true, Introspect: true, Delivered: true}
	halted = effects{API: http.StatusUnauthorized}
)

// at looks for the effects at a node, at once.
func (s *career) at(t *testing.T, node *apptest.Node) (e effects) {
	t.Helper()
	e.API = s.tokens.Call(t, node, "GET /suppliers").Status
	device := s.app.Post(t, node, "/oauth/device/authorize")
	if e.Client = device.Status == http.StatusOK; !e.Client {
		device.SaysOAuth(t, http.StatusUnauthorized, "invalid_client", "client authentication failed")
		s.app.Token(t, node, "refresh_token", "refresh_token", "unknown").SaysOAuth(t, http.StatusUnauthorized, "invalid_client", "client authentication failed")
	}
	page := s.owner.SignIn(t, node)
	page.Open(pagepath.Authorize + "?" + s.app.Asks(scope.SuppliersRead).Encode())
	e.Consent = !page.Has("Invalid client_id")
	e.Introspect = s.active(t, node)
	e.Delivered = s.delivers(t)
	return e
}

// active tells whether introspection calls the app's token active.
func (s *career) active(t *testing.T, node *apptest.Node) bool {
	t.Helper()
	var token map[string]any
	s.app.Post(t, node, "/oauth/introspect", "token", s.tokens.Access).Is(t, http.StatusOK).Read(t, &token)
	if token["active"] == true {
		return true
	}
	if diff := cmp.Diff(map[string]any{"active": false}, token); diff != "" {
		t.Errorf("it says more (-want +got):\n%s", diff)
	}
	return false
}

// delivers lets something happen and tells whether the app hears of it. If not,
// the delivery has failed.
func (s *career) delivers(t *testing.T) bool {
	t.Helper()
	before := len(s.receiver.Got())
	s.Clock.Move(time.Second) // so that it is the latest
	s.browser.API(t, "POST /suppliers", map[string]string{"name": "Mill"}).Is(t, http.StatusCreated)
	s.deliver(t)
	if len(s.receiver.Got()) > before {
		return true
	}
	list, err := s.Node(0).Webhooks.Deliveries(t.Context(), s.hook.Webhook, webhooks.Filter{}, 1)
	if err != nil {
		t.Fatal(err)
	}
	if len(list) != 1 || list[0].Status != delivery.Failed {
		t.Errorf("the delivery is %+v", list)
	}
	return false
}

func (s *career) deliver(t *testing.T) {
	t.Helper()
	s.Node(0).DeliverAll(t)
}

func TestEveryStateOfAnAppHasItsEffectsEverywhereAtOnce(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		state     apps.Status
		end, back func(*apps.Service, context.Context, *apptest.App) (apps.App, error)
	}{
		{
			apps.Suspended,
			func(s *apps.Service, ctx context.Context, a *apptest.App) (apps.App, error) {
				return s.Suspend(ctx, a.ID)
			},
			func(s *apps.Service, ctx context.Context, a *apptest.App) (apps.App, error) {
				return s.Unsuspend(ctx, a.ID)
			},
		},
		{
			apps.Deactivated,
			func(s *apps.Service, ctx context.Context, a *apptest.App) (apps.App, error) {
				return s.Deactivate(ctx, a.ID)
			},
			func(s *apps.Service, ctx context.Context, a *apptest.App) (apps.App, error) {
				return s.Reactivate(ctx, a.ID)
			},
		},
	} {
		t.Run("APP-02 "+string(c.state), func(t *testing.T) {
			t.Parallel()
			s := newCareer(t)
			s.everywhere(t, "before", works)
			if app, err := c.end(s.Node(0).Apps, t.Context(), s.app); err != nil || app.Status() != c.state {
				t.Fatalf("it is %s, %v", app.Status(), err)
			}
			s.everywhere(t, "then", halted)
			if app, err := c.back(s.Node(1).Apps, t.Context(), s.app); err != nil || app.Status() != apps.Active {
				t.Fatalf("it is %s, %v", app.Status(), err)
			}
			s.everywhere(t, "restored", works)
		})
	}
}

// everywhere wants the same effects at every node.
func (s *career) everywhere(t *testing.T, when string, want effects) {
	t.Helper()
	for i := range 2 {
		if diff := cmp.Diff(want, s.at(t, s.Node(i))); diff != "" {
			t.Errorf("%s, at node %d (-want +got):\n%s", when, i, diff)
		}
	}
}

func TestAnUninstalledAppIsOutEverywhereAtOnce(t *testing.T) {
	t.Parallel()
	s := newCareer(t)
	code, device := s.app.Code(t, s.owner, s.business, scope.SuppliersRead), s.approvedDevice(t)
	s.browser.API(t, "DELETE /connected-apps/"+s.tokens.Installation.String(), nil).Is(t, http.StatusNoContent)
	t.Run("APP-03 APP-04 its token is refused and inactive at once", func(t *testing.T) {
		for i := range 2 {
			s.tokens.Call(t, s.Node(i), "GET /suppliers").Is(t, http.StatusUnauthorized)
			if s.active(t, s.Node(i)) {
				t.Errorf("it is active at node %d", i)
			}
		}
	})
	t.Run("APP-03 a code that was not redeemed is cancelled", func(t *testing.T) {
		answer := s.app.Token(t, s.Node(1), "authorization_code", "code", code, "redirect_uri", s.app.RedirectURIs[0], "code_verifier", apptest.Verifier)
		var refusal struct{ Error string }
		if answer.Is(t, http.StatusBadRequest).Read(t, &refusal); refusal.Error != "invalid_grant" {
			t.Errorf("it says %s", answer.Body)
		}
	})
	t.Run("DEV-09 APP-03 an approved device code that was not collected is cancelled", func(t *testing.T) {
		s.app.Token(t, s.Node(1), deviceGrant, "device_code", device).SaysOAuth(t, http.StatusBadRequest, "invalid_grant", "")
	})
	t.Run("APP-03 app.uninstalled is sent, and nothing after it", func(t *testing.T) {
		s.deliver(t)
		var body struct{ Type event.Name }
		if s.receiver.Last(t).Read(t, &body); body.Type != event.AppUninstalled {
			t.Errorf("it hears of %s", body.Type)
		}
		before := len(s.receiver.Got())
		s.browser.API(t, "POST /suppliers", map[string]string{"name": "Mill"}).Is(t, http.StatusCreated)
		if s.deliver(t); len(s.receiver.Got()) > before {
			t.Error("it hears of what happens later")
		}
	})
}

const deviceGrant = "urn:ietf:params:oauth:grant-type:device_code"

// approvedDevice is the code of a device that the owner has let in, and that has
// not collected its tokens.
func (s *career) approvedDevice(t *testing.T) string {
	t.Helper()
	var started struct {
		DeviceCode string `json:"device_code"`
		UserCode   string `json:"user_code"`
	}
	s.app.Post(t, s.Node(0), "/oauth/device/authorize", "scope", string(scope.SuppliersRead)).Is(t, http.StatusOK).Read(t, &started)
	browser := s.owner.SignIn(t, s.Node(0))
	browser.Open(pagepath.Device + "?user_code=" + started.UserCode)
	browser.Submit(pagepath.Device, "user_code", started.UserCode)
	browser.Submit(pagepath.DeviceDecision, "decision", "approve")
	browser.IsAt(pagepath.DeviceDone)
	return started.DeviceCode
}

func TestNothingIsDoneForAUserUnderAProcessingRestriction(t *testing.T) {
	t.Parallel()
	s := newCareer(t)
	want := func(t *testing.T, status int, active bool) {
		t.Helper()
		for i := range 2 {
			s.tokens.Call(t, s.Node(i), "GET /suppliers").Is(t, status)
			if got := s.active(t, s.Node(i)); got != active {
				t.Errorf("at node %d, active is %t", i, got)
			}
		}
	}
	want(t, http.StatusOK, true)
	s.Restrict(t, s.owner)
	t.Run("API-02 INTR-03 their tokens are refused and inactive at once", func(t *testing.T) { want(t, http.StatusUnauthorized, false) })
	t.Run("TOK-13 their tokens are not renewed", func(t *testing.T) {
		s.tokens.RefreshIsRefused(t, s.Node(1), "invalid_grant", "")
	})
	t.Run("TOK-13 nothing was consumed: what they had works again when it is lifted", func(t *testing.T) {
		if err := s.Node(1).Accounts.UnrestrictUser(t.Context(), s.owner.ID); err != nil {
			t.Fatal(err)
		}
		want(t, http.StatusOK, true)
		s.tokens.RefreshedBy(t, s.Node(0))
	})
}
