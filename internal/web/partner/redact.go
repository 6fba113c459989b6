package partner

import (
	"context"
	"net/http"

	"github.com/counterpart/counterpart/internal/vocab/permission"
	"github.com/counterpart/counterpart/internal/web/gate"
	"github.com/counterpart/counterpart/internal/web/route"
)

func (f *Face) privacyRoutes() []route.Route {
	return []route.Route{
		{Pattern: "POST /customers/{id}/redact", Permission: permission.RedactCustomers, Handle: route.JSON(http.StatusOK, f.redactCustomer)},
		{Pattern: "POST /suppliers/{id}/redact", Permission: permission.RedactSuppliers, Handle: route.JSON(http.StatusOK, f.redactSupplier)},
	}
}

func (f *Face) redactCustomer(ctx context.Context, in customerNamed) (customer, error) {
	business := gate.CallerFrom(ctx).Business.ID
	erased, err := f.deps.Sales.EraseCustomer(ctx, business, in.ID, int(in.Seen))
	if err == nil {
		f.deps.KickErasures(ctx, business)
	}
	return showCustomer(ctx)(erased), err
}

func (f *Face) redactSupplier(ctx context.Context, in supplierNamed) (supplier, error) {
	business := gate.CallerFrom(ctx).Business.ID
	erased, err := f.deps.Purchases.Erase(ctx, business, in.ID, int(in.Seen))
	if err == nil {
		f.deps.KickErasures(ctx, business)
	}
	return supplierFrom(erased), err
}
