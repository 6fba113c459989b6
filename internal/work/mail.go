package work

import (
	"context"
	"fmt"
	"net/url"
	"strings"
	"time"

	"github.com/counterpart/counterpart/internal/base/mail"
	"github.com/counterpart/counterpart/internal/core/tenancy"
)

// batch is how many mails of a kind one run sends; the next run goes on.
const batch = 100

// mail sends what waits to be sent. The secret in a link is made when the mail
// is, so it stands nowhere but in the mail. One address that cannot be reached
// does not hold up the others.
func (d Deps) mail(ctx context.Context, now time.Time) error {
	resets, err := d.Tenancy.ResetsToMail(ctx, batch)
	if err != nil {
		return err
	}
	for _, id := range resets {
		d.try(ctx, "password reset", d.Tenancy.MailReset(ctx, id, func(user tenancy.User, token string) error {
			return d.Mail.Send(ctx, d.resetMail(id.String(), user, token))
		}))
	}
	invitations, err := d.Tenancy.InvitationsToMail(ctx, batch)
	if err != nil {
		return err
	}
	for _, id := range invitations {
		d.try(ctx, "invitation", d.Tenancy.MailInvitation(ctx, id, func(letter tenancy.Letter, token string) error {
			return d.Mail.Send(ctx, d.invitationMail(letter, token))
		}))
	}
	return d.invoiceMails(ctx, now)
}

// try logs a mail that did not go out; it waits for the next run.
func (d Deps) try(ctx context.Context, what string, err error) {
	if err != nil {
		d.Log.WarnContext(ctx, "mail not sent", "mail", what, "err", err)
	}
}

func (d Deps) resetMail(key string, user tenancy.User, token string) mail.Message {
	return mail.Message{
		Key:     "reset-" + key,
		To:      user.Email,
		Subject: "Choose a new password for " + d.Brand,
		Text: lines(
			"Hello "+user.Name+",",
			"",
			"somebody, probably you, asked for a new password for your account at "+d.Brand+".",
			"To choose one, open this link within an hour:",
			"",
			"  "+d.link("/password/choose", token),
			"",
			"If it was not you, do nothing: your password stays as it is.",
		),
	}
}

func (d Deps) invitationMail(letter tenancy.Letter, token string) mail.Message {
	inviter := letter.Inviter
	if inviter == "" {
		inviter = d.Brand
	}
	return mail.Message{
		Key:     "invitation-" + letter.ID.String(),
		To:      letter.Email,
		Subject: fmt.Sprintf("%s invites you to %s", inviter, letter.Place),
		Text: lines(
			"Hello,",
			"",
			fmt.Sprintf("%s invites you to join %s at %s, in the role %s.", inviter, letter.Place, d.Brand, letter.Role),
			"To answer, open this link within seven days:",
			"",
			"  "+d.link("/invitation", token),
			"",
			"If you do not know why you got this, do nothing.",
		),
	}
}

func (d Deps) link(path, token string) string {
	return d.AppURL + path + "?" + url.Values{"token": {token}}.Encode()
}

func lines(text ...string) string { return strings.Join(text, "\n") + "\n" }
