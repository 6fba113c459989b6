package partner

import (
	"context"
	"net/http"

	"github.com/counterpart/counterpart/internal/base/ident"
	"github.com/counterpart/counterpart/internal/core/books"
	"github.com/counterpart/counterpart/internal/core/books/sales"
	"github.com/counterpart/counterpart/internal/vocab/money"
	"github.com/counterpart/counterpart/internal/vocab/permission"
	"github.com/counterpart/counterpart/internal/vocab/scope"
	"github.com/counterpart/counterpart/internal/web/gate"
	"github.com/counterpart/counterpart/internal/web/route"
)

func (f *Face) customerRoutes() []route.Route {
	return []route.Route{
		{Pattern: "GET /customers", Scope: scope.CustomersRead, Permission: permission.ViewCustomers, Handle: route.JSON(http.StatusOK, f.listCustomers)},
		{Pattern: "POST /customers", Scope: scope.CustomersWrite, Permission: permission.ManageCustomers, Handle: route.JSON(http.StatusCreated, f.createCustomer)},
		{Pattern: "GET /customers/{id}", Scope: scope.CustomersRead, Permission: permission.ViewCustomers, Handle: route.JSON(http.StatusOK, f.readCustomer)},
		{Pattern: "PATCH /customers/{id}", Scope: scope.CustomersWrite, Permission: permission.ManageCustomers, Handle: route.JSON(http.StatusOK, f.changeCustomer)},
		{Pattern: "DELETE /customers/{id}", Scope: scope.CustomersWrite, Permission: permission.DeleteCustomers, Handle: route.JSON(http.StatusNoContent, f.deleteCustomer)},
		{Pattern: "POST /customers/{id}/archive", Scope: scope.CustomersWrite, Permission: permission.ManageCustomers, Handle: route.JSON(http.StatusOK, f.archiveCustomer)},
		{Pattern: "POST /customers/{id}/restore", Scope: scope.CustomersWrite, Permission: permission.ManageCustomers, Handle: route.JSON(http.StatusOK, f.restoreCustomer)},
		{Pattern: "POST /customers/{id}/merge", Scope: scope.CustomersWrite, Permission: permission.MergeCustomers, Handle: route.JSON(http.StatusOK, f.mergeCustomer)},
	}
}

// customer is a customer as apps see it.
type customer struct {
	ID             ident.Customer     `json:"id"`
	Name           string             `json:"name"`
	Type           sales.CustomerType `json:"type"`
	Email          *string            `json:"email"`
	Phone          *string            `json:"phone"`
	TaxNumber      *string            `json:"taxNumber"`
	BillingAddress *books.Address     `json:"billingAddress"`
	Notes          *string            `json:"notes"`
	Balance        money.Amount       `json:"balance"`
	Currency       money.Currency     `json:"currency"`
	ArchivedAt     *route.Time        `json:"archivedAt"`
	ErasedAt       *route.Time        `json:"erasedAt"`
	Version        int                `json:"version"`
	CreatedAt      route.Time         `json:"createdAt"`
	UpdatedAt      route.Time         `json:"updatedAt"`
	CreatedBy      *signed            `json:"createdBy"`
	UpdatedBy      *signed            `json:"updatedBy"`
}

// RecordVersion goes into the header ETag.
func (c customer) RecordVersion() int { return c.Version }

// showCustomer shows customers of the business that calls.
func showCustomer(ctx context.Context) func(sales.Customer) customer {
	currency := gate.CallerFrom(ctx).Business.Currency
	return func(c sales.Customer) customer {
		return customer{
			ID: c.ID, Name: c.Name, Type: c.Type, Email: c.Email, Phone: c.Phone, TaxNumber: c.TaxNumber,
			BillingAddress: c.BillingAddress, Notes: c.Notes, Balance: c.Balance.Round(currency.Digits), Currency: currency,
			ArchivedAt: (*route.Time)(c.ArchivedAt), ErasedAt: (*route.Time)(c.ErasedAt),
			Version: c.Version, CreatedAt: route.Time(c.CreatedAt), UpdatedAt: route.Time(c.UpdatedAt),
			CreatedBy: signedBy(c.CreatedBy), UpdatedBy: signedBy(c.UpdatedBy),
		}
	}
}

type customerListing struct {
	listing
	After    ident.Customer `query:"after" absent:"UNKNOWN_CURSOR"`
	Archived bool           `query:"archived" default:"false"`
}

func (f *Face) listCustomers(ctx context.Context, in customerListing) (page[customer], error) {
	list, more, total, err := f.deps.Sales.Customers(ctx, gate.CallerFrom(ctx).Business.ID, in.Archived, in.from(in.After.Shard, in.After.UUID))
	return pageOf(list, more, total, showCustomer(ctx), func(c sales.Customer) string { return c.ID.String() }), err
}

// customerNamed is a request about one customer.
type customerNamed struct {
	ID   ident.Customer `path:"id" absent:"CUSTOMER_NOT_FOUND"`
	Seen route.ETag     `header:"If-Match"`
}

func (f *Face) readCustomer(ctx context.Context, in customerNamed) (customer, error) {
	found, err := f.deps.Sales.Customer(ctx, gate.CallerFrom(ctx).Business.ID, in.ID)
	return showCustomer(ctx)(found), err
}

type newCustomer struct {
	Name           string             `json:"name"`
	Type           sales.CustomerType `json:"type"`
	Email          *string            `json:"email"`
	Phone          *string            `json:"phone"`
	TaxNumber      *string            `json:"taxNumber"`
	BillingAddress *books.Address     `json:"billingAddress"`
	Notes          *string            `json:"notes"`
}

func (f *Face) createCustomer(ctx context.Context, in newCustomer) (customer, error) {
	made, err := f.deps.Sales.CreateCustomer(ctx, gate.CallerFrom(ctx).Business.ID, sales.CustomerDetails(in))
	return showCustomer(ctx)(made), err
}

type customerChange struct {
	customerNamed
	Name           route.Change[string]             `json:"name"`
	Type           route.Change[sales.CustomerType] `json:"type"`
	Email          route.Change[string]             `json:"email"`
	Phone          route.Change[string]             `json:"phone"`
	TaxNumber      route.Change[string]             `json:"taxNumber"`
	BillingAddress route.Change[books.Address]      `json:"billingAddress"`
	Notes          route.Change[string]             `json:"notes"`
}

// Check refuses to empty what every customer has.
func (in customerChange) Check(p *route.Problems) {
	wantKept(p, "name", in.Name)
	wantKept(p, "type", in.Type)
}

func (f *Face) changeCustomer(ctx context.Context, in customerChange) (customer, error) {
	changed, err := f.deps.Sales.UpdateCustomer(ctx, gate.CallerFrom(ctx).Business.ID, in.ID, int(in.Seen), func(d *sales.CustomerDetails) {
		d.Name, d.Type = *in.Name.Or(&d.Name), *in.Type.Or(&d.Type)
		d.Email, d.Phone, d.TaxNumber = in.Email.Or(d.Email), in.Phone.Or(d.Phone), in.TaxNumber.Or(d.TaxNumber)
		d.BillingAddress, d.Notes = in.BillingAddress.Or(d.BillingAddress), in.Notes.Or(d.Notes)
	})
	return showCustomer(ctx)(changed), err
}

func (f *Face) archiveCustomer(ctx context.Context, in customerNamed) (customer, error) {
	archived, err := f.deps.Sales.ArchiveCustomer(ctx, gate.CallerFrom(ctx).Business.ID, in.ID, int(in.Seen))
	return showCustomer(ctx)(archived), err
}

func (f *Face) restoreCustomer(ctx context.Context, in customerNamed) (customer, error) {
	restored, err := f.deps.Sales.RestoreCustomer(ctx, gate.CallerFrom(ctx).Business.ID, in.ID, int(in.Seen))
	return showCustomer(ctx)(restored), err
}

type customerMerge struct {
	customerNamed
	IntoID ident.Customer `json:"intoId"`
}

// Check wants to know the customer that is left.
func (in customerMerge) Check(p *route.Problems) {
	p.Want(!in.IntoID.IsZero(), "intoId should not be empty")
}

func (f *Face) mergeCustomer(ctx context.Context, in customerMerge) (customer, error) {
	left, err := f.deps.Sales.MergeCustomer(ctx, gate.CallerFrom(ctx).Business.ID, in.ID, in.IntoID, int(in.Seen))
	return showCustomer(ctx)(left), err
}

func (f *Face) deleteCustomer(ctx context.Context, in customerNamed) (route.None, error) {
	return route.None{}, f.deps.Sales.DeleteCustomer(ctx, gate.CallerFrom(ctx).Business.ID, in.ID, int(in.Seen))
}
