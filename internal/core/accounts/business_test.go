package accounts_test

import (
	"encoding/base64"
	"log/slog"
	"net/netip"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/counterpart/counterpart/internal/base/clock"
	"github.com/counterpart/counterpart/internal/base/epoch"
	"github.com/counterpart/counterpart/internal/base/ident"
	"github.com/counterpart/counterpart/internal/base/pg"
	"github.com/counterpart/counterpart/internal/base/pgtest"
	"github.com/counterpart/counterpart/internal/base/rdbtest"
	"github.com/counterpart/counterpart/internal/base/secret"
	"github.com/counterpart/counterpart/internal/base/secret/secrettest"
	"github.com/counterpart/counterpart/internal/core/accounts"
	"github.com/counterpart/counterpart/internal/core/audit"
	"github.com/counterpart/counterpart/internal/core/events"
	"github.com/counterpart/counterpart/internal/core/tenancy"
	"github.com/counterpart/counterpart/internal/vocab/fault"
	"github.com/counterpart/counterpart/internal/vocab/permission"
)

const password = "a lamp by the quiet river"

// members are the accounts and the businesses that they belong to: what a session
// knows of a business comes from package tenancy, which depends on this one.
type members struct {
	*accounts.Service
	tenancy *tenancy.Service
	clock   *clock.Stopped
}

func newMembers(t *testing.T) *members {
	t.Helper()
	keys, err := secret.ParseKeyring("k1:" + base64.StdEncoding.EncodeToString(make([]byte, 32)))
	must(t, err)
	m := &members{clock: clock.NewStopped(pgtest.Start)}
	db, log := pgtest.Open(t, pgtest.Clone(t), pg.Options{}), slog.New(slog.DiscardHandler)
	rights, record := epoch.NewRegistry(rdbtest.New(t), log), audit.NewLog(db, m.clock.Now, audit.Hooks{})
	m.Service = accounts.New(accounts.Deps{
		DB: db, Now: m.clock.Now, Rights: rights, Audit: record, Keys: keys, Passwords: secrettest.Passwords(), Log: log, Brand: "Service",
		Memberships: tenancy.NewDirectory(db),
	})
	m.tenancy = tenancy.New(tenancy.Deps{
		DB: db, Now: m.clock.Now, Rights: rights, Events: events.NewRecorder(m.clock.Now, nil), Audit: record, Accounts: m.Service,
	})
	return m
}

// person makes a user with the tests' password.
func (m *members) person(t *testing.T, name string) accounts.User {
	t.Helper()
	user, err := m.CreateUser(t.Context(), accounts.NewUser{Email: strings.ToLower(name) + "@example.com", Name: name, Password: password})
	must(t, err)
	return user
}

// join makes the user the owner of a new business.
func (m *members) join(t *testing.T, user accounts.User) ident.Business {
	t.Helper()
	business, err := m.tenancy.CreateBusiness(t.Context(), tenancy.NewBusiness{Name: "Old Mill Bakery", Currency: "EUR", Timezone: "UTC"}, user.ID)
	must(t, err)
	return business.ID
}

// leaves gives a user's businesses to somebody else.
func (m *members) leaves(t *testing.T, user accounts.User, businesses ...ident.Business) {
	t.Helper()
	heir := m.person(t, "Heir")
	for _, business := range businesses {
		must(t, m.tenancy.AddMember(t.Context(), tenancy.ByOperator(), business, heir.ID, permission.Owner))
		must(t, m.tenancy.RemoveMember(t.Context(), tenancy.ByOperator(), business, user.ID))
	}
}

func (m *members) signIn(t *testing.T, user accounts.User) (token string, session accounts.Session) {
	t.Helper()
	entry, err := m.SignIn(t.Context(), user.Email, password, accounts.Visit{Address: netip.MustParseAddr("203.0.113.9"), UserAgent: "Firefox"})
	must(t, err)
	return entry.Token, entry.Session
}

// letsIn fails the test unless the token is good.
func (m *members) letsIn(t *testing.T, token string) accounts.SignedIn {
	t.Helper()
	in, err := m.Authenticate(t.Context(), token)
	must(t, err)
	return in
}

func TestASessionIsInNoBusinessThatItsUserDoesNotBelongTo(t *testing.T) {
	t.Parallel()
	f := newMembers(t)
	olivia, ben := f.person(t, "Olivia"), f.person(t, "Ben")
	own, foreign := f.join(t, olivia), f.join(t, ben)
	token, session := f.signIn(t, olivia)
	if diff := cmp.Diff(own, f.letsIn(t, token).Session.Business); diff != "" {
		t.Error(diff)
	}

	second := f.join(t, olivia)
	must(t, f.UseBusiness(t.Context(), session, second))
	if diff := cmp.Diff(second, f.letsIn(t, token).Session.Business); diff != "" {
		t.Error(diff)
	}

	f.leaves(t, olivia, own, second)
	if diff := cmp.Diff(ident.Business{}, f.letsIn(t, token).Session.Business); diff != "" {
		t.Errorf("want no business after the membership ended: %s", diff)
	}
	must(t, f.UseBusiness(t.Context(), session, foreign))
	if diff := cmp.Diff(ident.Business{}, f.letsIn(t, token).Session.Business); diff != "" {
		t.Errorf("want no business of others: %s", diff)
	}
	list, err := f.Sessions(t.Context(), olivia.ID)
	must(t, err)
	if len(list) != 1 || !list[0].Business.IsZero() {
		t.Errorf("want one session in no business, got %v", list)
	}

	must(t, f.SignOut(t.Context(), token))
	if refusal, ok := fault.As(f.UseBusiness(t.Context(), session, own)); !ok || refusal.Code != "SESSION_OVER" {
		t.Errorf("refused with %v", refusal)
	}
}

func TestASessionStartsInTheBusinessLastUsed(t *testing.T) {
	t.Parallel()
	f := newMembers(t)
	olivia := f.person(t, "Olivia")

	_, session := f.signIn(t, olivia)
	if !session.Business.IsZero() {
		t.Errorf("want no business, got %s", session.Business)
	}

	first := f.join(t, olivia)
	f.clock.Move(time.Hour)
	second := f.join(t, olivia)
	_, session = f.signIn(t, olivia)
	if diff := cmp.Diff(first, session.Business); diff != "" {
		t.Errorf("want the business joined first: %s", diff)
	}

	f.clock.Move(time.Hour)
	must(t, f.UseBusiness(t.Context(), session, second))
	_, session = f.signIn(t, olivia)
	if diff := cmp.Diff(second, session.Business); diff != "" {
		t.Errorf("want the business last used: %s", diff)
	}
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
