package html

import (
	"fmt"
	"maps"
	"slices"
	"time"

	"github.com/counterpart/counterpart/internal/vocab/fault"
)

// Message is something to tell the reader: an entry of the catalogue with its
// values. It becomes words when the page is rendered, in the reader's language.
type Message struct {
	id       string
	pairs    []any  // name, value, name, value …
	fallback string // said when the catalogue has no such entry
}

// Say is the message of a catalogue entry; pairs fill in its {name}s.
func Say(id string, pairs ...any) Message { return Message{id: id, pairs: pairs} }

// Refused is the message of a refusal: the catalogue's words for its code, or
// else the refusal's own.
func Refused(r *fault.Refusal) Message {
	m := Message{id: "fault." + r.Code, fallback: r.Error()}
	params := r.Params()
	for _, name := range slices.Sorted(maps.Keys(params)) {
		m.pairs = append(m.pairs, name, params[name])
	}
	return m
}

// IsZero reports whether there is nothing to say.
func (m Message) IsZero() bool { return m.id == "" }

// Problem is something wrong with a form. Field is the name of the input that
// it leads to; it is empty when the problem lies with the form as a whole.
type Problem struct {
	Field   string
	Message Message
}

// Problems are all that is wrong with a form, in the order of its fields.
type Problems []Problem

// On is the first problem with a field, or the zero Message.
func (p Problems) On(field string) Message {
	for _, problem := range p {
		if problem.Field == field {
			return problem.Message
		}
	}
	return Message{}
}

// What can be wrong with the forms of this package.
var (
	EmailMissing         = Say("problem.email_missing")
	EmailMalformed       = Say("problem.email_malformed")
	NameMissing          = Say("problem.name_missing")
	PasswordMissing      = Say("problem.password_missing")
	SignInRefused        = Say("problem.sign_in_refused")
	CurrentPasswordWrong = Say("problem.current_password_wrong")
	NewPasswordMissing   = Say("problem.new_password_missing")
	PasswordsDiffer      = Say("problem.passwords_differ")
	PasswordKnown        = Say("problem.password_known")
	CodeMissing          = Say("problem.code_missing")
	CodeWrong            = Say("problem.code_wrong")
	RecoveryCodeMissing  = Say("problem.recovery_code_missing")
	RecoveryCodeWrong    = Say("problem.recovery_code_wrong")
	UserCodeMissing      = Say("problem.user_code_missing")
	UserCodeWrong        = Say("problem.user_code_wrong") // unknown, used or too old: which, nobody learns
)

// PasswordTooShort says how many characters a password must have.
func PasswordTooShort(atLeast int) Message { return Say("problem.password_too_short", "n", atLeast) }

// PasswordTooLong says how many characters a password may have.
func PasswordTooLong(atMost int) Message { return Say("problem.password_too_long", "n", atMost) }

// TooManyTries asks to wait, in whole minutes.
func TooManyTries(wait time.Duration) Message {
	return Say("problem.too_many_tries", "n", wholeMinutes(wait))
}

func wholeMinutes(d time.Duration) int { return max(1, int((d+time.Minute-1)/time.Minute)) }

// Notice is the line that confirms a deed on the page after it. It is short and
// safe enough to travel as a query parameter; one that we do not know shows
// nothing.
type Notice string

// The deeds that are confirmed.
const (
	SignedOut          Notice = "signed_out"
	PasswordChanged    Notice = "password_changed"
	SecondFactorOn     Notice = "second_factor_on"
	SecondFactorOff    Notice = "second_factor_off"
	SessionEnded       Notice = "session_ended"
	OtherSessionsEnded Notice = "other_sessions_ended"
	BusinessSwitched   Notice = "business_switched"
	InvitationAccepted Notice = "invitation_accepted"
	InvitationDeclined Notice = "invitation_declined"
	AccessRevoked      Notice = "access_revoked"
	AppUninstalled     Notice = "app_uninstalled"
	ConsentWithdrawn   Notice = "consent_withdrawn"
)

var notices = []Notice{SignedOut, PasswordChanged, SecondFactorOn, SecondFactorOff, SessionEnded,
	OtherSessionsEnded, BusinessSwitched, InvitationAccepted, InvitationDeclined, AccessRevoked, AppUninstalled, ConsentWithdrawn}

func (n Notice) message() Message {
	if !slices.Contains(notices, n) {
		return Message{}
	}
	return Say(fmt.Sprintf("notice.%s", n))
}
