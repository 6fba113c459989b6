package accounts_test

import (
	"bytes"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/pquerna/otp/totp"

	"github.com/counterpart/counterpart/internal/app"
	"github.com/counterpart/counterpart/internal/apptest"
	"github.com/counterpart/counterpart/internal/base/secret"
	"github.com/counterpart/counterpart/internal/base/secret/secrettest"
	"github.com/counterpart/counterpart/internal/core/audit"
	"github.com/counterpart/counterpart/internal/vocab/pagepath"
	"github.com/counterpart/counterpart/internal/vocab/scope"
	"github.com/counterpart/counterpart/internal/work"
)

// fromAnywhere lets browsers say where they call from.
var fromAnywhere = apptest.Configure(func(config *app.Config) { config.TrustedProxies = []string{"127.0.0.1"} })

// guessing fails to sign in so often, from as many networks, on all nodes at once.
func guessing(t *testing.T, svc *apptest.Service, nodes, times int, email string) map[int]int {
	t.Helper()
	statuses := make(chan int, times)
	var all sync.WaitGroup
	for i := range times {
		browser := svc.Node(i % nodes).Browser(t)
		browser.From = fmt.Sprintf("198.51.%d.7", i%250)
		all.Go(func() { statuses <- browser.SignIn(email, "a wrong guess").Status })
	}
	all.Wait()
	got := map[int]int{}
	for range times {
		got[<-statuses]++
	}
	return got
}

func TestStrangersCannotKeepAPersonOut(t *testing.T) {
	t.Parallel()
	t.Run("ACC-03 after 200 wrong passwords from everywhere the person signs in from a known browser", func(t *testing.T) {
		t.Parallel()
		svc := apptest.Start(t, apptest.Nodes(2), fromAnywhere)
		olivia := svc.User(t, "Olivia")
		known := olivia.SignIn(t, svc.Node(0))
		known.Submit(pagepath.SignOut)

		got := guessing(t, svc, 2, 200, olivia.Email)
		if diff := cmp.Diff(map[int]int{http.StatusUnprocessableEntity: 10, http.StatusTooManyRequests: 190}, got); diff != "" {
			t.Errorf("guesses (-want +got):\n%s", diff)
		}
		known = known.At(svc.Node(1))
		known.SignIn(olivia.Email, olivia.Password)
		known.IsAt(pagepath.Home)
	})
	t.Run("ACC-03 from a new browser the person waits for less than a minute, or comes by a mailed link at once", func(t *testing.T) {
		t.Parallel()
		svc := apptest.Start(t, apptest.Nodes(2), fromAnywhere)
		svc.Node(1).StartJobs(t)
		olivia := svc.User(t, "Olivia")
		guessing(t, svc, 2, 20, olivia.Email)

		fresh := svc.Node(0).Browser(t)
		fresh.SignIn(olivia.Email, olivia.Password)
		fresh.Complains(http.StatusTooManyRequests, "Too many wrong passwords for this account. Wait 1 minute, or choose a new password by email: that works at once")
		if diff := cmp.Diff("40", fresh.Page.Header.Get("Retry-After")); diff != "" {
			t.Error(diff)
		}
		fresh.Open(fresh.Page.Link(t, "Forgot your password?"))
		fresh.Submit(pagepath.ForgotPassword, "email", olivia.Email)
		paused, reset := svc.Mail.Wait(t, olivia.Email), svc.Mail.Wait(t, olivia.Email)
		if !strings.Contains(reset.Text, "token=") {
			paused, reset = reset, paused
		}
		if diff := cmp.Diff("Wrong passwords for your Service account", paused.Subject); diff != "" {
			t.Error(diff)
		}
		fresh.Open(reset.Link())
		fresh.Submit(pagepath.ChoosePassword, "new_password", "nine blue otters swim", "repeat_password", "nine blue otters swim")
		fresh.IsAt(pagepath.SignIn)
		guessing(t, svc, 2, 20, olivia.Email)
		fresh.SignIn(olivia.Email, "nine blue otters swim")
		fresh.IsAt(pagepath.Home)
	})
}

// blocked hashes passwords only when it is let: strangers' hashes begin and do
// not end.
type blocked struct {
	begun    chan struct{}
	release  chan struct{}
	mu       sync.Mutex
	blocking bool
}

func (b *blocked) hash(password, salt []byte, cost secret.Cost) []byte {
	b.mu.Lock()
	blocking := b.blocking && bytes.HasPrefix(password, []byte("a wrong guess"))
	b.mu.Unlock()
	if blocking {
		b.begun <- struct{}{}
		<-b.release
	}
	return secrettest.Hash(password, salt, cost)
}

func TestTheQueueForSignInsHasAnEnd(t *testing.T) {
	t.Parallel()
	t.Run("ACC-04 while strangers hold and fill their places, a known browser gets in and the others get 503", func(t *testing.T) {
		t.Parallel()
		const strangers = 200
		hashes := &blocked{begun: make(chan struct{}, strangers), release: make(chan struct{})}
		svc := apptest.Start(t, fromAnywhere, apptest.Hashing(secret.NewPasswordsBy(hashes.hash, secrettest.Cheap, 2)))
		olivia := svc.User(t, "Olivia")
		known := olivia.SignIn(t, svc.Node(0))
		known.Submit(pagepath.SignOut)
		hashes.mu.Lock()
		hashes.blocking = true
		hashes.mu.Unlock()

		answers := make(chan apptest.Browser, strangers)
		var all sync.WaitGroup
		for i := range strangers {
			browser := svc.Node(0).Browser(t)
			browser.From = fmt.Sprintf("198.51.%d.7", i)
			all.Go(func() {
				browser.SignIn(fmt.Sprintf("person%d@people.test", i), "a wrong guess")
				answers <- browser
			})
		}
		for range 2 {
			<-hashes.begun // both places are taken, and stay so
		}
		first := <-answers // somebody found no room, or waited for too long
		first.Says(http.StatusServiceUnavailable, "The service is not available")
		if first.Page.Header.Get("Retry-After") == "" {
			t.Error("nobody is told when to come again")
		}
		known.SignIn(olivia.Email, olivia.Password)
		known.IsAt(pagepath.Home)
		known.Open(pagepath.ChangePassword)
		known.Submit(pagepath.ChangePassword, "current_password", olivia.Password,
			"new_password", "nine blue otters swim", "repeat_password", "nine blue otters swim")
		known.Confirms("Your password is changed.")

		close(hashes.release)
		all.Wait()
		got := map[int]int{first.Page.Status: 1}
		for range strangers - 1 {
			got[(<-answers).Page.Status]++
		}
		if got[http.StatusServiceUnavailable] < strangers-2-2*64 || got[http.StatusServiceUnavailable]+got[http.StatusUnprocessableEntity] != strangers {
			t.Errorf("the strangers were answered %v", got)
		}
	})
}

// trail reads the entries about a subject that belong to no organization.
func trail(t *testing.T, svc *apptest.Service, subject string, actions ...audit.Action) (found []string) {
	t.Helper()
	for _, action := range actions {
		rows, err := svc.Node(0).DB.Query(t.Context(), `SELECT action || ' ' || coalesce(host(address), 'nowhere') || ' ' || facts::text
			FROM (SELECT id, action, address, facts, subject FROM audit.control_entries
			      UNION ALL
			      SELECT id, action, address, facts, subject FROM audit.sign_in_entries) AS e
			WHERE subject = $1 AND action = $2 ORDER BY id`, subject, string(action))
		if err != nil {
			t.Fatal(err)
		}
		for rows.Next() {
			var line string
			if err := rows.Scan(&line); err != nil {
				t.Fatal(err)
			}
			found = append(found, line)
		}
		rows.Close()
	}
	return found
}

// failures reads the metric.
func failures(svc *apptest.Service, kind audit.FailureKind) string {
	page := httptest.NewRecorder()
	svc.Node(0).Metrics.Handler().ServeHTTP(page, httptest.NewRequest("GET", "/metrics", nil))
	for line := range strings.Lines(page.Body.String()) {
		if strings.Contains(line, "authentication_failures_total{") && strings.Contains(line, `kind="`+string(kind)+`"`) {
			return strings.TrimSpace(line[strings.LastIndex(line, " "):])
		}
	}
	return "0"
}

func TestFailedAuthenticationLeavesATrace(t *testing.T) {
	t.Parallel()
	t.Run("ACC-01 failed sign-ins and the pause they lead to: one entry an hour with a count, and a metric", func(t *testing.T) {
		t.Parallel()
		svc := apptest.Start(t, fromAnywhere)
		olivia := svc.User(t, "Olivia")
		browser := svc.Node(0).Browser(t)
		browser.From = "203.0.113.9"
		for range 12 {
			browser.SignIn(olivia.Email, "a wrong guess")
		}
		want := []string{
			`session.refused 203.0.113.0 {"cause": "wrong_password", "count": 10, "lastAt": "2026-11-08T09:30:00Z"}`,
			`session.paused 203.0.113.0 {"cause": "wrong_passwords", "count": 1}`,
		}
		if diff := cmp.Diff(want, trail(t, svc, olivia.ID.String(), "session.refused", "session.paused")); diff != "" {
			t.Error(diff)
		}
		svc.Clock.Move(time.Hour)
		browser.SignIn(olivia.Email, "a wrong guess")
		if got := trail(t, svc, olivia.ID.String(), "session.refused"); len(got) != 2 {
			t.Errorf("an hour later: %q", got)
		}
		if got := failures(svc, audit.PasswordFailure) + " " + failures(svc, audit.LockoutFailure); got != "11 1" {
			t.Errorf("the metric says %s", got)
		}
	})
	t.Run("ACC-01 whoever does not exist: one entry for a network and an hour, without what was typed", func(t *testing.T) {
		t.Parallel()
		svc := apptest.Start(t, fromAnywhere)
		for i := range 40 {
			browser := svc.Node(0).Browser(t)
			browser.From = fmt.Sprintf("203.0.113.%d", i)
			browser.SignIn(fmt.Sprintf("quintessa%d@people.test", i), "a wrong guess")
		}
		want := []string{`session.refused 203.0.113.0 {"cause": "wrong_password", "count": 40, "lastAt": "2026-11-08T09:30:00Z"}`}
		if diff := cmp.Diff(want, trail(t, svc, audit.UnknownAccount.String(), "session.refused")); diff != "" {
			t.Error(diff)
		}
		if dump := apptest.Dump(t, svc.Node(0).Config.Postgres); bytes.Contains(dump, []byte("quintessa")) {
			t.Error("what was typed is kept")
		}
	})
	t.Run("ACC-01 wrong codes and dead links", func(t *testing.T) {
		t.Parallel()
		svc := apptest.Start(t, fromAnywhere)
		olivia := svc.User(t, "Olivia")
		protect(t, svc, olivia)
		browser := svc.Node(0).Browser(t)
		browser.From = "203.0.113.9"
		browser.SignIn(olivia.Email, olivia.Password)
		for range 3 {
			browser.Submit(pagepath.SecondFactor, "code", "000000")
		}
		browser.Open(pagepath.ChoosePassword + "?token=nonsense")
		want := []string{`second_factor.refused 203.0.113.0 {"cause": "wrong_code", "count": 3, "lastAt": "2026-11-08T09:30:30Z"}`}
		if diff := cmp.Diff(want, trail(t, svc, olivia.ID.String(), "second_factor.refused")); diff != "" {
			t.Error(diff)
		}
		want = []string{`password_reset.refused 203.0.113.0 {"cause": "malformed", "count": 1}`}
		if diff := cmp.Diff(want, trail(t, svc, audit.UnknownAccount.String(), "password_reset.refused")); diff != "" {
			t.Error(diff)
		}
		if got := failures(svc, audit.SecondFactorFailure) + " " + failures(svc, audit.ResetFailure); got != "3 1" {
			t.Errorf("the metric says %s", got)
		}
	})
	t.Run("ACC-01 clients that fail stand in their organization's audit log, and so does the lock", func(t *testing.T) {
		t.Parallel()
		svc := apptest.Start(t)
		client := svc.ReviewedApp(t, scope.ProfileRead)
		maker := client.Maker.Registers(t).SignIn(t, svc.Node(0))
		thief := *client
		thief.Secret = "cpcs_guess"
		for range 40 {
			thief.Token(t, svc.Node(0), "refresh_token", "refresh_token", "x")
		}
		log := "GET /developer/organizations/" + client.Organization.String() + "/audit-log?subject=" + client.ID.String()
		read := func(action string) (facts []map[string]any) {
			var page struct {
				Data []struct{ Facts map[string]any }
			}
			maker.API(t, log+"&action="+action, nil).Is(t, http.StatusOK).Read(t, &page)
			for _, entry := range page.Data {
				facts = append(facts, entry.Facts)
			}
			return facts
		}
		refused := []map[string]any{{"cause": "wrong_secret", "count": 31.0, "lastAt": "2026-11-08T09:30:00Z"}}
		if diff := cmp.Diff(refused, read("app.authentication_refused")); diff != "" {
			t.Error(diff)
		}
		if diff := cmp.Diff([]map[string]any{{"cause": "wrong_secret", "count": 1.0}}, read("app.authentication_locked")); diff != "" {
			t.Error(diff)
		}
		if got := failures(svc, audit.ClientFailure); got != "31" {
			t.Errorf("the metric says %s", got)
		}
	})
	t.Run("ACC-01 thousands of failures are one row", func(t *testing.T) {
		t.Parallel()
		svc := apptest.Start(t, apptest.Nodes(2))
		book := []*audit.Log{svc.Node(0).Audit, svc.Node(1).Audit}
		failure := audit.Failure{Kind: audit.ClientFailure, Action: "app.authentication_refused", Subject: audit.UnknownClient, Cause: "unknown_client"}
		var all sync.WaitGroup
		for i := range 20 {
			all.Go(func() {
				for range 100 {
					if err := book[i%2].Fail(t.Context(), failure); err != nil {
						t.Error(err)
					}
				}
			})
		}
		all.Wait()
		got := trail(t, svc, audit.UnknownClient.String(), "app.authentication_refused")
		if len(got) != 1 || !strings.Contains(got[0], `"count": 2000`) {
			t.Errorf("%q", got)
		}
	})
}

// protect turns a user's second factor on and returns what shows its codes.
func protect(t *testing.T, svc *apptest.Service, user *apptest.User) func() string {
	t.Helper()
	begun, err := svc.Node(0).Accounts.BeginSecondFactor(t.Context(), user.ID)
	if err != nil {
		t.Fatal(err)
	}
	code := func() string {
		code, err := totp.GenerateCode(begun.Key, svc.Clock.Now())
		if err != nil {
			t.Fatal(err)
		}
		return code
	}
	if _, err := svc.Node(0).Accounts.ConfirmSecondFactor(t.Context(), user.ID, code()); err != nil {
		t.Fatal(err)
	}
	svc.Clock.Move(30 * time.Second)
	return code
}

func TestPeopleHearOfWhatHappensToTheirAccount(t *testing.T) {
	t.Parallel()
	svc := apptest.Start(t, fromAnywhere, apptest.KeepingSignInMails())
	olivia := svc.User(t, "Olivia")
	browser := svc.Node(0).Browser(t)
	browser.From = "203.0.113.9"
	hears := func(t *testing.T, subject string, says ...string) {
		t.Helper()
		if err := svc.Node(0).Jobs.Once(t.Context(), work.Notices); err != nil {
			t.Fatal(err)
		}
		letter := svc.Mail.Wait(t, olivia.Email)
		if diff := cmp.Diff(subject, letter.Subject); diff != "" {
			t.Error(diff)
		}
		for _, part := range append(says, "Hello Olivia,", "We never ask for your password or a code by email.") {
			if !strings.Contains(letter.Text, part) {
				t.Errorf("the letter does not say %q:\n%s", part, letter.Text)
			}
		}
		if !svc.Mail.Empty() {
			t.Error("more letters went out")
		}
		if secret.Pattern.MatchString(letter.Text) {
			t.Errorf("the letter holds a secret:\n%s", letter.Text)
		}
	}
	quiet := func(t *testing.T) {
		t.Helper()
		if err := svc.Node(0).Jobs.Once(t.Context(), work.Notices); err != nil {
			t.Fatal(err)
		}
		if !svc.Mail.Empty() {
			t.Errorf("a letter went out: %s", svc.Mail.Wait(t, olivia.Email).Subject)
		}
	}
	t.Run("ACC-02 a sign-in from a new device, and none from a known one", func(t *testing.T) {
		browser.SignIn(olivia.Email, olivia.Password)
		hears(t, "New sign-in to your Service account", "When:   8 November 2026 at 09:30 UTC", "Device: Firefox on Linux",
			"Where:  203.0.113.9", "How:    Password\n", apptest.AuthURL+"/account")
		browser.Submit(pagepath.SignOut)
		browser.SignIn(olivia.Email, olivia.Password)
		browser.IsAt(pagepath.Home)
		quiet(t)
	})
	t.Run("ACC-02 two people share a browser", func(t *testing.T) {
		ben := svc.User(t, "Ben")
		browser.Submit(pagepath.SignOut)
		browser.SignIn(ben.Email, ben.Password)
		if err := svc.Node(0).Jobs.Once(t.Context(), work.Notices); err != nil {
			t.Fatal(err)
		}
		svc.Mail.Wait(t, ben.Email)
		browser.Submit(pagepath.SignOut)
		browser.SignIn(olivia.Email, olivia.Password)
		quiet(t)
	})
	t.Run("ACC-02 a changed password", func(t *testing.T) {
		browser.Open(pagepath.ChangePassword)
		browser.Submit(pagepath.ChangePassword, "current_password", olivia.Password,
			"new_password", "nine blue otters swim", "repeat_password", "nine blue otters swim")
		olivia.Password = "nine blue otters swim"
		hears(t, "Your Service password was changed", "from 203.0.113.9. You were signed out everywhere else.", apptest.AuthURL+"/password/forgot")
	})
	var code func() string
	t.Run("ACC-02 a second factor that is added", func(t *testing.T) {
		code = protect(t, svc, olivia)
		hears(t, "Two-step verification is on for your Service account", "recovery codes were made")
	})
	t.Run("ACC-02 recovery codes that are made and used", func(t *testing.T) {
		codes, err := svc.Node(0).Accounts.NewRecoveryCodes(t.Context(), olivia.ID, code())
		if err != nil {
			t.Fatal(err)
		}
		hears(t, "New recovery codes for your Service account", "The ones before no longer work.")
		browser.Submit(pagepath.SignOut)
		browser.SignIn(olivia.Email, olivia.Password)
		browser.Open(browser.Page.Link(t, "Use a recovery code"))
		browser.Submit(pagepath.SecondFactor, "recovery_code", codes[0])
		browser.IsAt(pagepath.Home)
		hears(t, "A recovery code of your Service account was used", "It does not work again.")
	})
	t.Run("ACC-02 the first pause after wrong codes", func(t *testing.T) {
		thief := svc.Node(0).Browser(t)
		thief.SignIn(olivia.Email, olivia.Password)
		for range 12 {
			thief.Submit(pagepath.SecondFactor, "code", "000000")
		}
		hears(t, "Wrong codes for your Service account", "somebody knows your password")
		svc.Clock.Move(10 * time.Minute)
		thief.Open(pagepath.SignIn)
		thief.SignIn(olivia.Email, olivia.Password)
		thief.Submit(pagepath.SecondFactor, "code", "000000")
		quiet(t)
	})
	t.Run("ACC-02 a passkey that is added, used on a new device, copied and removed", func(t *testing.T) {
		browser.Submit(pagepath.SignOut)
		browser.SignIn(olivia.Email, olivia.Password)
		browser.Submit(pagepath.SecondFactor, "code", code())
		phone := apptest.NewPhone()
		browser.AddPasskey(t, phone, "Olivia’s phone")
		hears(t, "A passkey was added to your Service account", "from 203.0.113.9", "Remove the passkey, then change your password", apptest.AuthURL+"/account")
		phone.Counts = true
		copied, elsewhere := phone.Copy(), svc.Node(0).Browser(t)
		elsewhere.Open(pagepath.PasskeySignIn)
		elsewhere.UsePasskey(t, phone)
		elsewhere.IsAt(pagepath.Home)
		hears(t, "New sign-in to your Service account", "How:    Passkey\n")
		elsewhere.Submit(pagepath.SignOut)
		elsewhere.Open(pagepath.PasskeySignIn)
		elsewhere.UsePasskey(t, copied)
		elsewhere.Shows(http.StatusUnprocessableEntity, pagepath.PasskeySignIn)
		hears(t, "A passkey of your Service account was refused", "There may be a copy of it, so nobody was let in.")
		browser.Open(pagepath.Account)
		browser.Open(browser.Page.Links(pagepath.RemovePasskey)[0])
		browser.Submit(pagepath.RemovePasskey)
		hears(t, "A passkey was removed from your Service account", "Nobody can sign in with it any more.")
		svc.Clock.Move(time.Minute)
	})
	t.Run("ACC-02 a second factor that is removed", func(t *testing.T) {
		svc.Clock.Move(time.Minute)
		browser.Open(pagepath.TurnOffFactor)
		browser.Submit(pagepath.TurnOffFactor, "current_password", olivia.Password, "code", code())
		hears(t, "Two-step verification is off for your Service account", "Your password alone is now enough to sign in")
	})
	t.Run("ACC-02 the first pause after wrong passwords, once a day", func(t *testing.T) {
		guessing(t, svc, 1, 12, olivia.Email)
		hears(t, "Wrong passwords for your Service account", "Nobody got in.")
		svc.Clock.Move(2 * time.Hour)
		guessing(t, svc, 1, 12, olivia.Email)
		quiet(t)
	})
	t.Run("ACC-02 a password that is reset", func(t *testing.T) {
		browser.Submit(pagepath.SignOut)
		browser.Open(pagepath.ForgotPassword)
		browser.Submit(pagepath.ForgotPassword, "email", olivia.Email)
		if err := svc.Node(0).Jobs.Once(t.Context(), work.ResetMails); err != nil {
			t.Fatal(err)
		}
		browser.Open(svc.Mail.Wait(t, olivia.Email).Link())
		browser.Submit(pagepath.ChoosePassword, "new_password", "seven geese over the mill", "repeat_password", "seven geese over the mill")
		hears(t, "Your Service password was changed", "by a link that we mailed to you")
	})
	t.Run("ACC-02 no more than 20 letters a day", func(t *testing.T) {
		svc.Clock.Move(25 * time.Hour)
		for range 30 {
			svc.Node(0).Browser(t).SignIn(olivia.Email, "seven geese over the mill")
		}
		if err := svc.Node(0).Jobs.Once(t.Context(), work.Notices); err != nil {
			t.Fatal(err)
		}
		n := 0
		for ; !svc.Mail.Empty(); n++ {
			svc.Mail.Wait(t, olivia.Email)
		}
		if n != 20 {
			t.Errorf("%d letters went out", n)
		}
	})
}
