package apptest

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"encoding/pem"
	"fmt"
	"io"
	"log"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/counterpart/counterpart/internal/app"
	"github.com/counterpart/counterpart/internal/core/webhooks"
	"github.com/counterpart/counterpart/internal/vocab/event"
)

// Receiver is an app's endpoint: a real TLS server on the loopback, which keeps
// what it was sent.
//
//	receiver := apptest.NewReceiver(t)
//	svc := apptest.Start(t, receiver.Reachable(t))
//	hook := app.Hook(t, receiver, event.InvoiceIssued)
type Receiver struct {
	URL    string
	server *httptest.Server

	mu     sync.Mutex
	got    []Received
	answer http.HandlerFunc
}

// Received is a request as it came in.
type Received struct {
	Header http.Header
	Body   []byte
	Path   string
}

// HTTP1 makes a receiver speak HTTP/1.1, with a connection for each request.
func HTTP1(s *httptest.Server) { s.EnableHTTP2 = false }

// NewReceiver starts an endpoint that answers 200 until it is told otherwise. It
// speaks HTTP/2.
func NewReceiver(t testing.TB, options ...func(*httptest.Server)) *Receiver {
	t.Helper()
	r := &Receiver{}
	r.Answers(http.StatusOK, "")
	r.server = httptest.NewUnstartedServer(http.HandlerFunc(r.take))
	r.server.Config.ErrorLog = log.New(io.Discard, "", 0)
	r.server.EnableHTTP2 = true
	for _, option := range options {
		option(r.server)
	}
	r.server.StartTLS()
	r.URL = r.server.URL + "/hook"
	t.Cleanup(r.server.Close)
	return r
}

// Reachable lets an installation reach endpoints on the loopback, and trust this
// one's certificate, which all receivers of a test share.
func (r *Receiver) Reachable(t testing.TB) Option {
	t.Helper()
	authorities := filepath.Join(t.TempDir(), "receivers.pem")
	block := pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: r.server.Certificate().Raw})
	if err := os.WriteFile(authorities, block, 0o600); err != nil {
		t.Fatal(err)
	}
	return func(s *setup) {
		before := s.configure
		s.configure = func(c *app.Config) {
			before(c)
			c.EgressAllow, c.EgressCAFile = []string{"127.0.0.1"}, authorities
		}
	}
}

// Answers makes the endpoint answer so from now on.
func (r *Receiver) Answers(status int, body string) {
	r.Does(func(w http.ResponseWriter, _ *http.Request) {
		w.WriteHeader(status)
		_, _ = io.WriteString(w, body)
	})
}

// Does makes the endpoint do something else from now on. The request's body has
// been read and kept already.
func (r *Receiver) Does(handle http.HandlerFunc) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.answer = handle
}

// Close shuts the endpoint down, as when an app's server dies.
func (r *Receiver) Close() { r.server.Close() }

func (r *Receiver) take(w http.ResponseWriter, req *http.Request) {
	body, err := io.ReadAll(req.Body)
	if err != nil {
		return // the sender went away; nothing was received
	}
	r.mu.Lock()
	r.got = append(r.got, Received{Header: req.Header.Clone(), Body: body, Path: req.URL.Path})
	answer := r.answer
	r.mu.Unlock()
	answer(w, req)
}

// Got is all that came in so far, in the order in which it did.
func (r *Receiver) Got() []Received {
	r.mu.Lock()
	defer r.mu.Unlock()
	return slices.Clone(r.got)
}

// Last is what came in last.
func (r *Receiver) Last(t testing.TB) Received {
	t.Helper()
	got := r.Got()
	if len(got) == 0 {
		t.Fatal("nothing came in")
	}
	return got[len(got)-1]
}

// Read reads the body's JSON.
func (r Received) Read(t testing.TB, into any) {
	t.Helper()
	if err := json.Unmarshal(r.Body, into); err != nil {
		t.Fatalf("read %s: %v", r.Body, err)
	}
}

// SignedBy fails the test unless the signatures are made with exactly these
// secrets, in this order. It reckons by itself, as a receiver would.
func (r Received) SignedBy(t testing.TB, secrets ...string) {
	t.Helper()
	header := r.Header.Get("X-Webhook-Signature")
	stamp, _, _ := strings.Cut(strings.TrimPrefix(header, "t="), ",")
	want := "t=" + stamp
	for _, secret := range secrets {
		want += ",v1=" + r.reckoned(stamp, secret)
	}
	if header != want {
		t.Errorf("the signature is %s, want %s", header, want)
	}
}

// HasSignature reports whether one of the signatures is made with the secret.
func (r Received) HasSignature(secret string) bool {
	header := r.Header.Get("X-Webhook-Signature")
	stamp, _, _ := strings.Cut(strings.TrimPrefix(header, "t="), ",")
	return strings.Contains(header, ",v1="+r.reckoned(stamp, secret))
}

func (r Received) reckoned(stamp, secret string) string {
	mac := hmac.New(sha256.New, []byte(secret))
	fmt.Fprintf(mac, "%s.%s", stamp, r.Body)
	return hex.EncodeToString(mac.Sum(nil))
}

// Hook is an app's webhook in a test.
type Hook struct {
	webhooks.Webhook
	Secret string
}

// Hook registers a webhook at the receiver for the events.
func (a *App) Hook(t testing.TB, at *Receiver, events ...event.Name) Hook {
	t.Helper()
	made, secret, err := a.svc.nodes[0].Webhooks.Register(operator(t), a.App, webhooks.NewWebhook{
		Details: webhooks.Details{URL: at.URL, Events: events, Enabled: true},
	})
	if err != nil {
		t.Fatal(err)
	}
	return Hook{made, secret}
}
