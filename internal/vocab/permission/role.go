package permission

import "slices"

// Role is what a member is in a business.
type Role string

// The roles.
const (
	Owner      Role = "owner"
	Admin      Role = "admin"
	Accountant Role = "accountant"
	Bookkeeper Role = "bookkeeper"
	Sales      Role = "sales"
	Viewer     Role = "viewer"
)

var roles = []Role{Owner, Admin, Accountant, Bookkeeper, Sales, Viewer}

// Roles lists the roles, the most powerful first.
func Roles() []Role { return slices.Clone(roles) }

// Known reports whether there is such a role.
func (r Role) Known() bool { return slices.Contains(roles, r) }

// Default holds what a role may do in a business that changed nothing.
func Default(role Role) Set {
	var held []Permission
	for _, row := range table {
		if role == Owner || slices.Contains(row.Default, role) {
			held = append(held, row.Permission)
		}
	}
	return Of(held...)
}

// Change is a business's decision that a role does or does not hold a
// permission, whatever the catalogue says.
type Change struct {
	Role       Role
	Permission Permission
	Granted    bool
}

// Effective holds what a role may do in a business that made these changes. A
// change that no business can make is without effect, wherever it came from.
func Effective(role Role, changes []Change) Set {
	held := Default(role)
	for _, c := range changes {
		if c.Role != role || Fixed(c.Role, c.Permission) {
			continue
		}
		held = slices.DeleteFunc(held, func(p Permission) bool { return p == c.Permission })
		if c.Granted {
			held = append(held, c.Permission)
		}
	}
	return Of(held...)
}

// Fixed reports whether no business can change that the role holds, or does not
// hold, the permission: the owner's rights are fixed, and so is what only the
// owner may do. Nothing can be changed about a role or permission that does not
// exist.
func Fixed(role Role, p Permission) bool {
	row, known := Lookup(p)
	return !known || !role.Known() || role == Owner || row.OwnerOnly
}
