package html

import (
	"slices"
	"time"

	"github.com/counterpart/counterpart/internal/vocab/pagepath"
)

// ConnectedApps are the apps of the business that the reader is signed into.
type ConnectedApps struct {
	List []ConnectedApp
	// What the reader's role allows; a button that nobody may use is not shown.
	MayRevoke    bool
	MayUninstall bool
}

// ConnectedApp is one of them.
type ConnectedApp struct {
	ID          string // of the installation
	App         App
	Access      []Access
	Revoked     bool   // access is revoked until somebody consents again
	OnHold      bool   // the operator has suspended it in this business: it cannot be uninstalled
	Suspended   bool   // the operator has suspended the app, everywhere
	Deactivated bool   // its maker has switched it off, everywhere
	OpenURL     string // its page inside the service; no link when empty
	ConnectedBy string // a name
	ConnectedAt time.Time
	LastUsedAt  time.Time // zero when it is not known
	NeverUsed   bool      // it is known that nobody ever used it
	Consents    []Yes     // whose consents are active, oldest first
}

// Yes is an active consent.
type Yes struct {
	Name string
	At   time.Time
	Own  bool // the reader's
}

// Own reports whether the reader has a consent to withdraw.
func (a ConnectedApp) Own() bool {
	return slices.ContainsFunc(a.Consents, func(y Yes) bool { return y.Own })
}

// Verb is something that can be done about a connected app.
type Verb string

// What can be done.
const (
	Revoke    Verb = "revoke"    // posts to pagepath.RevokeAccess
	Uninstall Verb = "uninstall" // posts to pagepath.Uninstall
	Withdraw  Verb = "withdraw"  // posts to pagepath.WithdrawConsent
)

// EndAccess asks whether it is meant. Field: installation.
type EndAccess struct {
	Verb Verb
	ID   string // of the installation
	App  App
}

// Action is where the form goes.
func (v EndAccess) Action() string {
	switch v.Verb {
	case Uninstall:
		return pagepath.Uninstall
	case Withdraw:
		return pagepath.WithdrawConsent
	}
	return pagepath.RevokeAccess
}

func (ConnectedApps) page() string { return "connected_apps" }
func (EndAccess) page() string     { return "end_access" }
