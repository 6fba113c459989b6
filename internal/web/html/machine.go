package html

import "time"

// ConfirmMachine asks whether a command line may act for the reader in the developer
// console. It posts to pagepath.DeviceDecision: user_code and decision ("approve" or
// "deny").
type ConfirmMachine struct {
	Code    string // as the command line shows it
	Machine string // what its machine is called; may be empty
	// ReadOnly: it asks to see things, and to change nothing.
	ReadOnly  bool
	Device    Spot // where the code was asked for
	Here      Spot // where the reader is
	Elsewhere bool // the two are in different networks
	AskedAt   time.Time
	ExpiresAt time.Time // when the code is forgotten
}

// Back is where the reader continues after signing in as somebody else.
func (v ConfirmMachine) Back() string { return deviceBack(v.Code) }

func (ConfirmMachine) page() string { return "confirm_machine" }

// CommandLine is one that the user has signed in.
type CommandLine struct {
	ID         string
	Machine    string // what its machine is called; may be empty
	Address    string // from where it was signed in; may be empty
	ReadOnly   bool
	SignedInAt time.Time
	LastUsedAt time.Time
	ExpiresAt  time.Time
}
