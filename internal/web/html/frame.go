package html

import (
	"time"

	"github.com/counterpart/counterpart/internal/vocab/permission"
)

// Frame is what surrounds every page: who reads it, when, and in which language.
type Frame struct {
	Locale    string         // as chosen by Pages.Locale; English when empty
	Now       time.Time      // what relative times are counted from
	CSRF      string         // goes into every form as the field "csrf"; left out when empty
	Person    Person         // who is signed in; zero when nobody is
	Business  Business       // the business they are signed into; zero when none
	May       permission.Set // what they may do there
	Apps      []AppPage      // what apps have in the navigation there; for pages that are Sided
	RequestID string         // shown where something went wrong
	Notice    Notice         // confirms what led here
}

// Person is the user who is signed in.
type Person struct {
	ID    string
	Name  string
	Email string
}

// Business is a business as its members see it. Role is the vocabulary's word,
// such as "owner"; the page puts it into the reader's language.
type Business struct {
	ID      string
	Name    string
	Role    string
	Sandbox bool
}

// SignedIn reports whether somebody is signed in.
func (f Frame) SignedIn() bool { return f.Person != Person{} }
