package business_test

import (
	"maps"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/counterpart/counterpart/internal/apptest"
	"github.com/counterpart/counterpart/internal/core/appdata"
	"github.com/counterpart/counterpart/internal/core/apps"
	"github.com/counterpart/counterpart/internal/core/extensions"
	"github.com/counterpart/counterpart/internal/core/tenancy"
	"github.com/counterpart/counterpart/internal/vocab/pagepath"
	"github.com/counterpart/counterpart/internal/vocab/permission"
	"github.com/counterpart/counterpart/internal/vocab/scope"
	"github.com/counterpart/counterpart/internal/web/html"
)

type body = map[string]any

// oneOfEach has a member write a record of each kind, and tells their ids.
func oneOfEach(t *testing.T, by apptest.Browser) map[html.RecordKind]string {
	t.Helper()
	made := func(route string, sent body) string {
		t.Helper()
		var record struct{ ID string }
		by.API(t, route, sent).Is(t, http.StatusCreated).Read(t, &record)
		return record.ID
	}
	newest := func(route string) string {
		t.Helper()
		var list struct{ Data []struct{ ID string } }
		by.API(t, route, nil).Is(t, http.StatusOK).Read(t, &list)
		return list.Data[0].ID
	}
	ids := map[html.RecordKind]string{
		html.Customers: made("POST /customers", body{"type": "BUSINESS", "name": "Corner Cafe", "email": "hello@cafe.test"}),
		html.Suppliers: made("POST /suppliers", body{"name": "Old Mill"}),
		html.Accounts:  newest("GET /accounts?limit=1"),
	}
	ids[html.Invoices] = made("POST /invoices", body{
		"customerId": ids[html.Customers], "reference": "Order 7", "issue": true,
		"lines": []body{{"description": "Bread", "quantity": "2", "unitPrice": "600.00", "taxRate": "7"}},
	})
	ids[html.Payments] = made("POST /payments", body{
		"customerId": ids[html.Customers], "amount": "200.00", "method": "CARD", "reference": "Till 2",
		"allocations": []body{{"invoiceId": ids[html.Invoices], "amount": "150.00"}},
	})
	ids[html.Journal] = newest("GET /journal-entries?limit=1")
	return ids
}

func TestEveryKindOfRecordHasAListAndAPage(t *testing.T) {
	t.Parallel()
	b := newBakery(t)
	owner := b.owner.SignIn(t, b.Node(0))
	for _, place := range html.RecordPlaces() {
		if place.Kind != html.Accounts { // a business begins with a chart of accounts
			owner.Open(place.Path)
			if got := strings.Join(owner.Page.Texts("card-body"), " "); !strings.Contains(got, "yet") {
				t.Errorf("%s: an empty list says %q", place.Kind, got)
			}
		}
	}
	ids := oneOfEach(t, owner)
	titles := map[html.RecordKind]string{
		html.Invoices: "Invoice ", html.Customers: "Corner Cafe", html.Suppliers: "Old Mill", html.Payments: "Payment of EUR 200.00",
		html.Accounts: "Account ", html.Journal: "Journal entry JE-00000",
	}
	viewer := b.viewer.SignIn(t, b.Node(1))
	for _, place := range html.RecordPlaces() {
		t.Run(string(place.Kind), func(t *testing.T) {
			id := ids[place.Kind]
			viewer.Open(pagepath.Home)
			if !slices.Contains(viewer.Page.Links(place.Path), place.Path) {
				t.Error("the navigation does not lead there")
			}
			viewer.Open(place.Path)
			if viewer.Page.Status != http.StatusOK || !slices.Contains(viewer.Page.Links(place.Path), place.At(id)) {
				t.Fatalf("the list answers %d and leads to %q", viewer.Page.Status, viewer.Page.Links(place.Path))
			}
			viewer.Open(place.At(id))
			if got := viewer.Page.Heading(); viewer.Page.Status != http.StatusOK || !strings.HasPrefix(got, titles[place.Kind]) {
				t.Fatalf("it answers %d: %s", viewer.Page.Status, got)
			}
			who := viewer.Page.Fact("Created")
			if want := b.owner.Name + ", "; place.Kind != html.Accounts && !strings.HasPrefix(who, want) {
				t.Errorf("it was created by %q, want %q", who, want)
			}
			if got := viewer.Page.Fact("Id"); got != id {
				t.Errorf("its id is %q", got)
			}
		})
	}
	t.Run("an invoice tells what is still open, and what happened to it", func(t *testing.T) {
		viewer.Open(pagepath.Invoices + "/" + ids[html.Invoices])
		if got := viewer.Page.Fact("Still open"); got != "1,134.00" {
			t.Errorf("open is %q", got)
		}
		if got := viewer.Page.Fact("Customer"); got != "Corner Cafe" {
			t.Errorf("for %q", got)
		}
		history := strings.Join(viewer.Page.Texts("history"), " ")
		for _, want := range []string{"Partly paid", "Issued", "Created", "invoice.created", b.owner.Name} {
			if !strings.Contains(history, want) {
				t.Errorf("no %q in %s", want, history)
			}
		}
	})
}

func TestRecordsOfOthersAreNotThere(t *testing.T) {
	t.Parallel()
	b := newBakery(t)
	ids := oneOfEach(t, b.owner.SignIn(t, b.Node(0)))
	stranger := b.User(t, "Sven")
	theirs := b.Business(t, stranger)
	browser, nobody := stranger.SignIn(t, b.Node(1)), b.Node(0).Browser(t)
	for _, place := range html.RecordPlaces() {
		t.Run(string(place.Kind), func(t *testing.T) {
			id := ids[place.Kind]
			prefix, rest, _ := strings.Cut(id, "_")
			moved := prefix + "_" + theirs.ID.Shard.String() + rest[2:] // the same id in the stranger's shard
			for _, each := range []string{id, moved, prefix + "_nonsense", ids[html.Payments] + "x"} {
				browser.Open(place.At(each))
				browser.Says(http.StatusNotFound, "There is no page at this address")
			}
			browser.Open(place.Path + "?after=" + id)
			if links := browser.Page.Links(place.Path + "/"); slices.Contains(links, place.At(id)) {
				t.Errorf("a stranger's list leads to %q", links)
			}
			nobody.Open(place.At(id))
			nobody.IsAt(pagepath.SignIn)
		})
	}
}

func TestRecordsAreForThoseWhoMaySeeThem(t *testing.T) {
	t.Parallel()
	b := newBakery(t)
	ids := oneOfEach(t, b.owner.SignIn(t, b.Node(0)))
	viewer := b.viewer.SignIn(t, b.Node(1))
	may := func(p permission.Permission, granted bool) {
		t.Helper()
		if err := b.Node(0).Tenancy.SetPermission(t.Context(), tenancy.By(b.owner.ID), b.at.ID, permission.Viewer, p, granted); err != nil {
			t.Fatal(err)
		}
	}
	for _, place := range html.RecordPlaces() {
		t.Run(string(place.Kind), func(t *testing.T) {
			may(place.Needs, false)
			defer may(place.Needs, true)
			for _, path := range []string{place.Path, place.At(ids[place.Kind])} {
				viewer.Open(path)
				viewer.Says(http.StatusForbidden, "Your role does not allow this")
				if !viewer.Has(string(place.Needs)) {
					t.Errorf("%s does not say what is missing", path)
				}
			}
			for _, other := range html.RecordPlaces() {
				if other.Kind == place.Kind {
					continue
				}
				viewer.Open(other.At(ids[other.Kind]))
				if links := viewer.Page.Links(place.Path); viewer.Page.Status != http.StatusOK || len(links) > 0 {
					t.Errorf("%s answers %d and leads to %q", other.Kind, viewer.Page.Status, links)
				}
			}
		})
	}
	t.Run("a customer whom the reader may not see has no name on an invoice", func(t *testing.T) {
		may(permission.ViewCustomers, false)
		for _, path := range []string{pagepath.Invoices, pagepath.Invoices + "/" + ids[html.Invoices], pagepath.Payments} {
			viewer.Open(path)
			if viewer.Has("Corner Cafe") || !viewer.Has(ids[html.Customers]) {
				t.Errorf("%s names the customer", path)
			}
		}
	})
}

func TestAListIsNarrowedAndGoesOn(t *testing.T) {
	t.Parallel()
	b := newBakery(t)
	owner := b.owner.SignIn(t, b.Node(0))
	ids := oneOfEach(t, owner)
	shown := func(path string) []string {
		t.Helper()
		owner.Open(path)
		if owner.Page.Status != http.StatusOK {
			t.Fatalf("%s answers %d", path, owner.Page.Status)
		}
		place, _, _ := strings.Cut(path, "?")
		return owner.Page.Links(place + "/")
	}
	for path, want := range map[string]int{
		"/invoices?state=PARTIALLY_PAID": 1, "/invoices?state=DRAFT": 0, "/invoices?state=nonsense": 1, "/invoices?q=order": 1, "/invoices?q=%C3%A4": 0,
		"/invoices?from=2020-01-01&to=2020-12-31": 0, "/payments?state=CARD&q=till": 1, "/payments?state=CASH": 0,
		"/customers?q=cafe": 1, "/customers?state=ARCHIVED": 0, "/suppliers?state=ARCHIVED": 0, "/suppliers?q=mill": 1,
		"/journal?state=PAYMENT": 1, "/journal?state=MANUAL": 0, "/journal?to=2020-12-31": 0, "/accounts?q=nothing+like+it": 0, "/accounts?after=nonsense&q=1010": 1,
	} {
		if got := shown(path); len(got) != want {
			t.Errorf("%s shows %q, want %d", path, got, want)
		}
	}
	t.Run("what cannot be read is said beside its field", func(t *testing.T) {
		owner.Open("/invoices?from=yesterday")
		owner.Complains(http.StatusUnprocessableEntity, "Write the day as year-month-day, such as 2026-11-15")
		owner.Open("/payments?from=2026-11-02&to=2026-11-01")
		owner.Complains(http.StatusUnprocessableEntity, "The first day must not be after the last")
		owner.Open("/customers?q=a%00b")
		owner.Complains(http.StatusUnprocessableEntity, "Search for at most 200 letters, digits and spaces")
	})
	t.Run("what is archived is elsewhere in the list", func(t *testing.T) {
		owner.API(t, "POST /suppliers/"+ids[html.Suppliers]+"/archive", body{}).Is(t, http.StatusOK)
		if now, then := shown("/suppliers"), shown("/suppliers?state=ARCHIVED"); len(now) != 0 || len(then) != 1 {
			t.Errorf("there are %q, and archived %q", now, then)
		}
	})
	t.Run("a long list goes on", func(t *testing.T) {
		b.Clock.Move(time.Second)
		for range 50 {
			owner.API(t, "POST /customers", body{"type": "PERSON", "name": "Ada"}).Is(t, http.StatusCreated)
		}
		if got := shown("/customers"); len(got) != 50 {
			t.Fatalf("it has %d", len(got))
		}
		if got := strings.Join(owner.Page.Texts("table-foot"), " "); !strings.Contains(got, "50 of 51") {
			t.Errorf("its foot says %q", got)
		}
		if got := shown(owner.Page.Link(t, "Older ones")); len(got) != 1 || !strings.HasSuffix(got[0], ids[html.Customers]) {
			t.Errorf("it goes on with %q", got)
		}
	})
}

func TestOverdueInvoicesAreAPartOfTheList(t *testing.T) {
	t.Parallel()
	b := newBakery(t)
	owner := b.owner.SignIn(t, b.Node(0))
	ids := oneOfEach(t, owner) // its invoice is due some weeks from now
	invoice := func(more body) string {
		t.Helper()
		var made struct{ ID string }
		sent := body{"customerId": ids[html.Customers], "dueDate": b.Clock.Now().Format(time.DateOnly), "lines": []body{{"description": "Bread", "quantity": "1", "unitPrice": "3.00"}}}
		maps.Copy(sent, more)
		owner.API(t, "POST /invoices", sent).Is(t, http.StatusCreated).Read(t, &made)
		return pagepath.Invoices + "/" + made.ID
	}
	pay := func(invoice, amount string) {
		t.Helper()
		owner.API(t, "POST /payments", body{
			"customerId": ids[html.Customers], "amount": amount, "method": "CASH", "allocations": []body{{"invoiceId": strings.TrimPrefix(invoice, pagepath.Invoices+"/"), "amount": amount}},
		}).Is(t, http.StatusCreated)
	}
	first := invoice(body{"issue": true})
	pay(first, "1.00")
	b.Clock.Move(time.Second)
	late, draft := invoice(body{"issue": true}), invoice(nil)
	overdue := func(after time.Duration) []string {
		t.Helper()
		b.Clock.Move(after)
		owner = b.owner.SignIn(t, b.Node(1))
		owner.Open(pagepath.Invoices)
		owner.Open(owner.Page.Link(t, "Overdue"))
		return owner.Page.Links(pagepath.Invoices + "/")
	}
	if got := overdue(time.Minute); len(got) > 0 {
		t.Errorf("on the day itself %q is overdue", got)
	}
	if diff := cmp.Diff([]string{late, first}, overdue(3*24*time.Hour)); diff != "" {
		t.Errorf("the newest first, in both states, and not the draft %s (-want +got):\n%s", draft, diff)
	}
	if got := strings.Join(owner.Page.Texts("table-foot"), " "); !strings.Contains(got, "2 of 2") {
		t.Errorf("its foot says %q", got)
	}
	pay(late, "3.00")
	if diff := cmp.Diff([]string{first}, overdue(time.Minute)); diff != "" {
		t.Errorf("after one is paid (-want +got):\n%s", diff)
	}
}

func TestARecordNamesTheAppThatMadeIt(t *testing.T) {
	t.Parallel()
	b := newBakery(t)
	scopes := []scope.Scope{scope.SuppliersRead, scope.SuppliersWrite}
	app := b.ReviewedApp(t, scopes...)
	tokens := app.Given(t, b.owner, b.at, scopes...)
	var kept, gone struct{ ID string }
	tokens.Send(t, b.Node(0), "POST /suppliers", body{"name": "Mill"}).Is(t, http.StatusCreated).Read(t, &kept)
	tokens.Send(t, b.Node(0), "POST /suppliers", body{"name": "Weir"}).Is(t, http.StatusCreated).Read(t, &gone)
	tokens.Send(t, b.Node(0), "DELETE /suppliers/"+gone.ID, nil, `If-Match: "1"`).Is(t, http.StatusNoContent)
	owner := b.owner.SignIn(t, b.Node(1))
	by := app.Name + " for " + b.owner.Name

	owner.Open(pagepath.Suppliers)
	if got := owner.Page.Texts("c-late"); !slices.Contains(got, by) {
		t.Errorf("the list names %q", got)
	}
	owner.Open(pagepath.Suppliers + "/" + kept.ID)
	if got := owner.Page.Fact("Created"); !strings.HasPrefix(got, by) {
		t.Errorf("it was created by %q", got)
	}
	owner.Open(owner.Page.Link(t, app.Name))
	owner.Says(http.StatusOK, "What "+app.Name+" did")
	if links := owner.Page.Links(pagepath.Suppliers + "/"); len(links) != 1 || !strings.HasSuffix(links[0], kept.ID) {
		t.Errorf("the activity leads to %q", links)
	}
	if !owner.Has(gone.ID) {
		t.Error("what is gone is not even told of")
	}
	owner.Open(owner.Page.Link(t, "Mill"))
	owner.Says(http.StatusOK, "Mill")
	owner.Open(pagepath.Suppliers + "/" + gone.ID)
	owner.Shows(http.StatusNotFound, pagepath.Suppliers+"/"+gone.ID)
}

func TestAppFieldsStandOnTheRecord(t *testing.T) {
	t.Parallel()
	b := newBakery(t)
	scopes := []scope.Scope{scope.SuppliersRead, scope.SuppliersWrite}
	app := b.ReviewedApp(t, scopes...)
	field := func(key string, d appdata.Details) string {
		t.Helper()
		declared, err := b.Node(0).AppData.Declare(t.Context(), app.App, appdata.NewField{Resource: appdata.Supplier, Key: key, Details: d})
		if err != nil {
			t.Fatal(err)
		}
		return declared.ID.String()
	}
	slot := field("slot", appdata.Details{Label: "Delivery slot", Type: appdata.Choice, Rules: appdata.Rules{Choices: []string{"early", "late"}}, VisibleToBusiness: true, EditableByBusiness: true})
	crates := field("crates", appdata.Details{Label: "Crates", Type: appdata.Integer, VisibleToBusiness: true, EditableByBusiness: true})
	field("batch", appdata.Details{Label: "Oven batch", Type: appdata.Text, VisibleToBusiness: true})
	field("secret", appdata.Details{Label: "Score", Type: appdata.Text})
	tokens := app.Given(t, b.owner, b.at, scopes...)
	var supplier struct{ ID string }
	tokens.Send(t, b.Node(0), "POST /suppliers", body{"name": "Mill"}).Is(t, http.StatusCreated).Read(t, &supplier)
	value := func(key string) any {
		t.Helper()
		var list struct{ Data []struct{ Value any } }
		tokens.Call(t, b.Node(0), "GET /app-data?resourceId="+supplier.ID+"&keys="+key).Is(t, http.StatusOK).Read(t, &list)
		if len(list.Data) == 0 {
			return nil
		}
		return list.Data[0].Value
	}
	tokens.Send(t, b.Node(0), "PUT /app-data", body{"values": []body{
		{"resourceType": "SUPPLIER", "resourceId": supplier.ID, "key": "batch", "value": "B-2211"},
		{"resourceType": "SUPPLIER", "resourceId": supplier.ID, "key": "secret", "value": "hidden thing"},
	}}).Is(t, http.StatusOK)
	path := pagepath.Suppliers + "/" + supplier.ID
	save := path + "/app-fields"
	owner, viewer := b.owner.SignIn(t, b.Node(0)), b.viewer.SignIn(t, b.Node(1))

	t.Run("what an app hides is not shown, and what it alone sets is no input", func(t *testing.T) {
		viewer.Open(path)
		if got := viewer.Page.Fact("Oven batch"); got != "B-2211 set by the app" {
			t.Errorf("it shows %q", got)
		}
		if viewer.Has("hidden thing") || viewer.Has("Score") || viewer.Page.Has(save, slot) {
			t.Error("a viewer sees or edits too much")
		}
	})
	t.Run("who may change the record fills them in", func(t *testing.T) {
		owner.Open(path)
		owner.Submit(save, slot, "late", crates, "12")
		owner.Confirms("The fields are saved.")
		if value("slot") != "late" || value("crates") != 12.0 {
			t.Errorf("the app reads %v and %v", value("slot"), value("crates"))
		}
	})
	t.Run("what breaks a rule is said beside its field, and kept as typed", func(t *testing.T) {
		owner.Submit(save, slot, "early", crates, "a dozen")
		owner.Complains(http.StatusUnprocessableEntity, "“Crates” cannot be saved like this")
		if got := strings.Join(owner.Page.Texts("wrong"), " "); !strings.Contains(got, "Crates must be an integer") {
			t.Errorf("it says %q", got)
		}
		if form := owner.Page.Form(t, save); form.Get(crates) != "a dozen" || value("slot") != "late" {
			t.Errorf("the form has %v, the app reads %v", form, value("slot"))
		}
		owner.Submit(save, slot, "early", crates, "13")
		owner.Confirms("The fields are saved.")
		if value("slot") != "early" || value("crates") != 13.0 {
			t.Errorf("the app reads %v and %v", value("slot"), value("crates"))
		}
	})
	t.Run("what others change meanwhile stays, and nothing empties a field", func(t *testing.T) {
		other := b.admin.SignIn(t, b.Node(1))
		other.Open(path)
		owner.Open(path)
		other.Submit(save, crates, "14")
		owner.Submit(save, slot, "")
		if value("slot") != nil || value("crates") != 14.0 {
			t.Errorf("the app reads %v and %v", value("slot"), value("crates"))
		}
	})
	t.Run("nobody else does", func(t *testing.T) {
		viewer.Open(pagepath.Home)
		values := viewer.Page.Form(t, pagepath.SignOut)
		values.Set("app", app.ID.String())
		values.Set(crates, "99")
		viewer.Post(save, values)
		viewer.Shows(http.StatusForbidden, save)
		stranger := b.User(t, "Sven")
		b.Business(t, stranger)
		browser := stranger.SignIn(t, b.Node(0))
		browser.Open(pagepath.Home)
		values = browser.Page.Form(t, pagepath.SignOut)
		values.Set("app", app.ID.String())
		values.Set(crates, "99")
		browser.Post(save, values)
		browser.Shows(http.StatusNotFound, save)
		if value("crates") != 14.0 {
			t.Errorf("the app reads %v", value("crates"))
		}
	})
}

func TestAnInvoiceIsIssuedSentPaidAndVoided(t *testing.T) {
	t.Parallel()
	b := newBakery(t)
	owner := b.owner.SignIn(t, b.Node(0))
	var customer, first, second struct{ ID string }
	owner.API(t, "POST /customers", body{"type": "BUSINESS", "name": "Corner Cafe", "email": "hello@cafe.test"}).Is(t, http.StatusCreated).Read(t, &customer)
	draft := body{"customerId": customer.ID, "lines": []body{{"description": "Bread", "quantity": "1", "unitPrice": "500.00"}}}
	owner.API(t, "POST /invoices", draft).Is(t, http.StatusCreated).Read(t, &first)
	owner.API(t, "POST /invoices", draft).Is(t, http.StatusCreated).Read(t, &second)
	at := func(id, act string) string { return pagepath.Invoices + "/" + id + "/" + act }
	status := func(id string) (status, by string) {
		t.Helper()
		var invoice struct {
			Status    string
			UpdatedBy struct{ ID string }
		}
		owner.API(t, "GET /invoices/"+id, nil).Is(t, http.StatusOK).Read(t, &invoice)
		return invoice.Status, invoice.UpdatedBy.ID
	}
	payments := func() int {
		t.Helper()
		var list struct{ Data []any }
		owner.API(t, "GET /payments", nil).Is(t, http.StatusOK).Read(t, &list)
		return len(list.Data)
	}
	complains := func(want string) {
		t.Helper()
		if got := strings.Join(owner.Page.Problems(), " "); owner.Page.Status != http.StatusUnprocessableEntity || !strings.Contains(got, want) {
			t.Errorf("it answers %d and complains %q, want %q", owner.Page.Status, got, want)
		}
	}

	t.Run("a draft is issued as the reader saw it", func(t *testing.T) {
		owner.Open(pagepath.Invoices + "/" + first.ID)
		owner.Says(http.StatusOK, "Draft invoice")
		owner.Open(owner.Page.Link(t, "Issue this invoice"))
		owner.API(t, "PATCH /invoices/"+first.ID, body{"reference": "Order 7"}, `If-Match: "1"`).Is(t, http.StatusOK)
		owner.Submit(at(first.ID, "issue"), "due_date", "2026-13-01")
		complains("Write the day as year-month-day")
		owner.Submit(at(first.ID, "issue"), "due_date", "2020-01-01")
		if got := owner.Page.Problems(); len(got) == 0 {
			t.Error("it is due before it is issued")
		}
		values := owner.Page.Form(t, at(first.ID, "issue"))
		values.Set("version", "1")
		values.Set("due_date", "")
		owner.Post(at(first.ID, "issue"), values)
		complains("This has changed since you read it")
		owner.Submit(at(first.ID, "issue"), "due_date", "")
		owner.Confirms("The invoice is issued. It has its number, and an entry in the journal.")
		if now, by := status(first.ID); now != "ISSUED" || by != b.owner.ID.String() {
			t.Errorf("it is %s by %s", now, by)
		}
	})
	t.Run("it is mailed to the customer", func(t *testing.T) {
		owner.Open(owner.Page.Link(t, "Send it"))
		owner.Submit(at(first.ID, "send"), "email", "nobody")
		complains("Enter an email address like name@example.com")
		owner.Submit(at(first.ID, "send"), "email", "hello@cafe.test")
		owner.Confirms("The invoice is on its way.")
		b.RunJobs(t)
		b.Mail.Wait(t, "hello@cafe.test")
		owner.Open(owner.Page.Link(t, "Send it again"))
		owner.Submit(at(first.ID, "send"))
		if got := owner.Page.Problems(); owner.Page.Status != http.StatusTooManyRequests || len(got) != 1 {
			t.Errorf("a second mail at once: %d %q", owner.Page.Status, got)
		}
	})
	t.Run("a payment is recorded once, however often its form is sent", func(t *testing.T) {
		owner.Open(pagepath.Invoices + "/" + first.ID)
		owner.Open(owner.Page.Link(t, "Record a payment"))
		owner.Submit(at(first.ID, "pay"), "amount", "a lot", "method", "CARD")
		complains("Write the amount in digits, such as 12.50")
		owner.Submit(at(first.ID, "pay"), "amount", "500.01", "method", "CARD")
		complains("The amount is more than what is left")
		values := owner.Page.Form(t, at(first.ID, "pay"))
		values.Set("amount", "100.00")
		values.Set("method", "CARD")
		var presses sync.WaitGroup
		for range 5 {
			tab := owner.Tab()
			presses.Go(func() { tab.Post(at(first.ID, "pay"), values) })
		}
		presses.Wait()
		owner.Post(at(first.ID, "pay"), values)
		owner.Confirms("The payment is recorded.")
		if got := payments(); got != 1 {
			t.Errorf("there are %d payments", got)
		}
		if got := owner.Page.Fact("Still open"); got != "400.00" {
			t.Errorf("open is %s", got)
		}
		owner.Open(at(first.ID, "pay"))
		owner.Submit(at(first.ID, "pay"), "method", "CASH")
		if now, _ := status(first.ID); now != "PAID" || payments() != 2 {
			t.Errorf("it is %s after %d payments", now, payments())
		}
	})
	t.Run("what was paid cannot be voided, and another can", func(t *testing.T) {
		owner.Open(at(first.ID, "void"))
		owner.IsAt(pagepath.Invoices + "/" + first.ID)
		owner.Open(at(second.ID, "issue"))
		owner.Submit(at(second.ID, "issue"))
		owner.Open(owner.Page.Link(t, "Void this invoice"))
		values := owner.Page.Form(t, at(second.ID, "void"))
		values.Set("version", "0")
		owner.Post(at(first.ID, "void"), values)
		complains("Only an issued invoice of which nothing was paid or credited can be voided")
		owner.Open(at(second.ID, "void"))
		owner.Submit(at(second.ID, "void"))
		owner.Confirms("The invoice is void. Its entry in the journal is reversed.")
		if now, _ := status(second.ID); now != "VOID" {
			t.Errorf("it is %s", now)
		}
	})
	t.Run("who may not is offered nothing, and refused", func(t *testing.T) {
		viewer, stranger := b.viewer.SignIn(t, b.Node(1)), b.User(t, "Sven")
		b.Business(t, stranger)
		browser := stranger.SignIn(t, b.Node(0))
		viewer.Open(pagepath.Invoices + "/" + first.ID)
		if links := viewer.Page.Links(pagepath.Invoices + "/" + first.ID + "/"); len(links) > 0 {
			t.Errorf("a viewer is offered %q", links)
		}
		for _, act := range []string{"issue", "pay", "send", "void"} {
			viewer.Open(at(first.ID, act))
			viewer.Shows(http.StatusForbidden, at(first.ID, act))
			browser.Open(at(first.ID, act))
			browser.Shows(http.StatusNotFound, at(first.ID, act))
			browser.Open(pagepath.Home)
			values := browser.Page.Form(t, pagepath.SignOut)
			values.Set("once", "x")
			browser.Post(at(first.ID, act), values)
			browser.Shows(http.StatusNotFound, at(first.ID, act))
		}
	})
}

func TestAppsHavePanelsAndActionsOnRecords(t *testing.T) {
	t.Parallel()
	b := newBakery(t)
	app := b.ReviewedApp(t, scope.SuppliersRead)
	changed, err := b.Node(0).Apps.Update(t.Context(), app.ID, 0, apps.Changes{AppURL: new("https://sync.partner.test/embedded")})
	if err != nil {
		t.Fatal(err)
	}
	for _, d := range []extensions.Details{
		{Type: extensions.RecordPanel, Resource: appdata.Supplier, Label: "Stock", Path: "/panels/stock"},
		{Type: extensions.RecordAction, Resource: appdata.Supplier, Label: "Print labels", Path: "/labels?size=2"},
	} {
		if _, err := b.Node(0).Extensions.Add(t.Context(), changed, d); err != nil {
			t.Fatal(err)
		}
	}
	tokens := app.Given(t, b.owner, b.at, scope.SuppliersRead)
	owner, viewer := b.owner.SignIn(t, b.Node(0)), b.viewer.SignIn(t, b.Node(1))
	ids := oneOfEach(t, owner)
	path := pagepath.Suppliers + "/" + ids[html.Suppliers]
	about := "resourceId=" + ids[html.Suppliers] + "&resourceType=SUPPLIER"
	var larger string

	t.Run("a panel is framed with session tokens, on records of its type", func(t *testing.T) {
		owner.Open(path)
		if got, want := owner.Page.Attr("id", "panel-0", "data-src"), "https://sync.partner.test/panels/stock?"+about; got != want {
			t.Errorf("it frames %q, want %q", got, want)
		}
		if policy := owner.Page.Header.Get("Content-Security-Policy"); !strings.Contains(policy, "frame-src https://sync.partner.test;") {
			t.Errorf("the policy is %s", policy)
		}
		form := url.Values{"csrf": {owner.Page.Attr("id", "panel-0", "data-csrf")}, "business": {owner.Page.Attr("id", "panel-0", "data-business")}}
		answer := owner.Fetch(http.MethodPost, owner.Page.Attr("id", "panel-0", "data-tokens"), form.Encode(),
			"Content-Type: application/x-www-form-urlencoded", "Sec-Fetch-Site: same-origin", "Origin: null")
		defer answer.Body.Close()
		if answer.StatusCode != http.StatusOK {
			t.Errorf("asked for a session token it answers %d", answer.StatusCode)
		}
		larger = owner.Page.Link(t, "Open it larger")
		owner.Open(pagepath.Customers + "/" + ids[html.Customers])
		if owner.Has("sync.partner.test") || strings.Contains(owner.Page.Header.Get("Content-Security-Policy"), "script-src") {
			t.Error("it stands on a customer too")
		}
	})
	t.Run("it can be opened alone, as an action is", func(t *testing.T) {
		owner.Open(larger)
		owner.Says(http.StatusOK, app.Name)
		owner.Open(path)
		owner.Open(owner.Page.Link(t, "Print labels with "+app.Name))
		if got, want := owner.Page.Attr("id", "app", "data-src"), "https://sync.partner.test/labels?"+about+"&size=2"; got != want {
			t.Errorf("it frames %q, want %q", got, want)
		}
	})
	t.Run("who has not let the app act in their name is asked", func(t *testing.T) {
		viewer.Open(path)
		if viewer.Page.Attr("id", "panel-0", "data-src") != "" {
			t.Error("it is framed")
		}
		viewer.Open(viewer.Page.Link(t, "Decide"))
		viewer.Says(http.StatusOK, "Let "+app.Name+" act in your name?")
	})
	t.Run("nobody else gets there", func(t *testing.T) {
		stranger := b.User(t, "Sven")
		b.Business(t, stranger)
		browser := stranger.SignIn(t, b.Node(0))
		browser.Open(larger)
		browser.Shows(http.StatusNotFound, larger)
		other := strings.Replace(larger, ids[html.Suppliers], strings.Replace(ids[html.Customers], "cus_", "sup_", 1), 1)
		owner.Open(other)
		owner.Shows(http.StatusNotFound, other)
	})
	t.Run("it is gone when the app's access is", func(t *testing.T) {
		if _, err := b.Node(0).Installs.RevokeAccess(t.Context(), b.owner.ID, tokens.Installation); err != nil {
			t.Fatal(err)
		}
		owner.Open(path)
		if owner.Has("sync.partner.test") || owner.Has("Print labels") {
			t.Error("it is still there")
		}
		owner.Open(larger)
		owner.Shows(http.StatusNotFound, larger)
	})
}
