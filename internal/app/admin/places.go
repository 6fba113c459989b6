package admin

import (
	"context"
	"fmt"

	"github.com/counterpart/counterpart/internal/base/ident"
	"github.com/counterpart/counterpart/internal/core/tenancy"
	"github.com/counterpart/counterpart/internal/vocab/plan"
)

// CreateOrganization makes an organization; its owner is named by id or address.
func (o *Operator) CreateOrganization(ctx context.Context, name, owner string) (Organization, error) {
	found, err := o.FindUser(ctx, owner)
	if err != nil {
		return Organization{}, err
	}
	made, err := o.app.Tenancy.CreateOrganization(ctx, name, found.ID)
	return showOrganization(made), err
}

// Organizations lists all organizations, the newest first.
func (o *Operator) Organizations(ctx context.Context) ([]Organization, error) {
	return list(func(before ident.Organization) ([]tenancy.Organization, error) {
		return o.app.Tenancy.Organizations(ctx, before, page)
	}, showOrganization, func(each tenancy.Organization) ident.Organization { return each.ID })
}

func (o *Operator) findOrganization(ctx context.Context, which string) (tenancy.Organization, error) {
	id, err := organizationID(which)
	if err != nil {
		return tenancy.Organization{}, err
	}
	return o.app.Tenancy.Organization(ctx, id)
}

// NewBusiness is what an operator says of a new business.
type NewBusiness struct {
	Name      string
	Owner     string // id or address
	Plan      string
	Currency  string
	Timezone  string
	SandboxOf string // an organization's id; empty for a real business
}

// CreateBusiness makes a business.
func (o *Operator) CreateBusiness(ctx context.Context, n NewBusiness) (Business, error) {
	found, err := o.FindUser(ctx, n.Owner)
	if err != nil {
		return Business{}, err
	}
	in := tenancy.NewBusiness{Name: n.Name, Plan: plan.Code(n.Plan), Currency: n.Currency, Timezone: n.Timezone}
	if n.SandboxOf != "" {
		if in.SandboxOf, err = organizationID(n.SandboxOf); err != nil {
			return Business{}, err
		}
	}
	made, err := o.app.Tenancy.CreateBusiness(ctx, in, found.ID)
	return showBusiness(made), err
}

// ChangePlan puts a business on another plan.
func (o *Operator) ChangePlan(ctx context.Context, which, code string) (Business, error) {
	id, err := businessID(which)
	if err != nil {
		return Business{}, err
	}
	changed, err := o.app.Tenancy.ChangePlan(ctx, tenancy.ByOperator(), id, plan.Code(code))
	return showBusiness(changed), err
}

// EraseBusiness erases a business for good. Its name has to be repeated: ids are
// easily mistaken for one another.
func (o *Operator) EraseBusiness(ctx context.Context, which, name string) (Business, error) {
	id, err := businessID(which)
	if err != nil {
		return Business{}, err
	}
	found, err := o.app.Tenancy.Business(ctx, id)
	if err != nil {
		return Business{}, err
	}
	if found.Name != name {
		return Business{}, fmt.Errorf("business %s is not called %q: nothing was erased", id, name)
	}
	return showBusiness(found), o.app.Tenancy.EraseBusiness(ctx, id)
}

// Businesses lists all businesses, the newest first.
func (o *Operator) Businesses(ctx context.Context) ([]Business, error) {
	return list(func(before ident.Business) ([]tenancy.Business, error) {
		return o.app.Tenancy.Businesses(ctx, before, page)
	}, showBusiness, func(b tenancy.Business) ident.Business { return b.ID })
}
