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
	NameWrong            = Say("problem.name_wrong")
	PasswordMissing      = Say("problem.password_missing")
	SignInRefused        = Say("problem.sign_in_refused")
	CurrentPasswordWrong = Say("problem.current_password_wrong")
	NewPasswordMissing   = Say("problem.new_password_missing")
	PasswordsDiffer      = Say("problem.passwords_differ")
	PasswordWeak         = Say("problem.password_weak")
	CodeMissing          = Say("problem.code_missing")
	CodeWrong            = Say("problem.code_wrong")
	RecoveryCodeMissing  = Say("problem.recovery_code_missing")
	RecoveryCodeWrong    = Say("problem.recovery_code_wrong")
	CodesUsedUp          = Say("problem.codes_used_up")
	DayMalformed         = Say("problem.day_malformed")
	DaysTurned           = Say("problem.days_turned")
	PasskeyMissing       = Say("problem.passkey_missing")
	PasskeyNameWrong     = Say("problem.passkey_name_wrong")
	PasskeyNameMissing   = Say("problem.passkey_name_missing")
	SearchUnreadable     = Say("problem.search_unreadable")
	AmountMalformed      = Say("problem.amount_malformed")
	UserCodeMissing      = Say("problem.user_code_missing")
	UserCodeWrong        = Say("problem.user_code_wrong") // unknown, used or too old: which, nobody learns
)

// Exactly is what a domain says of a form, in its own words.
func Exactly(text string) Message { return Say("problem.exactly", "text", text) }

// PasswordTooShort says how many characters a password must have.
func PasswordTooShort(atLeast int) Message { return Say("problem.password_too_short", "n", atLeast) }

// PasswordTooLong says how many characters a password may have.
func PasswordTooLong(atMost int) Message { return Say("problem.password_too_long", "n", atMost) }

// TooManyTries asks to wait, in whole minutes.
func TooManyTries(wait time.Duration) Message {
	return Say("problem.too_many_tries", "n", wholeMinutes(wait))
}

// SignInPaused asks to wait, in whole minutes, and tells the way that is open.
func SignInPaused(wait time.Duration) Message {
	return Say("problem.sign_in_paused", "n", wholeMinutes(wait))
}

// TooManyDays asks for fewer days.
func TooManyDays(most int) Message { return Say("problem.too_many_days", "n", most) }

func wholeMinutes(d time.Duration) int { return max(1, int((d+time.Minute-1)/time.Minute)) }

// Notice is the line that confirms on a page what was done on the page before.
type Notice struct {
	Kind NoticeKind
	App  App // which app it was done to; zero when it was to none
}

// NoticeKind is what is confirmed. It is short and safe enough to travel as a
// query parameter; one that we do not know shows nothing.
type NoticeKind string

// What is confirmed.
const (
	SignedOut           NoticeKind = "signed_out"
	PasswordChanged     NoticeKind = "password_changed"
	SecondFactorOn      NoticeKind = "second_factor_on"
	SecondFactorOff     NoticeKind = "second_factor_off"
	PasskeyAdded        NoticeKind = "passkey_added"
	PasskeyRenamed      NoticeKind = "passkey_renamed"
	PasskeyRemoved      NoticeKind = "passkey_removed"
	AccountMade         NoticeKind = "account_made"
	NameChanged         NoticeKind = "name_changed"
	EmailChanged        NoticeKind = "email_changed"
	SessionEnded        NoticeKind = "session_ended"
	OtherSessionsEnded  NoticeKind = "other_sessions_ended"
	BusinessSwitched    NoticeKind = "business_switched"
	InvitationAccepted  NoticeKind = "invitation_accepted"
	InvitationDeclined  NoticeKind = "invitation_declined"
	InvitationSent      NoticeKind = "invitation_sent"
	InvitationCancelled NoticeKind = "invitation_cancelled"
	RoleChanged         NoticeKind = "role_changed"
	MemberRemoved       NoticeKind = "member_removed"
	BusinessLeft        NoticeKind = "business_left"
	PermissionsSaved    NoticeKind = "permissions_saved"
	PlanChanged         NoticeKind = "plan_changed"
	AppFieldsSaved      NoticeKind = "app_fields_saved"
	InvoiceIssued       NoticeKind = "invoice_issued"
	InvoiceSent         NoticeKind = "invoice_sent"
	InvoiceVoided       NoticeKind = "invoice_voided"
	PaymentRecorded     NoticeKind = "payment_recorded"
	AccessRevoked       NoticeKind = "access_revoked"
	AppUninstalled      NoticeKind = "app_uninstalled"
	ConsentWithdrawn    NoticeKind = "consent_withdrawn"
)

var (
	notices = []NoticeKind{SignedOut, PasswordChanged, SecondFactorOn, SecondFactorOff, PasskeyAdded, PasskeyRenamed, PasskeyRemoved, AccountMade, NameChanged, EmailChanged, SessionEnded,
		OtherSessionsEnded, BusinessSwitched, InvitationAccepted, InvitationDeclined,
		InvitationSent, InvitationCancelled, RoleChanged, MemberRemoved, BusinessLeft, PermissionsSaved, PlanChanged, AppFieldsSaved,
		InvoiceIssued, InvoiceSent, InvoiceVoided, PaymentRecorded}
	appNotices = []NoticeKind{AccessRevoked, AppUninstalled, ConsentWithdrawn}
)

// notice puts a notice into words. One about an app that is not known says
// nothing.
func (c *catalogue) notice(n Notice) (Message, error) {
	id := fmt.Sprintf("notice.%s", n.Kind)
	switch {
	case slices.Contains(notices, n.Kind):
		return Say(id), nil
	case slices.Contains(appNotices, n.Kind) && n.App != App{}:
		name, err := c.called(n.App)
		return Say(id, "app", name), err
	}
	return Message{}, nil
}
