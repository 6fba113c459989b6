package html

import (
	"time"

	"github.com/counterpart/counterpart/internal/vocab/permission"
)

// AuditLog is who changed people, roles, apps and settings of the business. Its
// form is a GET with from, to and what.
type AuditLog struct {
	Entries  []AuditEntry
	From     string // days, as typed
	To       string
	What     string // an action; empty for all
	Actions  []AuditAction
	Older    string // where it goes on; empty at the end
	CSV      string // the same as a file
	Zone     string // whose times these are
	Problems Problems
}

// AuditAction is something that can be looked for.
type AuditAction struct {
	Action string
	Says   string
}

// AuditEntry is one line of the record.
type AuditEntry struct {
	ID      string
	At      time.Time // in the business's zone
	Actor   Actor
	Says    string
	About   string // whom or what it was done to, by name; empty when that says nothing more
	Detail  AuditDetail
	Request string
}

// AuditDetail is what the page says of an entry's facts; the file has them all.
type AuditDetail struct {
	Role       string                // that was given, or is changed
	From       string                // the role before
	Permission permission.Permission // which the role was given, or which was taken from it
	Granted    bool
}

// PermissionText is the name of the permission's text.
func (d AuditDetail) PermissionText() string { return permissionText(d.Permission) }

// ActorKind is the sort of who did something.
type ActorKind string

// Who does things.
const (
	ByMember   ActorKind = "member"   // by name; without one, a member who is gone
	ByApp      ActorKind = "app"      // by name
	ByOperator ActorKind = "operator" // the service's people
	BySystem   ActorKind = "system"   // the service by itself
)

// Actor is who did something.
type Actor struct {
	Kind ActorKind
	Name string
}

// Plan is what the business may invoice in a year, and what it has. Field: plan.
type Plan struct {
	Code      string
	Name      string
	Year      int
	Invoices  int
	Ceiling   int    // 0 for none
	Turnover  string // with its currency; empty when the plan does not look at it
	Cap       string // of the turnover
	Plans     []PlanRow
	MayChange bool
}

// PlanRow is one of the plans that there are.
type PlanRow struct {
	Code     string
	Name     string
	Invoices int    // a year; 0 for no limit
	Turnover string // a year, with its currency; empty for no limit
	Current  bool
	Reached  bool // the business has already used more than it allows
}

// Left is how many invoices can still be created this year.
func (v Plan) Left() int { return max(0, v.Ceiling-v.Invoices) }

// Used is the share of the ceiling that is used, in thousandths.
func (v Plan) Used() int {
	if v.Ceiling == 0 {
		return 0
	}
	return min(1000, v.Invoices*1000/v.Ceiling)
}

// ChangePlan asks whether it is meant. Field: plan.
type ChangePlan struct {
	From PlanRow
	To   PlanRow
}

func (AuditLog) page() string   { return "audit_log" }
func (Plan) page() string       { return "plan" }
func (ChangePlan) page() string { return "change_plan" }

func (v AuditLog) problems() Problems { return v.Problems }
