package tenancy

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/google/uuid"

	"github.com/counterpart/counterpart/internal/base/ident"
	"github.com/counterpart/counterpart/internal/base/pg"
	"github.com/counterpart/counterpart/internal/core/audit"
	"github.com/counterpart/counterpart/internal/core/tenancy/internal/db"
	"github.com/counterpart/counterpart/internal/vocab/fault"
	"github.com/counterpart/counterpart/internal/vocab/mailing"
)

// Organization makes apps.
type Organization struct {
	ID        ident.Organization
	Name      string
	Version   int // counts the changes of this record
	CreatedAt time.Time
}

// OrganizationRole is what a member is in an organization.
type OrganizationRole string

// The roles of an organization. Viewers read all but secrets; developers work on
// its apps; admins also decide who belongs to it, and hold what an app
// authenticates with; owners also decide who else is an owner.
//
// What each may ask for, the console's rows say; what is about members is asked
// for once more here, by lockOrganizationForChange and mayAssign.
const (
	OrganizationOwner     OrganizationRole = "owner"
	OrganizationAdmin     OrganizationRole = "admin"
	OrganizationDeveloper OrganizationRole = "developer"
	OrganizationViewer    OrganizationRole = "viewer"
)

var organizationRoles = []OrganizationRole{OrganizationOwner, OrganizationAdmin, OrganizationDeveloper, OrganizationViewer}

// Known reports whether there is such a role.
func (r OrganizationRole) Known() bool { return slices.Contains(organizationRoles, r) }

// AtLeast reports whether the role may do all that another may. What is not a
// role may do nothing.
func (r OrganizationRole) AtLeast(other OrganizationRole) bool {
	return r.Known() && slices.Index(organizationRoles, r) <= slices.Index(organizationRoles, other)
}

// Need is nil when the role may do all that another may, and else says which one
// it takes.
func (r OrganizationRole) Need(other OrganizationRole) error {
	if !r.AtLeast(other) {
		return errOrganizationRoleNeeded.With(other)
	}
	return nil
}

// maxOwned is how many organizations a user may own who makes them alone.
const maxOwned = 10

// CreateOrganization makes an organization and its owner's membership. It opens
// a transaction.
func (s *Service) CreateOrganization(ctx context.Context, name string, owner ident.User) (Organization, error) {
	return s.createOrganization(ctx, name, owner, func(*pg.Tx) error { return nil })
}

// CreateOwnOrganization makes an organization for a user who asks for it, unless
// they own too many already. It opens a transaction.
func (s *Service) CreateOwnOrganization(ctx context.Context, name string, owner ident.User) (Organization, error) {
	return s.createOrganization(ctx, name, owner, func(tx *pg.Tx) error {
		if err := s.deps.Accounts.LockUser(ctx, tx, owner); err != nil { // of two at once, the second counts the first
			return err
		}
		owned, err := db.New(tx).OwnedOrganizations(ctx, owner.UUID)
		if err != nil {
			return fmt.Errorf("count the organizations of user %s: %w", owner, err)
		}
		if owned >= maxOwned {
			return errOrganizationLimit.With(maxOwned)
		}
		return nil
	})
}

func (s *Service) createOrganization(ctx context.Context, name string, owner ident.User, allow func(tx *pg.Tx) error) (Organization, error) {
	name, err := organizationName(name)
	if err != nil {
		return Organization{}, err
	}
	now := s.deps.Now()
	made := Organization{ID: ident.New[ident.Organization](ident.Control, now), Name: name, Version: 1, CreatedAt: now}
	err = s.deps.DB.InTx(ctx, func(tx *pg.Tx) error {
		if err := allow(tx); err != nil {
			return err
		}
		err := db.New(tx).AddOrganization(ctx, db.AddOrganizationParams{ID: made.ID.UUID, Name: name, CreatedAt: now})
		if err != nil {
			return fmt.Errorf("create organization %s: %w", made.ID, err)
		}
		if err := s.deps.Audit.Note(ctx, tx, audit.OrganizationCreated, made.ID, made.ID, nil); err != nil {
			return err
		}
		return s.addOrganizationMember(ctx, tx, made.ID, owner, OrganizationOwner)
	})
	if err != nil {
		return Organization{}, err
	}
	return made, nil
}

// Organization finds an organization.
func (s *Service) Organization(ctx context.Context, id ident.Organization) (Organization, error) {
	row, err := db.New(s.deps.DB).Organization(ctx, id.UUID)
	return organizationOrNotFound(row, err)
}

// OrganizationNames tells what some organizations are called.
func (s *Service) OrganizationNames(ctx context.Context, ids []ident.Organization) (map[ident.Organization]string, error) {
	rows, err := db.New(s.deps.DB).OrganizationNames(ctx, ident.UUIDs(ids))
	if err != nil {
		return nil, fmt.Errorf("name %d organizations: %w", len(ids), err)
	}
	names := make(map[ident.Organization]string, len(rows))
	for _, row := range rows {
		names[ident.Of[ident.Organization](ident.Control, row.ID)] = row.Name
	}
	return names, nil
}

// Organizations lists organizations, newest first, from before the given one;
// the zero organization means from the newest.
func (s *Service) Organizations(ctx context.Context, before ident.Organization, most int) ([]Organization, error) {
	start := uuid.Max
	if !before.IsZero() {
		start = before.UUID
	}
	rows, err := db.New(s.deps.DB).Organizations(ctx, db.OrganizationsParams{Before: start, Most: int32(most)})
	if err != nil {
		return nil, fmt.Errorf("list organizations: %w", err)
	}
	list := make([]Organization, len(rows))
	for i, row := range rows {
		list[i] = organizationFrom(row)
	}
	return list, nil
}

// RenameOrganization gives an organization another name. A version other than 0
// must be the organization's own. It opens a transaction.
func (s *Service) RenameOrganization(ctx context.Context, by Authority, id ident.Organization, version int, name string) (Organization, error) {
	name, err := organizationName(name)
	if err != nil {
		return Organization{}, err
	}
	var after Organization
	err = s.deps.DB.InTx(ctx, func(tx *pg.Tx) error {
		at, err := lockOrganizationForChange(ctx, tx, by, id)
		if err != nil {
			return err
		}
		after = at.Organization
		if version != 0 && version != after.Version {
			return fault.RecordChanged
		}
		if after.Name == name {
			return nil
		}
		after.Name, after.Version = name, after.Version+1
		if err := db.New(tx).RenameOrganization(ctx, db.RenameOrganizationParams{ID: id.UUID, Name: name}); err != nil {
			return fmt.Errorf("rename organization %s: %w", id, err)
		}
		return s.deps.Audit.Note(ctx, tx, audit.OrganizationRenamed, id, id, nil)
	})
	return after, err
}

// OrganizationBelonging is an organization that a user is in, and what they are
// there.
type OrganizationBelonging struct {
	Organization Organization
	Role         OrganizationRole
}

// OrganizationsOf lists the organizations that a user is in, by name.
func (s *Service) OrganizationsOf(ctx context.Context, user ident.User) ([]OrganizationBelonging, error) {
	rows, err := db.New(s.deps.DB).OrganizationsOf(ctx, user.UUID)
	if err != nil {
		return nil, fmt.Errorf("list organizations of user %s: %w", user, err)
	}
	list := make([]OrganizationBelonging, len(rows))
	for i, row := range rows {
		list[i] = OrganizationBelonging{
			Organization: organizationFrom(db.TenancyOrganization{ID: row.ID, Name: row.Name, CreatedAt: row.CreatedAt, Version: row.Version}),
			Role:         OrganizationRole(row.Role),
		}
	}
	return list, nil
}

// lockOrganization finds an organization and locks it until the transaction
// ends.
func lockOrganization(ctx context.Context, tx *pg.Tx, id ident.Organization) (Organization, error) {
	row, err := db.New(tx).LockOrganization(ctx, id.UUID)
	return organizationOrNotFound(row, err)
}

func organizationName(name string) (string, error) {
	var p fault.Problems
	name = strings.TrimSpace(name)
	mailing.WantDisplayName(&p, "name", name)
	return name, p.Err()
}

func organizationOrNotFound(row db.TenancyOrganization, err error) (Organization, error) {
	if errors.Is(err, pg.ErrNoRows) {
		return Organization{}, ErrOrganizationNotFound
	}
	if err != nil {
		return Organization{}, fmt.Errorf("find an organization: %w", err)
	}
	return organizationFrom(row), nil
}

func organizationFrom(row db.TenancyOrganization) Organization {
	return Organization{ID: ident.Of[ident.Organization](ident.Control, row.ID), Name: row.Name, Version: int(row.Version), CreatedAt: row.CreatedAt}
}
