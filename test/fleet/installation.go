package fleet

import (
	"context"
	"encoding/pem"
	"io"
	"log"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"testing"

	"github.com/counterpart/counterpart/internal/app"
	"github.com/counterpart/counterpart/internal/base/mail"
	"github.com/counterpart/counterpart/internal/base/secret/secrettest"
	"github.com/counterpart/counterpart/internal/base/telemetry"
)

// The origins of the installation, which no node listens at: a balancer would.
const (
	BaseURL = "http://localhost:8080"
	AuthURL = "http://localhost:8081"
)

const mailsFrom = "no-reply@service.example"

// Engines is where nodes, or an operator, find what they need.
type Engines struct {
	Postgres, Redis, Mail string // a URL, a URL, an address
	Authority             string // a file with the certificate of those who receive webhooks
}

// Settings are those of all nodes.
func (e Engines) Settings(more ...string) []string {
	return append([]string{
		"COUNTERPART_DEVELOPMENT=true", "COUNTERPART_KEYS=" + app.DevelopmentKeys, "COUNTERPART_SERVICE=Service",
		"COUNTERPART_BASE_URL=" + BaseURL, "COUNTERPART_AUTH_URL=" + AuthURL,
		"COUNTERPART_POSTGRES=" + e.Postgres, "COUNTERPART_POSTGRES_MAX_CONNS=12", "COUNTERPART_REDIS=" + e.Redis,
		"COUNTERPART_REQUEST_LIMIT=" + requestLimit.String(), "COUNTERPART_TRUSTED_PROXIES=127.0.0.0/8",
		"COUNTERPART_MAIL_SERVER=" + e.Mail, "COUNTERPART_MAIL_SECURITY=none", "COUNTERPART_MAIL_FROM=" + mailsFrom,
		"COUNTERPART_EGRESS_ALLOW=127.0.0.1", "COUNTERPART_EGRESS_CA_FILE=" + e.Authority,
	}, more...)
}

// Operator is a tool beside the nodes, for whoever makes the world and looks into it.
func (e Engines) Operator(t testing.TB) *app.App {
	t.Helper()
	operator, err := app.BuildTool(context.Background(), app.Config{
		Service: "Service", BaseURL: BaseURL, AuthURL: AuthURL, Development: true, Keys: app.DevelopmentKeys,
		Postgres: e.Postgres, PostgresMaxConns: 4, Redis: e.Redis, RedisPrefix: "counterpart",
		MailFrom: mailsFrom, MailServer: e.Mail, MailSecurity: mail.None,
		LogLevel: "error", LogFormat: telemetry.JSON,
	}, app.Options{Logs: io.Discard, Passwords: secrettest.Passwords()})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(operator.Close)
	return operator
}

// Receiver is a TLS server for webhooks, and a file with the certificate that it
// shows.
func Receiver(t testing.TB, take http.HandlerFunc) (url, authority string) {
	t.Helper()
	server := httptest.NewUnstartedServer(take)
	server.Config.ErrorLog = log.New(io.Discard, "", 0)
	server.EnableHTTP2 = true
	server.StartTLS()
	t.Cleanup(server.Close)
	authority = filepath.Join(t.TempDir(), "receiver.pem")
	block := pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: server.Certificate().Raw})
	if err := os.WriteFile(authority, block, 0o600); err != nil {
		t.Fatal(err)
	}
	return server.URL, authority
}
