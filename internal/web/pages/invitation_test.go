package pages_test

import (
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/counterpart/counterpart/internal/core/tenancy"
	"github.com/counterpart/counterpart/internal/vocab/pagepath"
)

func linkOf(token string) string {
	return pagepath.Invitation + "?" + url.Values{"token": {token}}.Encode()
}

// members lists who is in a business.
func (f *fixture) members(t *testing.T, of tenancy.Business) []string {
	t.Helper()
	list, err := f.tenancy.Members(t.Context(), of.ID)
	must(t, err)
	var names []string
	for _, m := range list {
		names = append(names, m.Name+", "+string(m.Role))
	}
	return names
}

func TestANewPersonAcceptsAnInvitation(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	owner := f.user(t, "Olivia Baker")
	bakery := f.business(t, "Old Mill Bakery", owner)
	link := linkOf(f.invite(t, owner, bakery, "ada@example.com"))
	ada := f.browser(t)
	f.clock.Move(time.Hour)

	ada.Open(link)
	if diff := cmp.Diff("Join Old Mill Bakery", ada.Page.Heading()); diff != "" {
		t.Error(diff)
	}
	ada.Submit(pagepath.Invitation, "decision", "accept", "name", "", "new_password", "", "repeat_password", "")
	ada.Complains(http.StatusUnprocessableEntity, "Enter your name", "Enter a new password")
	ada.Submit(pagepath.Invitation, "decision", "accept", "name", "Ada Ledger", "new_password", "ada@example.com", "repeat_password", "ada@example.com")
	ada.Complains(http.StatusUnprocessableEntity, "This password is easy to guess. Use a few words that have nothing to do with each other, with you or with your business")
	ada.Submit(pagepath.Invitation, "decision", "accept", "name", "Ada Ledger", "new_password", password, "repeat_password", password)
	ada.IsAt(pagepath.Home)
	ada.Confirms("You have joined.")
	if !slices.Contains(ada.Page.Texts("figure"), "Old Mill Bakery") {
		t.Errorf("she is in %q", ada.Page.Texts("figure"))
	}
	if diff := cmp.Diff([]string{"Olivia Baker, owner", "Ada Ledger, accountant"}, f.members(t, bakery)); diff != "" {
		t.Error(diff)
	}
	ada.Open(link)
	ada.Says(http.StatusGone, "This link no longer works")
}

func TestAKnownPersonSignsInToAcceptAnInvitation(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	owner, known := f.user(t, "Olivia Baker"), f.user(t, "Ada Ledger")
	f.business(t, "Her Own", known)
	bakery := f.business(t, "Old Mill Bakery", owner)
	token := f.invite(t, owner, bakery, "Ada@example.com")
	ada := f.browser(t)

	ada.Open(linkOf(token))
	ada.Open(ada.Page.Link(t, "Sign in to answer"))
	ada.IsAt(pagepath.SignIn)
	ada.Submit(pagepath.SignIn, "email", "ada@example.com", "password", password)
	ada.IsAt(pagepath.Invitation)
	ada.Submit(pagepath.Invitation, "decision", "accept")
	ada.IsAt(pagepath.Home)
	ada.Confirms("You have joined.")
	if !slices.Contains(ada.Page.Texts("figure"), "Old Mill Bakery") {
		t.Errorf("she is in %q, not in what she joined", ada.Page.Texts("figure"))
	}
}

func TestAnInvitationIsForOnePersonOnly(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	owner := f.user(t, "Olivia Baker")
	f.user(t, "Mallory Thief")
	bakery := f.business(t, "Old Mill Bakery", owner)
	token := f.invite(t, owner, bakery, "ada@example.com")
	mallory := f.signedIn(t, "mallory@example.com")

	mallory.Open(linkOf(token))
	if got := strings.Join(mallory.Page.Texts("caution"), " "); !strings.Contains(got, "for ada@example.com, and you are signed in as mallory@example.com") {
		t.Errorf("the page says %q", got)
	}
	form := mallory.Page.Form(t, pagepath.SignOut)
	form.Set("token", token)
	form.Set("decision", "accept")
	mallory.Post(pagepath.Invitation, form)
	mallory.Says(http.StatusForbidden, "This invitation was sent to another e-mail address than yours.")
	if diff := cmp.Diff([]string{"Olivia Baker, owner"}, f.members(t, bakery)); diff != "" {
		t.Error(diff)
	}
}

func TestADeclinedInvitationIsOver(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	owner := f.user(t, "Olivia Baker")
	bakery := f.business(t, "Old Mill Bakery", owner)
	token := f.invite(t, owner, bakery, "ada@example.com")
	ada := f.browser(t)

	ada.Open(linkOf(token))
	ada.Submit(pagepath.Invitation, "decision", "decline")
	ada.IsAt(pagepath.SignIn)
	ada.Confirms("You have declined the invitation.")
	ada.Open(linkOf(token))
	ada.Says(http.StatusGone, "This link no longer works")
}

func TestAnInvitationToAnOrganizationIsAccepted(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	owner := f.user(t, "Olivia Baker")
	f.user(t, "Dana Dev")
	acme, err := f.tenancy.CreateOrganization(t.Context(), "Acme Apps", owner.ID)
	must(t, err)
	invitation, err := f.tenancy.InviteToOrganization(t.Context(), tenancy.By(owner.ID), acme.ID, "dana@example.com", tenancy.OrganizationDeveloper)
	must(t, err)
	var token string
	must(t, f.tenancy.MailInvitation(t.Context(), invitation.ID, func(_ tenancy.Letter, secret string) error {
		token = secret
		return nil
	}))
	dana := f.signedIn(t, "dana@example.com")

	dana.Open(linkOf(token))
	dana.Submit(pagepath.Invitation, "decision", "accept")
	dana.IsAt(pagepath.Home)
	dana.Confirms("You have joined.")
	members, err := f.tenancy.OrganizationMembers(t.Context(), acme.ID)
	must(t, err)
	if len(members) != 2 {
		t.Errorf("%d members, want 2", len(members))
	}
}
