package apps

import (
	"github.com/google/uuid"

	"github.com/counterpart/counterpart/internal/base/ident"
)

// CommandLine is the one app that is our own: the command line that people sign in.
// A migration made it. It is nobody's, connects to no business, and its tokens are
// its user's (package accounts).
var CommandLine = ident.Of[ident.App](ident.Control, uuid.MustParse("00000000-0000-7000-8000-000000000001"))

// FirstParty reports whether an app is our own.
func (a App) FirstParty() bool { return a.ID == CommandLine }
