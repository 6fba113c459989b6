package html

import "time"

// View is what one page shows. The names of form fields, as a handler reads
// them, stand in each view's comment; every form also sends "csrf".
type View interface {
	// page is the name of the view's template.
	page() string
}

// form is a View with a form that may have problems.
type form interface{ problems() Problems }

// SignIn asks who it is. Fields: email, password, return_to. On the way to an
// authorization request it says so, and has a form that says no to it: a POST of
// pagepath.CancelRequest with the field request. Which app a device's code belongs
// to it does not say: codes are short, and strangers must not try them.
type SignIn struct {
	Email    string // as typed before
	ReturnTo string // where to go afterwards; a path on this host
	Asking   Asking // what is asked for then; zero when nothing is
	Device   bool   // a device's code is asked for then
	SignUp   bool   // whether strangers may make an account
	Passkeys bool   // whether there are passkeys here
	Again    bool   // the reader is signed in, and is to prove it
	Problems Problems
}

func (v SignIn) openings() openings { return v.Asking.openings() }

// SecondFactor asks for the second proof. Fields: code or, with Recovery,
// recovery_code; return_to. pagepath.SecondFactor?with=recovery is the other way.
type SecondFactor struct {
	Recovery bool // ask for a recovery code instead of one from the app
	Passkeys bool // the reader has some, and may use one instead
	ReturnTo string
	Problems Problems
}

// ForgotPassword asks where to send the link. Field: email.
type ForgotPassword struct {
	Email    string
	Problems Problems
}

// ResetSent says that a link is on its way, if there is such an account; which
// of the two, it must not tell.
type ResetSent struct {
	Email string
	Valid time.Duration // how long the link works
}

// ChoosePassword sets a new password by a mailed link. Fields: token,
// new_password, repeat_password.
type ChoosePassword struct {
	Token     string
	Email     string // whose password it is
	MinLength int
	Problems  Problems
}

// SignUp asks where to send the link. Field: email.
type SignUp struct {
	Email    string
	Problems Problems
}

// SignUpSent says that a mail is on its way; whether there is an account already,
// it must not tell.
type SignUpSent struct {
	Email string
	Valid time.Duration // how long the link works
}

// ConfirmSignUp makes an account by a mailed link. Fields: token, name,
// new_password, repeat_password.
type ConfirmSignUp struct {
	Token     string
	Email     string // which the link proves
	OwnName   string // as typed before
	MinLength int
	Problems  Problems
}

// Home is the first page after sign-in. Like records with panels, it has a script where
// it frames apps.
type Home struct {
	Cards []AppPanel // of the business's apps
}

// Businesses is the switcher. A button posts the chosen id as "business", and
// return_to. The search is a GET with "q" and return_to; it is offered when there
// are more businesses than are shown at once, or when it is in use.
type Businesses struct {
	List     []Business
	Total    int    // how many match the query, shown or not
	Query    string // what was searched for
	ReturnTo string // where to go afterwards; a path on this host
}

// Account is the user's own account. Session buttons post "session". The form of
// pagepath.ChangeName has the field name.
type Account struct {
	OwnName           string // as it is, or as typed before
	PasskeysOn        bool   // whether there are passkeys here
	Passkeys          []Passkey
	MostPasskeys      int       // how many there can be
	PasswordChangedAt time.Time // zero when it is as first set
	FactorOn          bool
	FactorSince       time.Time
	RecoveryCodesLeft int
	Businesses        []Business
	MoreBusinesses    bool      // there are some that are not shown
	Sessions          []Session // this device first, then by last use
	CommandLines      []CommandLine
	Problems          Problems
}

// Session is one place where the user is signed in.
type Session struct {
	ID         string
	Device     string // "Firefox on Windows"; empty when it cannot be told
	Address    string // the client's address at its last use
	SignedInAt time.Time
	LastUsedAt time.Time
	Current    bool // the one that asks
}

// ChangePassword changes the password of whoever is signed in. Fields:
// current_password, new_password, repeat_password.
type ChangePassword struct {
	MinLength int
	Problems  Problems
}

// SetUpFactor pairs an authenticator app. Field: code.
type SetUpFactor struct {
	QR       string // address of the picture, on this host
	Key      string // the secret in base32, for typing
	URI      string // otpauth://…, for an app on the same device
	Problems Problems
}

// TurnOffFactor asks for the password and a code before it turns the second
// factor off. Fields: current_password, code.
type TurnOffFactor struct{ Problems Problems }

// RecoveryCodes are shown once, when they are made.
type RecoveryCodes struct{ Codes []string }

// NewRecoveryCodes asks for the password and a code before the old codes are
// replaced. Fields: current_password, code.
type NewRecoveryCodes struct{ Problems Problems }

// Invitation asks somebody to join. Fields: token, decision ("accept" or
// "decline") and, for NeedsAccount, name, new_password, repeat_password.
type Invitation struct {
	Token     string
	Joins     Joins
	Name      string // of the business or organization
	Sandbox   bool
	Role      string
	Inviter   string // who asks: a name
	Email     string // who is asked
	ExpiresAt time.Time
	State     InvitationState
	SignInURL string // for NeedsSignIn: leads back here afterwards
	OwnName   string // for NeedsAccount: as typed before
	MinLength int
	Problems  Problems
}

// Joins says what an invitation is to.
type Joins string

// What one can be invited to.
const (
	JoinsBusiness     Joins = "business"
	JoinsOrganization Joins = "organization"
)

// InvitationState is what the reader can do with the invitation.
type InvitationState string

// The states of an invitation, for one reader.
const (
	Invited      InvitationState = "invited"       // signed in as the invited one: may accept
	NeedsSignIn  InvitationState = "needs_sign_in" // has an account, is not signed in
	NeedsAccount InvitationState = "needs_account" // has none: accepting makes one
	SomebodyElse InvitationState = "somebody_else" // signed in under another address
)

// Failure is the page when something is not as it should be.
type Failure struct {
	Title      Message       // what happened
	Exact      string        // the rule's own words, shown as they are; may be empty
	Meaning    Message       // what it means
	Advice     Message       // what to do
	Developers ForDevelopers // for those who make the app, and nobody else
}

func (SignIn) page() string           { return "sign_in" }
func (SecondFactor) page() string     { return "second_factor" }
func (ForgotPassword) page() string   { return "forgot_password" }
func (ResetSent) page() string        { return "reset_sent" }
func (ChoosePassword) page() string   { return "choose_password" }
func (SignUp) page() string           { return "sign_up" }
func (SignUpSent) page() string       { return "sign_up_sent" }
func (ConfirmSignUp) page() string    { return "confirm_sign_up" }
func (Home) page() string             { return "home" }
func (Businesses) page() string       { return "businesses" }
func (Account) page() string          { return "account" }
func (ChangePassword) page() string   { return "change_password" }
func (SetUpFactor) page() string      { return "set_up_factor" }
func (TurnOffFactor) page() string    { return "turn_off_factor" }
func (RecoveryCodes) page() string    { return "recovery_codes" }
func (NewRecoveryCodes) page() string { return "new_recovery_codes" }
func (Invitation) page() string       { return "invitation" }
func (Failure) page() string          { return "failure" }

func (v SignIn) problems() Problems           { return v.Problems }
func (v SecondFactor) problems() Problems     { return v.Problems }
func (v ForgotPassword) problems() Problems   { return v.Problems }
func (v ChoosePassword) problems() Problems   { return v.Problems }
func (v SignUp) problems() Problems           { return v.Problems }
func (v ConfirmSignUp) problems() Problems    { return v.Problems }
func (v ChangePassword) problems() Problems   { return v.Problems }
func (v SetUpFactor) problems() Problems      { return v.Problems }
func (v TurnOffFactor) problems() Problems    { return v.Problems }
func (v NewRecoveryCodes) problems() Problems { return v.Problems }
func (v Invitation) problems() Problems       { return v.Problems }

// MayAddPasskey reports whether there is room for one more.
func (v Account) MayAddPasskey() bool { return len(v.Passkeys) < v.MostPasskeys }

// OthersEnded reports whether this device is the only one signed in.
func (v Account) OthersEnded() bool { return len(v.Sessions) <= 1 && len(v.CommandLines) == 0 }

// Partial reports whether there are more businesses than are shown.
func (v Businesses) Partial() bool { return v.Total > len(v.List) }

// Searchable reports whether the search is offered.
func (v Businesses) Searchable() bool { return v.Partial() || v.Query != "" }
