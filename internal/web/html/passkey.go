package html

import (
	"net/url"
	"time"

	"github.com/counterpart/counterpart/internal/vocab/pagepath"
)

// PasskeySignIn asks for a passkey, without a password or after it. static/passkey.js
// has the browser ask its owner, and sends what comes of it. Fields: credential (the
// answer, as JSON), return_to. They go to pagepath.PasskeySignIn or, with Second, to
// pagepath.PasskeyFactor.
type PasskeySignIn struct {
	Options  string // what the browser is asked for, as JSON
	Second   bool   // in place of a code, after the password
	ReturnTo string // where to go afterwards; a path on this host
	Asking   Asking // what is asked for then; zero when nothing is
	Device   bool   // a device's code is asked for then
	Problems Problems
}

// Action is where the form goes.
func (v PasskeySignIn) Action() string {
	if v.Second {
		return pagepath.PasskeyFactor
	}
	return pagepath.PasskeySignIn
}

// OtherWay is the page on which one signs in without a passkey.
func (v PasskeySignIn) OtherWay() string {
	if v.Second {
		return withQuery(pagepath.SecondFactor, "return_to", v.ReturnTo)
	}
	return withQuery(pagepath.SignIn, "return_to", v.ReturnTo)
}

// PasskeyURL is the page on which one signs in with a passkey instead.
func (v SignIn) PasskeyURL() string {
	again := ""
	if v.Again {
		again = "1"
	}
	return withQuery(pagepath.PasskeySignIn, "again", again, "return_to", v.ReturnTo)
}

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
func (RemovePasskey) page() string { return "remove_passkey" }

func (v PasskeySignIn) problems() Problems { return v.Problems }
func (v AddPasskey) problems() Problems    { return v.Problems }
