package tenancy

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/counterpart/counterpart/internal/base/epoch"
	"github.com/counterpart/counterpart/internal/base/ident"
	"github.com/counterpart/counterpart/internal/base/pg"
	"github.com/counterpart/counterpart/internal/core/audit"
	"github.com/counterpart/counterpart/internal/core/tenancy/internal/db"
	"github.com/counterpart/counterpart/internal/vocab/permission"
)

const (
	// mostSandboxes is how many an organization may have at a time.
	mostSandboxes = 10
	// fillingLimit is after how long somebody who fills a sandbox has surely given up.
	fillingLimit = 2 * time.Minute
)

// Sandbox is a business that an organization made to try its apps on. The
// organization's members are its members, each by the role they have there.
type Sandbox struct {
	Business
	Template string
	FilledAt *time.Time // nil while its books are not complete
}

// roleInSandbox is what a member of an organization is in its sandboxes. Developers
// connect apps there, which takes an admin.
func roleInSandbox(role OrganizationRole) permission.Role {
	switch role {
	case OrganizationOwner:
		return permission.Owner
	case OrganizationAdmin, OrganizationDeveloper:
		return permission.Admin
	}
	return permission.Viewer
}

// CreateSandbox makes a sandbox of an organization, with all of its members. Who
// may is the caller's to know. It opens a transaction.
func (s *Service) CreateSandbox(ctx context.Context, n NewBusiness, template string) (Sandbox, error) {
	n = n.trimmed()
	if err := n.check(); err != nil {
		return Sandbox{}, err
	}
	made := Sandbox{Business: n.at(ident.RandomShard(), s.deps.Now()), Template: template}
	err := s.deps.DB.InTx(ctx, func(tx *pg.Tx) error {
		if _, err := lockOrganization(ctx, tx, n.SandboxOf); err != nil {
			return err
		}
		before, err := db.New(tx).Sandboxes(ctx, n.SandboxOf.UUID)
		if err != nil {
			return fmt.Errorf("count sandboxes of organization %s: %w", n.SandboxOf, err)
		}
		if len(before) >= mostSandboxes {
			return errSandboxLimit.With(mostSandboxes)
		}
		if err := s.writeBusiness(ctx, tx, made.Business); err != nil {
			return err
		}
		if err := s.deps.Audit.NoteIn(ctx, tx, made.ID, audit.BusinessCreated, made.ID, audit.Facts{"plan": made.Plan, "sandboxOf": made.SandboxOf}); err != nil {
			return err
		}
		if err := s.addSandbox(ctx, tx, made); err != nil {
			return err
		}
		return s.deps.Audit.Note(ctx, tx, audit.SandboxCreated, made.ID, made.SandboxOf, audit.Facts{"template": template})
	})
	if err != nil {
		return Sandbox{}, err
	}
	return made, nil
}

// addSandbox notes whose sandbox a business is, and lets the members of the
// organization in, which is locked.
func (s *Service) addSandbox(ctx context.Context, tx *pg.Tx, made Sandbox) error {
	q := db.New(tx)
	err := q.AddSandbox(ctx, db.AddSandboxParams{
		BusinessShard: made.ID.Shard, BusinessID: made.ID.UUID, OrganizationID: made.SandboxOf.UUID, Template: made.Template, CreatedAt: made.CreatedAt,
	})
	if err != nil {
		return fmt.Errorf("add sandbox %s: %w", made.ID, err)
	}
	members, err := q.OrganizationMembers(ctx, made.SandboxOf.UUID)
	if err != nil {
		return fmt.Errorf("list members of organization %s: %w", made.SandboxOf, err)
	}
	p := db.AddSandboxMembersParams{BusinessShard: made.ID.Shard, BusinessID: made.ID.UUID, Now: made.CreatedAt}
	for _, m := range members {
		p.UserIds, p.Roles = append(p.UserIds, m.UserID), append(p.Roles, string(roleInSandbox(OrganizationRole(m.Role))))
	}
	if err := q.AddSandboxMembers(ctx, p); err != nil {
		return fmt.Errorf("add members to sandbox %s: %w", made.ID, err)
	}
	return nil
}

// Sandboxes lists the sandboxes that an organization made, the oldest first. Each is
// read in its own shard, all in one round trip.
func (s *Service) Sandboxes(ctx context.Context, organization ident.Organization) ([]Sandbox, error) {
	rows, err := db.New(s.deps.DB).Sandboxes(ctx, organization.UUID)
	if err != nil {
		return nil, fmt.Errorf("list sandboxes of organization %s: %w", organization, err)
	}
	keys := make([]db.EachBusinessParams, len(rows))
	for i, row := range rows {
		keys[i] = db.EachBusinessParams{Shard: row.BusinessShard, ID: row.BusinessID}
	}
	list := make([]Sandbox, 0, len(rows))
	var failed error
	db.New(s.deps.DB).EachBusiness(ctx, keys).QueryRow(func(i int, row db.TenancyBusiness, err error) {
		business, err := businessOrNotFound(row, err)
		switch {
		case err == nil:
			list = append(list, Sandbox{Business: business, Template: rows[i].Template, FilledAt: rows[i].FilledAt})
		case !errors.Is(err, ErrBusinessNotFound): // else it was erased since
			failed = cmp.Or(failed, fmt.Errorf("load sandboxes of organization %s: %w", organization, err))
		}
	})
	return list, failed
}

// Sandbox finds a sandbox of an organization. They are few.
func (s *Service) Sandbox(ctx context.Context, organization ident.Organization, id ident.Business) (Sandbox, error) {
	list, err := s.Sandboxes(ctx, organization)
	if err != nil {
		return Sandbox{}, err
	}
	if i := slices.IndexFunc(list, func(one Sandbox) bool { return one.ID == id }); i >= 0 {
		return list[i], nil
	}
	return Sandbox{}, ErrSandboxNotFound
}

// BeginFilling takes a sandbox for filling its books. From then on it counts as not
// complete, and nobody else fills it. It opens a transaction.
func (s *Service) BeginFilling(ctx context.Context, sandbox Sandbox, action audit.Action) error {
	return s.deps.DB.InTx(ctx, func(tx *pg.Tx) error {
		now := s.deps.Now()
		taken, err := db.New(tx).BeginFilling(ctx, db.BeginFillingParams{
			BusinessShard: sandbox.ID.Shard, BusinessID: sandbox.ID.UUID, Now: now, FillingUntil: now.Add(fillingLimit),
		})
		if err != nil {
			return fmt.Errorf("begin to fill sandbox %s: %w", sandbox.ID, err)
		}
		if taken == 0 {
			return ErrSandboxBusy
		}
		if action == "" {
			return nil
		}
		return s.deps.Audit.Note(ctx, tx, action, sandbox.ID, sandbox.SandboxOf, audit.Facts{"template": sandbox.Template})
	})
}

// Filled notes, in the transaction that filled them, that a sandbox's books are
// complete.
func (s *Service) Filled(ctx context.Context, tx *pg.Tx, sandbox Sandbox) (time.Time, error) {
	now := s.deps.Now()
	err := db.New(tx).Filled(ctx, db.FilledParams{BusinessShard: sandbox.ID.Shard, BusinessID: sandbox.ID.UUID, Now: now})
	if err != nil {
		return now, fmt.Errorf("note that sandbox %s is filled: %w", sandbox.ID, err)
	}
	return now, nil
}

// changeMembers changes who is in an organization, and so in its sandboxes. It opens
// the transaction, with the organization locked, and returns when no node goes by
// the old rights any more.
func (s *Service) changeMembers(ctx context.Context, organization ident.Organization, fn func(tx *pg.Tx) error) error {
	for {
		marked, err := db.New(s.deps.DB).Sandboxes(ctx, organization.UUID)
		if err != nil {
			return fmt.Errorf("list sandboxes of organization %s: %w", organization, err)
		}
		unmarked := false
		commit := func(ctx context.Context) error {
			return s.deps.DB.InTx(ctx, func(tx *pg.Tx) (err error) {
				if unmarked, err = hasOtherSandboxes(ctx, tx, organization, marked); err != nil || unmarked {
					return err
				}
				return fn(tx)
			})
		}
		if len(marked) == 0 {
			err = commit(ctx)
		} else {
			err = s.deps.Rights.Change(ctx, subjectsOf(marked), commit)
		}
		if err != nil || !unmarked {
			return err
		}
	}
}

// hasOtherSandboxes locks an organization and reports whether it has sandboxes that
// are not among those it had before: rights in them were not marked.
func hasOtherSandboxes(ctx context.Context, tx *pg.Tx, organization ident.Organization, before []db.TenancySandbox) (bool, error) {
	if _, err := lockOrganization(ctx, tx, organization); err != nil {
		return false, err
	}
	now, err := db.New(tx).Sandboxes(ctx, organization.UUID)
	if err != nil {
		return false, fmt.Errorf("list sandboxes of organization %s: %w", organization, err)
	}
	return slices.ContainsFunc(now, func(one db.TenancySandbox) bool {
		return !slices.ContainsFunc(before, func(known db.TenancySandbox) bool { return known.BusinessID == one.BusinessID })
	}), nil
}

func subjectsOf(sandboxes []db.TenancySandbox) []epoch.Subject {
	subjects := make([]epoch.Subject, len(sandboxes))
	for i, row := range sandboxes {
		subjects[i] = epoch.Business(ident.Of[ident.Business](row.BusinessShard, row.BusinessID))
	}
	return subjects
}

// joinSandboxes makes a member of an organization what they are in its sandboxes.
func (s *Service) joinSandboxes(ctx context.Context, tx *pg.Tx, organization ident.Organization, user ident.User, role OrganizationRole) error {
	err := db.New(tx).JoinSandboxes(ctx, db.JoinSandboxesParams{
		OrganizationID: organization.UUID, UserID: user.UUID, Role: string(roleInSandbox(role)), Now: s.deps.Now(),
	})
	if err != nil {
		return fmt.Errorf("let user %s into the sandboxes of organization %s: %w", user, organization, err)
	}
	return nil
}

// leaveSandboxes puts somebody out who is no member any more.
func leaveSandboxes(ctx context.Context, tx *pg.Tx, organization ident.Organization, user ident.User) error {
	err := db.New(tx).LeaveSandboxes(ctx, db.LeaveSandboxesParams{OrganizationID: organization.UUID, UserID: user.UUID})
	if err != nil {
		return fmt.Errorf("put user %s out of the sandboxes of organization %s: %w", user, organization, err)
	}
	return nil
}
