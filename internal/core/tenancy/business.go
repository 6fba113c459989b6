package tenancy

import (
	"cmp"
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
	"github.com/counterpart/counterpart/internal/core/events"
	"github.com/counterpart/counterpart/internal/core/tenancy/internal/db"
	"github.com/counterpart/counterpart/internal/vocab/event"
	"github.com/counterpart/counterpart/internal/vocab/fault"
	"github.com/counterpart/counterpart/internal/vocab/mailing"
	"github.com/counterpart/counterpart/internal/vocab/money"
	"github.com/counterpart/counterpart/internal/vocab/permission"
	"github.com/counterpart/counterpart/internal/vocab/plan"
)

// Business keeps books.
type Business struct {
	ID        ident.Business
	Name      string
	Plan      plan.Code
	Currency  money.Currency // of its books, for good
	Timezone  string         // an IANA name
	SandboxOf ident.Organization
	Version   int // counts the changes
	CreatedAt time.Time
	// Ahead is how far its clock is ahead of the service's. A sandbox's is its owners' to
	// move; every other business's is the service's own.
	Ahead time.Duration
}

// Sandbox reports whether the business is an organization's, to try apps on.
func (b Business) Sandbox() bool { return !b.SandboxOf.IsZero() }

// Zone is the time zone that the business lives by.
func (b Business) Zone() (*time.Location, error) {
	zone, err := time.LoadLocation(b.Timezone)
	if err != nil {
		return nil, fmt.Errorf("find the zone of business %s: %w", b.ID, err)
	}
	return zone, nil
}

// NewBusiness is what is known of a business at first. Without a plan it is on
// the free one.
type NewBusiness struct {
	Name      string
	Plan      plan.Code
	Currency  string
	Timezone  string
	SandboxOf ident.Organization // zero: not a sandbox
}

// CreateBusiness makes a business and its owner's membership. A sandbox is made
// by a member of its organization. It opens a transaction.
func (s *Service) CreateBusiness(ctx context.Context, n NewBusiness, owner ident.User) (Business, error) {
	n = n.trimmed()
	if err := n.check(); err != nil {
		return Business{}, err
	}
	made := n.at(ident.RandomShard(), s.deps.Now())
	err := s.deps.DB.InTx(ctx, func(tx *pg.Tx) error {
		if err := wantOrganizationMember(ctx, tx, owner, made.SandboxOf); err != nil {
			return err
		}
		if err := s.writeBusiness(ctx, tx, made); err != nil {
			return err
		}
		facts := audit.Facts{"plan": made.Plan, "sandboxOf": made.SandboxOf}
		if err := s.deps.Audit.NoteIn(ctx, tx, made.ID, audit.BusinessCreated, made.ID, facts); err != nil {
			return err
		}
		return s.addMember(ctx, tx, made.ID, owner, permission.Owner)
	})
	if err != nil {
		return Business{}, err
	}
	return made, nil
}

func wantOrganizationMember(ctx context.Context, tx *pg.Tx, user ident.User, organization ident.Organization) error {
	if organization.IsZero() {
		return nil
	}
	_, member, err := organizationRoleOf(ctx, tx, user, organization)
	if err == nil && !member {
		err = errNotOfOrganization
	}
	return err
}

// writeBusiness writes a business and what belongs to it from the first moment.
func (s *Service) writeBusiness(ctx context.Context, tx *pg.Tx, b Business) error {
	if err := addBusiness(ctx, tx, b); err != nil || s.deps.OnCreate == nil {
		return err
	}
	return s.deps.OnCreate(ctx, tx, b)
}

func addBusiness(ctx context.Context, tx *pg.Tx, b Business) error {
	row := db.AddBusinessParams{
		Shard: b.ID.Shard, ID: b.ID.UUID, Name: b.Name, Plan: string(b.Plan), Currency: b.Currency.Code,
		Timezone: b.Timezone, CreatedAt: b.CreatedAt,
	}
	if b.Sandbox() {
		row.SandboxOf = &b.SandboxOf.UUID
	}
	if err := db.New(tx).AddBusiness(ctx, row); err != nil {
		return fmt.Errorf("create business %s: %w", b.ID, err)
	}
	return nil
}

// Business finds a business.
func (s *Service) Business(ctx context.Context, id ident.Business) (Business, error) {
	row, err := db.New(s.deps.DB).Business(ctx, db.BusinessParams{Shard: id.Shard, ID: id.UUID})
	return businessOrNotFound(row, err)
}

// Businesses lists businesses, newest first, from before the given one; the
// zero business means from the newest.
func (s *Service) Businesses(ctx context.Context, before ident.Business, most int) ([]Business, error) {
	start := uuid.Max
	if !before.IsZero() {
		start = before.UUID
	}
	rows, err := db.New(s.deps.DB).Businesses(ctx, db.BusinessesParams{Before: start, Most: int32(most)})
	if err != nil {
		return nil, fmt.Errorf("list businesses: %w", err)
	}
	return businessesFrom(rows)
}

// SandboxesOf lists the sandboxes of an organization, newest first.
func (s *Service) SandboxesOf(ctx context.Context, organization ident.Organization) ([]Business, error) {
	rows, err := db.New(s.deps.DB).SandboxesOf(ctx, organization.UUID)
	if err != nil {
		return nil, fmt.Errorf("list sandboxes of organization %s: %w", organization, err)
	}
	return businessesFrom(rows)
}

// Belonging is a business that a user is in, and what they are there.
type Belonging struct {
	Business Business
	Role     permission.Role
}

// BusinessesOf lists the businesses that a user is in, by name.
func (s *Service) BusinessesOf(ctx context.Context, user ident.User) ([]Belonging, error) {
	list, err := businessesOf(ctx, s.deps.DB, user)
	if err != nil {
		return nil, err
	}
	slices.SortStableFunc(list, func(a, b Belonging) int {
		return strings.Compare(strings.ToLower(a.Business.Name), strings.ToLower(b.Business.Name))
	})
	return list, nil
}

// BusinessChange is what to change of a business; nil leaves a thing as it is.
type BusinessChange struct {
	Name     *string
	Timezone *string
	Version  int // what the author has seen; zero: whatever it is
}

// UpdateBusiness changes a business's profile. It opens a transaction.
func (s *Service) UpdateBusiness(ctx context.Context, by Authority, id ident.Business, change BusinessChange) (Business, error) {
	if err := change.check(); err != nil {
		return Business{}, err
	}
	return s.alterBusiness(ctx, by, id, change.Version, change.apply)
}

// SelfServicePlans reports whether those who manage a business choose its plan
// themselves.
func (s *Service) SelfServicePlans() bool { return s.deps.SelfServicePlans }

// ChangePlan puts a business on another plan: the operator does, and where
// self-service is on also those who manage the business. It opens a transaction.
func (s *Service) ChangePlan(ctx context.Context, by Authority, id ident.Business, code plan.Code) (Business, error) {
	if !by.operator && !s.deps.SelfServicePlans {
		return Business{}, errPlanByOperator
	}
	var p fault.Problems
	wantPlan(&p, code)
	if err := p.Err(); err != nil {
		return Business{}, err
	}
	return s.alterBusiness(ctx, by, id, 0, func(b *Business) { b.Plan = code })
}

// alterBusiness makes a change by somebody who may, and records its event. A
// change that changes nothing leaves no trace. It takes no rights, but nodes
// remember the profile with the rights, and must not show an old one.
func (s *Service) alterBusiness(ctx context.Context, by Authority, id ident.Business, seen int, apply func(b *Business)) (Business, error) {
	var after Business
	err := s.takeRights(ctx, id, func(tx *pg.Tx) error {
		at, err := lockForChange(ctx, tx, by, id, permission.ManageBusiness)
		if err != nil {
			return err
		}
		if seen != 0 && seen != at.Version {
			return fault.RecordChanged
		}
		after = at.Business
		apply(&after)
		changed := changedFields(at.Business, after)
		if len(changed) == 0 {
			return nil
		}
		after, err = businessOrNotFound(db.New(tx).UpdateBusiness(ctx, db.UpdateBusinessParams{
			Shard: id.Shard, ID: id.UUID, Name: after.Name, Plan: string(after.Plan), Timezone: after.Timezone,
		}))
		if err != nil {
			return err
		}
		return s.recordUpdate(ctx, tx, after, changed)
	})
	return after, err
}

func (s *Service) recordUpdate(ctx context.Context, tx *pg.Tx, b Business, changed []string) error {
	err := s.deps.Events.Record(ctx, tx, b.ID, events.Happening{
		Type: event.BusinessUpdated, Data: map[string]any{"id": b.ID, "changedFields": changed},
	})
	if err != nil {
		return err
	}
	// Names stay out of the record: that of a small business is its owner's.
	facts := audit.Facts{"changedFields": changed, "plan": b.Plan, "timezone": b.Timezone}
	return s.deps.Audit.NoteIn(ctx, tx, b.ID, audit.BusinessUpdated, b.ID, facts)
}

func changedFields(before, after Business) []string {
	return event.Changed(
		event.Member{Name: "name", Same: before.Name == after.Name},
		event.Member{Name: "plan", Same: before.Plan == after.Plan},
		event.Member{Name: "timezone", Same: before.Timezone == after.Timezone},
	)
}

// lockBusiness finds a business and locks it until the transaction ends. It is
// the first lock of every operation that takes it.
func lockBusiness(ctx context.Context, tx *pg.Tx, id ident.Business) (Business, error) {
	row, err := db.New(tx).LockBusiness(ctx, db.LockBusinessParams{Shard: id.Shard, ID: id.UUID})
	return businessOrNotFound(row, err)
}

func businessOrNotFound(row db.TenancyBusiness, err error) (Business, error) {
	if errors.Is(err, pg.ErrNoRows) {
		return Business{}, ErrBusinessNotFound
	}
	if err != nil {
		return Business{}, fmt.Errorf("find a business: %w", err)
	}
	return businessFrom(activeRow(row))
}

func businessesFrom(rows []db.TenancyBusiness) ([]Business, error) {
	list := make([]Business, len(rows))
	for i, row := range rows {
		business, err := businessFrom(activeRow(row))
		if err != nil {
			return nil, err
		}
		list[i] = business
	}
	return list, nil
}

// activeRow is what the view shows of a row.
func activeRow(row db.TenancyBusiness) BusinessRow {
	return BusinessRow{
		Shard: row.Shard, BusinessID: row.ID, Name: row.Name, Plan: row.Plan, Currency: row.Currency, Timezone: row.Timezone,
		SandboxOf: row.SandboxOf, Version: row.Version, CreatedAt: row.CreatedAt,
		AheadMicros: row.AheadMicros,
	}
}

func businessFrom(row BusinessRow) (Business, error) {
	b := Business{
		ID: ident.Of[ident.Business](row.Shard, row.BusinessID), Name: row.Name, Plan: plan.Code(row.Plan),
		Timezone: row.Timezone, Version: int(row.Version), CreatedAt: row.CreatedAt,
		Ahead: time.Duration(row.AheadMicros) * time.Microsecond,
	}
	if err := b.Currency.UnmarshalText([]byte(row.Currency)); err != nil {
		return Business{}, fmt.Errorf("load business %s: %w", b.ID, err)
	}
	if row.SandboxOf != nil {
		b.SandboxOf = ident.Of[ident.Organization](ident.Control, *row.SandboxOf)
	}
	return b, nil
}

func (n NewBusiness) trimmed() NewBusiness {
	n.Name = strings.TrimSpace(n.Name)
	n.Plan = cmp.Or(n.Plan, plan.Free)
	return n
}

func (n NewBusiness) check() error {
	var p fault.Problems
	mailing.WantDisplayName(&p, "name", n.Name)
	wantPlan(&p, n.Plan)
	_, known := money.LookupCurrency(n.Currency)
	p.Want(known, "currency must be an ISO 4217 currency code")
	wantTimezone(&p, n.Timezone)
	return p.Err()
}

func (n NewBusiness) at(shard ident.Shard, now time.Time) Business {
	currency, _ := money.LookupCurrency(n.Currency)
	return Business{
		ID: ident.New[ident.Business](shard, now), Name: n.Name, Plan: n.Plan, Currency: currency,
		Timezone: n.Timezone, SandboxOf: n.SandboxOf, Version: 1, CreatedAt: now,
	}
}

func (c BusinessChange) check() error {
	var p fault.Problems
	if c.Name != nil {
		mailing.WantDisplayName(&p, "name", strings.TrimSpace(*c.Name))
	}
	if c.Timezone != nil {
		wantTimezone(&p, *c.Timezone)
	}
	return p.Err()
}

func (c BusinessChange) apply(b *Business) {
	if c.Name != nil {
		b.Name = strings.TrimSpace(*c.Name)
	}
	if c.Timezone != nil {
		b.Timezone = *c.Timezone
	}
}

func wantPlan(p *fault.Problems, code plan.Code) {
	_, known := plan.Lookup(code)
	p.Want(known, "plan must be one of FREE, STARTER, GROWTH, SCALE")
}

// wantTimezone refuses what the time package reads but nobody means: no name at
// all, and the machine's own zone.
func wantTimezone(p *fault.Problems, name string) {
	_, err := time.LoadLocation(name)
	p.Want(err == nil && name != "" && name != "Local", "timezone must be an IANA time zone")
}
