package work

import (
	"context"
	"encoding/json"
	"fmt"
	"net/netip"
	"strings"

	"github.com/counterpart/counterpart/internal/base/ident"
	"github.com/counterpart/counterpart/internal/core/audit"
	"github.com/counterpart/counterpart/internal/vocab/pagepath"
)

// accountText is what a mail says of an operation on its reader's account. {brand},
// {when}, {from} and {network} are filled in.
type accountText struct {
	subject string
	says    string
	unless  string // what to do if it was not them
	link    string // and where
	always  string
}

// accountTexts has a row for every operation on an account of which its owner hears.
var accountTexts = map[audit.Action]accountText{
	audit.DeviceAdded: {
		subject: "New sign-in to your {brand} account",
		says:    "Somebody signed in to your account on a device that we have not seen before.",
		unless:  "Was it you? Then there is nothing to do.\n\nIf it was not, sign that device out and change your password:",
		link:    pagepath.Account,
		always:  "sign-ins on new devices",
	},
	audit.UserPasswordChanged: {
		subject: "Your {brand} password was changed",
		says:    "Your password was changed on {when}{from}. You were signed out everywhere else.",
		unless:  "If you did not do this, somebody else has your account. Choose a new password now:",
		link:    pagepath.ForgotPassword,
		always:  "changes of your password",
	},
	audit.UserPasswordReset: {
		subject: "Your {brand} password was changed",
		says:    "A new password was chosen on {when}{from}, by a link that we mailed to you. You were signed out everywhere.",
		unless:  "If you did not do this, somebody else reads your mail. Secure your mailbox first, then choose a new password:",
		link:    pagepath.ForgotPassword,
		always:  "changes of your password",
	},
	audit.UserPasswordSet: {
		subject: "Your {brand} password was changed",
		says:    "{brand} gave your account a new password on {when}. You were signed out everywhere.",
		unless:  "If you did not ask for this, choose a new password now:",
		link:    pagepath.ForgotPassword,
		always:  "changes of your password",
	},
	audit.SecondFactorTurnedOn: {
		subject: "Two-step verification is on for your {brand} account",
		says:    "On {when}{from}, two-step verification was turned on and recovery codes were made. From now on, signing in takes a code from your authenticator app.",
		unless:  "If you did not do this, somebody else has your account. Choose a new password now:",
		link:    pagepath.ForgotPassword,
		always:  "changes of two-step verification",
	},
	audit.SecondFactorTurnedOff: {
		subject: "Two-step verification is off for your {brand} account",
		says:    "On {when}{from}, two-step verification was turned off. Your password alone is now enough to sign in, and your recovery codes no longer work.",
		unless:  "If you did not do this, somebody else has your account. Choose a new password now, then turn it on again:",
		link:    pagepath.ForgotPassword,
		always:  "changes of two-step verification",
	},
	audit.SecondFactorRecoveryCodesRenewed: {
		subject: "New recovery codes for your {brand} account",
		says:    "New recovery codes were made on {when}{from}. The ones before no longer work.",
		unless:  "If you did not do this, somebody else has your account. Choose a new password now:",
		link:    pagepath.ForgotPassword,
		always:  "changes of recovery codes",
	},
	audit.SecondFactorRecoveryCodeUsed: {
		subject: "A recovery code of your {brand} account was used",
		says:    "One of your recovery codes was used on {when}{from}. It does not work again.",
		unless:  "If it was not you, somebody else has your codes. Choose a new password and make new codes:",
		link:    pagepath.Account,
		always:  "uses of recovery codes",
	},
	audit.UserEmailChanged: {
		subject: "Your {brand} account has this address now",
		says:    "The address of your account was changed to this one on {when}{from}. You sign in with it from now on. The address before was told.",
		unless:  "If you did not do this, look at your account:",
		link:    pagepath.Account,
		always:  "changes of your address",
	},
	audit.PasskeyAdded: {
		subject: "A passkey was added to your {brand} account",
		says:    "A passkey was added to your account on {when}{from}. Whoever has the device that keeps it can sign in with it, without your password.",
		unless:  "If you did not do this, somebody else has your account. Remove the passkey, then change your password:",
		link:    pagepath.Account,
		always:  "changes of your passkeys",
	},
	audit.PasskeyRemoved: {
		subject: "A passkey was removed from your {brand} account",
		says:    "A passkey was removed from your account on {when}{from}. Nobody can sign in with it any more.",
		unless:  "If you did not do this, somebody else has your account. Look at what is left, then change your password:",
		link:    pagepath.Account,
		always:  "changes of your passkeys",
	},
	audit.PasskeyCopied: {
		subject: "A passkey of your {brand} account was refused",
		says:    "Somebody tried to use one of your passkeys on {when}{network}. It counts how often it is used, and its count was lower than at its last use here. There may be a copy of it, so nobody was let in.",
		unless:  "Sign in with your password or another passkey and remove it:",
		link:    pagepath.Account,
		always:  "it when there may be a copy of a passkey",
	},
	audit.DeveloperTokenAdded: {
		subject: "A command line was signed in to your {brand} account",
		says:    "A command line was signed in for you on {when}{from}. It can see and change the apps of your organizations in the developer console.",
		unless:  "If you did not do this, somebody else has your account. Sign the command line out, then change your password:",
		link:    pagepath.Account,
		always:  "command lines that are signed in",
	},
	audit.SessionPaused: {
		subject: "Wrong passwords for your {brand} account",
		says:    "Somebody entered wrong passwords for your account many times in a row, the last on {when}{network}. Nobody got in. For a while, new browsers have to wait between two tries; browsers that you have signed in with before do not.",
		unless:  "If it was you, wait a minute and try again. If you have forgotten your password, or cannot get in, choose a new one:",
		link:    pagepath.ForgotPassword,
		always:  "it when somebody seems to guess at your account",
	},
	audit.SecondFactorPaused: {
		subject: "Wrong codes for your {brand} account",
		says:    "Somebody entered your password and then wrong codes, many times in a row, the last on {when}{network}. Nobody got in. Between two tries there are pauses now, which get longer.",
		unless:  "If it was not you, somebody knows your password. Choose a new one now:",
		link:    pagepath.ForgotPassword,
		always:  "it when somebody seems to guess at your account",
	},
}

// signInBy says how somebody signed in.
var signInBy = map[string]string{
	"password": "Password", "time_code": "Password and a code", "recovery_code": "Password and a recovery code",
	"passkey": "Passkey", "password_and_passkey": "Password and a passkey",
}

// accountLetters writes to the owner of an account. Whoever is gone hears nothing.
func (d Deps) accountLetters(ctx context.Context, notice audit.Notice) ([]letter, error) {
	id, err := ident.Parse[ident.User](notice.Subject)
	if err != nil {
		return nil, fmt.Errorf("read whose account entry %s is about: %w", notice.ID, err)
	}
	users, err := d.active(ctx, []ident.User{id})
	if err != nil || len(users) == 0 {
		return nil, err
	}
	says, err := d.accountLines(notice)
	if err != nil {
		return nil, err
	}
	text := accountTexts[notice.Action]
	return []letter{{
		to: users[0], subject: d.fillAccount(text.subject, notice), says: says,
		closing: "We always tell you about " + text.always + ". We never ask for your password or a code by email.",
	}}, nil
}

func (d Deps) accountLines(notice audit.Notice) ([]string, error) {
	text := accountTexts[notice.Action]
	says := []string{d.fillAccount(text.says, notice)}
	if notice.Action == audit.DeviceAdded {
		var facts struct{ Browser, By string }
		if err := json.Unmarshal(notice.Facts, &facts); err != nil {
			return nil, fmt.Errorf("read the facts of entry %s: %w", notice.ID, err)
		}
		says = append(says, "", "  When:   "+instant(notice.At))
		if facts.Browser != "" {
			says = append(says, "  Device: "+facts.Browser)
		}
		if notice.Actor.Address.IsValid() {
			says = append(says, "  Where:  "+notice.Actor.Address.String())
		}
		says = append(says, "  How:    "+signInBy[facts.By])
	}
	return append(says, "", text.unless, "", "  "+d.AppURL+text.link), nil
}

func (d Deps) fillAccount(text string, notice audit.Notice) string {
	return strings.NewReplacer("{brand}", d.Brand, "{when}", instant(notice.At), "{from}", from("", notice.Actor.Address), "{network}", from("the network ", notice.Actor.Address)).Replace(text)
}

func from(what string, address netip.Addr) string {
	if !address.IsValid() {
		return ""
	}
	return " from " + what + address.String()
}

// aboutAccount reports whether a notice is for the owner of an account alone.
func aboutAccount(notice audit.Notice) bool {
	return notice.Business.IsZero() && notice.Organization.IsZero()
}
