// Package webhooktest sends events to receivers in tests, signed as the service signs
// them.
package webhooktest

import (
	"bytes"
	"crypto/rand"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"testing"
	"time"

	"github.com/counterpart/counterpart/client"
	"github.com/counterpart/counterpart/client/webhook"
)

// Secret signs what Post sends: give it to the receiver under test.
const Secret = "whsec_of_webhooktest"

// Business is where Post's events happen.
const Business = "biz_of_webhooktest"

// Post sends an event with this payload to a receiver, and returns its answer. Every
// event is a delivery of its own; Again sends the same one twice.
func Post(t testing.TB, to http.Handler, said webhook.Payload) *httptest.ResponseRecorder {
	t.Helper()
	return send(to, delivery(t, said))
}

// Again sends one delivery twice, as the service does when it missed the first answer,
// and returns the second answer.
func Again(t testing.TB, to http.Handler, said webhook.Payload) *httptest.ResponseRecorder {
	t.Helper()
	body := delivery(t, said)
	send(to, body)
	return send(to, body)
}

func delivery(t testing.TB, said webhook.Payload) []byte {
	t.Helper()
	data, err := json.Marshal(said)
	if err != nil {
		t.Fatal(err)
	}
	id := rand.Text()
	body, err := json.Marshal(map[string]any{
		"id": "whd_" + id, "eventId": "evt_" + id, "type": said.EventType(), "apiVersion": counterpart.APIVersion,
		"businessId": Business, "created": time.Now().Unix(), "data": json.RawMessage(data),
	})
	if err != nil {
		t.Fatal(err)
	}
	return body
}

func send(to http.Handler, body []byte) *httptest.ResponseRecorder {
	request := httptest.NewRequest(http.MethodPost, "/hooks", bytes.NewReader(body))
	request.Header.Set("Content-Type", "application/json")
	request.Header.Set(webhook.SignatureHeader, webhook.Sign(time.Now(), body, Secret))
	answer := httptest.NewRecorder()
	to.ServeHTTP(answer, request)
	return answer
}
