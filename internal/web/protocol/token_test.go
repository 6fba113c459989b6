package protocol_test

import (
	"encoding/base64"
	"maps"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/counterpart/counterpart/internal/core/oauth/device"
	"github.com/counterpart/counterpart/internal/vocab/scope"
)

const (
	deviceGrant   = "urn:ietf:params:oauth:grant-type:device_code"
	exchangeGrant = "urn:ietf:params:oauth:grant-type:token-exchange"
	failed        = "client authentication failed"
	realm         = `Basic realm="Books & Co"`
)

func TestTokensAreIssued(t *testing.T) {
	t.Parallel()
	f := newFixture(t, 1)
	shapeOf := func(body map[string]any) map[string]any {
		shape := maps.Clone(body)
		for _, name := range []string{"access_token", "refresh_token"} {
			if text, ok := shape[name].(string); ok {
				shape[name] = text[:5]
			}
		}
		return shape
	}
	want := map[string]any{
		"access_token": "cpat_", "refresh_token": "cprt_", "token_type": "Bearer", "expires_in": 3600.0, "scope": "invoices:read",
	}
	var refresh string
	t.Run("TOK-02 for the code of a PUBLIC client", func(t *testing.T) {
		got := f.tokens(t, f.pocket, ask{})
		if diff := cmp.Diff(want, shapeOf(got)); diff != "" {
			t.Error(diff)
		}
		refresh, _ = got["refresh_token"].(string)
	})
	t.Run("TOK-02 for a refresh token, and nobody may keep the answer", func(t *testing.T) {
		got := f.ask(t, ask{path: "/oauth/token", form: form("grant_type", "refresh_token", "refresh_token", refresh, "client_id", f.pocket.ClientID)})
		got.is(t, http.StatusOK, got.body)
		if diff := cmp.Diff(want, shapeOf(got.json(t))); diff != "" {
			t.Error(diff)
		}
	})
	t.Run("CLI-01 for a client with Basic", func(t *testing.T) {
		if diff := cmp.Diff(want, shapeOf(f.tokens(t, f.sync, ask{header: basic(f.sync.ClientID, f.secret)}))); diff != "" {
			t.Error(diff)
		}
	})
	t.Run("CLI-01 for a client with its secret in the body, and a parameter that nobody knows", func(t *testing.T) {
		got := f.ask(t, ask{path: "/oauth/token", form: form("grant_type", "authorization_code", "code", f.code(t, f.sync), "redirect_uri", redirectURI,
			"code_verifier", verifier, "client_id", f.sync.ClientID, "client_secret", f.secret, "colour", "blue", "resource", baseURL+"/invoices")})
		if diff := cmp.Diff(want, shapeOf(got.json(t))); diff != "" {
			t.Error(diff)
		}
	})
	t.Run("CLI-01 Basic with an equal client_id in the body", func(t *testing.T) {
		got := f.ask(t, ask{path: "/oauth/token", header: basic(f.sync.ClientID, f.secret), form: form("grant_type", "authorization_code",
			"code", f.code(t, f.sync), "redirect_uri", redirectURI, "code_verifier", verifier, "client_id", f.sync.ClientID, "client_secret", "")})
		if diff := cmp.Diff(want, shapeOf(got.json(t))); diff != "" {
			t.Error(diff)
		}
	})
}

func TestATokenRequestThatCannotBeRead(t *testing.T) {
	t.Parallel()
	f := newFixture(t, 1)
	const kind = "application/x-www-form-urlencoded"
	const wrongKind = "the body must be application/x-www-form-urlencoded"
	good := form("grant_type", "refresh_token", "refresh_token", "x", "client_id", f.pocket.ClientID).Encode()
	for _, c := range []struct {
		what, kind, body, description string
	}{
		{"TOK-01 JSON", "application/json", `{}`, wrongKind},
		{"TOK-01 no content type", "", good, wrongKind},
		{"TOK-01 another content type", "text/plain", good, wrongKind},
		{"TOK-01 a content type that is none", "a/b/c", good, wrongKind},
		{"TOK-01 another charset", kind + "; charset=latin1", good, wrongKind},
		{"TOK-01 a body that is too large", kind, good + "&a=" + strings.Repeat("x", 64<<10), "the body is too large"},
		{"TOK-01 a broken escape", kind, good + "&a=%zz", "the body is not a well-formed form"},
		{"TOK-01 a semicolon", kind, good + ";a=b", "the body is not a well-formed form"},
		{"TOK-01 bytes that are no text", kind, good + "&a=%ff", "the body must be text in UTF-8"},
		{"TOK-01 a NUL", kind, good + "&a=%00", "the body must be text in UTF-8"},
		{"TOK-01 a parameter twice", kind, good + "&grant_type=refresh_token", "a parameter was sent more than once"},
		{"TOK-01 a parameter twice, once without a value", kind, good + "&client_id=", "a parameter was sent more than once"},
		{"TOK-01 an unknown parameter twice", kind, good + "&a=b&a=b", "a parameter was sent more than once"},
	} {
		t.Run(c.what, func(t *testing.T) {
			f.ask(t, ask{path: "/oauth/token", kind: c.kind, body: c.body}).is(t, http.StatusBadRequest, refusal("invalid_request", c.description))
		})
	}
	t.Run("TOK-01 a charset that is ours", func(t *testing.T) {
		f.ask(t, ask{path: "/oauth/token", kind: kind + "; charset=UTF-8", body: good}).is(t, http.StatusBadRequest, refusal("invalid_grant", ""))
	})
}

func TestATokenRequestIsRefused(t *testing.T) {
	t.Parallel()
	f := newFixture(t, 1)
	pocket := []string{"client_id", f.pocket.ClientID}
	code := []string{"grant_type", "authorization_code", "code", "x", "redirect_uri", redirectURI}
	refresh := []string{"grant_type", "refresh_token", "refresh_token", "x"}
	exchange := []string{"grant_type", exchangeGrant, "subject_token", "x", "subject_token_type", "urn:ietf:params:oauth:token-type:jwt"}
	const target = "resource must be one absolute URI on the API origin"
	for _, c := range []struct {
		what                      string
		form                      []string
		header                    http.Header
		status                    int
		code, description, accept string
	}{
		{"TOK-03 no grant_type", pocket, nil, 400, "invalid_request", "grant_type is required", ""},
		{"TOK-03 an empty grant_type", join(pocket, "grant_type", ""), nil, 400, "invalid_request", "grant_type is required", ""},
		{"TOK-03 an unknown grant_type", join(pocket, "grant_type", "password"), nil, 400, "unsupported_grant_type", "grant_type is not supported", ""},
		{"TOK-03 no code", join(pocket, "grant_type", "authorization_code", "redirect_uri", redirectURI), nil, 400, "invalid_request", "code is required", ""},
		{"TOK-03 no redirect_uri", join(pocket, "grant_type", "authorization_code", "code", "x"), nil, 400, "invalid_request", "redirect_uri is required", ""},
		{"TOK-03 no refresh_token", join(pocket, "grant_type", "refresh_token"), nil, 400, "invalid_request", "refresh_token is required", ""},
		{"TOK-03 no device_code", join(pocket, "grant_type", deviceGrant), nil, 400, "invalid_request", "device_code is required", ""},
		{"TOK-03 no subject_token", []string{"grant_type", exchangeGrant}, basic(f.sync.ClientID, f.secret), 400, "invalid_request", "subject_token is required", ""},

		{"TOK-14 a foreign resource", join(pocket, append(refresh, "resource", "https://elsewhere.test")...), nil, 400, "invalid_target", target, ""},
		{"TOK-14 a relative resource", join(pocket, append(refresh, "resource", "/invoices")...), nil, 400, "invalid_target", target, ""},
		{"TOK-01 two resources", join(pocket, append(refresh, "resource", baseURL, "resource", baseURL)...), nil, 400, "invalid_target", "resource must be sent once, as one absolute URI on the API origin", ""},
		{"TOK-14 our resource, and an empty one", join(pocket, append(refresh, "resource", baseURL+"/x", "resource", "")...), nil, 400, "invalid_grant", "", ""},

		{"TOK-08 an unknown code", join(pocket, code...), nil, 400, "invalid_grant", "", ""},
		{"TOK-08 an unknown refresh token", join(pocket, refresh...), nil, 400, "invalid_grant", "", ""},
		{"TOK-08 an unknown device code", join(pocket, "grant_type", deviceGrant, "device_code", "x"), nil, 400, "invalid_grant", "", ""},

		{"CLI-03 no client_id", refresh, nil, 401, "invalid_client", failed, ""},
		{"CLI-03 an unknown client_id", join(refresh, "client_id", "nobody"), nil, 401, "invalid_client", failed, ""},
		{"CLI-03 no secret", join(refresh, "client_id", f.sync.ClientID), nil, 401, "invalid_client", failed, ""},
		{"CLI-03 a wrong secret", join(refresh, "client_id", f.sync.ClientID, "client_secret", "wrong"), nil, 401, "invalid_client", failed, ""},
		{"CLI-03 a wrong secret with Basic", refresh, basic(f.sync.ClientID, "wrong"), 401, "invalid_client", failed, realm},
		{"CLI-03 an unknown client with Basic", refresh, basic("nobody", "wrong"), 401, "invalid_client", failed, realm},
		{"CLI-03 a suspended app", refresh, basic(f.halted.ClientID, f.haltedBy), 401, "invalid_client", failed, realm},
		{"CLI-03 PUBLIC on token exchange", join(pocket, exchange...), nil, 401, "invalid_client", failed, ""},
		{"CLI-02 a secret from a PUBLIC client", join(pocket, append(refresh, "client_secret", "x")...), nil, 401, "invalid_client", failed, ""},
		{"CLI-02 a secret from a PUBLIC client with Basic", refresh, basic(f.pocket.ClientID, "x"), 401, "invalid_client", failed, realm},
		{"CLI-02 PUBLIC with Basic and an empty secret", refresh, basic(f.pocket.ClientID, ""), 400, "invalid_grant", "", ""},
		{"CLI-01 two secrets", join(refresh, "client_secret", f.secret), basic(f.sync.ClientID, f.secret), 400, "invalid_request", "client credentials were sent in the header and in the body", ""},
		{"CLI-01 two ids", join(refresh, "client_id", f.pocket.ClientID), basic(f.sync.ClientID, f.secret), 400, "invalid_request", "client_id differs from the one in the Authorization header", ""},
		{"CLI-01 Basic that is no base64", join(pocket, refresh...), raw("Basic !"), 401, "invalid_client", failed, realm},
		{"CLI-01 Basic without a colon", join(pocket, refresh...), raw("Basic " + base64.StdEncoding.EncodeToString([]byte("id"))), 401, "invalid_client", failed, realm},
		{"CLI-01 Basic with a broken escape", refresh, raw("Basic " + base64.StdEncoding.EncodeToString([]byte("%zz:x"))), 401, "invalid_client", failed, realm},
		{"CLI-01 Basic with nothing in it", refresh, raw("Basic"), 401, "invalid_client", failed, realm},
		{"CLI-01 Basic twice", refresh, http.Header{"Authorization": append(basic("a", "b")["Authorization"], basic("a", "b")["Authorization"]...)}, 401, "invalid_client", failed, realm},
		{"another scheme is none of ours", join(pocket, refresh...), raw("Bearer x"), 400, "invalid_grant", "", ""},
		{"the scheme's case does not matter", refresh, raw(strings.Replace(basic(f.sync.ClientID, f.secret).Get("Authorization"), "Basic", "bAsIc", 1)), 400, "invalid_grant", "", ""},

		{"an unsupported subject_token_type", join(exchange[:4:4], "subject_token_type", "x"), basic(f.sync.ClientID, f.secret), 400, "invalid_request", "subject_token_type is not supported", ""},
		{"EXCH-04 a session token that is none", exchange, basic(f.sync.ClientID, f.secret), 400, "invalid_grant", "", ""},

		// The order of the checks.
		{"a missing grant_type comes before the client", []string{"client_id", "nobody"}, nil, 400, "invalid_request", "grant_type is required", ""},
		{"the client comes before an unknown grant_type", []string{"grant_type", "x", "client_id", "nobody"}, nil, 401, "invalid_client", failed, ""},
		{"the client comes before a foreign resource", join(refresh, "client_id", "nobody", "resource", "x"), nil, 401, "invalid_client", failed, ""},
		{"an unknown grant_type comes before a foreign resource", join(pocket, "grant_type", "x", "resource", "x"), nil, 400, "unsupported_grant_type", "grant_type is not supported", ""},
		{"a missing parameter comes before a foreign resource", join(pocket, "grant_type", "refresh_token", "resource", "x"), nil, 400, "invalid_request", "refresh_token is required", ""},
	} {
		t.Run("ERR-01 "+c.what, func(t *testing.T) {
			var headers []string
			if c.accept != "" {
				headers = []string{"Www-Authenticate", c.accept}
			}
			f.ask(t, ask{path: "/oauth/token", form: form(c.form...), header: c.header}).is(t, c.status, refusal(c.code, c.description), headers...)
		})
	}
}

func join(list []string, more ...string) []string {
	return append(append([]string{}, list...), more...)
}

func raw(authorization string) http.Header { return http.Header{"Authorization": {authorization}} }

func TestASecretMayHoldAnything(t *testing.T) {
	t.Parallel()
	t.Run("CLI-01 id and secret are form-encoded inside Basic", func(t *testing.T) {
		t.Parallel()
		f := newFixture(t, 1)
		const odd = "a+b%c:d&e=f~g"
		_, err := f.nodes[0].apps.ImportSecret(t.Context(), f.sync.ID, odd)
		must(t, err)
		given := form("grant_type", "refresh_token", "refresh_token", "x")
		f.ask(t, ask{path: "/oauth/token", form: given, header: basic(f.sync.ClientID, odd)}).is(t, 400, refusal("invalid_grant", ""))
		unencoded := raw("Basic " + base64.StdEncoding.EncodeToString([]byte(f.sync.ClientID+":"+odd)))
		f.ask(t, ask{path: "/oauth/token", form: given, header: unencoded}).is(t, 401, refusal("invalid_client", failed), "Www-Authenticate", realm)
	})
}

func TestAGrantThatIsDeadSaysWhy(t *testing.T) {
	t.Parallel()
	f := newFixture(t, 1)
	redeem := func(code string, more ...string) answer {
		given := join([]string{"grant_type", "authorization_code", "code", code, "client_id", f.pocket.ClientID}, more...)
		if len(more) == 0 {
			given = append(given, "redirect_uri", redirectURI, "code_verifier", verifier)
		}
		return f.ask(t, ask{path: "/oauth/token", form: form(given...)})
	}
	refresh := func(text string) answer {
		return f.ask(t, ask{path: "/oauth/token", form: form("grant_type", "refresh_token", "refresh_token", text, "client_id", f.pocket.ClientID)})
	}
	dead := func(t *testing.T, got answer, description string) {
		t.Helper()
		got.is(t, http.StatusBadRequest, refusal("invalid_grant", description))
	}
	t.Run("TOK-04 redirect_uri mismatch", func(t *testing.T) {
		dead(t, redeem(f.code(t, f.pocket), "redirect_uri", redirectURI+"/", "code_verifier", verifier), "redirect_uri mismatch")
	})
	t.Run("TOK-05 PKCE verification failed", func(t *testing.T) {
		dead(t, redeem(f.code(t, f.pocket), "redirect_uri", redirectURI, "code_verifier", verifier+"x"), "PKCE verification failed")
	})
	t.Run("TOK-05 no verifier", func(t *testing.T) {
		redeem(f.code(t, f.pocket), "redirect_uri", redirectURI).is(t, 400, refusal("invalid_request", "code_verifier is required"))
	})
	t.Run("TOK-08 another client's code", func(t *testing.T) { dead(t, redeem(f.code(t, f.sync)), "") })
	t.Run("TOK-06 code already used", func(t *testing.T) {
		code := f.code(t, f.pocket)
		if got := redeem(code); got.status != http.StatusOK {
			t.Fatal(got.body)
		}
		dead(t, redeem(code), "code already used")
	})
	t.Run("TOK-10 refresh token reuse detected, then TOK-11 revoked", func(t *testing.T) {
		first, _ := f.tokens(t, f.pocket, ask{})["refresh_token"].(string)
		second, _ := refresh(first).json(t)["refresh_token"].(string)
		dead(t, refresh(first), "refresh token reuse detected")
		dead(t, refresh(second), "revoked")
	})
	t.Run("TOK-07 TOK-12 expired", func(t *testing.T) {
		code := f.code(t, f.pocket)
		text, _ := f.tokens(t, f.pocket, ask{})["refresh_token"].(string)
		f.clock.Move(10 * time.Minute)
		dead(t, redeem(code), "expired")
		f.clock.Move(30 * 24 * time.Hour)
		dead(t, refresh(text), "expired")
	})
}

func TestADevicePolls(t *testing.T) {
	t.Parallel()
	f := newFixture(t, 1)
	n := f.nodes[0]
	begin := func() device.Started {
		started, err := n.devices.Begin(t.Context(), f.pocket, scope.Of(scope.InvoicesRead), device.Visit{})
		must(t, err)
		return started
	}
	poll := func(code string) answer {
		return f.ask(t, ask{path: "/oauth/token", form: form("grant_type", deviceGrant, "device_code", code, "client_id", f.pocket.ClientID)})
	}
	waiting, denied, approved := begin(), begin(), begin()
	must(t, n.devices.Deny(t.Context(), denied.UserCode, f.olivia))
	must(t, n.devices.Approve(t.Context(), approved.UserCode, f.olivia, f.bakery.ID))
	t.Run("DEV-06 authorization_pending, slow_down", func(t *testing.T) {
		poll(waiting.DeviceCode).is(t, 400, refusal("authorization_pending", ""))
		poll(waiting.DeviceCode).is(t, 400, refusal("slow_down", ""))
	})
	t.Run("DEV-07 access_denied", func(t *testing.T) { poll(denied.DeviceCode).is(t, 400, refusal("access_denied", "")) })
	t.Run("DEV-08 tokens, once", func(t *testing.T) {
		if got := poll(approved.DeviceCode); got.status != http.StatusOK {
			t.Errorf("no tokens: %s", got.body)
		}
		poll(approved.DeviceCode).is(t, 400, refusal("invalid_grant", ""))
	})
	t.Run("DEV-07 expired_token", func(t *testing.T) {
		f.clock.Move(10 * time.Minute)
		poll(waiting.DeviceCode).is(t, 400, refusal("expired_token", ""))
	})
}

func TestOurOwnFaultGivesNothingAway(t *testing.T) {
	t.Parallel()
	f := newFixture(t, 1)
	if _, err := f.nodes[0].db.Exec(t.Context(), "DROP SCHEMA apps CASCADE"); err != nil {
		t.Fatal(err)
	}
	for path, given := range map[string]url.Values{
		"/oauth/token":            form("grant_type", "refresh_token", "refresh_token", "x", "client_id", f.pocket.ClientID),
		"/oauth/revoke":           form("token", "x", "client_id", f.pocket.ClientID),
		"/oauth/introspect":       form("token", "x"),
		"/oauth/device/authorize": form("client_id", f.pocket.ClientID),
	} {
		t.Run("ERR-01 ERR-03 "+path, func(t *testing.T) {
			var header http.Header
			if path == "/oauth/introspect" {
				header = basic(f.sync.ClientID, f.secret)
			}
			f.ask(t, ask{path: path, form: given, header: header}).is(t, http.StatusInternalServerError, refusal("server_error", ""))
		})
	}
}

func TestARefreshIsSentAgain(t *testing.T) {
	t.Parallel()
	f := newFixture(t, 2)
	refresh := func(text, key string, node int) answer {
		header := http.Header{}
		if key != "" {
			header.Set("Idempotency-Key", key)
		}
		return f.ask(t, ask{path: "/oauth/token", header: header, node: node, form: form("grant_type", "refresh_token", "refresh_token", text, "client_id", f.pocket.ClientID)})
	}
	fresh := func(t *testing.T) string {
		text, _ := f.tokens(t, f.pocket, ask{})["refresh_token"].(string)
		return text
	}
	t.Run("KIT-06 the same key gets the same bytes, on another node, and says that it is a replay", func(t *testing.T) {
		text := fresh(t)
		first, again := refresh(text, "key", 0), refresh(text, "key", 1)
		first.is(t, http.StatusOK, again.body)
		again.is(t, http.StatusOK, first.body)
		got := []string{first.header.Get("Idempotent-Replayed"), again.header.Get("Idempotent-Replayed")}
		if diff := cmp.Diff([]string{"", "true"}, got); diff != "" {
			t.Error(diff)
		}
	})
	t.Run("KIT-06 another key, and none, are reuse", func(t *testing.T) {
		for _, key := range []string{"another", ""} {
			text := fresh(t)
			refresh(text, "key", 0)
			refresh(text, key, 1).is(t, http.StatusBadRequest, refusal("invalid_grant", "refresh token reuse detected"))
			refresh(text, "key", 1).is(t, http.StatusBadRequest, refusal("invalid_grant", "revoked"))
		}
	})
	t.Run("KIT-06 a minute later it is reuse", func(t *testing.T) {
		text := fresh(t)
		refresh(text, "key", 0)
		f.clock.Move(time.Minute)
		refresh(text, "key", 1).is(t, http.StatusBadRequest, refusal("invalid_grant", "refresh token reuse detected"))
	})
	t.Run("KIT-06 a key that is none is refused, and nothing is used up", func(t *testing.T) {
		text, wrong := fresh(t), refusal("invalid_request", "Idempotency-Key must be given once, with 1 to 255 characters")
		refresh(text, strings.Repeat("k", 256), 0).is(t, http.StatusBadRequest, wrong)
		twice := f.ask(t, ask{path: "/oauth/token", header: http.Header{"Idempotency-Key": {"a", "b"}},
			form: form("grant_type", "refresh_token", "refresh_token", text, "client_id", f.pocket.ClientID)})
		twice.is(t, http.StatusBadRequest, wrong)
		got := refresh(text, strings.Repeat("k", 255), 0)
		got.is(t, http.StatusOK, got.body)
	})
	t.Run("KIT-06 other grants do not look at it", func(t *testing.T) {
		as := ask{path: "/oauth/token", header: http.Header{"Idempotency-Key": {"key"}}, form: form("grant_type", "authorization_code",
			"code", f.code(t, f.pocket), "redirect_uri", redirectURI, "code_verifier", verifier, "client_id", f.pocket.ClientID)}
		first := f.ask(t, as)
		first.is(t, http.StatusOK, first.body)
		f.ask(t, as).is(t, http.StatusBadRequest, refusal("invalid_grant", "code already used"))
	})
}
