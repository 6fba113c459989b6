package accounts_test

import (
	"net/http"
	"strings"
	"testing"

	"github.com/counterpart/counterpart/internal/apptest"
	"github.com/counterpart/counterpart/internal/vocab/pagepath"
)

func TestAForgottenPasswordIsReplacedByMail(t *testing.T) {
	t.Parallel()
	svc := apptest.Start(t, apptest.Nodes(2))
	svc.Node(1).StartJobs(t)
	olivia := svc.User(t, "Olivia")
	elsewhere := olivia.SignIn(t, svc.Node(1))

	browser := svc.Node(0).Browser(t)
	browser.Open(pagepath.SignIn)
	browser.Open(browser.Page.Link(t, "Forgot your password?"))
	browser.Submit(pagepath.ForgotPassword, "email", strings.ToUpper(olivia.Email))
	browser.Says(http.StatusOK, "Check your email")

	letter := svc.Mail.Wait(t, olivia.Email)
	browser.Open(letter.Link())
	browser.Submit(pagepath.ChoosePassword, "new_password", "nine blue otters swim", "repeat_password", "nine blue otters swim")
	browser.IsAt(pagepath.SignIn)
	browser.Confirms("Your password is changed.")

	elsewhere.IsSignedOut()
	browser.SignIn(olivia.Email, olivia.Password)
	browser.Shows(http.StatusUnprocessableEntity, pagepath.SignIn)
	browser.SignIn(olivia.Email, "nine blue otters swim")
	browser.IsAt(pagepath.Home)
	browser.Open(letter.Link())
	browser.Says(http.StatusGone, "This link no longer works")

	_, token, _ := strings.Cut(letter.Link(), "token=")
	for i := range 2 {
		if strings.Contains(svc.Node(i).Logs.String(), token) {
			t.Errorf("the log of node %d tells the link's secret", i)
		}
	}
}
