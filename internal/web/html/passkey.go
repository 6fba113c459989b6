package html

import (
	"cmp"
	"net/url"
	"time"

	"github.com/counterpart/counterpart/internal/vocab/pagepath"
)

// PasskeySignIn asks for a passkey. static/passkey.js has the browser ask its owner,
// and sends what comes of it. Fields: credential (the answer, as JSON), return_to.
type PasskeySignIn struct {
	Options  string // what the browser is asked for, as JSON
	Of       PasskeyUse
	ReturnTo string // where to go afterwards; a path on this host
	Asking   Asking // what is asked for then; zero when nothing is
	Device   bool   // a device's code is asked for then
	Problems Problems
}

// PasskeyUse is what a passkey is asked for. Empty is a sign-in, without a password.
type PasskeyUse string

// The others.
const (
	SecondPasskey     PasskeyUse = "second"  // in place of a code, after the password
	ConfirmingPasskey PasskeyUse = "confirm" // in place of the password, of somebody who is signed in
)

// Action is where the form goes.
func (v PasskeySignIn) Action() string {
	switch v.Of {
	case SecondPasskey:
		return pagepath.PasskeyFactor
	case ConfirmingPasskey:
		return pagepath.Confirm
	}
	return pagepath.PasskeySignIn
}

// OtherWay is the page on which one does without a passkey. A page that wants to know
// who it is asks for the password itself, or leads to where it is asked for.
func (v PasskeySignIn) OtherWay() string {
	switch v.Of {
	case SecondPasskey:
		return withQuery(pagepath.SecondFactor, "return_to", v.ReturnTo)
	case ConfirmingPasskey:
		return cmp.Or(v.ReturnTo, withQuery(pagepath.SignIn, "again", "1"))
	}
	return withQuery(pagepath.SignIn, "return_to", v.ReturnTo)
}

// PasskeyURL is the page on which one signs in with a passkey instead, or proves with
// one who is signed in.
func (v SignIn) PasskeyURL() string {
	if v.Again {
		return confirmURL(v.ReturnTo)
	}
	return withQuery(pagepath.PasskeySignIn, "return_to", v.ReturnTo)
}

// confirmURL is the page on which a passkey proves who is signed in.
func confirmURL(back string) string { return withQuery(pagepath.Confirm, "return_to", back) }

// PasskeyURL is the page on which one gives a passkey instead of the password.
func (v Consent) PasskeyURL() string {
	return confirmURL(withQuery(pagepath.Consent, "request", v.Request, "business", v.Business.ID))
}

// PasskeyURL is the page on which one gives a passkey instead of the password. The
// code is asked for again then.
func (v ConfirmDevice) PasskeyURL() string {
	return confirmURL(withQuery(pagepath.Device, "user_code", v.Code))
}

// PasskeyURL is the page on which one gives a passkey instead of the password.
func (v MemberConsent) PasskeyURL() string { return confirmURL(v.Back()) }

// PasskeyURL is the page on which one gives a passkey instead of a code.
func (v SecondFactor) PasskeyURL() string {
	return withQuery(pagepath.PasskeyFactor, "return_to", v.ReturnTo)
}

// withQuery is a path with those parameters that are not empty.
func withQuery(path string, pairs ...string) string {
	query := url.Values{}
	for i := 0; i < len(pairs); i += 2 {
		if pairs[i+1] != "" {
			query.Set(pairs[i], pairs[i+1])
		}
	}
	if len(query) == 0 {
		return path
	}
	return path + "?" + query.Encode()
}

// AddPasskey has the browser make a passkey, by static/passkey.js. Fields: name,
// credential (the answer, as JSON).
type AddPasskey struct {
	Options  string // what the browser is asked for, as JSON
	OwnName  string // what the passkey is called, unless its owner says otherwise
	Problems Problems
}

// RenamePasskey gives a passkey another name. Fields: passkey, name.
type RenamePasskey struct {
	Passkey  Passkey
	OwnName  string // as it is, or as typed before
	Problems Problems
}

// RemovePasskey says what removing a passkey does. Field: passkey.
type RemovePasskey struct {
	Passkey Passkey
	Others  int // how many are left then
}

// Passkey is one that the reader signs in with.
type Passkey struct {
	ID         string
	Name       string
	AddedAt    time.Time
	LastUsedAt time.Time // zero while it was not used
}

func (v PasskeySignIn) openings() openings {
	o := v.Asking.openings()
	o.script = true
	return o
}

func (AddPasskey) openings() openings { return openings{script: true} }

func (PasskeySignIn) page() string { return "passkey_sign_in" }
func (AddPasskey) page() string    { return "add_passkey" }
func (RenamePasskey) page() string { return "rename_passkey" }
func (RemovePasskey) page() string { return "remove_passkey" }

func (v PasskeySignIn) problems() Problems { return v.Problems }
func (v AddPasskey) problems() Problems    { return v.Problems }
func (v RenamePasskey) problems() Problems { return v.Problems }
