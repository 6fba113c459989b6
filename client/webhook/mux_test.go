package webhook_test

import (
	"bytes"
	"context"
	"errors"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/counterpart/counterpart/client/webhook"
	"github.com/counterpart/counterpart/client/webhook/webhooktest"
)

// novel is an event that this package does not know.
type novel struct{}

func (novel) EventType() string { return "novel.happened" }

func TestAMuxHandsOutEvents(t *testing.T) {
	t.Parallel()
	var logs bytes.Buffer
	var handled []string
	hooks := webhook.NewMux(webhook.Verifier{Secrets: []string{"", webhooktest.Secret}}, webhook.Log(slog.New(slog.NewTextHandler(&logs, nil))))
	webhook.On(hooks, func(ctx context.Context, e webhook.Event, paid webhook.InvoicePaid) error {
		if paid.Number == "bad" {
			return errors.New("no stock")
		}
		if webhook.Tx(ctx) != nil {
			t.Error("there is a transaction without an inbox")
		}
		handled = append(handled, e.BusinessID+" "+paid.Number)
		return nil
	})
	webhook.On(hooks, func(_ context.Context, _ webhook.Event, paid webhook.InvoicePaid) error {
		handled = append(handled, "again "+paid.Number)
		return nil
	})
	for name, row := range map[string]struct {
		said   webhook.Payload
		status int
	}{
		"a known one":          {webhook.InvoicePaid{ID: "inv_1", Number: "INV-1", Total: "1190.00"}, http.StatusNoContent},
		"one that nobody does": {webhook.InvoiceVoided{ID: "inv_1"}, http.StatusNoContent},
		"a new one":            {novel{}, http.StatusNoContent},
		"one that fails":       {webhook.InvoicePaid{Number: "bad"}, http.StatusInternalServerError},
	} {
		if got := webhooktest.Post(t, hooks, row.said); got.Code != row.status {
			t.Errorf("KIT-04 %s is answered with %d: %s", name, got.Code, got.Body)
		}
	}
	if got := strings.Join(handled, ", "); got != webhooktest.Business+" INV-1, again INV-1" {
		t.Errorf("handled %s", got)
	}
	if !strings.Contains(logs.String(), "novel.happened") || !strings.Contains(logs.String(), "no stock") || strings.Contains(logs.String(), "1190") {
		t.Errorf("the log says\n%s", logs.String())
	}
	if got := httptest.NewRecorder(); true {
		hooks.ServeHTTP(got, httptest.NewRequest(http.MethodPost, "/hooks", strings.NewReader(body)))
		if got.Code != http.StatusForbidden {
			t.Errorf("without a signature: %d", got.Code)
		}
	}
	if got := webhooktest.Again(t, hooks, webhook.InvoicePaid{Number: "INV-2"}); got.Code != http.StatusNoContent || len(handled) != 6 {
		t.Errorf("without an inbox all come: %d, %v", got.Code, handled)
	}
}

func TestPayloadsAreReadByTheirType(t *testing.T) {
	t.Parallel()
	said, err := webhook.Decode("invoice.paid", []byte(`{"id":"inv_1","number":"INV-1","brandNew":true}`))
	if paid, ok := said.(webhook.InvoicePaid); err != nil || !ok || paid.ID != "inv_1" {
		t.Errorf("%+v, %v", said, err)
	}
	if _, err := webhook.Decode("novel.happened", []byte(`{}`)); !errors.Is(err, webhook.ErrUnknownType) {
		t.Error(err)
	}
	if _, err := webhook.Decode("invoice.paid", []byte(`[]`)); err == nil {
		t.Error("a list was taken for a payload")
	}
}
