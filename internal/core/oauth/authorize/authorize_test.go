package authorize_test

import (
	"context"
	"crypto/rand"
	"errors"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/counterpart/counterpart/internal/base/ident"
	"github.com/counterpart/counterpart/internal/base/secret"
	"github.com/counterpart/counterpart/internal/core/apps"
	"github.com/counterpart/counterpart/internal/core/oauth/approval"
	"github.com/counterpart/counterpart/internal/core/oauth/authorize"
	"github.com/counterpart/counterpart/internal/vocab/scope"
)

var at = time.Date(2026, time.November, 8, 9, 30, 0, 0, time.UTC)

func TestAnApprovalRedirectsWithACode(t *testing.T) {
	t.Parallel()
	t.Run("AUTH-10 with code, state and iss", func(t *testing.T) {
		t.Parallel()
		f := newFixture(t)
		ask := asked()
		ask.State = new("a b+c%20&d=é\x00\xff")
		redirect, err := f.Approve(as(t.Context(), f.olivia), f.stored(t, f.sync, ask), f.olivia, f.bakery)
		must(t, err)
		if !strings.HasPrefix(redirect, callback+"?code=cpac_") {
			t.Errorf("redirects to %s", redirect)
		}
		got := back(t, redirect)
		if diff := cmp.Diff(url.Values{"code": got["code"], "state": {*ask.State}, "iss": {issuer}}, got); diff != "" {
			t.Error(diff)
		}
	})
	t.Run("AUTH-10 without state where none was sent", func(t *testing.T) {
		t.Parallel()
		f := newFixture(t)
		ask := asked()
		ask.State = nil
		redirect, err := f.Approve(t.Context(), f.stored(t, f.sync, ask), f.olivia, f.bakery)
		must(t, err)
		got := back(t, redirect)
		if diff := cmp.Diff(url.Values{"code": got["code"], "iss": {issuer}}, got); diff != "" {
			t.Error(diff)
		}
	})
	t.Run("AUTH-11 that is bound to the chosen business", func(t *testing.T) {
		t.Parallel()
		f := newFixture(t)
		other := f.core.Business(t, "Old Mill Bakery", f.olivia, ident.Organization{}).ID
		for _, business := range []ident.Business{f.bakery, other} {
			redirect, err := f.Approve(t.Context(), f.stored(t, f.sync, asked()), f.olivia, business)
			must(t, err)
			g := grantOf(t, f.other.approvals, redirect)
			want := approval.Grant{
				Kind: approval.Code, Business: business, App: f.sync.ID, User: f.olivia, AccessGeneration: 1,
				Scopes: scope.Of(scope.EventsRead, scope.InvoicesRead), RedirectURI: callback, CodeChallenge: challenge,
				CreatedAt: f.clock.Now(), ExpiresAt: f.clock.Now().Add(10 * time.Minute), Live: true,
			}
			if diff := cmp.Diff(want, g, cmpopts.IgnoreFields(approval.Grant{}, "ID", "Decision", "Installation", "Consent")); diff != "" {
				t.Error(diff)
			}
			if g.Installation.Shard != business.Shard {
				t.Error("the installation is another business's")
			}
		}
	})
}

// grantOf finds the grant whose code somebody was sent back with, and whether it is
// live.
func grantOf(t testing.TB, in *approval.Service, redirect string) approval.Grant {
	t.Helper()
	g, ok, err := in.Find(t.Context(), back(t, redirect).Get("code"))
	if err != nil || !ok {
		t.Fatalf("the code is not known: %v", err)
	}
	g, _, err = in.FindDecision(t.Context(), g.Business, g.Decision)
	must(t, err)
	return g
}

func TestADenialRedirectsWithAnError(t *testing.T) {
	t.Parallel()
	t.Run("AUTH-10 with error=access_denied, state and iss", func(t *testing.T) {
		t.Parallel()
		f := newFixture(t)
		handle := f.stored(t, f.sync, asked())
		redirect, err := f.Deny(t.Context(), handle, f.olivia)
		must(t, err)
		if diff := cmp.Diff(callback+"?error=access_denied&state=xyz&iss=https%3A%2F%2Fapi.example", redirect); diff != "" {
			t.Error(diff)
		}
		_, err = f.Approve(t.Context(), handle, f.olivia, f.bakery)
		refused(t, err, "AUTHORIZATION_REQUEST_NOT_FOUND")
		if f.grants(t)+f.installations(t) != 0 {
			t.Error("a denial gave something")
		}
	})
}

func TestARequestIsStoredForFiveMinutes(t *testing.T) {
	t.Parallel()
	t.Run("AUTH-09 and is then not found or expired", func(t *testing.T) {
		t.Parallel()
		f := newFixture(t)
		handle := f.stored(t, f.sync, asked())
		f.clock.Move(5*time.Minute - time.Microsecond)
		got, err := f.other.Find(t.Context(), handle)
		must(t, err)
		want := authorize.Request{
			ID: got.ID, App: f.sync.ID, RedirectURI: callback, Scopes: scope.Of(scope.EventsRead, scope.InvoicesRead),
			CreatedAt: at, ExpiresAt: at.Add(5 * time.Minute),
		}
		if diff := cmp.Diff(want, got, cmpopts.IgnoreUnexported(authorize.Request{})); diff != "" {
			t.Error(diff)
		}
		if got.RedirectHost() != "sync.example" {
			t.Errorf("redirects to %s", got.RedirectHost())
		}
		f.clock.Move(time.Microsecond)
		for name, try := range map[string]func() error{
			"find":    func() error { _, err := f.Find(t.Context(), handle); return err },
			"approve": func() error { _, err := f.Approve(t.Context(), handle, f.olivia, f.bakery); return err },
			"deny":    func() error { _, err := f.Deny(t.Context(), handle, f.olivia); return err },
		} {
			if err := try(); err == nil || err.Error() != "invalid_request: authorization request not found or expired" {
				t.Errorf("%s: %v", name, err)
			}
		}
		if f.grants(t)+f.installations(t) != 0 {
			t.Error("an expired request gave something")
		}
	})
}

func TestWhatIsNoHandleFindsNothing(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	handle := f.stored(t, f.sync, asked()).Handle
	for _, text := range []string{"", "\x00", "cpar_", handle[:len(handle)-1], strings.ToUpper(handle), secret.NewAt(secret.PendingRequest, 7), secret.New(secret.PendingRequest), secret.NewAt(secret.Session, 7)} {
		_, err := f.Find(t.Context(), authorize.Ref{Handle: text, Browser: browser})
		refused(t, err, "AUTHORIZATION_REQUEST_NOT_FOUND")
	}
}

func TestARequestIsItsBrowsers(t *testing.T) {
	t.Parallel()
	t.Run("AUTH-16 and nobody else's to see or decide", func(t *testing.T) {
		t.Parallel()
		f := newFixture(t)
		ref := f.stored(t, f.sync, asked())
		for _, other := range []string{"", "another browser's secret"} {
			strange := authorize.Ref{Handle: ref.Handle, Browser: other}
			for name, try := range map[string]func() error{
				"find":        func() error { _, err := f.Find(t.Context(), strange); return err },
				"acknowledge": func() error { return f.Acknowledge(t.Context(), strange, f.olivia) },
				"approve":     func() error { _, err := f.Approve(t.Context(), strange, f.olivia, f.bakery); return err },
				"deny":        func() error { _, err := f.Deny(t.Context(), strange, f.olivia); return err },
			} {
				if err := try(); !errors.Is(err, authorize.ErrRequestNotFound) {
					t.Errorf("%s with %q: %v", name, other, err)
				}
			}
		}
		request, err := f.Find(t.Context(), ref)
		if must(t, err); request.AcknowledgedBy(f.olivia) {
			t.Error("a stranger acknowledged the warning")
		}
		must(t, f.Acknowledge(t.Context(), ref, f.olivia))
		request, err = f.other.Find(t.Context(), ref)
		if must(t, err); !request.AcknowledgedBy(f.olivia) || request.AcknowledgedBy(f.dana) {
			t.Error("it is not who read the warning that is kept")
		}
		_, err = f.Approve(t.Context(), ref, f.olivia, f.bakery)
		must(t, err)
	})
}

// What a stranger can make us keep: the longest of everything, in bytes that do
// not compress.
func TestAStoredRequestIsSmall(t *testing.T) {
	t.Parallel()
	t.Run("AUTH-17 of at most 2 KB", func(t *testing.T) {
		t.Parallel()
		f := newFixture(t)
		long := noise(512 - len("http://localhost/"))
		app, err := f.apps.SetRedirectURIs(t.Context(), f.sync.ID, 0, []string{"http://localhost/" + long})
		must(t, err)
		ask := asked()
		ask.RedirectURI, ask.Scope, ask.State = "http://localhost:65535/"+long, scope.Partner().String(), new(noise(768))
		sound, wrong := authorize.Check(authorize.Client{App: app, AnyLoopbackPort: true}, ask, issuer)
		if wrong != nil {
			t.Fatal(wrong)
		}
		_, err = f.Store(t.Context(), sound, browser)
		must(t, err)
		var size int
		must(t, f.db.QueryRow(t.Context(), "SELECT pg_column_size(r) FROM oauth.requests r").Scan(&size))
		const indexes = 3 * 64 // an entry in each
		if size+indexes > 2048 {
			t.Errorf("it takes %d bytes and its index entries", size)
		}
		ask.State = new(*ask.State + "x")
		if _, wrong := authorize.Check(authorize.Client{App: app, AnyLoopbackPort: true}, ask, issuer); wrong == nil || wrong.Message != "invalid_request: state is too long" {
			t.Errorf("a longer state: %v", wrong)
		}
	})
}

// noise is so many characters that look like nothing else.
func noise(length int) string {
	var text strings.Builder
	for text.Len() < length {
		text.WriteString(rand.Text())
	}
	return text.String()[:length]
}

// TestARefusedChoiceLeavesTheRequestWaiting shows that the user can choose
// another business, or let somebody else decide.
func TestARefusedChoiceLeavesTheRequestWaiting(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name     string
		app      func(f *fixture) apps.App
		user     func(f *fixture) ident.User
		business func(f *fixture) ident.Business
		want     string
	}{
		{"AUTH-08 an unreviewed app and a business that is no sandbox of its own",
			func(f *fixture) apps.App { return f.fresh }, func(f *fixture) ident.User { return f.olivia },
			func(f *fixture) ident.Business { return f.bakery }, "APP_NOT_REVIEWED"},
		{"AUTH-13 a user without apps.install",
			func(f *fixture) apps.App { return f.sync }, func(f *fixture) ident.User { return f.ben },
			func(f *fixture) ident.Business { return f.bakery }, "PERMISSION_DENIED"},
		{"a business of strangers",
			func(f *fixture) apps.App { return f.sync }, func(f *fixture) ident.User { return f.olivia },
			func(f *fixture) ident.Business { return f.sandbox }, "BUSINESS_NOT_FOUND"},
		{"a business that does not exist",
			func(f *fixture) apps.App { return f.sync }, func(f *fixture) ident.User { return f.olivia },
			func(*fixture) ident.Business { return ident.New[ident.Business](3, at) }, "BUSINESS_NOT_FOUND"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			f := newFixture(t)
			handle := f.stored(t, c.app(f), asked())
			_, err := f.Approve(t.Context(), handle, c.user(f), c.business(f))
			refused(t, err, c.want)
			_, err = f.Approve(t.Context(), handle, f.dana, f.sandbox)
			must(t, err)
			if f.grants(t)+f.installations(t) != 0 {
				t.Error("the refused choice gave something")
			}
		})
	}
}

func TestARedirectURIThatWasTakenBackIsNotUsed(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	ctx := t.Context()
	handle := f.stored(t, f.sync, asked())
	_, err := f.apps.SetRedirectURIs(ctx, f.sync.ID, 0, []string{"https://sync.example/elsewhere"})
	must(t, err)
	_, err = f.Approve(ctx, handle, f.olivia, f.bakery)
	refused(t, err, "REDIRECT_URI_NOT_REGISTERED")
	_, err = f.Deny(ctx, handle, f.olivia)
	refused(t, err, "REDIRECT_URI_NOT_REGISTERED")
	if f.grants(t)+f.installations(t) != 0 {
		t.Error("it gave something")
	}
	_, err = f.apps.Suspend(ctx, f.sync.ID)
	must(t, err)
	if _, err = f.Approve(ctx, handle, f.olivia, f.bakery); err == nil || err.Error() != "Invalid client_id" {
		t.Errorf("a suspended app: %v", err)
	}
}

func TestALoopbackPortIsGoodUntilTheDecision(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	app, err := f.apps.SetRedirectURIs(t.Context(), f.sync.ID, 0, []string{"http://localhost/cb"})
	must(t, err)
	ask := asked()
	ask.RedirectURI = "http://localhost:4711/cb"
	sound, wrong := authorize.Check(authorize.Client{App: app, AnyLoopbackPort: true}, ask, issuer)
	if wrong != nil {
		t.Fatal(wrong)
	}
	handle, err := f.Store(t.Context(), sound, browser)
	must(t, err)
	redirect, err := f.Approve(t.Context(), authorize.Ref{Handle: handle, Browser: browser}, f.olivia, f.bakery)
	if err != nil || !strings.HasPrefix(redirect, "http://localhost:4711/cb?code=") {
		t.Errorf("redirects to %q, %v", redirect, err)
	}
}

func TestOneDecisionIsMade(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	for round := range 20 {
		handle := f.stored(t, f.sync, asked())
		before := f.grants(t)
		const many = 50
		redirects := make([]string, many)
		f.atOnce(many, func(i int, n *node) {
			var err error
			if i%3 == round%3 {
				redirects[i], err = n.Deny(t.Context(), handle, f.olivia)
			} else {
				redirects[i], err = n.Approve(t.Context(), handle, f.olivia, f.bakery)
			}
			if err != nil {
				refused(t, err, "AUTHORIZATION_REQUEST_NOT_FOUND")
			}
		})
		var decisions []url.Values
		for _, redirect := range redirects {
			if redirect != "" {
				decisions = append(decisions, back(t, redirect))
			}
		}
		if len(decisions) != 1 {
			t.Fatalf("%d decisions on one request", len(decisions))
		}
		given := 0
		if code := decisions[0].Get("code"); code != "" {
			given = 1
			if _, ok, err := f.approvals.Find(t.Context(), code); err != nil || !ok {
				t.Errorf("the code is not known: %v", err)
			}
		}
		if got := f.grants(t) - before; got != given {
			t.Fatalf("%d grants came of %v", got, decisions[0])
		}
	}
}

func TestNoApprovalOutrunsAnUninstall(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	for range 20 {
		_, err := f.Approve(t.Context(), f.stored(t, f.sync, asked()), f.olivia, f.bakery)
		must(t, err)
		inst, _, err := f.installs.Current(t.Context(), f.bakery, f.sync.ID)
		must(t, err)
		handle := f.stored(t, f.sync, asked())
		var redirect string
		f.atOnce(2, func(i int, n *node) {
			var err error
			if i == 0 {
				if _, err = n.installs.Uninstall(t.Context(), f.olivia, inst.ID); err != nil {
					t.Error(err)
				}
				return
			}
			if redirect, err = n.Approve(t.Context(), handle, f.olivia, f.bakery); err != nil {
				refused(t, err, "APPROVAL_OVERTAKEN")
			}
		})
		if redirect == "" {
			continue
		}
		g := grantOf(t, f.approvals, redirect)
		// Either the approval began after the uninstall and made an installation of
		// its own, or it fell with the old one.
		if g.Live && g.Installation == inst.ID {
			t.Fatal("a grant outlived the uninstall")
		}
		if now, there, err := f.installs.Current(t.Context(), f.bakery, f.sync.ID); err != nil {
			t.Fatal(err)
		} else if there {
			_, err := f.installs.Uninstall(t.Context(), f.olivia, now.ID)
			must(t, err)
		}
	}
}

func TestRequestsThatAreOverAreForgotten(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	const over = 1200 // more than one batch
	for range over {
		f.stored(t, f.sync, asked())
	}
	f.clock.Move(time.Minute)
	waiting := f.stored(t, f.sync, asked())
	f.clock.Move(4 * time.Minute)
	if n, err := f.Purge(t.Context(), ident.EveryShard()); n != over || err != nil {
		t.Errorf("purged %d, %v", n, err)
	}
	if _, err := f.Find(t.Context(), waiting); err != nil {
		t.Error(err)
	}
}

func TestHandlesAndCodesAreNotInTheDatabase(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	approved, denied, waiting := f.stored(t, f.sync, asked()), f.stored(t, f.sync, asked()), f.stored(t, f.sync, asked())
	redirect, err := f.Approve(t.Context(), approved, f.olivia, f.bakery)
	must(t, err)
	_, err = f.Deny(t.Context(), denied, f.olivia)
	must(t, err)
	f.notKept(t, browser, approved.Handle, denied.Handle, waiting.Handle, back(t, redirect).Get("code"))
}

// TestACrashAnywhereInAnApproval ends a node before its n-th statement, for
// every n, and looks at what the others find.
func TestACrashAnywhereInAnApproval(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	crashed, unfinished := 0, 0
	for n := 1; ; n++ {
		f.bakery = f.core.Business(t, "Old Mill Bakery", f.olivia, ident.Organization{}).ID
		handle := f.stored(t, f.sync, asked())
		redirect, err := f.join(t, &reaper{before: n}).Approve(t.Context(), handle, f.olivia, f.bakery)
		if err == nil {
			if f.grants(t) != 1 || back(t, redirect).Get("code") == "" {
				t.Errorf("the approval that was not cut off gave %d grants", f.grants(t))
			}
			break
		}
		crashed++
		if f.grants(t)+f.consents(t)+f.installations(t) != 0 {
			t.Errorf("before statement %d: %d grants, %d consents, %d installations are left", n, f.grants(t), f.consents(t), f.installations(t))
		}
		// Somebody tries again: it works, or it is decided and stays so.
		redirect, err = f.other.Approve(t.Context(), handle, f.olivia, f.bakery)
		want := 1
		if err != nil {
			refused(t, err, "AUTHORIZATION_REQUEST_NOT_FOUND")
			want = 0
			unfinished++
		} else if _, ok, err := f.approvals.Find(t.Context(), back(t, redirect).Get("code")); err != nil || !ok {
			t.Errorf("before statement %d: the code of the second try is not known: %v", n, err)
		}
		if diff := cmp.Diff([]int{want, want, want}, []int{f.grants(t), f.consents(t), f.installations(t)}); diff != "" {
			t.Errorf("before statement %d: grants, consents, installations: %s", n, diff)
		}
	}
	if unfinished == 0 || unfinished == crashed {
		t.Errorf("of %d crashes %d fell between the decision and the grant", crashed, unfinished)
	}
	t.Logf("%d crashes, %d of them after the decision", crashed, unfinished)
}

func TestAPageThatIsLeftGetsNoCode(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	ctx, leave := context.WithCancel(t.Context())
	leave()
	handle := f.stored(t, f.sync, asked())
	if _, err := f.Approve(ctx, handle, f.olivia, f.bakery); err == nil {
		t.Error("somebody who left was answered")
	}
	if f.grants(t) != 0 {
		t.Error("a code was minted that nobody received")
	}
}

func TestARequestCanBeAskedAgain(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	for _, state := range []*string{nil, new(""), new("\x00 &\xff")} {
		want := asked()
		want.State, want.Scope = state, "events:read invoices:read"
		request, err := f.Find(t.Context(), f.stored(t, f.sync, want))
		must(t, err)
		got, wrong := authorize.Parse(request.RestartQuery(want.ClientID))
		if diff := cmp.Diff(want, got); diff != "" || wrong != nil {
			t.Error(wrong, diff)
		}
	}
}
