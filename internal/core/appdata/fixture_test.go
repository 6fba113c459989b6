package appdata_test

import (
	"context"
	"encoding/json"
	"testing"

	"github.com/counterpart/counterpart/internal/apptest"
	"github.com/counterpart/counterpart/internal/base/actor"
	"github.com/counterpart/counterpart/internal/base/ident"
	"github.com/counterpart/counterpart/internal/core/appdata"
	"github.com/counterpart/counterpart/internal/core/books/sales"
	"github.com/counterpart/counterpart/internal/core/tenancy"
	"github.com/counterpart/counterpart/internal/vocab/fault"
	"github.com/counterpart/counterpart/internal/vocab/scope"
)

// fixture is two nodes, and a business whose owner connects apps to it.
type fixture struct {
	*apptest.Service
	owner  *apptest.User
	bakery tenancy.Business
}

func newFixture(t *testing.T) *fixture {
	t.Helper()
	f := &fixture{Service: apptest.Start(t, apptest.Nodes(2))}
	f.owner = f.Person(t, "Olivia")
	f.bakery = f.Business(t, f.owner)
	return f
}

// maker signs a context as the operator's, who may do what an app's makers may.
func maker(ctx context.Context) context.Context {
	return actor.With(ctx, actor.Actor{Kind: actor.Operator, ID: "test"})
}

// guest is an app in the business, that may read everything.
type guest struct {
	*fixture
	app    *apptest.App
	tokens apptest.Tokens
	access appdata.Access
}

func (f *fixture) guest(t *testing.T) guest {
	t.Helper()
	app := f.ReviewedApp(t, scope.Partner()...)
	return guest{
		f, app, app.Given(t, f.owner, f.bakery, scope.Partner()...),
		appdata.Access{Business: f.bakery.ID, App: app.ID, Granted: scope.Partner()},
	}
}

func (f *fixture) customer(t *testing.T) ident.Customer {
	t.Helper()
	made, err := f.Node(0).Sales.CreateCustomer(t.Context(), f.bakery.ID, sales.CustomerDetails{Name: "Harbour Inn", Type: sales.Company})
	must(t, err)
	return made.ID
}

// set is one value of a customer.
func set(customer ident.Customer, key, value string) appdata.Entry {
	return appdata.Entry{Type: appdata.Customer, RecordID: customer.String(), Key: key, Value: json.RawMessage(value)}
}

func code(err error) string {
	if refusal, ok := fault.As(err); ok {
		return refusal.Code
	}
	return ""
}

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
