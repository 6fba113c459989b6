package erasure_test

import (
	"bytes"
	"crypto/x509"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"net/http"
	"strings"
	"testing"

	"github.com/counterpart/counterpart/internal/apptest"
	"github.com/counterpart/counterpart/internal/base/secret"
	"github.com/counterpart/counterpart/internal/core/oauth/grant"
	"github.com/counterpart/counterpart/internal/core/tenancy"
	"github.com/counterpart/counterpart/internal/vocab/pagepath"
	"github.com/counterpart/counterpart/internal/vocab/scope"
)

// handed collects what was handed out, by what it is.
type handed map[string]string

func TestADumpHoldsNothingThatCanBePresented(t *testing.T) {
	t.Parallel()
	t.Run("TOK-16 no token, code, secret or session that was handed out, and no key that signs", func(t *testing.T) {
		t.Parallel()
		svc := apptest.Start(t)
		svc.Node(0).StartJobs(t)
		out := handed{"a password": apptest.Password}
		out.connect(t, svc)
		out.device(t, svc)
		out.register(t, svc)
		out.reset(t, svc)
		dump := apptest.Dump(t, svc.Node(0).Config.Postgres)
		for what, text := range out {
			for form, shown := range forms(text) {
				if text == "" || bytes.Contains(dump, []byte(shown)) {
					t.Errorf("the dump holds %s, %s", what, form)
				}
			}
		}
		if found := secret.Pattern.Find(dump); found != nil {
			t.Errorf("the dump holds a secret: %.12s…", found)
		}
		opensNoKey(t, svc)
	})
}

// forms are the ways in which a text may stand in a dump: whole, in a bytea, in
// base64, or by its random part alone.
func forms(text string) map[string]string {
	all := map[string]string{
		"as it is": text, "in hex": hex.EncodeToString([]byte(text)), "in base64": base64.StdEncoding.EncodeToString([]byte(text)),
	}
	if _, body, ok := strings.Cut(text, "_"); ok && len(body) > 40 {
		all["without its prefix"] = body
	}
	return all
}

// connect collects what connecting an app hands out: the session, the held
// request, a code that is spent and one that is not, two generations of tokens
// and a session token of an embedded page.
func (h handed) connect(t *testing.T, svc *apptest.Service) {
	t.Helper()
	owner := svc.User(t, "Olivia")
	business := svc.Business(t, owner)
	app := svc.ReviewedApp(t, scope.ProfileRead)
	h["a client secret"] = app.Secret

	browser := owner.SignIn(t, svc.Node(0))
	h["a session"] = browser.Cookie("__Secure-counterpart_session")
	browser.Ask(app, app.Asks(scope.ProfileRead), business)
	h["a held request"] = browser.Page.URL.Query().Get("request")
	h["a spent code"] = browser.Decide(t, "approve").Query().Get("code")
	first := app.Redeem(t, h["a spent code"])
	h["a code"] = app.Code(t, owner, business, scope.ProfileRead)
	h["an access token"], h["a refresh token"] = first.Access, first.Refresh
	second := first.RefreshedBy(t, svc.Node(0))
	h["a later access token"], h["a later refresh token"] = second.Access, second.Refresh

	h.embedded(t, svc.Node(0), app, business)
}

func (h handed) embedded(t *testing.T, node *apptest.Node, app *apptest.App, business tenancy.Business) {
	t.Helper()
	in, err := node.Accounts.Authenticate(t.Context(), h["a session"])
	if err != nil {
		t.Fatal(err)
	}
	page := grant.Page{App: app.App, Business: business.ID, User: in.User.ID, Session: in.Session.ID}
	page.App.AppURL = "https://partner.test/embedded"
	token, _, err := node.Grants.SessionToken(t.Context(), page)
	if err != nil {
		t.Fatal(err)
	}
	h["a session token"] = token
	var exchanged apptest.Tokens
	app.Token(t, node, "urn:ietf:params:oauth:grant-type:token-exchange", "subject_token", token,
		"subject_token_type", "urn:ietf:params:oauth:token-type:id_token").Is(t, http.StatusOK).Read(t, &exchanged)
	h["an exchanged access token"] = exchanged.Access
}

func (h handed) device(t *testing.T, svc *apptest.Service) {
	t.Helper()
	var started struct {
		DeviceCode string `json:"device_code"`
		UserCode   string `json:"user_code"`
	}
	svc.ReviewedApp(t, scope.ProfileRead).Post(t, svc.Node(0), "/oauth/device/authorize").Is(t, http.StatusOK).Read(t, &started)
	h["a device code"], h["a user code"] = started.DeviceCode, started.UserCode
	h["a user code as it is typed"] = strings.ReplaceAll(started.UserCode, "-", "")
}

func (h handed) register(t *testing.T, svc *apptest.Service) {
	t.Helper()
	resp := svc.Node(0).Browser(t).Fetch(http.MethodPost, apptest.BaseURL+"/oauth/register",
		`{"redirect_uris":["https://partner.test/callback"]}`, "Content-Type: application/json")
	defer resp.Body.Close()
	var registered struct {
		Secret string `json:"client_secret"`
	}
	if err := json.NewDecoder(resp.Body).Decode(&registered); err != nil {
		t.Fatal(err)
	}
	h["the secret of a client that registered itself"] = registered.Secret
}

func (h handed) reset(t *testing.T, svc *apptest.Service) {
	t.Helper()
	user := svc.User(t, "Ben")
	browser := svc.Node(0).Browser(t)
	browser.Open(pagepath.ForgotPassword)
	browser.Submit(pagepath.ForgotPassword, "email", user.Email)
	_, h["a password reset"], _ = strings.Cut(svc.Mail.Wait(t, user.Email).Link(), "token=")
}

// opensNoKey: what signs session tokens is sealed.
func opensNoKey(t *testing.T, svc *apptest.Service) {
	t.Helper()
	rows, err := svc.Node(0).DB.Pool().Query(t.Context(), "SELECT private_key FROM oauth.signing_keys")
	if err != nil {
		t.Fatal(err)
	}
	defer rows.Close()
	var keys int
	for ; rows.Next(); keys++ {
		var sealed []byte
		if err := rows.Scan(&sealed); err != nil {
			t.Fatal(err)
		}
		if _, err := x509.ParsePKCS8PrivateKey(sealed); err == nil {
			t.Error("a signing key can be read")
		}
		if _, err := x509.ParseECPrivateKey(sealed); err == nil {
			t.Error("a signing key can be read")
		}
	}
	if err := rows.Err(); err != nil || keys == 0 {
		t.Errorf("%d signing keys, %v", keys, err)
	}
}
