package work

import (
	"context"
	"fmt"
	"net/url"
	"strings"

	"github.com/google/uuid"

	"github.com/counterpart/counterpart/internal/base/mail"
	"github.com/counterpart/counterpart/internal/core/accounts"
	"github.com/counterpart/counterpart/internal/core/tenancy"
	"github.com/counterpart/counterpart/internal/vocab/mailing"
	"github.com/counterpart/counterpart/internal/vocab/pagepath"
)

// resetMails sends the mails by which people set a new password. The secret in a
// link is made when the mail is, so it stands nowhere but in the mail.
func (d Deps) resetMails(ctx context.Context, turn Turn) (more bool, err error) {
	due, err := d.Accounts.ResetsToMail(ctx, mailsListed)
	if err != nil {
		return false, err
	}
	return d.sendLinks(ctx, turn, kindReset, due, func(ctx context.Context, id uuid.UUID, send func(mail.Message) error) error {
		return d.Accounts.MailReset(ctx, id, func(user accounts.User, token string) error {
			return send(d.resetMail(id.String(), user, token))
		})
	})
}

// signUpMails sends the mails by which people make an account.
func (d Deps) signUpMails(ctx context.Context, turn Turn) (more bool, err error) {
	due, err := d.Accounts.SignUpsToMail(ctx, mailsListed)
	if err != nil {
		return false, err
	}
	return d.sendLinks(ctx, turn, kindSignUp, due, func(ctx context.Context, id uuid.UUID, send func(mail.Message) error) error {
		return d.Accounts.MailSignUp(ctx, id, func(email, token string) error {
			return send(d.signUpMail(id.String(), email, token))
		})
	})
}

// addressMails sends the mails about changes of addresses: the link to the new one,
// and the news to the one before.
func (d Deps) addressMails(ctx context.Context, turn Turn) (more bool, err error) {
	due, err := d.Accounts.EmailChangesToMail(ctx, mailsListed)
	if err != nil {
		return false, err
	}
	return d.sendLinks(ctx, turn, kindAddress, due, func(ctx context.Context, id uuid.UUID, send func(mail.Message) error) error {
		return d.Accounts.MailEmailChange(ctx, id, func(letter accounts.EmailChangeLetter) error {
			return send(d.addressMail(id.String(), letter))
		})
	})
}

// sendLinks sends mails that people asked for, each a party of its own.
func (d Deps) sendLinks(ctx context.Context, turn Turn, kind string, due []uuid.UUID, write func(ctx context.Context, id uuid.UUID, send func(mail.Message) error) error) (more bool, err error) {
	var mails []waitingMail
	for _, id := range due {
		mails = append(mails, waitingMail{party: id.String(), send: func(ctx context.Context) (taken bool, err error) {
			d.logFailure(ctx, kind, write(ctx, id, func(m mail.Message) error {
				taken = true
				return d.send(ctx, kind, m)
			}))
			return taken, nil
		}})
	}
	return d.sendMails(ctx, turn, mails)
}

// invitationMails sends invitations, of each business and organization in turn.
func (d Deps) invitationMails(ctx context.Context, turn Turn) (more bool, err error) {
	due, err := d.Tenancy.InvitationsToMail(ctx, mailsInTurn, mailsListed)
	if err != nil {
		return false, err
	}
	var mails []waitingMail
	for _, waiting := range due {
		mails = append(mails, waitingMail{party: waiting.Place, send: func(ctx context.Context) (taken bool, err error) {
			d.logFailure(ctx, kindInvitation, d.Tenancy.MailInvitation(ctx, waiting.ID, func(letter tenancy.Letter, token string) error {
				taken = true
				return d.send(ctx, kindInvitation, d.invitationMail(letter, token))
			}))
			return taken, nil
		}})
	}
	return d.sendMails(ctx, turn, mails)
}

func (d Deps) resetMail(key string, user accounts.User, token string) mail.Message {
	return mail.Message{
		Key:     "reset-" + key,
		To:      user.Email,
		Subject: "Choose a new password for " + d.Brand,
		Text: lines(
			greeting(user),
			"",
			"somebody, probably you, asked for a new password for your account at "+d.Brand+".",
			"To choose one, open this link within an hour:",
			"",
			"  "+d.link(pagepath.ChoosePassword, token),
			"",
			"If it was not you, do nothing: your password stays as it is.",
		),
	}
}

// signUpMail asks for the rest; without a token it tells that there is an account.
func (d Deps) signUpMail(key, email, token string) mail.Message {
	says := []string{"To make it, open this link within an hour:", "", "  " + d.link(pagepath.ConfirmSignUp, token)}
	if token == "" {
		says = []string{
			"You have one already. To sign in, open:", "", "  " + d.AppURL + pagepath.SignIn, "",
			"If you have forgotten your password, choose a new one:", "", "  " + d.AppURL + pagepath.ForgotPassword,
		}
	}
	text := append([]string{"Hello,", "", "somebody, probably you, asked for an account at " + d.Brand + " for this address."}, says...)
	return mail.Message{
		Key: "sign-up-" + key, To: email, Subject: "Your account at " + d.Brand,
		Text: lines(append(text, "", "If it was not you, do nothing.")...),
	}
}

// addressMail is for the new address, or for the one before.
func (d Deps) addressMail(key string, letter accounts.EmailChangeLetter) mail.Message {
	m := mail.Message{Key: "address-" + key, To: letter.To, Subject: "Confirm your new address at " + d.Brand}
	switch {
	case letter.Done:
		m.Key, m.Subject = "address-changed-"+key, "Your "+d.Brand+" account has another address"
		m.Text = lines(
			greeting(letter.User), "",
			"your account at "+d.Brand+" has another address from now on. You sign in with it, and we write to it; this is the last mail to this one.", "",
			"If you did not do this, somebody else has your account. Answer nobody who asks for your password or a code, and ask those who run the service for help:", "",
			"  "+d.AppURL, "",
			"We always tell you about changes of your address. We never ask for your password or a code by email.",
		)
	case letter.Token == "":
		m.Subject = "Your address at " + d.Brand
		m.Text = lines(
			"Hello,", "",
			"somebody asked to use this address for another account at "+d.Brand+". It has an account already, so nothing was changed.", "",
			"If it was not you, do nothing.",
		)
	default:
		m.Text = lines(
			"Hello,", "",
			mailing.Quoted(letter.User.Name)+" asked to use this address for their account at "+d.Brand+".",
			"If that is you, open this link within an hour, where you are signed in:", "",
			"  "+d.link(pagepath.ConfirmEmail, letter.Token), "",
			"If it was not you, do nothing: the address is not used.",
		)
	}
	return m
}

func (d Deps) invitationMail(letter tenancy.Letter, token string) mail.Message {
	inviter, place := d.Brand, mailing.Quoted(letter.Place)
	if letter.Inviter != "" {
		inviter = mailing.Quoted(letter.Inviter)
	}
	return mail.Message{
		Key:     "invitation-" + letter.ID.String(),
		To:      letter.Email,
		Subject: fmt.Sprintf("%s invites you to %s", inviter, place),
		Text: lines(
			"Hello,",
			"",
			fmt.Sprintf("%s invites you to join %s at %s, in the role %s.", inviter, place, d.Brand, letter.Role),
			"To answer, open this link within seven days:",
			"",
			"  "+d.link(pagepath.Invitation, token),
			"",
			"If you do not know why you got this, do nothing.",
		),
	}
}

func (d Deps) link(path, token string) string {
	return d.AppURL + path + "?" + url.Values{"token": {token}}.Encode()
}

// greeting begins a letter.
func greeting(user accounts.User) string { return "Hello " + mailing.Shown(user.Name) + "," }

func lines(text ...string) string { return strings.Join(text, "\n") + "\n" }
