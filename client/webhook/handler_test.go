package webhook_test

import (
	"context"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/counterpart/counterpart/client/webhook"
)

const (
	secret = "whsec_example"
	body   = `{"id":"whd_1","eventId":"evt_1","type":"invoice.paid","apiVersion":"2026-11-01","businessId":"biz_1","created":1794695887,"data":{}}`
)

func post(body, signature string) *http.Request {
	r := httptest.NewRequest(http.MethodPost, "/hooks", strings.NewReader(body))
	if signature != "" {
		r.Header.Set(webhook.SignatureHeader, signature)
	}
	return r
}

func TestTheHandlerAnswersRightly(t *testing.T) {
	t.Parallel()
	now := time.Now()
	long := strings.Repeat("x", 1<<20+1)
	twice := post(body, webhook.Sign(now, []byte(body), secret))
	twice.Header.Add(webhook.SignatureHeader, "t=1")
	get := httptest.NewRequest(http.MethodGet, "/hooks", nil)
	broken := errors.New("the queue at 10.0.0.7 is away")
	for name, row := range map[string]struct {
		request *http.Request
		fails   error
		status  int
		says    string
		called  bool
	}{
		"good":                   {request: post(body, webhook.Sign(now, []byte(body), secret)), status: 204, called: true},
		"good, two signatures":   {request: post(body, webhook.Sign(now, []byte(body), "whsec_next", secret)), status: 204, called: true},
		"the function failed":    {request: post(body, webhook.Sign(now, []byte(body), secret)), fails: broken, status: 500, says: "could not be handled", called: true},
		"no signature":           {request: post(body, ""), status: 403, says: "X-Webhook-Signature is missing"},
		"another secret":         {request: post(body, webhook.Sign(now, []byte(body), "whsec_other")), status: 403, says: "compare the secret"},
		"too old":                {request: post(body, webhook.Sign(now.Add(-time.Hour), []byte(body), secret)), status: 403, says: "too old"},
		"two headers":            {request: twice, status: 403, says: "two times"},
		"signed, but no event":   {request: post("[]", webhook.Sign(now, []byte("[]"), secret)), status: 400, says: "not an event"},
		"longer than a megabyte": {request: post(long, webhook.Sign(now, []byte(long), secret)), status: 413, says: "too large"},
		"GET":                    {request: get, status: 405, says: "only POST"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var called bool
			answer := httptest.NewRecorder()
			webhook.Handler(webhook.Verifier{Secrets: []string{secret}}, func(ctx context.Context, e webhook.Event) error {
				called = e.ID == "whd_1"
				if ends, limited := ctx.Deadline(); !limited || time.Until(ends) > 10*time.Second {
					t.Error("the function may take longer than the sender waits")
				}
				return row.fails
			}).ServeHTTP(answer, row.request)
			said, _ := io.ReadAll(answer.Result().Body)
			if answer.Code != row.status || !strings.Contains(string(said), row.says) || called != row.called {
				t.Errorf("answered %d %q, called: %v", answer.Code, said, called)
			}
			if strings.Contains(string(said), "10.0.0.7") || strings.Contains(string(said), secret) {
				t.Errorf("the answer tells too much: %s", said)
			}
		})
	}
}

func TestAReceiverWithoutSecretsSaysThatItIsItsOwnFault(t *testing.T) {
	t.Parallel()
	answer := httptest.NewRecorder()
	webhook.Handler(webhook.Verifier{}, nil).ServeHTTP(answer, post(body, webhook.Sign(time.Now(), []byte(body), secret)))
	if answer.Code != http.StatusInternalServerError {
		t.Errorf("answered %d", answer.Code)
	}
}
