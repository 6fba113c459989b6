package accounts_test

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/counterpart/counterpart/internal/apptest"
	"github.com/counterpart/counterpart/internal/base/ident"
	"github.com/counterpart/counterpart/internal/base/mail/mailtest"
	"github.com/counterpart/counterpart/internal/core/tenancy"
	"github.com/counterpart/counterpart/internal/vocab/pagepath"
	"github.com/counterpart/counterpart/internal/vocab/scope"
	"github.com/counterpart/counterpart/internal/work"
)

// session is somebody who is signed into a business, in a browser.
type session struct {
	apptest.Browser
	owner    *apptest.User
	business tenancy.Business
}

func startSession(t *testing.T, svc *apptest.Service, name string) session {
	t.Helper()
	owner := svc.User(t, name)
	s := session{owner: owner, business: svc.Business(t, owner)}
	s.Browser = owner.SignIn(t, svc.Node(0))
	return s
}

// make makes a record and returns its id.
func (s session) make(t *testing.T, route string, body map[string]any) string {
	t.Helper()
	var made struct{ ID string }
	s.API(t, route, body).Is(t, http.StatusCreated).Read(t, &made)
	return made.ID
}

func (s session) customer(t *testing.T) string {
	t.Helper()
	return s.make(t, "POST /customers", map[string]any{"name": "Corner Cafe", "type": "BUSINESS", "email": "cafe@customers.test"})
}

// invoice makes one that can be sent.
func (s session) invoice(t *testing.T) string {
	t.Helper()
	return s.make(t, "POST /invoices", map[string]any{
		"customerId": s.customer(t), "issue": true,
		"lines": []any{map[string]any{"description": "Bread", "quantity": "1", "unitPrice": "5.00"}},
	})
}

// sends asks for an invoice to be mailed.
func (s session) sends(t *testing.T, invoice, to string) apptest.Answer {
	t.Helper()
	return s.API(t, "POST /invoices/"+invoice+"/send", map[string]any{"to": to})
}

// flood is what one business has in the queue.
const flood = 300

// floods asks for many mails of one business, over two hours, so that its limit
// lets them pass.
func (s session) floods(t *testing.T, svc *apptest.Service) {
	t.Helper()
	id, err := ident.Parse[ident.Invoice](s.invoice(t))
	if err != nil {
		t.Fatal(err)
	}
	for i := range flood {
		if i == flood/2 {
			svc.Clock.Move(time.Hour)
		}
		to := fmt.Sprintf("held-%d@customers.test", i)
		if _, err := svc.Node(i%2).Sales.SendInvoice(t.Context(), s.business.ID, id, 0, &to); err != nil {
			t.Fatal(err)
		}
	}
}

func stalled(recipient string) bool { return strings.HasPrefix(recipient, "held-") }

func TestOneBusinesssMailsDelayNobodyElse(t *testing.T) {
	t.Parallel()
	released := make(chan struct{})
	svc := apptest.Start(t, apptest.Nodes(2), apptest.Mailing(mailtest.Holding(stalled, released)))
	bulk, quiet := startSession(t, svc, "Bulk"), startSession(t, svc, "Quiet")
	app := svc.ReviewedApp(t, scope.InvoicesRead)
	tokens := app.Given(t, quiet.owner, quiet.business, scope.InvoicesRead)
	bulk.floods(t, svc)
	svc.Node(0).StartJobs(t)
	svc.Node(1).StartJobs(t)
	svc.Node(0).Jobs.Kick(t.Context(), work.InvoiceMails, bulk.business.ID.Shard)

	t.Run("OPS-04 a reset", func(t *testing.T) {
		browser := svc.Node(1).Browser(t)
		browser.Open(pagepath.ForgotPassword)
		browser.Submit(pagepath.ForgotPassword, "email", bulk.owner.Email)
		svc.Mail.Wait(t, bulk.owner.Email)
	})
	t.Run("OPS-04 an invitation", func(t *testing.T) {
		quiet.make(t, "POST /invitations", map[string]any{"email": "ben@people.test", "role": "viewer"})
		svc.Mail.Wait(t, "ben@people.test")
	})
	t.Run("OPS-04 another business's invoice", func(t *testing.T) {
		quiet.sends(t, quiet.invoice(t), "boss@customers.test").Is(t, http.StatusOK)
		svc.Mail.Wait(t, "boss@customers.test")
	})
	t.Run("OPS-04 an erasure", func(t *testing.T) {
		customer := quiet.customer(t)
		quiet.API(t, "POST /customers/"+customer+"/redact", nil).Is(t, http.StatusOK)
		var swept bool
		for !swept {
			err := svc.Node(0).DB.QueryRow(t.Context(), "SELECT bool_and(sweeps > 0) FROM books.erasures").Scan(&swept)
			if err != nil {
				t.Fatal(err)
			}
		}
	})
	t.Run("OPS-04 a notice of burned tokens", func(t *testing.T) {
		tokens.RefreshedBy(t, svc.Node(0))
		tokens.RefreshIsRefused(t, svc.Node(1), "invalid_grant", "refresh token reuse detected")
		for subject := ""; !strings.Contains(subject, "revoked for safety"); {
			subject = svc.Mail.Wait(t, quiet.owner.Email).Subject
		}
	})
	for _, to := range svc.Mail.Waiting() {
		if stalled(to) {
			t.Fatalf("a mail to %s was taken before its time", to)
		}
	}
	close(released)
	svc.Clock.Move(time.Hour) // what the server was too slow for is due again
	svc.Node(0).Jobs.Kick(t.Context(), work.InvoiceMails, bulk.business.ID.Shard)
	t.Run("OPS-04 none of the mails that were held up is lost", func(t *testing.T) {
		for i := range flood {
			svc.Mail.Wait(t, fmt.Sprintf("held-%d@customers.test", i))
		}
	})
}

// figures reads a node's metrics.
func figures(t *testing.T, node *apptest.Node) string {
	t.Helper()
	answer := httptest.NewRecorder()
	node.Metrics.Handler().ServeHTTP(answer, httptest.NewRequest(http.MethodGet, "/metrics", nil))
	return answer.Body.String()
}

func TestTheFiguresTellOfMailsAndJobs(t *testing.T) {
	t.Parallel()
	svc := apptest.Start(t, apptest.Mailing(mailtest.Refusing(451, "busy@customers.test")))
	s := startSession(t, svc, "Olivia")
	invoice := s.invoice(t)
	for _, to := range []string{"busy@customers.test", "cafe@customers.test"} {
		s.sends(t, invoice, to).Is(t, http.StatusOK)
	}
	s.invites(t, "ben@people.test").Is(t, http.StatusCreated)
	svc.Clock.Move(time.Minute)
	shows := func(t *testing.T, want ...string) {
		t.Helper()
		all := figures(t, svc.Node(0))
		for _, line := range want {
			if !strings.Contains(all, "\n"+line) {
				t.Errorf("no %s among the figures", line)
			}
		}
	}
	t.Run("OPS-04 what waits, and for how long", func(t *testing.T) {
		shows(t, `counterpart_mails_waiting{kind="invoice"} 2`, `counterpart_mails_waiting{kind="invitation"} 1`,
			`counterpart_mails_waiting{kind="reset"} 0`, `counterpart_mails_waiting{kind="notice"} `,
			`counterpart_mails_oldest_waiting_seconds{kind="invoice"} 60`, `counterpart_mails_oldest_waiting_seconds{kind="reset"} 0`)
	})
	svc.RunJobs(t)
	t.Run("OPS-04 what became of it", func(t *testing.T) {
		shows(t, `counterpart_mails_waiting{kind="invoice"} 1`, `counterpart_mails_total{kind="invoice",outcome="sent"} 1`,
			`counterpart_mails_total{kind="invoice",outcome="failed"} 1`, `counterpart_mails_total{kind="invitation",outcome="sent"} 1`,
			`counterpart_job_duration_seconds_count{job_name="invoice_mails",outcome="done"} `,
			`counterpart_job_duration_seconds_count{job_name="erasures",outcome="done"} 1`)
	})
}
