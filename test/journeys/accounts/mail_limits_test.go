package accounts_test

import (
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/counterpart/counterpart/internal/apptest"
	"github.com/counterpart/counterpart/internal/base/actor"
	"github.com/counterpart/counterpart/internal/core/accounts"
	"github.com/counterpart/counterpart/internal/core/apps"
	"github.com/counterpart/counterpart/internal/core/tenancy"
	"github.com/counterpart/counterpart/internal/vocab/pagepath"
	"github.com/counterpart/counterpart/internal/vocab/scope"
)

// invites asks for somebody to be invited.
func (s session) invites(t *testing.T, email string) apptest.Answer {
	t.Helper()
	return s.API(t, "POST /invitations", map[string]any{"email": email, "role": "viewer"})
}

// waits fails the test unless a refusal says to come again within so long.
func waits(t *testing.T, answer apptest.Answer, most time.Duration) {
	t.Helper()
	seconds, err := strconv.Atoi(answer.Header.Get("Retry-After"))
	if err != nil || seconds < 1 || time.Duration(seconds)*time.Second > most {
		t.Errorf("Retry-After: %q", answer.Header.Get("Retry-After"))
	}
}

// atOnce does the same many times at once, on both nodes in turn.
func atOnce(n int, do func(i int)) {
	var all sync.WaitGroup
	for i := range n {
		all.Go(func() { do(i) })
	}
	all.Wait()
}

func TestTheSameMailIsNotSentAgainSoon(t *testing.T) {
	t.Parallel()
	svc := apptest.Start(t, apptest.Nodes(2))
	s := startSession(t, svc, "Olivia")
	invoice := s.invoice(t)
	for name, ask := range map[string]func(t *testing.T, s session, to string) apptest.Answer{
		"an invoice":    func(t *testing.T, s session, to string) apptest.Answer { return s.sends(t, invoice, to) },
		"an invitation": func(t *testing.T, s session, to string) apptest.Answer { return s.invites(t, to) },
	} {
		to := strings.ReplaceAll(name, " ", "-") + "@customers.test"
		t.Run("LIM-12 of 20 who ask for "+name+" at once one gets it", func(t *testing.T) {
			var done, refused atomic.Int64
			atOnce(20, func(i int) {
				at := session{Browser: s.At(svc.Node(i % 2)), owner: s.owner, business: s.business}
				switch answer := ask(t, at, to); answer.Status {
				case http.StatusOK, http.StatusCreated:
					done.Add(1)
				default:
					answer.Refuses(t, http.StatusTooManyRequests, "MAIL_SENT_RECENTLY")
					waits(t, answer, 5*time.Minute)
					refused.Add(1)
				}
			})
			if done.Load() != 1 || refused.Load() != 19 {
				t.Errorf("%d went through, %d were refused", done.Load(), refused.Load())
			}
			svc.RunJobs(t)
			svc.Mail.Wait(t, to)
		})
		t.Run("LIM-12 "+name+" in capitals is the same", func(t *testing.T) {
			ask(t, s, strings.ToUpper(to)).Refuses(t, http.StatusTooManyRequests, "MAIL_SENT_RECENTLY")
		})
		t.Run("LIM-12 "+name+" to somebody else is another", func(t *testing.T) {
			if answer := ask(t, s, "else-"+to); answer.Status >= 300 {
				t.Errorf("%d %s", answer.Status, answer.Body)
			}
		})
		t.Run("LIM-12 "+name+" again after five minutes", func(t *testing.T) {
			svc.Clock.Move(5*time.Minute - time.Second)
			ask(t, s, to).Refuses(t, http.StatusTooManyRequests, "MAIL_SENT_RECENTLY")
			svc.Clock.Move(time.Second)
			if answer := ask(t, s, to); answer.Status >= 300 {
				t.Errorf("%d %s", answer.Status, answer.Body)
			}
			svc.RunJobs(t)
			svc.Mail.Wait(t, to)
			svc.Mail.Wait(t, "else-"+to)
			if !svc.Mail.Empty() {
				t.Errorf("more went out: %v", svc.Mail.Waiting())
			}
		})
	}
	t.Run("LIM-12 with an idempotency key too", func(t *testing.T) {
		tokens := svc.ReviewedApp(t, scope.InvoicesWrite).Given(t, s.owner, s.business, scope.InvoicesWrite)
		send := func(key string) apptest.Answer {
			return tokens.Send(t, svc.Node(0), "POST /invoices/"+invoice+"/send", map[string]any{"to": "keyed@customers.test"}, "Idempotency-Key: "+key)
		}
		send("one").Is(t, http.StatusOK)
		send("one").Is(t, http.StatusOK) // the first answer again
		answer := send("two")
		answer.Refuses(t, http.StatusTooManyRequests, "MAIL_SENT_RECENTLY")
		waits(t, answer, 5*time.Minute)
	})
	t.Run("LIM-12 whom a mail went to is forgotten", func(t *testing.T) {
		svc.Advance(t, time.Hour)
		var left int
		if err := svc.Node(0).DB.QueryRow(t.Context(), "SELECT count(*) FROM books.invoice_mails").Scan(&left); err != nil || left > 0 {
			t.Errorf("%d mails are remembered, %v", left, err)
		}
	})
}

func TestAResetIsMailedOnceInFiveMinutes(t *testing.T) {
	t.Parallel()
	svc := apptest.Start(t, apptest.Nodes(2))
	olivia := svc.User(t, "Olivia")
	ask := func(i int, email string) string {
		browser := svc.Node(i % 2).Browser(t)
		browser.Open(pagepath.ForgotPassword)
		browser.Submit(pagepath.ForgotPassword, "email", email)
		browser.Says(http.StatusOK, "Check your email")
		return strings.ReplaceAll(browser.Page.Body, email, "")
	}
	t.Run("LIM-12 five ask at once, one mail goes out, and all are told the same", func(t *testing.T) {
		var pages sync.Map
		atOnce(5, func(i int) {
			pages.Store(ask(i, olivia.Email), true)
			pages.Store(ask(i, "nobody@people.test"), true)
		})
		svc.RunJobs(t)
		svc.Mail.Wait(t, olivia.Email)
		if !svc.Mail.Empty() {
			t.Error("a second mail went out")
		}
		different := 0
		pages.Range(func(any, any) bool { different++; return true })
		if different != 1 {
			t.Errorf("%d different pages", different)
		}
	})
	t.Run("LIM-12 an hour and a day have their limits, for strangers' accounts too", func(t *testing.T) {
		passed := map[string]int{}
		for range 30 {
			svc.Clock.Move(20 * time.Minute)
			for _, email := range []string{olivia.Email, "nobody@people.test"} {
				browser := svc.Node(0).Browser(t)
				browser.Open(pagepath.ForgotPassword)
				browser.Submit(pagepath.ForgotPassword, "email", email)
				if browser.Page.Status == http.StatusOK {
					passed[email]++
				}
			}
		}
		if passed[olivia.Email] != passed["nobody@people.test"] || passed[olivia.Email] > 15 { // and five before
			t.Errorf("went through: %v", passed)
		}
	})
}

func TestMailsThatMembersCauseAreLimited(t *testing.T) {
	t.Parallel()
	svc := apptest.Start(t, apptest.Nodes(2))
	t.Run("LIM-12 invitations of a business in an hour", func(t *testing.T) {
		s := startSession(t, svc, "Olivia")
		for i := range 20 {
			s.invites(t, fmt.Sprintf("person-%d@hour.test", i)).Is(t, http.StatusCreated)
		}
		answer := session{Browser: s.At(svc.Node(1))}.invites(t, "one-more@hour.test")
		waits(t, answer.Refuses(t, http.StatusTooManyRequests, "MAIL_LIMIT_REACHED"), time.Hour)
		startSession(t, svc, "Olga").invites(t, "one-more@hour.test").Is(t, http.StatusCreated)
		svc.Clock.Move(time.Hour)
		s.invites(t, "one-more@hour.test").Is(t, http.StatusCreated)
	})
	t.Run("LIM-12 invitations of a business in a day", func(t *testing.T) {
		s, passed := startSession(t, svc, "Olivia"), 0
		for i := range 6 {
			for j := range 20 {
				answer := s.invites(t, fmt.Sprintf("person-%d-%d@day.test", i, j))
				if answer.Status == http.StatusCreated {
					passed++
					continue
				}
				waits(t, answer.Refuses(t, http.StatusTooManyRequests, "MAIL_LIMIT_REACHED"), 24*time.Hour)
			}
			svc.Clock.Move(time.Hour)
		}
		if passed != 100 {
			t.Errorf("%d went through", passed)
		}
	})
	t.Run("LIM-12 invoices of a business in an hour", func(t *testing.T) {
		s := startSession(t, svc, "Olivia")
		invoice, passed := s.invoice(t), 0
		for i := range 202 {
			if s.sends(t, invoice, fmt.Sprintf("person-%d@invoices.test", i)).Status == http.StatusOK {
				passed++
			}
		}
		if passed != 200 {
			t.Errorf("%d went through", passed)
		}
	})
	t.Run("LIM-12 mails to one person", func(t *testing.T) {
		const victim = "victim@customers.test"
		var from []int
		for range 3 {
			s, passed := startSession(t, svc, "Olivia"), 0
			for i := range 22 {
				invoice := s.invoice(t)
				to := []string{victim, strings.ToUpper(victim)}[i%2]
				if s.sends(t, invoice, to).Status == http.StatusOK {
					passed++
				}
			}
			from = append(from, passed)
		}
		if from[0] != 20 || from[1] != 20 || from[2] != 10 {
			t.Errorf("of three businesses %v went through", from)
		}
	})
}

// pages are names that lead somewhere.
var pages = []string{
	"URGENT: verify your account at evil.example/login", "http://evil.example", "Go to https://evil.example/x", "www.evil.example",
	"See www.evil.example now", "evil.example:8443", "evil.example?a", "evil。example/login",
}

func TestANameHoldsNoAddressOfAPage(t *testing.T) {
	t.Parallel()
	svc := apptest.Start(t)
	ctx := actor.With(t.Context(), actor.Actor{Kind: actor.Operator, ID: "test"})
	node := svc.Node(0)
	s := startSession(t, svc, "Olivia")
	customer := s.customer(t)
	organization := svc.Organization(t, s.owner)
	for what, name := range map[string]func(name string) error{
		"a person": func(name string) error {
			_, err := node.Accounts.CreateUser(ctx, accounts.NewUser{Email: "new@people.test", Name: name})
			return err
		},
		"a business": func(name string) error {
			_, err := node.Tenancy.CreateBusiness(ctx, tenancy.NewBusiness{Name: name, Currency: "EUR", Timezone: "UTC"}, s.owner.ID)
			return err
		},
		"an organization": func(name string) error {
			_, err := node.Tenancy.CreateOrganization(ctx, name, s.owner.ID)
			return err
		},
		"an app": func(name string) error {
			_, _, err := node.Apps.Register(ctx, apps.NewApp{
				Organization: organization.ID, Name: name, Type: apps.Confidential,
				RedirectURIs: []string{"https://partner.test/callback"}, Scopes: scope.Of(scope.InvoicesRead),
			})
			return err
		},
	} {
		t.Run("LIM-12 "+what, func(t *testing.T) {
			for _, page := range pages {
				if err := name(page); err == nil || !strings.Contains(err.Error(), "name must not hold the address of a page") {
					t.Errorf("%q: %v", page, err)
				}
			}
			if err := name("Dr. Müller & Co. KG, Booking.com / Bread"); err != nil {
				t.Error(err)
			}
		})
	}
	t.Run("LIM-12 an app that registers itself", func(t *testing.T) {
		for _, page := range pages {
			answer := node.Browser(t).Send(t, "POST /oauth/register",
				fmt.Sprintf(`{"client_name": %q, "redirect_uris": ["https://wild.test/callback"]}`, page), "Content-Type: application/json")
			answer.SaysOAuth(t, http.StatusBadRequest, "invalid_client_metadata", "client_name must not hold the address of a page")
		}
	})
	t.Run("LIM-12 a business that is renamed, and a number of an invoice", func(t *testing.T) {
		for _, page := range pages {
			s.API(t, "POST /invoices", map[string]any{
				"customerId": customer, "number": page, "issue": true,
				"lines": []any{map[string]any{"description": "Bread", "quantity": "1", "unitPrice": "5.00"}},
			}).Is(t, http.StatusBadRequest)
			_, err := node.Tenancy.UpdateBusiness(ctx, tenancy.By(s.owner.ID), s.business.ID, tenancy.BusinessChange{Name: &page})
			if err == nil {
				t.Errorf("the business may be called %q", page)
			}
		}
	})
}

func TestNamesInSubjectsStandInQuotationMarks(t *testing.T) {
	t.Parallel()
	svc := apptest.Start(t)
	s := startSession(t, svc, "Olivia")
	subjects := func(t *testing.T) (invitation, invoice string) {
		t.Helper()
		id := s.invoice(t)
		s.invites(t, "ben@people.test").Is(t, http.StatusCreated)
		s.sends(t, id, "cafe@customers.test").Is(t, http.StatusOK)
		svc.RunJobs(t)
		letter := svc.Mail.Wait(t, "ben@people.test")
		for _, line := range strings.Split(letter.Text, "\n") {
			if strings.Contains(line, "evil.example") {
				t.Errorf("the mail says %q", line)
			}
		}
		return letter.Subject, svc.Mail.Wait(t, "cafe@customers.test").Subject
	}
	t.Run("LIM-12 those of people and businesses", func(t *testing.T) {
		invitation, invoice := subjects(t)
		if want := "“Olivia” invites you to “" + s.business.Name + "”"; invitation != want {
			t.Errorf("%q, want %q", invitation, want)
		}
		if want := "from “" + s.business.Name + "”"; !strings.HasSuffix(invoice, want) {
			t.Errorf("%q does not end with %q", invoice, want)
		}
	})
	t.Run("LIM-12 a name from before the rule leads nowhere, and stays in its marks", func(t *testing.T) {
		const old = `URGENT” verify at https://evil.example/login “`
		if _, err := svc.Node(0).DB.Exec(t.Context(), "UPDATE tenancy.businesses SET name = $1", old); err != nil {
			t.Fatal(err)
		}
		svc.Clock.Move(5 * time.Minute)
		invitation, invoice := subjects(t)
		const shown = "“URGENT’ verify at https[:]//evil[.]example/login ‘”"
		if want := "“Olivia” invites you to " + shown; invitation != want {
			t.Errorf("%q, want %q", invitation, want)
		}
		if !strings.HasSuffix(invoice, "from "+shown) {
			t.Errorf("%q does not end with %q", invoice, shown)
		}
	})
}
