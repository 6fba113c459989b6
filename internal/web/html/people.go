package html

import (
	"slices"
	"strings"
	"time"

	"github.com/counterpart/counterpart/internal/vocab/permission"
	"github.com/counterpart/counterpart/internal/vocab/scope"
)

// People is who works in the business, and what each role may do. Fields of the
// form that invites: email, role. Sending an invitation again posts the same two
// to pagepath.Invite; cancelling one posts invitation.
type People struct {
	Members     []Colleague
	Invitations []OpenInvitation
	Roles       []Role
	Email       string // as typed before
	Chosen      string // the role that was chosen before
	Assignable  []string
	InvitedFor  int // days for which an invitation can be accepted
	Problems    Problems
}

// Colleague is somebody who works in the business.
type Colleague struct {
	ID     string
	Name   string
	Email  string
	Role   string
	Since  time.Time
	Apps   int  // which act for them
	Own    bool // the reader
	Held   bool // the only owner: stays until there is another
	Beyond bool // may do more than the reader, who so cannot change it
}

// OpenInvitation is one that was not answered yet.
type OpenInvitation struct {
	ID        string
	Email     string
	Role      string
	By        string // a name; empty when the operator invited
	Own       bool   // the reader invited
	At        time.Time
	ExpiresAt time.Time
}

// Role is what its members may do.
type Role struct {
	Role    string
	People  int
	Added   int // permissions that the business gave it beside the default
	Removed int
	Fixed   bool // the owner's, of which nothing can be changed
}

// ChangeRole gives a member another role. Fields: member, role.
type ChangeRole struct {
	Member     Colleague
	Chosen     string
	Assignable []string
	Problems   Problems
}

// RemoveMember asks whether it is meant. Field: member.
type RemoveMember struct{ Member Colleague }

// RolePermissions are what a role may do, one tick each. Fields: granted (those
// ticked), shown (those ticked when the page was made, so that what others change
// meanwhile stays), reset.
type RolePermissions struct {
	Role     string
	People   []string // names
	Groups   []PermissionGroup
	Added    int
	Removed  int
	MayNot   bool // the role may do more than the reader, who so cannot change it
	Problems Problems
}

// PermissionGroup is the permissions on one thing.
type PermissionGroup struct {
	Name string // permission_group.<name> in the catalogue
	List []RolePermission
}

// RolePermission is whether a role may do something.
type RolePermission struct {
	Permission permission.Permission
	Granted    bool
	Default    bool
	Fixed      bool // no business can decide otherwise
	Barred     bool // the reader may not do it, and so cannot give or take it
}

// Added reports that the business gave it beside the default.
func (p RolePermission) Added() bool { return p.Granted && !p.Default }

// Removed reports that the business took it from the default.
func (p RolePermission) Removed() bool { return !p.Granted && p.Default }

// Text is the name of the permission's text.
func (p RolePermission) Text() string { return permissionText(p.Permission) }

// Books reports whether it changes what the books say.
func (p RolePermission) Books() bool {
	module, verb, _ := strings.Cut(string(p.Permission), ".")
	if p.Permission == permission.LockPeriods {
		return true
	}
	return verb != "view" && slices.ContainsFunc(scope.Rows(), func(row scope.Row) bool {
		return row.Risk == scope.Books && strings.HasPrefix(string(row.Scope), module+":")
	})
}

// Grouped adds a permission to the group that it belongs to.
func Grouped(groups []PermissionGroup, p RolePermission) []PermissionGroup {
	name, _, _ := strings.Cut(string(p.Permission), ".")
	switch name {
	case "accounts", "journal", "periods":
		name = "ledger"
	case "users", "apps":
		name = "business"
	}
	i := slices.IndexFunc(groups, func(g PermissionGroup) bool { return g.Name == name })
	if i < 0 {
		return append(groups, PermissionGroup{Name: name, List: []RolePermission{p}})
	}
	groups[i].List = append(groups[i].List, p)
	return groups
}

func (People) page() string          { return "people" }
func (ChangeRole) page() string      { return "change_role" }
func (RemoveMember) page() string    { return "remove_member" }
func (RolePermissions) page() string { return "role_permissions" }

func (v People) problems() Problems          { return v.Problems }
func (v ChangeRole) problems() Problems      { return v.Problems }
func (v RolePermissions) problems() Problems { return v.Problems }
