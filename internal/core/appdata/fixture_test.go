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

// stage is two nodes, and a business whose owner connects apps to it.
type stage struct {
	*apptest.Service
	owner  *apptest.User
	bakery tenancy.Business
}

func newStage(t *testing.T) *stage {
	t.Helper()
	st := &stage{Service: apptest.Start(t, apptest.Nodes(2))}
	st.owner = st.Person(t, "Olivia")
	st.bakery = st.Business(t, st.owner)
	return st
}

// maker signs a context as the operator's, who may do what an app's makers may.
func maker(ctx context.Context) context.Context {
	return actor.With(ctx, actor.Actor{Kind: actor.Operator, ID: "test"})
}

// guest is an app in the business, that may read everything.
type guest struct {
	*stage
	app    *apptest.App
	tokens apptest.Tokens
	access appdata.Access
}

func (st *stage) guest(t *testing.T) guest {
	t.Helper()
	app := st.ReviewedApp(t, scope.Partner()...)
	return guest{
		st, app, app.Given(t, st.owner, st.bakery, scope.Partner()...),
		appdata.Access{Business: st.bakery.ID, App: app.ID, Granted: scope.Partner()},
	}
}

func (st *stage) customer(t *testing.T) ident.Customer {
	t.Helper()
	made, err := st.Node(0).Sales.CreateCustomer(t.Context(), st.bakery.ID, sales.CustomerDetails{Name: "Harbour Inn", Type: sales.Company})
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
