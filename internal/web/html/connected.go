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
	Owner        string // whom the reader can ask for what they may not: a name
}

// ConnectedApp is one of them.
type ConnectedApp struct {
	ID          string // of the installation
	App         App
	Access      []Access
	Revoked     bool      // access is revoked until somebody consents again
	RevokedBy   string    // a name; empty when it is not known
	RevokedAt   time.Time // zero when it is not known
	OnHold      bool      // the operator has suspended it in this business: it cannot be uninstalled
	Suspended   bool      // the operator has suspended the app, everywhere
	Deactivated bool      // its maker has switched it off, everywhere
	OpenURL     string    // its page inside the service; no link when empty
	ConnectedBy string    // a name
	ConnectedAt time.Time
	LastUsedAt  time.Time // zero when it is not known
	NeverUsed   bool      // it is known that nobody ever used it
	Week        Week
	Asked       Asked
	Consents    []Yes // whose consents are active, oldest first
}

// Week is what an app did in the last seven days.
type Week struct {
	Changes int
	Many    bool // there are more changes than were counted
	Reads   int
}

// Idle reports whether it did nothing.
func (w Week) Idle() bool { return w.Changes == 0 && w.Reads == 0 }

// Asked is what an app asked people to approve in the last two days.
type Asked struct {
	Waiting  int
	Approved int
	Refused  int
}

// Yes is an active consent.
type Yes struct {
	Name string
	At   time.Time
	Own  bool // the reader's
}

// Works reports whether the app has access now.
func (a ConnectedApp) Works() bool { return !a.Revoked && !a.OnHold && !a.Suspended && !a.Deactivated }

// Own reports whether the reader has a consent to withdraw.
func (a ConnectedApp) Own() bool {
	return slices.ContainsFunc(a.Consents, func(y Yes) bool { return y.Own })
}

// Working are the apps that have access, and Halted those that are connected without.
func (v ConnectedApps) Working() []ConnectedApp { return v.where(true) }

// Halted apps stay connected.
func (v ConnectedApps) Halted() []ConnectedApp { return v.where(false) }

func (v ConnectedApps) where(works bool) (list []ConnectedApp) {
	for _, a := range v.List {
		if a.Works() == works {
			list = append(list, a)
		}
	}
	return list
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
	Verb   Verb
	ID     string // of the installation
	App    App
	Others []string // the names of those, beside the reader, for whom the app acts
	Own    bool     // it acts for the reader
}

// Everybody reports whether the app acts for anybody.
func (v EndAccess) Everybody() bool { return v.Own || len(v.Others) > 0 }

// connection is a connected app with what its entry needs besides.
type connection struct {
	ConnectedApp
	Sheet        sheet
	MayRevoke    bool
	MayUninstall bool
}

func connectionOf(v ConnectedApps, a ConnectedApp, s sheet) connection {
	return connection{a, s, v.MayRevoke && !a.Revoked, v.MayUninstall && !a.OnHold}
}

// Ways reports whether the reader can do anything about the app.
func (c connection) Ways() bool { return c.MayRevoke || c.MayUninstall || c.Own() }

// everybody names those for whom an app acts.
func (c *catalogue) everybody(v EndAccess) (string, error) {
	names := slices.Clone(v.Others)
	if v.Own {
		you, err := c.text("end_access.you")
		if err != nil {
			return "", err
		}
		names = append([]string{you}, names...)
	}
	return c.names(names)
}

// names sets names in a row.
func (c *catalogue) names(list []string) (string, error) { return c.joined("list.and", list) }

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
