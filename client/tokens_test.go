package counterpart

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"
)

// renews is a token endpoint that gives new tokens, numbered.
func renews(s *scripted) func(request) step {
	return func(request) step {
		n := len(s.tokens) + 1
		return step{status: 200, body: fmt.Sprintf(`{"access_token":"cpat_%d","refresh_token":"cprt_%d","expires_in":3600,"scope":"profile:read","token_type":"Bearer"}`, n, n)}
	}
}

func refuses(code, description string) func(request) step {
	return func(request) step {
		return step{status: 400, body: fmt.Sprintf(`{"error":%q,"error_description":%q}`, code, description)}
	}
}

// ages makes the access token look as if it ended.
func ages(t *testing.T, app *App, left time.Duration) {
	t.Helper()
	set, err := app.tokens.store.Load(t.Context(), "biz_1")
	if err != nil {
		t.Fatal(err)
	}
	set.Expires = time.Now().Add(left)
	if err := app.tokens.store.Save(t.Context(), "biz_1", set); err != nil {
		t.Fatal(err)
	}
}

func TestRefreshing(t *testing.T) {
	t.Parallel()
	t.Run("KIT-04 fifty goroutines of the Go client refresh once", func(t *testing.T) {
		t.Parallel()
		synctest.Test(t, func(t *testing.T) {
			service := newScripted()
			service.answer = renews(service)
			app := service.app(t)
			ages(t, app, time.Minute)
			var group sync.WaitGroup
			for range 50 {
				group.Go(func() {
					if _, err := app.Business("biz_1").Me(t.Context()); err != nil {
						t.Error(err)
					}
				})
			}
			group.Wait()
			if len(service.tokens) != 1 || len(service.calls) != 50 || service.calls[0].token != "cpat_2" {
				t.Errorf("%d refreshes for %d calls", len(service.tokens), len(service.calls))
			}
			asked := service.tokens[0]
			if asked.form.Get("refresh_token") != "cprt_1" || asked.form.Get("client_secret") != "the-secret" || len(asked.key) != 43 {
				t.Errorf("%v with key %q", asked.form, asked.key)
			}
			ages(t, app, time.Minute+time.Second)
			if _, err := app.Business("biz_1").Me(t.Context()); err != nil || len(service.tokens) != 1 {
				t.Errorf("a token that lasts for more than a minute was refreshed: %v", err)
			}
		})
	})
	t.Run("KIT-04 a token that was refused is refreshed, and a fresh one that is refused is the end", func(t *testing.T) {
		t.Parallel()
		synctest.Test(t, func(t *testing.T) {
			service := newScripted(step{status: 401}, step{status: 200, body: `{}`}, step{status: 401}, step{status: 401})
			service.answer = renews(service)
			var told []string
			app := service.app(t, func(c *Config) {
				c.OnDisconnect = func(_ context.Context, business string, err *DisconnectedError) {
					told = append(told, business+" "+err.Reason)
				}
			})
			bakery := app.Business("biz_1")
			if _, err := bakery.Suppliers.Create(t.Context(), NewSupplier{Name: "Mill"}); err != nil {
				t.Fatal(err)
			}
			if one, two := service.calls[0], service.calls[1]; one.key != two.key || one.token == two.token {
				t.Errorf("%+v, %+v", one, two)
			}
			_, err := bakery.Me(t.Context())
			var ended *DisconnectedError
			if !errors.As(err, &ended) || ended.Reason != "refused" || strings.Join(told, ",") != "biz_1 refused" {
				t.Errorf("%v, told %v", err, told)
			}
			if _, err := app.tokens.store.Load(t.Context(), "biz_1"); err != nil {
				t.Errorf("the tokens are gone: %v", err)
			}
		})
	})
	t.Run("KIT-04 access that was ended is told once, and the tokens are forgotten", func(t *testing.T) {
		t.Parallel()
		synctest.Test(t, func(t *testing.T) {
			service := newScripted()
			service.answer = refuses("invalid_grant", "revoked")
			told := 0
			var bakery *Business
			app := service.app(t, func(c *Config) {
				c.OnDisconnect = func(ctx context.Context, _ string, _ *DisconnectedError) {
					told++
					if err := bakery.Disconnect(ctx); err != nil { // nothing is locked any more
						t.Error(err)
					}
				}
			})
			bakery = app.Business("biz_1")
			ages(t, app, 0)
			var group sync.WaitGroup
			for range 10 {
				group.Go(func() {
					var ended *DisconnectedError
					var refused *OAuthError
					_, err := bakery.Me(t.Context())
					late := errors.Is(err, ErrNoTokens)
					if !late && (!errors.As(err, &ended) || ended.Reason != "revoked" || !errors.As(err, &refused)) {
						t.Error(err)
					}
				})
			}
			group.Wait()
			if _, err := bakery.Me(t.Context()); !errors.Is(err, ErrNoTokens) || told != 1 || len(service.tokens) != 1 {
				t.Errorf("told %d times after %d requests, then %v", told, len(service.tokens), err)
			}
		})
	})
	t.Run("KIT-06 a refresh whose answer was lost is repeated with its key", func(t *testing.T) {
		t.Parallel()
		synctest.Test(t, func(t *testing.T) {
			service := newScripted()
			service.answer = func(r request) step {
				if len(service.tokens) < 5 {
					return step{cut: true}
				}
				return renews(service)(r)
			}
			app := service.app(t)
			ages(t, app, 0)
			var lost *ConnectionError
			if _, err := app.Business("biz_1").Me(t.Context()); !errors.As(err, &lost) || len(service.tokens) != 3 {
				t.Fatalf("%d requests: %v", len(service.tokens), err)
			}
			if _, err := app.Business("biz_1").Me(t.Context()); err != nil || len(service.tokens) != 5 {
				t.Fatalf("%d requests: %v", len(service.tokens), err)
			}
			for _, asked := range service.tokens {
				if asked.key != service.tokens[0].key || asked.key == "" {
					t.Errorf("the key is %q, want always the same", asked.key)
				}
			}
			set, _ := app.tokens.store.Load(t.Context(), "biz_1")
			if set.RefreshKey != "" {
				t.Error("the key outlived its refresh")
			}
		})
	})
	t.Run("KIT-04 whoever began a refresh may leave", func(t *testing.T) {
		t.Parallel()
		synctest.Test(t, func(t *testing.T) {
			service := newScripted()
			service.answer = renews(service)
			app := service.app(t)
			ages(t, app, 0)
			unlock, err := app.tokens.store.Lock(t.Context(), "biz_1") // another process
			if err != nil {
				t.Fatal(err)
			}
			ctx, cancel := context.WithTimeout(t.Context(), time.Second)
			defer cancel()
			if _, err := app.Business("biz_1").Me(ctx); !errors.Is(err, context.DeadlineExceeded) {
				t.Fatal(err)
			}
			var group sync.WaitGroup
			group.Go(func() {
				if _, err := app.Business("biz_1").Me(t.Context()); err != nil {
					t.Error(err)
				}
			})
			synctest.Wait()
			_ = unlock()
			group.Wait()
			if len(service.tokens) != 1 {
				t.Errorf("%d refreshes", len(service.tokens))
			}
		})
	})
	t.Run("KIT-04 a lock that never comes is given up", func(t *testing.T) {
		t.Parallel()
		synctest.Test(t, func(t *testing.T) {
			service := newScripted()
			app := service.app(t)
			ages(t, app, 0)
			unlock, _ := app.tokens.store.Lock(t.Context(), "biz_1")
			if _, err := app.Business("biz_1").Me(t.Context()); !errors.Is(err, context.DeadlineExceeded) || time.Since(service.began) != refreshLimit {
				t.Errorf("after %s: %v", time.Since(service.began), err)
			}
			_ = unlock()
		})
	})
}

// forgetful is a store that does not save what has no refresh key.
type forgetful struct{ TokenStore }

func (f forgetful) Save(ctx context.Context, business string, t TokenSet) error {
	if t.RefreshKey == "" {
		return errors.New("disk full")
	}
	return f.TokenStore.Save(ctx, business, t)
}

func TestTokensThatCannotBeSavedAreNotUsed(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		service := newScripted()
		service.answer = renews(service)
		app := service.app(t)
		ages(t, app, 0)
		app.tokens.store = forgetful{app.tokens.store}
		_, err := app.Business("biz_1").Me(t.Context())
		var lost *NotSavedError
		if !errors.Is(err, ErrNotSaved) || !errors.As(err, &lost) || lost.Tokens.Access != "cpat_2" || len(service.calls) != 0 {
			t.Errorf("%v after %d calls", err, len(service.calls))
		}
		if _, err := app.connected(t.Context(), TokenSet{Access: "cpat_9", Expires: time.Now().Add(time.Hour)}, app.tokens); !errors.Is(err, ErrNotSaved) {
			t.Error(err)
		}
	})
}

func TestConnecting(t *testing.T) {
	t.Parallel()
	me := step{status: 200, body: `{"business":{"id":"biz_2"}}`}
	t.Run("a callback is exchanged", func(t *testing.T) {
		t.Parallel()
		synctest.Test(t, func(t *testing.T) {
			service := newScripted(me)
			service.answer = renews(service)
			app := service.app(t)
			began := app.Authorize("invoices:read")
			at, err := url.Parse(began.URL)
			if err != nil || at.Host != "app.books.test" {
				t.Fatal(began.URL, err)
			}
			asked := at.Query()
			if asked.Get("scope") != "profile:read invoices:read" || asked.Get("state") != began.State || asked.Get("code_challenge_method") != "S256" || len(asked.Get("code_challenge")) != 43 {
				t.Errorf("%v", asked)
			}
			callback := url.Values{"state": {began.State}, "iss": {testHost}, "code": {"the-code"}}
			bakery, err := app.Exchange(t.Context(), began, callback)
			if err != nil || bakery.ID != "biz_2" || service.tokens[0].form.Get("code_verifier") != began.Verifier {
				t.Fatalf("%v, %v", bakery, err)
			}
			if _, err := app.Business("biz_2").Me(t.Context()); err != nil {
				t.Error(err)
			}
			for name, row := range map[string]struct {
				began    Authorization
				callback url.Values
				want     error
			}{
				"of another request":  {Authorization{State: "another"}, callback, ErrStateMismatch},
				"of no request":       {Authorization{}, url.Values{"iss": {testHost}}, ErrStateMismatch},
				"of somebody else":    {began, url.Values{"state": {began.State}, "iss": {"https://evil.test"}}, ErrWrongIssuer},
				"without a sender":    {began, url.Values{"state": {began.State}}, ErrWrongIssuer},
				"of one who said no":  {began, url.Values{"state": {began.State}, "iss": {testHost}, "error": {"access_denied"}}, ErrDenied},
				"is an error of ours": {began, url.Values{"state": {began.State}, "iss": {testHost}, "error": {"invalid_scope"}}, nil},
			} {
				var refused *OAuthError
				if _, err := app.Exchange(t.Context(), row.began, row.callback); row.want != nil && !errors.Is(err, row.want) || row.want == nil && !errors.As(err, &refused) {
					t.Errorf("a callback %s: %v", name, err)
				}
			}
		})
	})
	t.Run("a code is sent once", func(t *testing.T) {
		t.Parallel()
		synctest.Test(t, func(t *testing.T) {
			service := newScripted()
			service.answer = func(request) step { return step{cut: true} }
			app := service.app(t)
			began := app.Authorize()
			if _, err := app.Exchange(t.Context(), began, url.Values{"state": {began.State}, "iss": {testHost}, "code": {"c"}}); err == nil || len(service.tokens) != 1 {
				t.Errorf("%d requests: %v", len(service.tokens), err)
			}
		})
	})
	t.Run("a device waits", func(t *testing.T) {
		t.Parallel()
		synctest.Test(t, func(t *testing.T) {
			service := newScripted(me)
			says := []step{refuses("authorization_pending", "")(request{}), {cut: true}, refuses("slow_down", "")(request{})}
			service.answer = func(r request) step {
				switch n := len(service.tokens) - 2; {
				case n < 0:
					return step{status: 200, body: `{"device_code":"cpdc_1","user_code":"BCDF-GHJK","verification_uri":"https://app.books.test/device","verification_uri_complete":"https://app.books.test/device?code=BCDF-GHJK","interval":5}`}
				case n < len(says):
					return says[n]
				}
				return renews(service)(r)
			}
			app := service.app(t)
			login, err := app.Device(t.Context(), "invoices:read")
			if err != nil || login.UserCode != "BCDF-GHJK" || login.VerificationURIComplete == "" {
				t.Fatal(login, err)
			}
			bakery, err := login.Wait(t.Context())
			// 5 s, 5 s, then 10 s after a lost answer, then 15 s after slow_down.
			if err != nil || bakery.ID != "biz_2" || time.Since(service.began) != 35*time.Second {
				t.Errorf("%v, %v after %s", bakery, err, time.Since(service.began))
			}
			service.answer = refuses("access_denied", "")
			if _, err := login.Wait(t.Context()); !errors.Is(err, ErrDenied) {
				t.Error(err)
			}
		})
	})
	t.Run("an embedded page's access ends with its token", func(t *testing.T) {
		t.Parallel()
		synctest.Test(t, func(t *testing.T) {
			service := newScripted(me, step{status: 200, body: `{}`}, step{status: 401})
			service.answer = func(request) step { return step{status: 200, body: `{"access_token":"cpat_9","expires_in":3600}`} }
			app := service.app(t)
			bakery, err := app.ExchangeSession(t.Context(), "a.b.c")
			if err != nil || service.tokens[0].form.Get("subject_token") != "a.b.c" {
				t.Fatal(err)
			}
			if _, err := bakery.Me(t.Context()); err != nil {
				t.Error(err)
			}
			var ended *DisconnectedError
			if _, err := bakery.Me(t.Context()); !errors.As(err, &ended) || ended.Reason != "expired" {
				t.Error(err)
			}
			if _, err := app.tokens.store.Load(t.Context(), "biz_2"); !errors.Is(err, ErrNoTokens) {
				t.Errorf("it is in the store: %v", err)
			}
		})
	})
	t.Run("access is ended by the app", func(t *testing.T) {
		t.Parallel()
		synctest.Test(t, func(t *testing.T) {
			service := newScripted()
			service.answer = func(request) step { return step{status: 200, body: `{}`} }
			app := service.app(t)
			if err := app.Business("biz_1").Disconnect(t.Context()); err != nil || service.tokens[0].form.Get("token") != "cprt_1" {
				t.Error(err)
			}
			if _, err := app.Business("biz_1").Me(t.Context()); !errors.Is(err, ErrNoTokens) {
				t.Error(err)
			}
		})
	})
}

func TestTheServiceIsDiscovered(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		service := newScripted()
		app := service.app(t)
		for range 3 {
			time.Sleep(25 * time.Minute)
			ages(t, app, time.Hour)
			if _, err := app.Business("biz_1").Me(t.Context()); err != nil {
				t.Fatal(err)
			}
		}
		if service.reads != 2 {
			t.Errorf("the metadata was read %d times in 75 minutes", service.reads)
		}
		service.issuer = "https://evil.test"
		time.Sleep(time.Hour)
		if _, err := app.Business("biz_1").Me(t.Context()); !errors.Is(err, ErrWrongIssuer) {
			t.Error(err)
		}
		for _, host := range []string{"", "books", "https://api.books.test/v1", "http://[::1"} {
			if _, err := New(t.Context(), Config{Host: host}); err == nil {
				t.Errorf("%q was taken for a host", host)
			}
		}
	})
}
