package partner

import (
	"context"
	"net/http"

	"github.com/counterpart/counterpart/internal/base/ident"
	"github.com/counterpart/counterpart/internal/core/books"
	"github.com/counterpart/counterpart/internal/core/books/purchases"
	"github.com/counterpart/counterpart/internal/vocab/permission"
	"github.com/counterpart/counterpart/internal/vocab/scope"
	"github.com/counterpart/counterpart/internal/web/gate"
	"github.com/counterpart/counterpart/internal/web/route"
)

func (f *Face) supplierRoutes() []route.Route {
	return []route.Route{
		{Pattern: "GET /suppliers", Scope: scope.SuppliersRead, Permission: permission.ViewSuppliers, Handle: route.JSON(http.StatusOK, f.listSuppliers)},
		{Pattern: "POST /suppliers", Scope: scope.SuppliersWrite, Permission: permission.ManageSuppliers, Handle: route.JSON(http.StatusCreated, f.createSupplier)},
		{Pattern: "GET /suppliers/{id}", Scope: scope.SuppliersRead, Permission: permission.ViewSuppliers, Handle: route.JSON(http.StatusOK, f.readSupplier)},
		{Pattern: "PATCH /suppliers/{id}", Scope: scope.SuppliersWrite, Permission: permission.ManageSuppliers, Handle: route.JSON(http.StatusOK, f.changeSupplier)},
		{Pattern: "DELETE /suppliers/{id}", Scope: scope.SuppliersWrite, Permission: permission.DeleteSuppliers, Handle: route.JSON(http.StatusNoContent, f.deleteSupplier)},
		{Pattern: "POST /suppliers/{id}/archive", Scope: scope.SuppliersWrite, Permission: permission.ManageSuppliers, Handle: route.JSON(http.StatusOK, f.archiveSupplier)},
		{Pattern: "POST /suppliers/{id}/restore", Scope: scope.SuppliersWrite, Permission: permission.ManageSuppliers, Handle: route.JSON(http.StatusOK, f.restoreSupplier)},
	}
}

type supplier struct {
	ID         ident.Supplier `json:"id"`
	Name       string         `json:"name"`
	Email      *string        `json:"email"`
	Phone      *string        `json:"phone"`
	TaxNumber  *string        `json:"taxNumber"`
	Address    *books.Address `json:"address"`
	Notes      *string        `json:"notes"`
	ArchivedAt *route.Time    `json:"archivedAt"`
	ErasedAt   *route.Time    `json:"erasedAt"`
	Version    int            `json:"version"`
	CreatedAt  route.Time     `json:"createdAt"`
	UpdatedAt  route.Time     `json:"updatedAt"`
	CreatedBy  *signed        `json:"createdBy"`
	UpdatedBy  *signed        `json:"updatedBy"`
}

// RecordVersion goes into the header ETag.
func (s supplier) RecordVersion() int { return s.Version }

func supplierFrom(s purchases.Supplier) supplier {
	return supplier{
		ID: s.ID, Name: s.Name, Email: s.Email, Phone: s.Phone, TaxNumber: s.TaxNumber, Address: s.Address, Notes: s.Notes,
		ArchivedAt: (*route.Time)(s.ArchivedAt), ErasedAt: (*route.Time)(s.ErasedAt),
		Version: s.Version, CreatedAt: route.Time(s.CreatedAt), UpdatedAt: route.Time(s.UpdatedAt),
		CreatedBy: signedBy(s.CreatedBy), UpdatedBy: signedBy(s.UpdatedBy),
	}
}

type supplierListing struct {
	listing
	After    ident.Supplier `query:"after" absent:"UNKNOWN_CURSOR"`
	Archived *bool          `query:"archived"`
}

func (f *Face) listSuppliers(ctx context.Context, in supplierListing) (page[supplier], error) {
	list, more, total, err := f.deps.Purchases.Suppliers(ctx, gate.CallerFrom(ctx).Business.ID, in.Archived, in.from(in.After.Shard, in.After.UUID))
	return pageOf(list, more, total, supplierFrom, func(s purchases.Supplier) string { return s.ID.String() }), err
}

// supplierNamed is a request about one supplier.
type supplierNamed struct {
	ID   ident.Supplier `path:"id" absent:"SUPPLIER_NOT_FOUND"`
	Seen route.ETag     `header:"If-Match"`
}

func (f *Face) readSupplier(ctx context.Context, in supplierNamed) (supplier, error) {
	found, err := f.deps.Purchases.Supplier(ctx, gate.CallerFrom(ctx).Business.ID, in.ID)
	return supplierFrom(found), err
}

type newSupplier struct {
	Name      string         `json:"name"`
	Email     *string        `json:"email"`
	Phone     *string        `json:"phone"`
	TaxNumber *string        `json:"taxNumber"`
	Address   *books.Address `json:"address"`
	Notes     *string        `json:"notes"`
}

func (f *Face) createSupplier(ctx context.Context, in newSupplier) (supplier, error) {
	made, err := f.deps.Purchases.Create(ctx, gate.CallerFrom(ctx).Business.ID, purchases.Details(in))
	return supplierFrom(made), err
}

type supplierChange struct {
	supplierNamed
	Name      route.Change[string]        `json:"name"`
	Email     route.Change[string]        `json:"email"`
	Phone     route.Change[string]        `json:"phone"`
	TaxNumber route.Change[string]        `json:"taxNumber"`
	Address   route.Change[books.Address] `json:"address"`
	Notes     route.Change[string]        `json:"notes"`
}

// Check refuses to empty what every supplier has.
func (in supplierChange) Check(p *route.Problems) { wantKept(p, "name", in.Name) }

func (f *Face) changeSupplier(ctx context.Context, in supplierChange) (supplier, error) {
	changed, err := f.deps.Purchases.Update(ctx, gate.CallerFrom(ctx).Business.ID, in.ID, int(in.Seen), func(d *purchases.Details) {
		d.Name = *in.Name.Or(&d.Name)
		d.Email, d.Phone, d.TaxNumber = in.Email.Or(d.Email), in.Phone.Or(d.Phone), in.TaxNumber.Or(d.TaxNumber)
		d.Address, d.Notes = in.Address.Or(d.Address), in.Notes.Or(d.Notes)
	})
	return supplierFrom(changed), err
}

func (f *Face) archiveSupplier(ctx context.Context, in supplierNamed) (supplier, error) {
	archived, err := f.deps.Purchases.Archive(ctx, gate.CallerFrom(ctx).Business.ID, in.ID, int(in.Seen))
	return supplierFrom(archived), err
}

func (f *Face) restoreSupplier(ctx context.Context, in supplierNamed) (supplier, error) {
	restored, err := f.deps.Purchases.Restore(ctx, gate.CallerFrom(ctx).Business.ID, in.ID, int(in.Seen))
	return supplierFrom(restored), err
}

func (f *Face) deleteSupplier(ctx context.Context, in supplierNamed) (route.None, error) {
	return route.None{}, f.deps.Purchases.Delete(ctx, gate.CallerFrom(ctx).Business.ID, in.ID, int(in.Seen))
}
