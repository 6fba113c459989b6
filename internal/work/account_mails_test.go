package work_test

import (
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/counterpart/counterpart/internal/apptest"
	"github.com/counterpart/counterpart/internal/base/mail/mailtest"
	"github.com/counterpart/counterpart/internal/core/tenancy"
	"github.com/counterpart/counterpart/internal/vocab/permission"
	"github.com/counterpart/counterpart/internal/work"
)

// sendMail sends what waits.
func sendMail(t *testing.T, svc *apptest.Service) {
	t.Helper()
	for _, job := range []string{work.ResetMails, work.InvitationMails, work.InvoiceMails} {
		if err := svc.Node(0).Jobs.Once(t.Context(), job); err != nil {
			t.Fatal(err)
		}
	}
}

// tokenIn is the secret that a letter's link carries.
func tokenIn(t *testing.T, letter mailtest.Letter, path string) string {
	t.Helper()
	link, err := url.Parse(letter.Link())
	if err != nil {
		t.Fatal(err)
	}
	if at := link.Scheme + "://" + link.Host + link.Path; at != apptest.AuthURL+path {
		t.Errorf("the link leads to %s", at)
	}
	return link.Query().Get("token")
}

func requestReset(t *testing.T, svc *apptest.Service, email string) {
	t.Helper()
	if err := svc.Node(0).Accounts.RequestReset(t.Context(), email); err != nil {
		t.Fatal(err)
	}
}

func invite(t *testing.T, svc *apptest.Service, by *apptest.User, to tenancy.Business, email string) {
	t.Helper()
	_, err := svc.Node(0).Tenancy.InviteToBusiness(t.Context(), tenancy.By(by.ID), to.ID, email, permission.Accountant)
	if err != nil {
		t.Fatal(err)
	}
}

func TestAResetArrivesOnceAndItsLinkWorks(t *testing.T) {
	t.Parallel()
	svc := apptest.Start(t)
	olivia := svc.User(t, "Olivia")
	requestReset(t, svc, olivia.Email)
	requestReset(t, svc, "nobody@example.com")
	sendMail(t, svc)
	sendMail(t, svc)
	letter := svc.Mail.Wait(t, olivia.Email)
	if letter.Subject != "Choose a new password for Service" || !strings.Contains(letter.Text, "Hello Olivia,") {
		t.Errorf("%s\n\n%s", letter.Subject, letter.Text)
	}
	if !svc.Mail.Empty() {
		t.Error("more than one letter went out")
	}
	user, err := svc.Node(0).Accounts.CheckReset(t.Context(), tokenIn(t, letter, "/password/choose"))
	if err != nil || user.ID != olivia.ID {
		t.Errorf("the link is for %v, %v", user.ID, err)
	}
}

func TestAnInvitationArrivesAndItsLinkWorks(t *testing.T) {
	t.Parallel()
	svc := apptest.Start(t)
	olivia := svc.User(t, "Olivia")
	bakery := svc.Business(t, olivia)
	invite(t, svc, olivia, bakery, "ben@example.com")
	sendMail(t, svc)
	letter := svc.Mail.Wait(t, "ben@example.com")
	if letter.Subject != "“Olivia” invites you to “"+bakery.Name+"”" || !strings.Contains(letter.Text, "in the role accountant") {
		t.Errorf("%s\n\n%s", letter.Subject, letter.Text)
	}
	found, err := svc.Node(0).Tenancy.CheckInvitation(t.Context(), tokenIn(t, letter, "/invitation"))
	if err != nil || found.Place != bakery.Name {
		t.Errorf("the link is for %v, %v", found.Place, err)
	}
}

func TestOneAddressThatRefusesDoesNotHoldUpTheOthers(t *testing.T) {
	t.Parallel()
	const gone = "gone@example.com"
	svc := apptest.Start(t, apptest.Mailing(mailtest.Refusing(550, gone)))
	olivia := svc.User(t, "Olivia")
	bakery := svc.Business(t, olivia)
	invite(t, svc, olivia, bakery, gone)
	svc.Clock.Move(time.Second)
	invite(t, svc, olivia, bakery, "ben@example.com")
	sendMail(t, svc)
	svc.Mail.Wait(t, "ben@example.com")

	log := svc.Node(0).Logs
	if said := strings.Count(log.String(), "mail not sent"); said != 1 {
		t.Errorf("the log tells of %d mails that were not sent", said)
	}
	svc.Advance(t, time.Hour)
	if said := strings.Count(log.String(), "mail not sent"); said != 2 {
		t.Errorf("after another run the log tells of %d tries", said)
	}
}

func TestTheSecretOfALinkStandsInItsMailAlone(t *testing.T) {
	t.Parallel()
	svc := apptest.Start(t)
	olivia := svc.User(t, "Olivia")
	requestReset(t, svc, olivia.Email)
	svc.Node(0).Jobs.Kick(t.Context(), work.ResetMails)
	sendMail(t, svc)
	token := tokenIn(t, svc.Mail.Wait(t, olivia.Email), "/password/choose")
	if found := apptest.Shows(apptest.Dump(t, svc.Node(0).Config.Postgres), strings.ToLower(token)); len(found) > 0 {
		t.Error("the link's secret stands in the database")
	}
	if strings.Contains(svc.Node(0).Logs.String(), token) {
		t.Error("the log tells the link's secret")
	}
}

func TestWhatNobodyCanUseIsForgotten(t *testing.T) {
	t.Parallel()
	svc := apptest.Start(t)
	olivia := svc.User(t, "Olivia")
	bakery := svc.Business(t, olivia)
	olivia.SignIn(t, svc.Node(0))
	requestReset(t, svc, olivia.Email)
	invite(t, svc, olivia, bakery, "ben@example.com")
	svc.Advance(t, 100*24*time.Hour)
	for _, table := range []string{"accounts.sessions", "accounts.password_resets", "tenancy.invitations"} {
		var left int
		if err := svc.Node(0).DB.QueryRow(t.Context(), "SELECT count(*) FROM "+table).Scan(&left); err != nil {
			t.Fatal(err)
		}
		if left > 0 {
			t.Errorf("%d of %s are left", left, table)
		}
	}
}
