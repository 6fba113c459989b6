package counterpart_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log"
	"net/http"
	"net/url"
	"strings"
	"time"

	"github.com/counterpart/counterpart/client"
	"github.com/counterpart/counterpart/client/webhook"
)

// Connect a business, then list what is unpaid.
func Example() {
	ctx := context.Background()
	app, err := counterpart.New(ctx, counterpart.Config{
		Host: "https://api.example.com", ClientID: "shelf", ClientSecret: "…", // from the environment
		RedirectURI: "https://shelf.example.com/callback",
		Store:       counterpart.Memory(), // or Files, or Postgres
		HTTP:        &http.Client{Transport: service{}},
	})
	if err != nil {
		log.Fatal(err)
	}

	// GET /connect: keep began in the person's session, and send them to began.URL.
	began := app.Authorize("invoices:read")

	// GET /callback: callback is r.URL.Query().
	callback := url.Values{"code": {"…"}, "state": {began.State}, "iss": {"https://api.example.com"}}
	bakery, err := app.Exchange(ctx, began, callback)
	if errors.Is(err, counterpart.ErrDenied) {
		fmt.Println("the person said no")
		return
	}
	if err != nil {
		log.Fatal(err)
	}
	for invoice, err := range bakery.Invoices.List(ctx, counterpart.InvoiceQuery{Status: counterpart.InvoiceIssued}) {
		if err != nil {
			log.Fatal(err)
		}
		fmt.Println(invoice.Number, invoice.AmountDue, invoice.DueDate)
	}
	// Output:
	// INV-1 1190.00 2026-12-01
	// INV-2 59.50 2026-12-08
}

// Write so that nothing happens twice, and nobody's change is lost.
func ExampleIdempotencyKey() {
	ctx := context.Background()
	bakery := connected(ctx)
	invoice, err := bakery.Invoices.Create(ctx, counterpart.NewInvoice{
		CustomerID: "cus_1", Issue: true,
		Lines: []counterpart.NewInvoiceLine{{Description: "Bread", Quantity: "12", UnitPrice: "4.20", TaxRate: "7"}},
	}, counterpart.IdempotencyKey("order-1042")) // our own key: a crash between here and the next line repeats safely
	fmt.Println(invoice.Number, err)

	change := counterpart.SupplierChange{Phone: counterpart.Set("+49 30 1"), Notes: counterpart.Null[string]()}
	_, err = bakery.Suppliers.Update(ctx, "sup_1", change, counterpart.IfMatch(3))
	switch {
	case errors.Is(err, counterpart.CodeRecordChanged):
		fmt.Println("read it again, decide again")
	case errors.Is(err, counterpart.CodePermissionDenied):
		fmt.Println("the user's role does not allow it: ask an owner")
	}
	// Output:
	// INV-3 <nil>
	// read it again, decide again
}

// Follow what happens, and store the cursor with the work.
func ExampleEvents_Follow() {
	ctx := context.Background()
	cursor := "" // from your database
	for page, err := range connected(ctx).Events.Follow(ctx, cursor, 10*time.Second, "invoice.paid", "invoice.voided") {
		if errors.Is(err, counterpart.CodeUnknownCursor) {
			return // away for more than 30 days: read everything anew
		}
		if err != nil {
			log.Fatal(err)
		}
		for _, event := range page.Events {
			said, err := webhook.Decode(event.Type, event.Data)
			if err != nil {
				continue // newer than this release
			}
			switch said := said.(type) {
			case webhook.InvoicePaid:
				fmt.Println("paid", said.Number)
			case webhook.InvoiceVoided:
				fmt.Println("voided", said.Number)
			}
		}
		fmt.Println("keep", page.Next) // in the transaction of the work
		break                          // yours goes on
	}
	// Output:
	// paid INV-1
	// keep evt_1
}

func ExampleField() {
	change := counterpart.CustomerChange{Email: counterpart.Set("ada@example.com"), Phone: counterpart.Null[string]()}
	email, _ := change.Email.Get()
	fmt.Println(email, change.Phone.IsZero(), change.Name.IsZero())
	// Output: ada@example.com false true
}

func ExampleAmount_Rat() {
	total := counterpart.Amount("1190.00")
	number, err := total.Rat()
	fmt.Println(number.FloatString(2), err)
	// Output: 1190.00 <nil>
}

// connected is app.Business(id) of an app that was connected before.
func connected(ctx context.Context) *counterpart.Business {
	store := counterpart.Memory()
	app, err := counterpart.New(ctx, counterpart.Config{Host: "https://api.example.com", ClientID: "shelf", Store: store, HTTP: &http.Client{Transport: service{}}})
	if err != nil {
		log.Fatal(err)
	}
	if err := store.Save(ctx, "biz_1", counterpart.TokenSet{Access: "…", Expires: time.Now().Add(time.Hour)}); err != nil {
		log.Fatal(err)
	}
	return app.Business("biz_1")
}

// service answers the examples.
type service struct{}

var answers = map[string]string{
	"GET /.well-known/oauth-authorization-server": `{"issuer":"https://api.example.com","authorization_endpoint":"https://app.example.com/authorize","token_endpoint":"https://api.example.com/oauth/token","api_version_header":"Service-Version"}`,
	"POST /oauth/token":                           `{"access_token":"…","refresh_token":"…","expires_in":3600}`,
	"GET /me":                                     `{"business":{"id":"biz_1"}}`,
	"GET /invoices":                               `{"data":[{"id":"inv_1","number":"INV-1","amountDue":"1190.00","dueDate":"2026-12-01"},{"id":"inv_2","number":"INV-2","amountDue":"59.50","dueDate":"2026-12-08"}],"hasMore":false,"nextCursor":"inv_2"}`,
	"POST /invoices":                              `{"id":"inv_3","number":"INV-3"}`,
	"GET /events":                                 `{"data":[{"id":"evt_1","type":"invoice.paid","data":{"number":"INV-1"}}],"hasMore":false,"nextCursor":"evt_1"}`,
}

// RoundTrip finds the answer.
func (service) RoundTrip(r *http.Request) (*http.Response, error) {
	status, body := http.StatusOK, answers[r.Method+" "+r.URL.Path]
	if body == "" {
		status, body = http.StatusPreconditionFailed, `{"statusCode":412,"code":"RECORD_CHANGED","message":"It was changed."}`
	}
	return &http.Response{StatusCode: status, Header: http.Header{}, Body: io.NopCloser(strings.NewReader(body))}, nil
}
