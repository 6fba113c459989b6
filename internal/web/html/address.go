package html

import "time"

// ChangeEmail asks for another address. Field: email.
type ChangeEmail struct {
	Email    string // as typed before
	Problems Problems
}

// EmailChangeSent says that a link to the new address is on its way; whether that has
// an account already, it must not tell.
type EmailChangeSent struct {
	Email string
	Valid time.Duration // how long the link works
}

// ConfirmEmail takes a new address on, by a mailed link. Field: token.
type ConfirmEmail struct {
	Token string
	Email string // which the link proves
}

func (ChangeEmail) page() string     { return "change_email" }
func (EmailChangeSent) page() string { return "email_change_sent" }
func (ConfirmEmail) page() string    { return "confirm_email" }

func (v ChangeEmail) problems() Problems { return v.Problems }
func (v Account) problems() Problems     { return v.Problems }
