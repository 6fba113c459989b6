package apptest

import (
	"testing"

	"github.com/pquerna/otp/totp"

	"github.com/counterpart/counterpart/internal/core/accounts"
	"github.com/counterpart/counterpart/internal/vocab/pagepath"
)

// Operator is somebody who runs the service, with a second factor.
type Operator struct {
	*User
	recovery []string // codes that were not used yet
}

// Operator makes one.
func (s *Service) Operator(t testing.TB) *Operator {
	t.Helper()
	made, err := s.nodes[0].Accounts.CreateUser(operator(t), accounts.NewUser{Email: s.names.email("Opal"), Name: "Opal", Password: Password, Operator: true})
	if err != nil {
		t.Fatal(err)
	}
	by := &Operator{User: &User{User: made, svc: s, Password: Password}}
	by.TurnOnFactor(t)
	return by
}

// TurnOnFactor gives the operator a second factor.
func (o *Operator) TurnOnFactor(t testing.TB) {
	t.Helper()
	people := o.svc.nodes[0].Accounts
	begun, err := people.BeginSecondFactor(t.Context(), o.ID)
	if err != nil {
		t.Fatal(err)
	}
	code, err := totp.GenerateCode(begun.Key, o.svc.Clock.Now())
	if err != nil {
		t.Fatal(err)
	}
	if o.recovery, err = people.ConfirmSecondFactor(t.Context(), o.ID, code); err != nil {
		t.Fatal(err)
	}
}

// TurnOffFactor takes it away.
func (o *Operator) TurnOffFactor(t testing.TB) {
	t.Helper()
	if err := o.svc.nodes[0].Accounts.RemoveSecondFactor(t.Context(), o.ID, o.recovery[0]); err != nil {
		t.Fatal(err)
	}
}

// SignIn opens a browser before a node and signs the operator in, by password and
// recovery code.
func (o *Operator) SignIn(t testing.TB, at *Node) Browser {
	t.Helper()
	b := at.Browser(t)
	b.Browser.SignIn(o.Email, o.Password)
	b.Open(pagepath.SecondFactor + "?with=recovery")
	b.Submit(pagepath.SecondFactor, "recovery_code", o.recovery[0])
	b.IsAt(pagepath.Home)
	o.recovery = o.recovery[1:]
	return b
}
