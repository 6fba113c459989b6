package tenancy

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/counterpart/counterpart/internal/base/ident"
	"github.com/counterpart/counterpart/internal/base/secret"
	"github.com/counterpart/counterpart/internal/core/accounts"
	"github.com/counterpart/counterpart/internal/vocab/mailing"
	"github.com/counterpart/counterpart/internal/vocab/permission"
)

const goodPassword = "a tall grey lighthouse"

// mailed sends an invitation's mail and returns the secret in it.
func (f *fixture) mailed(t testing.TB, id ident.Invitation) (token string) {
	t.Helper()
	must(t, f.MailInvitation(t.Context(), id, func(_ Letter, text string) error {
		token = text
		return nil
	}))
	if token == "" {
		t.Fatal("nothing was mailed")
	}
	return token
}

// invited makes and mails an invitation to a business.
func (f *fixture) invited(t testing.TB, by accounts.User, business Business, email string, role permission.Role) (Invitation, string) {
	t.Helper()
	inv, err := f.InviteToBusiness(t.Context(), By(by.ID), business.ID, email, role)
	must(t, err)
	return inv, f.mailed(t, inv.ID)
}

func TestAnInvitationLetsTheInvitedUserIn(t *testing.T) {
	t.Parallel()
	f := newService(t)
	olivia, ben := f.user(t, "Olivia"), f.user(t, "Ben")
	bakery := f.business(t, "Bakery", olivia)
	inv, token := f.invited(t, olivia, bakery, " BEN@example.com ", permission.Accountant)

	letter, err := f.CheckInvitation(t.Context(), token)
	must(t, err)
	mailedAt := f.deps.Now()
	want := Letter{
		Invitation: Invitation{
			ID: inv.ID, Business: bakery.ID, Email: "BEN@example.com", Role: "accountant", InvitedBy: olivia.ID,
			CreatedAt: f.deps.Now(), ExpiresAt: f.deps.Now().Add(7 * 24 * time.Hour), MailedAt: &mailedAt,
		},
		Place: "Bakery", Inviter: "Olivia", HasAccount: true,
	}
	if diff := cmp.Diff(want, letter); diff != "" {
		t.Error(diff)
	}

	accepted, err := f.AcceptInvitation(t.Context(), token, ben.ID)
	must(t, err)
	if diff := cmp.Diff(letter.Invitation, accepted); diff != "" {
		t.Error(diff)
	}
	role, _, err := f.Role(t.Context(), ben.ID, bakery.ID)
	must(t, err)
	if role != permission.Accountant {
		t.Errorf("want %s, got %q", permission.Accountant, role)
	}
	wantActions := []string{"invitation.accepted", "invitation.made", "invitation.mailed"}
	if diff := cmp.Diff(wantActions, f.actionsIn(t, bakery.ID, inv.ID)); diff != "" {
		t.Error(diff)
	}
}

func TestAnInvitationToAnOrganization(t *testing.T) {
	t.Parallel()
	f := newService(t)
	dana, eve := f.user(t, "Dana"), f.user(t, "Eve")
	acme := f.organization(t, "Acme", dana)
	inv, err := f.InviteToOrganization(t.Context(), By(dana.ID), acme.ID, eve.Email, OrganizationDeveloper)
	must(t, err)
	open, err := f.OrganizationInvitations(t.Context(), acme.ID)
	must(t, err)
	if diff := cmp.Diff([]Invitation{inv}, open); diff != "" {
		t.Error(diff)
	}
	token := f.mailed(t, inv.ID)
	letter, err := f.CheckInvitation(t.Context(), token)
	must(t, err)
	if letter.Place != "Acme" {
		t.Errorf("want Acme, got %q", letter.Place)
	}

	_, err = f.AcceptInvitation(t.Context(), token, eve.ID)
	must(t, err)
	role, _, err := f.OrganizationRole(t.Context(), eve.ID, acme.ID)
	must(t, err)
	if role != OrganizationDeveloper {
		t.Errorf("want %s, got %q", OrganizationDeveloper, role)
	}
	sameActions(t, []string{"invitation.accepted", "invitation.made", "invitation.mailed"}, f.actions(t, inv.ID.String()))
	_, err = f.InviteToOrganization(t.Context(), By(dana.ID), acme.ID, eve.Email, OrganizationAdmin)
	refused(t, err, "ALREADY_MEMBER")
	_, err = f.InviteToOrganization(t.Context(), By(eve.ID), acme.ID, "cleo@example.com", OrganizationDeveloper)
	refused(t, err, "ORGANIZATION_ROLE_NEEDED")
}

// sameOperations compares operations that were done at the same instant.
func sameActions(t testing.TB, want, got []string) {
	t.Helper()
	slices.Sort(got)
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

func TestAnInvitationIsForTheInvitedAddressAlone(t *testing.T) {
	t.Parallel()
	f := newService(t)
	olivia, mallory := f.user(t, "Olivia"), f.user(t, "Mallory")
	bakery := f.business(t, "Bakery", olivia)
	_, token := f.invited(t, olivia, bakery, f.user(t, "Ben").Email, permission.Admin)

	_, err := f.AcceptInvitation(t.Context(), token, mallory.ID)
	refused(t, err, "INVITATION_FOR_ANOTHER_ADDRESS")
	_, err = f.CheckInvitation(t.Context(), token)
	must(t, err)
}

func TestAnInvitationWorksOnceUnderConcurrency(t *testing.T) {
	t.Parallel()
	f := newService(t)
	olivia, ben := f.user(t, "Olivia"), f.user(t, "Ben")
	bakery := f.business(t, "Bakery", olivia)
	_, token := f.invited(t, olivia, bakery, ben.Email, permission.Sales)

	won := race(t, "INVITATION_LINK_INVALID", func() error {
		_, err := f.AcceptInvitation(context.Background(), token, ben.ID)
		return err
	})
	if won != 1 {
		t.Errorf("it worked %d times", won)
	}
	must(t, f.Leave(t.Context(), ben.ID, bakery.ID))
	_, err := f.AcceptInvitation(t.Context(), token, ben.ID)
	refused(t, err, "INVITATION_LINK_INVALID")
}

func TestAnInvitationExpiresAfterSevenDays(t *testing.T) {
	t.Parallel()
	f := newService(t)
	olivia, ben := f.user(t, "Olivia"), f.user(t, "Ben")
	bakery := f.business(t, "Bakery", olivia)
	inv, token := f.invited(t, olivia, bakery, ben.Email, permission.Sales)

	f.clock.Move(7*24*time.Hour - time.Microsecond)
	_, err := f.CheckInvitation(t.Context(), token)
	must(t, err)
	f.clock.Move(time.Microsecond)
	_, err = f.CheckInvitation(t.Context(), token)
	refused(t, err, "INVITATION_LINK_INVALID")
	_, err = f.AcceptInvitation(t.Context(), token, ben.ID)
	refused(t, err, "INVITATION_LINK_INVALID")
	refused(t, f.CancelInvitation(t.Context(), By(olivia.ID), inv.ID), "INVITATION_NOT_FOUND")
	open, err := f.BusinessInvitations(t.Context(), bakery.ID)
	must(t, err)
	if len(open) != 0 {
		t.Errorf("still open: %+v", open)
	}
}

func TestANewInvitationReplacesTheOpenOne(t *testing.T) {
	t.Parallel()
	f := newService(t)
	olivia, ben := f.user(t, "Olivia"), f.user(t, "Ben")
	bakery, florist := f.business(t, "Bakery", olivia), f.business(t, "Florist", olivia)
	_, older := f.invited(t, olivia, bakery, "ben@example.com", permission.Sales)
	_, elsewhere := f.invited(t, olivia, florist, "ben@example.com", permission.Sales)
	f.clock.Move(mailing.Pause)
	inv, newer := f.invited(t, olivia, bakery, "Ben@Example.com", permission.Viewer)

	_, err := f.AcceptInvitation(t.Context(), older, ben.ID)
	refused(t, err, "INVITATION_LINK_INVALID")
	open, err := f.BusinessInvitations(t.Context(), bakery.ID)
	must(t, err)
	if len(open) != 1 || open[0].ID != inv.ID {
		t.Errorf("want only %s open, got %+v", inv.ID, open)
	}
	for _, token := range []string{newer, elsewhere} {
		_, err = f.AcceptInvitation(t.Context(), token, ben.ID)
		must(t, err)
	}
}

func TestInvitationsOfOneAddressMadeAtOnceLeaveOneOpen(t *testing.T) {
	t.Parallel()
	f := newService(t)
	olivia := f.user(t, "Olivia")
	bakery := f.business(t, "Bakery", olivia)
	won := race(t, "MAIL_SENT_RECENTLY", func() error {
		_, err := f.InviteToBusiness(context.Background(), By(olivia.ID), bakery.ID, "ben@example.com", permission.Sales)
		return err
	})
	open, err := f.BusinessInvitations(t.Context(), bakery.ID)
	must(t, err)
	if won != 1 || len(open) != 1 {
		t.Errorf("%d were made and %d are open", won, len(open))
	}
}

func TestAWithdrawnInvitationLeadsNowhere(t *testing.T) {
	t.Parallel()
	f := newService(t)
	olivia, ben := f.user(t, "Olivia"), f.user(t, "Ben")
	bakery := f.business(t, "Bakery", olivia)
	viewer := f.member(t, bakery, permission.Viewer)
	inv, token := f.invited(t, olivia, bakery, ben.Email, permission.Sales)

	refused(t, f.CancelInvitation(t.Context(), By(viewer.ID), inv.ID), "PERMISSION_DENIED")
	refused(t, f.CancelInvitation(t.Context(), By(ben.ID), inv.ID), "BUSINESS_NOT_FOUND")
	must(t, f.CancelInvitation(t.Context(), By(olivia.ID), inv.ID))
	refused(t, f.CancelInvitation(t.Context(), By(olivia.ID), inv.ID), "INVITATION_NOT_FOUND")
	_, err := f.AcceptInvitation(t.Context(), token, ben.ID)
	refused(t, err, "INVITATION_LINK_INVALID")
	wantActions := []string{"invitation.cancelled", "invitation.made", "invitation.mailed"}
	if diff := cmp.Diff(wantActions, f.actionsIn(t, bakery.ID, inv.ID)); diff != "" {
		t.Error(diff)
	}
}

func TestAnInvitationIsAsGoodAsItsAuthorsRights(t *testing.T) {
	t.Parallel()
	for name, loses := range map[string]func(f *fixture, author accounts.User, business Business) error{
		"put out": func(f *fixture, author accounts.User, business Business) error {
			return f.RemoveMember(context.Background(), ByOperator(), business.ID, author.ID)
		},
		"no longer an admin": func(f *fixture, author accounts.User, business Business) error {
			return f.ChangeRole(context.Background(), ByOperator(), business.ID, author.ID, permission.Viewer)
		},
		"suspended": func(f *fixture, author accounts.User, _ Business) error {
			return f.people.SuspendUser(context.Background(), author.ID)
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			f := newService(t)
			bakery := f.business(t, "Bakery", f.user(t, "Olivia"))
			author, accomplice := f.member(t, bakery, permission.Admin), f.user(t, "Mallory")
			_, token := f.invited(t, author, bakery, accomplice.Email, permission.Admin)

			must(t, loses(f, author, bakery))
			_, err := f.AcceptInvitation(t.Context(), token, accomplice.ID)
			refused(t, err, "INVITATION_LINK_INVALID")
		})
	}
}

func TestNobodyInvitesAboveThemselves(t *testing.T) {
	t.Parallel()
	f := newService(t)
	olivia := f.user(t, "Olivia")
	bakery := f.business(t, "Bakery", olivia)
	admin, viewer := f.member(t, bakery, permission.Admin), f.member(t, bakery, permission.Viewer)
	for _, c := range []struct {
		name    string
		by      Authority
		role    permission.Role
		refusal string
	}{
		{"an admin invites no owner", By(admin.ID), permission.Owner, "ROLE_ABOVE_YOURS"},
		{"a viewer invites nobody", By(viewer.ID), permission.Viewer, "PERMISSION_DENIED"},
		{"a stranger invites nobody", By(f.user(t, "Mallory").ID), permission.Viewer, "BUSINESS_NOT_FOUND"},
		{"nobody invites as what does not exist", By(olivia.ID), "intern", "UNKNOWN_ROLE"},
		{"an owner invites an owner", By(olivia.ID), permission.Owner, ""},
		{"an admin invites an admin", By(admin.ID), permission.Admin, ""},
		{"the operator invites", ByOperator(), permission.Owner, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			f.clock.Move(mailing.Pause)
			_, err := f.InviteToBusiness(t.Context(), c.by, bakery.ID, "ben@example.com", c.role)
			allowed(t, err, c.refusal)
		})
	}
	_, err := f.InviteToBusiness(t.Context(), By(olivia.ID), bakery.ID, "Ben <ben@example.com>", permission.Viewer)
	problems(t, err, "email must be an email")
	_, err = f.InviteToBusiness(t.Context(), By(olivia.ID), bakery.ID, admin.Email, permission.Viewer)
	refused(t, err, "ALREADY_MEMBER")
}

func TestWhoBecameAMemberMeanwhileKeepsTheirRole(t *testing.T) {
	t.Parallel()
	f := newService(t)
	olivia, ben := f.user(t, "Olivia"), f.user(t, "Ben")
	bakery := f.business(t, "Bakery", olivia)
	_, token := f.invited(t, olivia, bakery, ben.Email, permission.Admin)
	must(t, f.AddMember(t.Context(), By(olivia.ID), bakery.ID, ben.ID, permission.Viewer))

	_, err := f.AcceptInvitation(t.Context(), token, ben.ID)
	refused(t, err, "ALREADY_MEMBER")
	role, _, err := f.Role(t.Context(), ben.ID, bakery.ID)
	must(t, err)
	if role != permission.Viewer {
		t.Errorf("want %s, got %s", permission.Viewer, role)
	}
}

func TestSomebodyNewJoinsInOneStep(t *testing.T) {
	t.Parallel()
	f := newService(t)
	olivia := f.user(t, "Olivia")
	bakery := f.business(t, "Bakery", olivia)
	_, token := f.invited(t, olivia, bakery, "Ben@example.com", permission.Sales)
	letter, err := f.CheckInvitation(t.Context(), token)
	must(t, err)
	if letter.HasAccount {
		t.Error("somebody has this address already")
	}

	for _, password := range []string{"", "short"} {
		_, _, err = f.AcceptInvitationAsNewUser(t.Context(), token, "Ben", password)
		refused(t, err, "PASSWORD_TOO_SHORT")
	}
	user, inv, err := f.AcceptInvitationAsNewUser(t.Context(), token, "Ben", goodPassword)
	must(t, err)
	if user.Email != "Ben@example.com" || user.Name != "Ben" || !user.HasPassword || inv.Business != bakery.ID {
		t.Errorf("got %+v, %+v", user, inv)
	}
	role, _, err := f.Role(t.Context(), user.ID, bakery.ID)
	must(t, err)
	if role != permission.Sales {
		t.Errorf("want %s, got %q", permission.Sales, role)
	}
	_, _, err = f.AcceptInvitationAsNewUser(t.Context(), token, "Ben", goodPassword)
	refused(t, err, "INVITATION_LINK_INVALID")
	signed := f.texts(t, "SELECT actor_id FROM audit.control_entries WHERE subject = $1", user.ID.String())
	if diff := cmp.Diff([]string{user.ID.String()}, signed); diff != "" {
		t.Error(diff)
	}
}

func TestWhoHasAnAccountGetsNoSecondOne(t *testing.T) {
	t.Parallel()
	f := newService(t)
	olivia, ben := f.user(t, "Olivia"), f.user(t, "Ben")
	bakery := f.business(t, "Bakery", olivia)
	_, token := f.invited(t, olivia, bakery, ben.Email, permission.Sales)

	_, _, err := f.AcceptInvitationAsNewUser(t.Context(), token, "Ben", goodPassword)
	refused(t, err, "EMAIL_TAKEN")
	_, err = f.AcceptInvitation(t.Context(), token, ben.ID)
	must(t, err)
}

func TestARefusedInvitationLeavesNoUserBehind(t *testing.T) {
	t.Parallel()
	f := newService(t)
	bakery := f.business(t, "Bakery", f.user(t, "Olivia"))
	author := f.member(t, bakery, permission.Admin)
	_, token := f.invited(t, author, bakery, "mallory@example.com", permission.Admin)
	must(t, f.RemoveMember(t.Context(), ByOperator(), bakery.ID, author.ID))

	_, _, err := f.AcceptInvitationAsNewUser(t.Context(), token, "Mallory", goodPassword)
	refused(t, err, "INVITATION_LINK_INVALID")
	_, err = f.people.UserByEmail(t.Context(), "mallory@example.com")
	refused(t, err, "USER_NOT_FOUND")
}

// toMail lists the invitations that wait to be mailed.
func (f *fixture) toMail(t *testing.T) (ids []ident.Invitation) {
	t.Helper()
	due, err := f.InvitationsToMail(t.Context(), 10, 100)
	must(t, err)
	for _, waiting := range due {
		ids = append(ids, waiting.ID)
	}
	return ids
}

func TestAnInvitationHasNoSecretUntilItIsMailed(t *testing.T) {
	t.Parallel()
	f := newService(t)
	olivia := f.user(t, "Olivia")
	bakery := f.business(t, "Bakery", olivia)
	var want []ident.Invitation
	for i := range 3 {
		inv, err := f.InviteToBusiness(t.Context(), By(olivia.ID), bakery.ID, fmt.Sprintf("ben%d@example.com", i), permission.Sales)
		must(t, err)
		want = append(want, inv.ID)
		f.clock.Move(time.Second)
	}
	if hashes := f.texts(t, "SELECT encode(token_hash, 'hex') FROM tenancy.invitations WHERE token_hash IS NOT NULL"); hashes != nil {
		t.Errorf("secrets before the mail: %v", hashes)
	}
	if diff := cmp.Diff(want, f.toMail(t)); diff != "" {
		t.Error(diff)
	}

	token := f.mailed(t, want[0])
	must(t, f.CancelInvitation(t.Context(), By(olivia.ID), want[1]))
	if diff := cmp.Diff(want[2:], f.toMail(t)); diff != "" {
		t.Error(diff)
	}
	for _, id := range want[:2] {
		must(t, f.MailInvitation(t.Context(), id, func(Letter, string) error {
			t.Error("mailed again, or though withdrawn")
			return nil
		}))
	}
	if !secret.WellFormed(secret.Invitation, token) {
		t.Error("the secret has another form")
	}
}

func TestAMailThatFailsIsTriedAgainWithAnotherSecret(t *testing.T) {
	t.Parallel()
	f := newService(t)
	olivia := f.user(t, "Olivia")
	bakery := f.business(t, "Bakery", olivia)
	inv, err := f.InviteToBusiness(t.Context(), By(olivia.ID), bakery.ID, "ben@example.com", permission.Sales)
	must(t, err)
	away := errors.New("the mail server is away")

	var lost string
	err = f.MailInvitation(t.Context(), inv.ID, func(_ Letter, token string) error {
		lost = token
		return away
	})
	if !errors.Is(err, away) {
		t.Fatalf("want %v, got %v", away, err)
	}
	if len(f.toMail(t)) != 0 {
		t.Error("it is tried again without a pause")
	}
	f.clock.Move(invitationClaim)
	token := f.mailed(t, inv.ID)
	_, err = f.CheckInvitation(t.Context(), token)
	must(t, err)
	_, err = f.CheckInvitation(t.Context(), lost)
	refused(t, err, "INVITATION_LINK_INVALID")
}

func TestAnInvitationIsMailedOnceUnderConcurrency(t *testing.T) {
	t.Parallel()
	f := newService(t)
	olivia := f.user(t, "Olivia")
	bakery := f.business(t, "Bakery", olivia)
	inv, err := f.InviteToBusiness(t.Context(), By(olivia.ID), bakery.ID, "ben@example.com", permission.Sales)
	must(t, err)
	sent := make(chan string, 20)
	race(t, "", func() error {
		return f.MailInvitation(context.Background(), inv.ID, func(_ Letter, token string) error {
			sent <- token
			return nil
		})
	})
	if len(sent) != 1 {
		t.Fatalf("%d mails were sent", len(sent))
	}
	_, err = f.CheckInvitation(t.Context(), <-sent)
	must(t, err)
}

func TestWhatWasNotMailedByUsIsNoInvitation(t *testing.T) {
	t.Parallel()
	f := newService(t)
	for _, token := range []string{"", "\x00", "cpiv_", secret.New(secret.Invitation), secret.New(secret.PasswordReset)} {
		_, err := f.CheckInvitation(t.Context(), token)
		refused(t, err, "INVITATION_LINK_INVALID")
	}
}

func TestOldInvitationsAreForgotten(t *testing.T) {
	t.Parallel()
	f := newService(t)
	olivia := f.user(t, "Olivia")
	bakery := f.business(t, "Bakery", olivia)
	f.invited(t, olivia, bakery, "ben@example.com", permission.Sales)

	f.clock.Move(InvitationLifetime + invitationKept)
	f.invited(t, olivia, bakery, "cleo@example.com", permission.Sales)
	f.clock.Move(time.Second)
	purged, err := f.PurgeInvitations(t.Context())
	must(t, err)
	if purged != 1 {
		t.Errorf("want 1 forgotten, got %d", purged)
	}
	if diff := cmp.Diff([]string{"cleo@example.com"}, f.texts(t, "SELECT email FROM tenancy.invitations")); diff != "" {
		t.Error(diff)
	}
}
