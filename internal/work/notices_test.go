package work_test

import (
	"context"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/counterpart/counterpart/internal/apptest"
	"github.com/counterpart/counterpart/internal/base/actor"
	"github.com/counterpart/counterpart/internal/base/ident"
	"github.com/counterpart/counterpart/internal/base/mail"
	"github.com/counterpart/counterpart/internal/base/mail/mailtest"
	"github.com/counterpart/counterpart/internal/core/audit"
	"github.com/counterpart/counterpart/internal/core/tenancy"
	"github.com/counterpart/counterpart/internal/vocab/permission"
	"github.com/counterpart/counterpart/internal/vocab/scope"
	"github.com/counterpart/counterpart/internal/work"
)

// connection is an app that a business uses. What was noted on the way there has
// been told.
type connection struct {
	*apptest.Service
	app          *apptest.App
	olivia       *apptest.User
	bakery       tenancy.Business
	installation ident.Installation
	tokens       apptest.Tokens
}

func connect(t *testing.T, options ...apptest.Option) *connection {
	t.Helper()
	c := &connection{Service: apptest.Start(t, options...)}
	c.app, c.olivia = c.ReviewedApp(t, scope.InvoicesRead), c.User(t, "Olivia")
	c.bakery = c.Business(t, c.olivia)
	c.Join(t, c.User(t, "Viola"), c.bakery, permission.Viewer)
	c.sendNotices(t)
	c.Mail.Wait(t, c.app.Maker.Email) // the first secret
	c.Clock.Move(time.Second)         // entries of one instant have no order
	c.tokens = c.app.Connect(t, c.olivia, c.bakery, scope.InvoicesRead)
	if _, err := c.Node(0).DB.Exec(t.Context(), "DELETE FROM audit.control_notices"); err != nil { // of Olivia's sign-in
		t.Fatal(err)
	}
	entries, err := c.Node(0).Audit.OfBusiness(t.Context(), c.bakery.ID, ident.AuditEntry{}, 1)
	if err != nil || entries[0].Action != "app.connected" {
		t.Fatalf("%v, %v", entries, err)
	}
	if c.installation, err = ident.Parse[ident.Installation](entries[0].Subject); err != nil {
		t.Fatal(err)
	}
	return c
}

// sendNotices runs the job once.
func (c *connection) sendNotices(t *testing.T) {
	t.Helper()
	if err := c.Node(0).Jobs.Once(t.Context(), work.Notices); err != nil {
		t.Fatal(err)
	}
}

// told takes the letters to both owners and fails the test if anybody else, or
// anybody twice, heard.
func (c *connection) told(t *testing.T) (business, app mailtest.Letter) {
	t.Helper()
	c.sendNotices(t)
	c.sendNotices(t)
	business, app = c.Mail.Wait(t, c.olivia.Email), c.Mail.Wait(t, c.app.Maker.Email)
	if !c.Mail.Empty() {
		t.Error("more letters went out")
	}
	return business, app
}

func (c *connection) by(user *apptest.User, t *testing.T) context.Context {
	return actor.With(t.Context(), actor.Actor{Kind: actor.User, ID: user.ID.String()})
}

func TestOwnersHearOfActionsInTheBusiness(t *testing.T) {
	t.Parallel()
	actions := map[string]struct {
		do                     func(*testing.T, *connection)
		subject, olivia, maker string
	}{
		"APP-07 app connected": {
			func(*testing.T, *connection) {},
			"“APP” was connected to “PLACE”", "Olivia connected the app “APP” to your business “PLACE”.", "The business “PLACE” connected your app “APP”.",
		},
		"APP-07 access revoked": {
			func(t *testing.T, c *connection) {
				if _, err := c.Node(0).Installs.RevokeAccess(c.by(c.olivia, t), c.olivia.ID, c.installation); err != nil {
					t.Fatal(err)
				}
			},
			"The access of “APP” to “PLACE” was revoked", "Olivia revoked the access of the app “APP”", "revoked the access of your app “APP”",
		},
		"APP-07 app uninstalled": {
			func(t *testing.T, c *connection) {
				if _, err := c.Node(0).Installs.Uninstall(c.by(c.olivia, t), c.olivia.ID, c.installation); err != nil {
					t.Fatal(err)
				}
			},
			"“APP” was uninstalled from “PLACE”", "Olivia uninstalled the app “APP”", "uninstalled your app “APP”",
		},
		"APP-07 family burned": {
			func(t *testing.T, c *connection) {
				c.tokens.RefreshedBy(t, c.Node(0))
				c.tokens.RefreshIsRefused(t, c.Node(0), "invalid_grant", "refresh token reuse detected")
			},
			"Tokens of “APP” for “PLACE” were revoked for safety", "a copy is in other hands", "A copy may be in other hands",
		},
	}
	for name, action := range actions {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			c := connect(t)
			if name != "APP-07 app connected" {
				c.told(t)
			}
			action.do(t, c)
			names := strings.NewReplacer("APP", c.app.Name, "PLACE", c.bakery.Name)
			toOlivia, toMaker := c.told(t)
			if diff := cmp.Diff([]string{names.Replace(action.subject), names.Replace(action.subject)}, []string{toOlivia.Subject, toMaker.Subject}); diff != "" {
				t.Errorf("the subjects differ (-want +got):\n%s", diff)
			}
			if !strings.Contains(toOlivia.Text, names.Replace(action.olivia)) || toOlivia.Link() != apptest.AuthURL+"/apps" {
				t.Errorf("the business hears:\n%s", toOlivia.Text)
			}
			if !strings.Contains(toMaker.Text, names.Replace(action.maker)) || strings.Contains(toMaker.Text, "Olivia") {
				t.Errorf("the makers hear:\n%s", toMaker.Text)
			}
			for _, secret := range []string{c.tokens.Access, c.tokens.Refresh, c.app.Secret} {
				if strings.Contains(toOlivia.Text+toMaker.Text, secret) {
					t.Error("a letter tells a secret")
				}
			}
		})
	}
}

func TestAnAppsOwnersHearOfItsSecrets(t *testing.T) {
	t.Parallel()
	c := connect(t)
	c.told(t)
	t.Run("APP-07 secret rotated", func(t *testing.T) {
		before, err := c.Node(0).Apps.Secrets(t.Context(), c.app.ID)
		if err != nil {
			t.Fatal(err)
		}
		_, text, err := c.Node(0).Apps.AddSecret(c.by(c.app.Maker, t), c.app.ID)
		if err != nil {
			t.Fatal(err)
		}
		c.Clock.Move(time.Second)
		if err := c.Node(0).Apps.RevokeSecret(c.by(c.app.Maker, t), c.app.ID, before[0].ID); err != nil {
			t.Fatal(err)
		}
		c.sendNotices(t)
		added, revoked := c.Mail.Wait(t, c.app.Maker.Email), c.Mail.Wait(t, c.app.Maker.Email)
		if !strings.Contains(added.Text, "Maker added a client secret to your app “"+c.app.Name+"”") {
			t.Errorf("%s", added.Text)
		}
		if !strings.Contains(revoked.Text, "Maker revoked a client secret of your app “"+c.app.Name+"”") {
			t.Errorf("%s", revoked.Text)
		}
		if strings.Contains(added.Text+revoked.Text, text) || !c.Mail.Empty() {
			t.Error("a letter tells the secret, or there are more")
		}
	})
}

// struck is a sender that hands letters over and then stops the world, a number
// of times.
type struck struct {
	mail.Sender
	times int
	stop  context.CancelFunc
}

func (s *struck) Send(ctx context.Context, m mail.Message) error {
	err := s.Sender.Send(ctx, m)
	if s.times--; s.times >= 0 {
		s.stop()
	}
	return err
}

// struck runs the job for notices on a node that stops right after a letter.
func (c *connection) struck(t *testing.T, ctx context.Context, stop context.CancelFunc) error {
	n := c.Node(0)
	return runner(t, n.DB, everything(), work.Jobs(work.Deps{
		DB: n.DB, Audit: n.Audit, Accounts: n.Accounts, Tenancy: n.Tenancy, Apps: n.Apps, Clients: n.Clients, Requests: n.Requests, Approvals: n.Approvals,
		Devices: n.Devices, Tokens: n.Tokens, Signing: n.Signing, Log: n.Log, Brand: "Service", AppURL: apptest.AuthURL,
		Mail: &struck{n.App.Mail, 1, stop}, Metrics: n.Metrics,
	})...).Once(ctx, work.Notices)
}

func TestALetterThatACrashRepeatsIsKnownAsOne(t *testing.T) {
	t.Parallel()
	c := connect(t)
	t.Run("APP-07 a crash between sending and noting", func(t *testing.T) {
		ctx, stop := context.WithCancel(t.Context())
		if err := c.struck(t, ctx, stop); err == nil {
			t.Fatal("the run went on")
		}
		first := c.Mail.Wait(t, c.olivia.Email)
		c.sendNotices(t)
		if !c.Mail.Empty() {
			t.Error("a claimed notice was sent")
		}
		c.Clock.Move(5 * time.Minute)
		second, _ := c.told(t)
		if one, other := first.Header.Get("Message-ID"), second.Header.Get("Message-ID"); one != other || one == "" {
			t.Errorf("the letters are %q and %q", one, other)
		}
	})
}

func TestANoticeGoesOnWithThoseWhoHaveNotHeard(t *testing.T) {
	t.Parallel()
	for name, code := range map[string]int{"refused for now": 450, "refused for good": 550} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			c := connect(t, apptest.Mailing(mailtest.Refusing(code, "olivia-4@people.test")))
			if c.olivia.Email != "olivia-4@people.test" {
				t.Fatalf("the owner's address is %s", c.olivia.Email)
			}
			for range 3 {
				c.sendNotices(t)
				c.Clock.Move(time.Hour)
			}
			c.Mail.Wait(t, c.app.Maker.Email)
			if !c.Mail.Empty() {
				t.Error("who has heard heard again")
			}
			want := map[int]int{450: 3, 550: 1}[code]
			if tries := strings.Count(c.Node(0).Logs.String(), "mail not sent"); tries != want {
				t.Errorf("%d tries, want %d", tries, want)
			}
			c.Clock.Move(3 * 24 * time.Hour)
			c.sendNotices(t)
			if due, err := c.Node(0).Audit.NoticesDue(t.Context(), ident.EveryShard(), 10, 10); err != nil || len(due) > 0 {
				t.Errorf("%d notices are left, %v", len(due), err)
			}
		})
	}
}

func TestWhoMayNotActHearsNothing(t *testing.T) {
	t.Parallel()
	c := connect(t)
	c.Suspend(t, c.olivia)
	c.sendNotices(t)
	c.Mail.Wait(t, c.app.Maker.Email)
	if !c.Mail.Empty() {
		t.Error("a suspended owner heard")
	}
}

func TestEveryActionThatIsMailedHasItsWords(t *testing.T) {
	t.Parallel()
	for _, action := range audit.MailedTo(audit.Owners) {
		if !work.HasNoticeText(action) {
			t.Errorf("%s has no words", action)
		}
	}
	for _, action := range audit.MailedTo(audit.Person) {
		if !work.HasAccountText(action) {
			t.Errorf("%s has no words", action)
		}
	}
}
