package counterpart

import (
	"bytes"
	"fmt"
	"log/slog"
	"strings"
	"testing"
	"testing/synctest"
	"time"
)

// secrets are what nothing may show.
var secrets = []string{"the-secret", "cpat_", "cprt_", "cpdc_", "the-verifier", "the-state", "the-key", "the-body", "Mill"}

func TestNothingSecretIsPrinted(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		service := newScripted(step{status: 500}, step{cut: true}, step{status: 409, body: `{"code":"SUPPLIER_ERASED","message":"No."}`}, step{cut: true}, step{cut: true}, step{cut: true})
		var logs bytes.Buffer
		log := slog.New(slog.NewJSONHandler(&logs, nil))
		app := service.app(t, func(c *Config) { c.Logger = log })
		bakery := app.Business("biz_1")
		_, refused := bakery.Suppliers.Create(t.Context(), NewSupplier{Name: "Mill"})
		_, lost := bakery.Suppliers.Page(t.Context(), SupplierQuery{Q: "Mill"})
		if refused == nil || lost == nil {
			t.Fatal("the script went otherwise")
		}
		set := TokenSet{Access: "cpat_1", Refresh: "cprt_1", RefreshKey: "the-key", Expires: time.Now()}
		sealer, err := AESGCM([]byte("the-key-of-32-bytes-the-key-of-3"))
		if err != nil {
			t.Fatal(err)
		}
		login := &DeviceLogin{UserCode: "BCDF-GHJK", app: app, code: "cpdc_1"}
		began := Authorization{URL: "https://app.books.test/?state=the-state", State: "the-state", Verifier: "the-verifier"}
		for _, value := range []any{
			app, app.config, &app.config, bakery, *bakery, bakery.Suppliers, set, &set, []TokenSet{set}, map[string]any{"set": set},
			app.tokens.store, sealer, login, *login, began, refused, lost, &NotSavedError{"biz_1", set, lost}, NotSavedError{"biz_1", set, lost},
		} {
			for _, verb := range []string{"%v", "%+v", "%#v", "%s", "%q", "%x"} {
				shows(t, fmt.Sprintf("%T by %s", value, verb), fmt.Sprintf(verb, value))
			}
			log.Info("value", "value", value)
		}
		shows(t, "the log", logs.String())
		if !strings.Contains(logs.String(), "trying again") {
			t.Errorf("the log lacks what was tried again:\n%s", logs.String())
		}
	})
}

func shows(t *testing.T, what, text string) {
	t.Helper()
	for _, secret := range secrets {
		if strings.Contains(text, secret) || strings.Contains(text, fmt.Sprintf("%x", secret)) {
			t.Errorf("%s shows %s: %s", what, secret, text)
		}
	}
}
