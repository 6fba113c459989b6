package engines_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"image"
	"image/png"
	"maps"
	"net/http"
	"net/url"
	"reflect"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/pquerna/otp/totp"

	"github.com/counterpart/counterpart/internal/app"
	"github.com/counterpart/counterpart/internal/apptest"
	"github.com/counterpart/counterpart/internal/base/clock"
	"github.com/counterpart/counterpart/internal/base/ident"
	"github.com/counterpart/counterpart/internal/core/accounts"
	"github.com/counterpart/counterpart/internal/core/appdata"
	"github.com/counterpart/counterpart/internal/core/apps"
	"github.com/counterpart/counterpart/internal/core/books"
	"github.com/counterpart/counterpart/internal/core/books/ledger"
	"github.com/counterpart/counterpart/internal/core/books/sales"
	"github.com/counterpart/counterpart/internal/core/extensions"
	"github.com/counterpart/counterpart/internal/core/pending"
	"github.com/counterpart/counterpart/internal/core/tenancy"
	"github.com/counterpart/counterpart/internal/vocab/fault"
	"github.com/counterpart/counterpart/internal/vocab/money"
	"github.com/counterpart/counterpart/internal/vocab/pagepath"
	"github.com/counterpart/counterpart/internal/vocab/permission"
	"github.com/counterpart/counterpart/internal/vocab/scope"
	"github.com/counterpart/counterpart/internal/vocab/version"
	"github.com/counterpart/counterpart/internal/web/html"
	"github.com/counterpart/counterpart/internal/web/html/sample"
)

// The samples are what designers look at and what the golden files hold. A field
// that only they set is something that users never see.
func TestRealPagesSetEveryFieldThatTheSamplesShow(t *testing.T) {
	t.Parallel()
	walked := &fields{set: map[string]bool{}}
	w := newWalk(t, walked)
	w.signIn(t)
	w.secondFactor(t)
	w.passkeys(t)
	w.address(t)
	w.passwords(t)
	w.invitations(t)
	w.businesses(t)
	w.consents(t)
	w.developers(t)
	w.staff(t)
	w.plan(t)
	w.approvals(t)
	w.devices(t)
	w.members(t)
	w.ownApps(t)
	w.connectedApps(t)
	w.reference(t)
	w.signUp(t)
	w.marketplace(t)

	shown := &fields{set: map[string]bool{}}
	for _, page := range sample.Pages() {
		shown.see(page.Frame, page.View)
	}
	for _, field := range slices.Sorted(maps.Keys(shown.set)) {
		if !walked.set[field] {
			t.Errorf("the samples show %s, and no real page sets it", field)
		}
	}
}

// fields are the fields of pages that were not empty, such as
// "ConnectedApps.List.LastUsedAt".
type fields struct {
	mu  sync.Mutex
	set map[string]bool
}

func (f *fields) see(frame html.Frame, view html.View) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.add("Frame", reflect.ValueOf(frame))
	f.add(reflect.TypeOf(view).Name(), reflect.ValueOf(view))
}

func (f *fields) add(path string, v reflect.Value) {
	if v.IsZero() {
		return
	}
	f.set[path] = true
	switch v.Kind() {
	case reflect.Slice:
		for i := range v.Len() {
			f.add(path, v.Index(i))
		}
	case reflect.Struct:
		for field, value := range v.Fields() {
			switch {
			case field.Anonymous:
				f.add(path, value)
			case field.IsExported():
				f.add(path+"."+field.Name, value)
			}
		}
	}
}

// behindAProxy lets a browser say where it calls from.
var behindAProxy = apptest.Configure(func(c *app.Config) { c.TrustedProxies = []string{"127.0.0.0/8"} })

// walk is an installation in which everything that pages can show has happened,
// or does while it is walked.
type walk struct {
	*apptest.Service
	olivia, ben     *apptest.User    // an owner, and a viewer of the same business
	bakery, florist tenancy.Business // Olivia's; Ben sees the bakery
	sandbox         tenancy.Business // of the draft's maker, and Olivia's too
	app             *apptest.App     // reviewed, with all that an app can have
	draft           *apptest.App     // not reviewed
	agent           string           // a client id that is the address of a document
	browser         apptest.Browser  // Olivia's
	web             *apptest.Receiver
}

func newWalk(t *testing.T, seen *fields) *walk {
	t.Helper()
	web := apptest.NewReceiver(t)
	w := &walk{Service: apptest.Start(t, web.Reachable(t), apptest.Watching(seen.see), apptest.SignUp(accounts.SignUpOpen), behindAProxy, apptest.SelfServicePlans()), web: web}
	w.olivia, w.ben = w.User(t, "Olivia"), w.User(t, "Ben")
	w.bakery, w.florist = w.Business(t, w.olivia), w.Business(t, w.olivia)
	w.Join(t, w.ben, w.bakery, permission.Viewer)
	w.app = w.complete(t, w.ReviewedApp(t, scope.Partner()...))
	w.draft = w.complete(t, w.DraftApp(t, scope.InvoicesRead))
	must(t, w.Node(0).Tenancy.AddOrganizationMember(t.Context(), tenancy.ByOperator(), w.draft.Organization, w.olivia.ID, tenancy.OrganizationDeveloper))
	w.sandbox = w.Sandbox(t, w.olivia, w.draft.Organization)
	w.agent = strings.TrimSuffix(web.URL, "/hook") + "/client.json"
	web.Does(func(rw http.ResponseWriter, _ *http.Request) {
		rw.Header().Set("Content-Type", "application/json")
		fmt.Fprintf(rw, `{"client_id": %q, "client_name": "Agent", "redirect_uris": ["http://127.0.0.1/callback"], "token_endpoint_auth_method": "none", "scope": "invoices:read"}`, w.agent)
	})
	return w
}

// complete gives an app all that it can have.
func (w *walk) complete(t *testing.T, app *apptest.App) *apptest.App {
	t.Helper()
	registry := w.Node(0).Apps
	site := "https://bakerysync.test"
	changed, err := registry.Update(t.Context(), app.ID, 0, apps.Changes{
		AppURL: new(site + "/embedded"), PrivacyURL: new(site + "/privacy"), SupportURL: new(site + "/support"),
	})
	must(t, err)
	var logo bytes.Buffer
	must(t, png.Encode(&logo, image.NewGray(image.Rect(0, 0, 256, 256))))
	must(t, registry.SetLogo(t.Context(), app.ID, logo.Bytes()))
	app.App = changed
	return app
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func (w *walk) signIn(t *testing.T) {
	t.Helper()
	w.browser = w.Node(0).Browser(t)
	w.browser.Open(pagepath.Account)
	w.browser.Submit(pagepath.SignIn, "email", w.olivia.Email, "password", "wrong")
	w.browser.Shows(http.StatusUnprocessableEntity, pagepath.SignIn)
	w.browser.Submit(pagepath.SignIn, "email", w.olivia.Email, "password", w.olivia.Password)
	w.browser.IsAt(pagepath.Account)
	w.browser.AddPasskey(t, apptest.NewPhone(), "Olivia’s phone")
	w.browser.Open(pagepath.Authorize + "?client_id=nobody")
	w.browser.Says(http.StatusBadRequest, "We do not know this app")
	w.Node(0).Browser(t).Open(pagepath.Device)
}

func (w *walk) secondFactor(t *testing.T) {
	t.Helper()
	kim := w.User(t, "Kim")
	b := kim.SignIn(t, w.Node(0))
	b.Open(pagepath.SetUpFactor)
	key := strings.ReplaceAll(strings.Join(b.Page.Texts("key"), ""), " ", "")
	code, err := totp.GenerateCode(key, w.Clock.Now())
	must(t, err)
	b.Submit(pagepath.SetUpFactor, "code", code)
	b.Says(http.StatusOK, "Your recovery codes")
	b.Open(pagepath.Account)
	elsewhere := w.Node(0).Browser(t)
	elsewhere.Open(pagepath.Businesses)
	elsewhere.Submit(pagepath.SignIn, "email", kim.Email, "password", kim.Password)
	elsewhere.Submit(pagepath.SecondFactor, "code", "000000")
	elsewhere.Shows(http.StatusUnprocessableEntity, pagepath.SecondFactor)
	elsewhere.Open(elsewhere.Page.Link(t, "Use a recovery code"))
}

// passkeys are added, used in every way, and removed.
func (w *walk) passkeys(t *testing.T) {
	t.Helper()
	kay, phone := w.User(t, "Kay"), apptest.NewPhone()
	b := kay.SignIn(t, w.Node(0))
	b.Open(pagepath.AddPasskey)
	b.Submit(pagepath.AddPasskey, "name", "")
	b.Shows(http.StatusUnprocessableEntity, pagepath.AddPasskey)
	b.AddPasskey(t, phone, "Kay’s phone")
	w.Clock.Move(time.Second) // the first one stays the first
	b.AddPasskey(t, apptest.NewPhone(), "Office laptop")
	elsewhere := w.Node(0).Browser(t)
	elsewhere.Open(pagepath.Authorize + "?" + w.app.Asks(scope.ProfileRead).Encode())
	elsewhere.Open(elsewhere.Page.Link(t, "Sign in with a passkey"))
	elsewhere.Open(pagepath.Device)
	elsewhere.Open(elsewhere.Page.Link(t, "Sign in with a passkey"))
	elsewhere.Submit(pagepath.PasskeySignIn)
	elsewhere.Shows(http.StatusUnprocessableEntity, pagepath.PasskeySignIn)
	elsewhere.UsePasskey(t, phone)
	elsewhere.IsAt(pagepath.Device)
	elsewhere.Open(pagepath.Account)
	elsewhere.Submit(pagepath.SignOut)

	key, err := w.Node(0).Accounts.BeginSecondFactor(t.Context(), kay.ID)
	must(t, err)
	code, err := totp.GenerateCode(key.Key, w.Clock.Now())
	must(t, err)
	_, err = w.Node(0).Accounts.ConfirmSecondFactor(t.Context(), kay.ID, code)
	must(t, err)
	elsewhere.Open(pagepath.Device)
	elsewhere.Submit(pagepath.SignIn, "email", kay.Email, "password", kay.Password)
	elsewhere.Open(elsewhere.Page.Link(t, "Use a passkey"))
	elsewhere.UsePasskey(t, phone)
	elsewhere.IsAt(pagepath.Device)

	w.Clock.Move(20 * time.Minute)
	b.Open(pagepath.AddPasskey)
	b.IsAt(pagepath.SignIn)
	b.Open(b.Page.Link(t, "Confirm with a passkey"))
	b.UsePasskey(t, phone)
	b.Open(pagepath.Account)
	for _, link := range b.Page.Links(pagepath.RenamePasskey) {
		b.Open(link)
		b.Submit(pagepath.RenamePasskey, "name", "")
		b.Shows(http.StatusUnprocessableEntity, pagepath.RenamePasskey)
	}
	b.Open(pagepath.Account)
	for _, link := range b.Page.Links(pagepath.RemovePasskey) { // one that was used, one that was not
		b.Open(link)
	}
	b.Submit(pagepath.RemovePasskey)
	b.Confirms("The passkey is removed. Nobody can sign in with it any more.")
}

// address is changed, at the second try, and so is a name.
func (w *walk) address(t *testing.T) {
	t.Helper()
	const fresh = "nora@mill.test"
	b := w.User(t, "Nora").SignIn(t, w.Node(0))
	b.Open(pagepath.Account)
	b.Submit(pagepath.ChangeName, "name", "")
	b.Submit(pagepath.ChangeName, "name", "Nora Miller")
	b.Open(pagepath.ChangeEmail)
	b.Submit(pagepath.ChangeEmail, "email", "nora")
	b.Submit(pagepath.ChangeEmail, "email", fresh)
	b.Says(http.StatusOK, "Check your email")
	w.RunJobs(t)
	link, err := url.Parse(w.Mail.Wait(t, fresh).Link())
	must(t, err)
	b.Open(link.RequestURI())
	b.Submit(pagepath.ConfirmEmail)
	b.Confirms("Your email address is changed. Sign in with it from now on.")
}

func (w *walk) passwords(t *testing.T) {
	t.Helper()
	lee := w.User(t, "Lee")
	b := w.Node(0).Browser(t)
	b.Open(pagepath.ForgotPassword)
	b.Submit(pagepath.ForgotPassword, "email", lee.Email)
	w.RunJobs(t)
	w.Clock.Move(time.Minute)
	b.Open(w.Mail.Wait(t, lee.Email).Link())
	b.Submit(pagepath.ChoosePassword, "new_password", "short", "repeat_password", "other")
	b.Submit(pagepath.ChoosePassword, "new_password", apptest.Password+" two", "repeat_password", apptest.Password+" two")
	b.SignIn(lee.Email, apptest.Password+" two")
	b.Open(pagepath.ChangePassword)
	b.Submit(pagepath.ChangePassword, "current_password", "wrong", "new_password", apptest.Password, "repeat_password", apptest.Password)
	b.Open(pagepath.Account)
	b.IsAt(pagepath.Account)
}

func (w *walk) invitations(t *testing.T) {
	t.Helper()
	invited, err := w.Node(0).Tenancy.InviteToBusiness(t.Context(), tenancy.By(w.olivia.ID), w.bakery.ID, "ada@people.test", permission.Accountant)
	must(t, err)
	must(t, w.Node(0).Tenancy.MailInvitation(t.Context(), invited.ID, func(_ tenancy.Letter, token string) error {
		w.browser.Open(pagepath.Invitation + "?token=" + token)
		return nil
	}))
	w.Node(0).Browser(t).Open(w.browser.Page.URL.RequestURI())
}

func (w *walk) businesses(t *testing.T) {
	t.Helper()
	w.browser.Open(pagepath.Businesses)
	w.browser.Open(pagepath.Businesses + "?q=Sandbox&return_to=%2Fdevice")
	w.use(w.sandbox)
	w.use(w.bakery)
	w.browser.Confirms("You have switched business.")
}

// use signs Olivia into a business.
func (w *walk) use(business tenancy.Business) {
	w.browser.Open(pagepath.Businesses)
	w.browser.Submit(pagepath.Businesses, "business", business.ID.String())
}

func (w *walk) consents(t *testing.T) {
	t.Helper()
	w.app.Given(t, w.olivia, w.bakery, scope.ProfileRead, scope.CustomersRead)
	asks := w.app.Asks(scope.ProfileRead, scope.JournalWrite, scope.PaymentsWrite)
	w.browser.Open(pagepath.Authorize + "?" + asks.Encode())
	w.browser.Open(w.browser.Page.URL.RequestURI() + "&q=s")
	w.Clock.Move(20 * time.Minute) // the password is asked for again
	w.browser.Ask(w.app, asks, w.bakery)
	w.browser.Submit(pagepath.Consent, "decision", "approve", "current_password", "wrong")
	w.browser.Complains(http.StatusUnprocessableEntity, "That is not your current password")

	ben := w.ben.SignIn(t, w.Node(0))
	ben.Ask(w.app, asks, w.bakery)
	w.Node(0).Browser(t).Open(pagepath.Authorize + "?" + asks.Encode())

	w.browser.Open(pagepath.Authorize + "?" + w.draft.Asks(scope.InvoicesRead).Encode())
	w.browser.Submit(pagepath.Consent, "decision", "continue")
	w.browser.Ask(w.draft, w.draft.Asks(scope.InvoicesRead), w.sandbox)
	w.draft.Given(t, w.olivia, w.sandbox, scope.InvoicesRead)

	asks = w.draft.Asks(scope.InvoicesRead)
	asks.Set("client_id", w.agent)
	asks.Set("redirect_uri", "http://127.0.0.1:1234/callback")
	asks.Set("resource", apptest.BaseURL+"/mcp")
	w.browser.Open(pagepath.Authorize + "?" + asks.Encode())
	w.browser.Ask(nil, asks, w.sandbox)
	w.browser.Decide(t, "approve")
}

// developers are told what is wrong with requests of their app: Olivia is one of the
// draft's.
func (w *walk) developers(t *testing.T) {
	t.Helper()
	for name, value := range map[string]string{"redirect_uri": "https://partner.test/Callback", "scope": "invoices:read payments:write"} {
		asks := w.draft.Asks(scope.InvoicesRead)
		asks.Set(name, value)
		w.browser.Open(pagepath.Authorize + "?" + asks.Encode())
		if !w.browser.Has("Details for developers") {
			t.Errorf("%s: %s", name, w.browser.Page.Heading())
		}
	}
}

// staff are the people of the bakery, their roles, and what the audit log says of them.
func (w *walk) staff(t *testing.T) {
	t.Helper()
	node, owner := w.Node(0), tenancy.By(w.olivia.ID)
	ada, mira, cora := w.User(t, "Ada"), w.User(t, "Mira"), w.User(t, "Cora")
	w.Join(t, ada, w.bakery, permission.Admin)
	w.Join(t, mira, w.bakery, permission.Bookkeeper)
	w.Join(t, cora, w.bakery, permission.Accountant)
	changes := []permission.Change{
		{Role: permission.Bookkeeper, Permission: permission.VoidInvoices, Granted: true},
		{Role: permission.Bookkeeper, Permission: permission.SendInvoices},
		{Role: permission.Accountant, Permission: permission.ManageUsers, Granted: true},
	}
	must(t, node.Tenancy.SetPermissions(t.Context(), owner, w.bakery.ID, changes))
	w.use(w.bakery)
	w.browser.Open(pagepath.People)
	w.browser.Submit(pagepath.Invite, "email", "hanna", "role", "accountant")
	w.browser.Submit(pagepath.Invite, "email", "hanna@people.test", "role", "accountant")
	w.browser.Confirms("The invitation is on its way.")
	admin := ada.SignIn(t, node)
	admin.Open(pagepath.People)
	admin.Submit(pagepath.Invite, "email", "paul@people.test", "role", "viewer")
	w.browser.Open(pagepath.People)
	for _, page := range []string{pagepath.ChangeRole, pagepath.RemoveMember} {
		w.browser.Open(page + "?member=" + w.olivia.ID.String())
	}
	admin.Open(pagepath.RolePermissions + "bookkeeper")
	cora.SignIn(t, node).Open(pagepath.RolePermissions + "admin")
	must(t, node.Tenancy.ChangeRole(t.Context(), owner, w.bakery.ID, mira.ID, permission.Sales))
	must(t, node.Tenancy.ChangeRole(t.Context(), owner, w.bakery.ID, mira.ID, permission.Bookkeeper))
	for i := range 50 {
		must(t, node.Tenancy.SetPermission(t.Context(), owner, w.bakery.ID, permission.Sales, permission.VoidInvoices, i%2 == 0))
	}
	w.browser.Open(pagepath.AuditLog)
	w.browser.Open(w.browser.Page.Link(t, "Older entries"))
	w.browser.Open(pagepath.AuditLog + "?from=yesterday")
	w.browser.Shows(http.StatusUnprocessableEntity, pagepath.AuditLog)
}

func (w *walk) plan(t *testing.T) {
	t.Helper()
	w.use(w.florist)
	w.browser.Open(pagepath.Plan)
	w.browser.Open(pagepath.ChangePlan + "?plan=STARTER")
	w.browser.Submit(pagepath.ChangePlan)
	w.browser.Confirms("The plan is changed.")
	var customer, invoice struct{ ID string }
	w.browser.API(t, "POST /customers", map[string]any{"type": "BUSINESS", "name": "Harbour Hotel"}).Is(t, http.StatusCreated).Read(t, &customer)
	w.browser.API(t, "POST /invoices", map[string]any{
		"customerId": customer.ID, "lines": []map[string]any{{"description": "Flowers", "quantity": "1", "unitPrice": "30000.00"}},
	}).Is(t, http.StatusCreated).Read(t, &invoice)
	w.browser.API(t, "POST /invoices/"+invoice.ID+"/issue", map[string]any{}).Is(t, http.StatusOK)
	w.browser.Open(pagepath.Plan)
}

// approvals are what an assistant asks for: three things that change the books, of which
// one is for somebody with a passkey, and one for somebody who may not.
func (w *walk) approvals(t *testing.T) {
	t.Helper()
	node, business := w.Node(0), w.bakery.ID
	customer, err := node.Sales.CreateCustomer(t.Context(), business, sales.CustomerDetails{Name: "Corner Cafe", Type: sales.Company, Email: new("cafe@example.com")})
	must(t, err)
	line := sales.Line{Description: "Rye bread", Quantity: money.FromInt(2), UnitPrice: money.MustParse("2.50"), TaxRate: money.FromInt(7)}
	invoice, err := node.Sales.CreateInvoice(t.Context(), business, sales.NewInvoice{Issue: true, InvoiceDetails: sales.InvoiceDetails{
		Customer: customer.ID, Notes: new("Thank you"), Lines: slices.Repeat([]sales.Line{line}, 21),
	}})
	must(t, err)
	b := w.olivia.SignIn(t, node)
	b.AddPasskey(t, apptest.NewPhone(), "Phone")
	w.Clock.Move(15 * time.Minute) // the password is asked for again
	send := w.asks(t, w.olivia, pending.SendInvoice, invoice.ID.String(), func(ctx context.Context) (string, error) {
		sent, err := node.Sales.SendInvoice(ctx, business, invoice.ID, 0, nil)
		return sent.ID.String(), err
	})
	paying := func(ctx context.Context) (string, error) {
		paid, err := node.Sales.RecordPayment(ctx, business, sales.NewPayment{
			Customer: customer.ID, Amount: money.FromInt(20), PaymentDetails: sales.PaymentDetails{Method: sales.Cash},
			Allocations: []sales.Allocation{{Invoice: invoice.ID, Amount: money.FromInt(5)}},
		})
		return paid.ID.String(), err
	}
	pay := w.asks(t, w.olivia, pending.RecordPayment, "", paying)
	accounts, _, _, err := node.Ledger.Accounts(t.Context(), business, ledger.AccountFilter{}, books.Page{Limit: 2})
	must(t, err)
	post := w.asks(t, w.ben, pending.PostJournalEntry, "", func(ctx context.Context) (string, error) {
		posted, err := node.Ledger.PostEntry(ctx, business, ledger.NewEntry{Date: clock.Day(w.Clock.Now()), Memo: "Coins", Lines: []ledger.PostingLine{
			{Account: accounts[0].ID, Amount: money.FromInt(5), Memo: "Found"}, {Account: accounts[1].ID, Amount: money.FromInt(-5)},
		}})
		return posted.ID.String(), err
	})
	w.browser.Open(pay)
	w.ben.SignIn(t, node).Open(post)
	b.Open(send)
	b.Submit(send, "decision", "approve")
	_, err = node.Pending.Approve(t.Context(), w.olivia.ID, idOf(t, w.asks(t, w.olivia, pending.RecordPayment, "", paying)))
	must(t, err)
	_, err = node.Pending.Refuse(t.Context(), w.olivia.ID, idOf(t, pay))
	must(t, err)
	w.use(w.bakery)
	w.browser.Open(pagepath.ConnectedApps)
}

// idOf is the action of a page.
func idOf(t *testing.T, page string) ident.PendingAction {
	t.Helper()
	id, err := ident.Parse[ident.PendingAction](strings.TrimPrefix(page, pagepath.Approve))
	must(t, err)
	return id
}

// asks has an assistant ask for something in somebody's name, and is the page on which
// that is approved.
func (w *walk) asks(t *testing.T, user *apptest.User, tool pending.Tool, record string, do pending.Operation) string {
	t.Helper()
	installation, connected, err := w.Node(0).Installs.Current(t.Context(), w.bakery.ID, w.app.ID)
	if must(t, err); !connected {
		t.Fatal("the app is not connected")
	}
	err = w.Node(0).Pending.Perform(t.Context(), pending.Call{
		Business: w.bakery.ID, Installation: installation.ID, App: w.app.ID, User: user.ID,
		Tool: tool, Key: ident.Random().String(), Arguments: []byte("{}"), Record: record,
	}, do)
	refusal, _ := fault.As(err)
	if !errors.Is(err, pending.ErrApprovalNeeded) {
		t.Fatal(err)
	}
	return pagepath.Approve + refusal.Params()["p0"]
}

func (w *walk) devices(t *testing.T) {
	t.Helper()
	w.browser.Open(pagepath.Device)
	w.browser.Submit(pagepath.Device, "user_code", "WRONG-ONE")
	w.browser.Shows(http.StatusUnprocessableEntity, pagepath.Device)
	here := w.browser.From
	w.browser.From = "203.0.113.9"
	w.askByDevice(t, w.browser)
	w.browser.From = here
	w.browser.Submit(pagepath.DeviceDecision, "decision", "deny")
	ben := w.ben.SignIn(t, w.Node(0))
	w.askByDevice(t, ben)

	w.askByDevice(t, w.browser)
	w.browser.Submit(pagepath.DeviceDecision, "decision", "approve", "current_password", w.olivia.Password)
	w.browser.Says(http.StatusOK, "Your device is connected")
	w.machines(t)
}

// machines are Olivia's command lines: one that may only read, and is asked for from
// elsewhere, and one that is then on her account page.
func (w *walk) machines(t *testing.T) {
	t.Helper()
	w.Clock.Move(time.Minute) // codes may be tried again
	here := w.browser.From
	w.browser.From = "203.0.113.9"
	w.askByMachine(t, "", "developer:read")
	w.browser.From = here
	w.browser.Submit(pagepath.DeviceDecision, "decision", "deny")
	collect := w.askByMachine(t, "olivias-laptop", "developer:read")
	w.browser.Submit(pagepath.DeviceDecision, "decision", "approve")
	w.browser.Says(http.StatusOK, "The command line is signed in")
	collect()
	w.browser.Open(pagepath.Account)
}

// askByMachine brings the browser to the page on which a command line's request is
// decided. What it returns collects the token.
func (w *walk) askByMachine(t *testing.T, name, scopes string) (collect func()) {
	t.Helper()
	var started struct {
		UserCode   string `json:"user_code"`
		DeviceCode string `json:"device_code"`
	}
	w.Node(0).Form(t, "/oauth/device/authorize", "client_id", "counterpart-cli", "scope", scopes, "device_name", name).Is(t, http.StatusOK).Read(t, &started)
	w.browser.Open(pagepath.Device + "?user_code=" + started.UserCode)
	w.browser.Submit(pagepath.Device)
	return func() {
		w.Node(0).Form(t, "/oauth/token", "client_id", "counterpart-cli", "device_code", started.DeviceCode,
			"grant_type", "urn:ietf:params:oauth:grant-type:device_code").Is(t, http.StatusOK)
	}
}

// askByDevice brings a browser to the page on which a device's request is decided.
func (w *walk) askByDevice(t *testing.T, b apptest.Browser) {
	t.Helper()
	var started struct {
		UserCode string `json:"user_code"`
	}
	w.app.Post(t, w.Node(0), "/oauth/device/authorize", "scope", "profile:read journal:write").Is(t, http.StatusOK).Read(t, &started)
	b.Open(pagepath.Device + "?user_code=" + started.UserCode)
	b.Submit(pagepath.Device)
	if !b.Page.Has(pagepath.DeviceDecision, "decision") {
		t.Fatalf("no decision is asked for: %d %s", b.Page.Status, b.Page.Heading())
	}
}

// members are asked whether the app may act in their name too: Ben, and Olivia
// who has withdrawn her consent.
func (w *walk) members(t *testing.T) {
	t.Helper()
	tokens := w.app.Given(t, w.olivia, w.bakery, scope.JournalWrite)
	ben := w.ben.SignIn(t, w.Node(0))
	w.Clock.Move(20 * time.Minute)
	ben.Open(pagepath.Embedded + w.app.ID.String())
	ben.Submit(pagepath.EmbeddedConsent, "decision", "approve", "current_password", "wrong")
	ben.Complains(http.StatusUnprocessableEntity, "That is not your current password")
	ben.Submit(pagepath.EmbeddedConsent, "decision", "approve", "current_password", w.ben.Password)
	ben.Open(pagepath.ConnectedApps) // where he may do nothing
	w.use(w.bakery)
	w.end(pagepath.WithdrawConsent, tokens.Installation)
	w.browser.Open(pagepath.Embedded + w.app.ID.String())
	w.browser.Says(http.StatusOK, "Let "+w.app.Name+" act in your name?")
}

// ownApps are those that act for somebody in more businesses than a page looks through.
func (w *walk) ownApps(t *testing.T) {
	t.Helper()
	vera := w.User(t, "Vera")
	office := w.Business(t, vera)
	w.Join(t, w.ben, office, permission.Owner)
	for range 20 {
		w.Business(t, vera)
	}
	tokens := w.app.Given(t, vera, office, scope.ProfileRead, scope.InvoicesRead)
	w.app.Given(t, w.ben, office, scope.ProfileRead, scope.InvoicesRead)
	b := vera.SignIn(t, w.Node(0))
	b.Open(pagepath.OwnApps)
	tokens.Call(t, w.Node(0), "GET /me").Is(t, http.StatusOK)
	w.WriteJournals(t)
	b.Open(pagepath.OwnApps)
	b.Open(pagepath.LeaveBusiness + "?business=" + office.ID.String())
	b.Open(pagepath.StopApp + "?installation=" + tokens.Installation.String())
	b.Submit(pagepath.StopApp)
	b.IsAt(pagepath.OwnApps)
	w.leave(t, vera, office)
	w.browser.Open(pagepath.OwnApps) // in a sandbox, too
}

// leave has two owners leave a business at once; the second is told to stay.
func (w *walk) leave(t *testing.T, first *apptest.User, office tenancy.Business) {
	t.Helper()
	ben := w.ben.SignIn(t, w.Node(0))
	ben.Open(pagepath.LeaveBusiness + "?business=" + office.ID.String())
	must(t, w.Node(0).Tenancy.Leave(t.Context(), first.ID, office.ID))
	ben.Submit(pagepath.LeaveBusiness)
	ben.Shows(http.StatusUnprocessableEntity, pagepath.LeaveBusiness)
}

// didMuch has an app do all that its activity can show.
func (w *walk) didMuch(t *testing.T, tokens apptest.Tokens) {
	t.Helper()
	node := w.Node(0)
	var customer, invoice struct{ ID string }
	for i := range 51 {
		tokens.Send(t, node, "POST /customers", map[string]any{"type": "PERSON", "name": fmt.Sprint("Ada ", i)}).Is(t, http.StatusCreated).Read(t, &customer)
	}
	w.Clock.Move(time.Second) // what follows is newer, and on the first page
	tokens.Send(t, node, "PATCH /customers/"+customer.ID, map[string]any{"name": "Ada"}, `If-Match: "1"`).Is(t, http.StatusOK)
	tokens.Send(t, node, "POST /invoices", map[string]any{
		"customerId": customer.ID, "lines": []map[string]any{{"description": "Bread", "quantity": "1", "unitPrice": "3.00"}},
	}).Is(t, http.StatusCreated).Read(t, &invoice)
	tokens.Send(t, node, "POST /invoices/"+invoice.ID+"/issue", map[string]any{}).Is(t, http.StatusOK)
	tokens.Call(t, node, "GET /invoices").Is(t, http.StatusOK)
}

// didMore repeats an app's last change until it is counted no further.
func (w *walk) didMore(t *testing.T) {
	t.Helper()
	_, err := w.Node(0).DB.Pool().Exec(t.Context(), `
		INSERT INTO activity.entries (shard, business_id, id, app_id, at, kind, record_id, other_ids, changes)
		SELECT shard, business_id, overlay(id::text placing to_char(n, 'FM000000000000') from 25)::uuid, app_id, at, kind, record_id, other_ids, changes
		FROM  (SELECT * FROM activity.entries WHERE shard = $1 AND business_id = $2 ORDER BY id DESC LIMIT 1) last, generate_series(1, 1000) n`,
		w.bakery.ID.Shard, w.bakery.ID.UUID)
	must(t, err)
}

func (w *walk) connectedApps(t *testing.T) {
	t.Helper()
	node := w.Node(0)
	tokens := w.app.Given(t, w.olivia, w.bakery, scope.ProfileRead)
	tokens.Call(t, node, "GET /me").Is(t, http.StatusOK)
	writes := w.app.Given(t, w.olivia, w.bakery, scope.CustomersWrite, scope.PaymentsWrite, scope.InvoicesWrite, scope.InvoicesRead)
	w.didMuch(t, writes)
	w.WriteJournals(t)
	w.use(w.bakery)
	w.browser.Open(pagepath.ConnectedApps)
	w.browser.Open(pagepath.AppActivity + "?installation=" + writes.Installation.String() + "&kind=CUSTOMER")
	w.browser.Open(w.browser.Page.Link(t, "Older changes"))
	w.browser.Open(pagepath.AppActivity + "?installation=" + writes.Installation.String() + "&from=yesterday")
	w.browser.Shows(http.StatusUnprocessableEntity, pagepath.AppActivity)
	w.browser.Open(pagepath.AppActivity + "?installation=" + writes.Installation.String())
	w.browser.Open(pagepath.Embedded + w.app.ID.String())
	w.browser.Says(http.StatusOK, w.app.Name)
	w.records(t, writes)
	w.didMore(t)
	w.browser.Open(pagepath.ConnectedApps)
	w.end(pagepath.RevokeAccess, tokens.Installation)

	w.use(w.sandbox)
	inst, _, err := node.Installs.Current(t.Context(), w.sandbox.ID, w.draft.ID)
	must(t, err)
	for _, change := range []func() error{
		func() error { _, err := node.Installs.Suspend(t.Context(), inst.ID); return err },
		func() error { _, err := node.Installs.Resume(t.Context(), inst.ID); return err },
		func() error { _, err := node.Apps.Deactivate(t.Context(), w.draft.ID); return err },
		func() error { _, err := node.Apps.Suspend(t.Context(), w.draft.ID); return err },
	} {
		must(t, change())
		w.browser.Open(pagepath.ConnectedApps)
		w.browser.IsAt(pagepath.ConnectedApps)
	}
	w.browser.Open(pagepath.Authorize + "?" + w.draft.Asks(scope.InvoicesRead).Encode())
	w.browser.Shows(http.StatusBadRequest, pagepath.Authorize)
	w.end(pagepath.Uninstall, inst.ID)
}

// records are what the app left in the books, lists of them and one in full.
func (w *walk) records(t *testing.T, tokens apptest.Tokens) {
	t.Helper()
	w.browser.Open(pagepath.Customers)
	w.browser.Open(w.browser.Page.Link(t, "Older ones"))
	w.browser.Open(pagepath.Invoices + "?state=PAID&q=bread&from=2020-01-01&to=2030-01-01")
	w.browser.Open(pagepath.Invoices + "?from=yesterday")
	w.browser.Shows(http.StatusUnprocessableEntity, pagepath.Invoices)
	w.browser.Open(pagepath.Invoices)
	invoice := w.browser.Page.Links(pagepath.Invoices + "/")[0]
	w.browser.Open(invoice)
	customer := w.browser.Page.Links(pagepath.Customers + "/")[0]
	tokens.Send(t, w.Node(0), "POST /payments", map[string]any{
		"customerId": strings.TrimPrefix(customer, pagepath.Customers+"/"), "amount": "3.00", "method": "CASH",
		"allocations": []map[string]any{{"invoiceId": strings.TrimPrefix(invoice, pagepath.Invoices+"/"), "amount": "3.00"}},
	}).Is(t, http.StatusCreated)
	w.appFields(t, tokens, strings.TrimPrefix(invoice, pagepath.Invoices+"/"))
	w.invoiceActs(t, tokens, strings.TrimPrefix(customer, pagepath.Customers+"/"))
	w.panels(t)
	w.browser.Open(invoice)
	zoe := w.User(t, "Zoe") // who has not let the app act in her name
	w.Join(t, zoe, w.bakery, permission.Viewer)
	at := zoe.SignIn(t, w.Node(0)) // at home, and so asked about a card
	at.Open(invoice)
	w.browser.Open(customer)
	w.browser.Open(pagepath.JournalEntries)
	w.browser.Open(w.browser.Page.Links(pagepath.JournalEntries + "/")[0])
}

// panels are the app's own pages on an invoice, in the navigation and at home.
func (w *walk) panels(t *testing.T) {
	t.Helper()
	for _, of := range []extensions.Type{extensions.RecordPanel, extensions.RecordAction} {
		_, err := w.Node(0).Extensions.Add(t.Context(), w.app.App, extensions.Details{Type: of, Resource: appdata.Invoice, Label: "Stock", Path: "/stock"})
		must(t, err)
	}
	for _, of := range []extensions.Type{extensions.NavPage, extensions.DashboardCard} {
		_, err := w.Node(0).Extensions.Add(t.Context(), w.app.App, extensions.Details{Type: of, Label: "Board", Path: "/board"})
		must(t, err)
	}
	w.browser.Open(pagepath.Home)
	w.browser.Open(w.browser.Page.Links(pagepath.AppPage)[0])
}

// invoiceActs take a draft through its life.
func (w *walk) invoiceActs(t *testing.T, tokens apptest.Tokens, customer string) {
	t.Helper()
	var draft struct{ ID string }
	tokens.Send(t, w.Node(0), "POST /invoices", map[string]any{
		"customerId": customer, "dueDate": "2030-01-01", "lines": []map[string]any{{"description": "Bread", "quantity": "1", "unitPrice": "3.00"}},
	}).Is(t, http.StatusCreated).Read(t, &draft)
	at := func(act string) string { return pagepath.Invoices + "/" + draft.ID + "/" + act }
	w.browser.Open(at("issue"))
	w.browser.Submit(at("issue"))
	w.browser.Open(at("send"))
	w.browser.Submit(at("send"), "email", "nobody")
	w.browser.Submit(at("send"), "email", "ada@people.test")
	w.browser.Open(at("send"))
	w.browser.Open(at("void"))
	w.browser.Open(at("pay"))
	w.browser.Submit(at("pay"), "amount", "a lot", "method", "CARD", "reference", "Till 2")
	w.browser.Shows(http.StatusUnprocessableEntity, at("pay"))
	w.browser.Open(pagepath.Invoices + "/" + draft.ID)
}

// appFields are what the app shows on an invoice.
func (w *walk) appFields(t *testing.T, tokens apptest.Tokens, invoice string) {
	t.Helper()
	editable := func(label string, of appdata.Type, rules appdata.Rules) appdata.Details {
		return appdata.Details{Label: label, Description: "About it", Type: of, Rules: rules, VisibleToBusiness: true, EditableByBusiness: true}
	}
	slot := editable("Slot", appdata.Choice, appdata.Rules{Choices: []string{"early", "late"}})
	for key, details := range map[string]appdata.Details{"slot": slot, "crates": editable("Crates", appdata.Integer, appdata.Rules{})} {
		_, err := w.Node(0).AppData.Declare(t.Context(), w.app.App, appdata.NewField{Resource: appdata.Invoice, Key: key, Details: details})
		must(t, err)
	}
	tokens.Send(t, w.Node(0), "PUT /app-data", map[string]any{"values": []map[string]any{
		{"resourceType": "INVOICE", "resourceId": invoice, "key": "slot", "value": "late"},
	}}).Is(t, http.StatusOK)
	w.browser.Open(pagepath.Invoices + "/" + invoice)
	save := pagepath.Invoices + "/" + invoice + "/app-fields"
	form := w.browser.Page.Form(t, save)
	for name := range form {
		if strings.HasPrefix(name, "adf_") && form.Get(name) == "" {
			form.Set(name, "a dozen")
		}
	}
	w.browser.Post(save, form)
	w.browser.Shows(http.StatusUnprocessableEntity, save)
}

func (w *walk) end(path string, id ident.Installation) {
	w.browser.Open(path + "?" + url.Values{"installation": {id.String()}}.Encode())
	w.browser.Submit(path)
	w.browser.IsAt(pagepath.ConnectedApps)
}

func (w *walk) reference(t *testing.T) {
	t.Helper()
	w.browser.Open(pagepath.ReferenceChanges)
	for _, row := range version.All() {
		w.browser.Open(pagepath.Reference + "/" + row.Name)
		for _, page := range w.browser.Page.Links(pagepath.Reference + "/" + row.Name + "/") {
			w.browser.Open(page)
		}
	}
}

// signUp makes an account, at the second try.
func (w *walk) signUp(t *testing.T) {
	t.Helper()
	const email = "nina@example.com"
	b := w.Node(0).Browser(t)
	b.Open(pagepath.SignIn)
	b.Open(pagepath.SignUp)
	b.Submit(pagepath.SignUp, "email", email)
	w.RunJobs(t)
	link, err := url.Parse(w.Mail.Wait(t, email).Link())
	must(t, err)
	b.Open(link.RequestURI())
	b.Submit(pagepath.ConfirmSignUp, "name", "", "new_password", apptest.Password, "repeat_password", apptest.Password)
	b.Submit(pagepath.ConfirmSignUp, "name", "Nina", "new_password", apptest.Password, "repeat_password", apptest.Password)
}

// marketplace shows more listings than a page has room for, and one of them whole.
func (w *walk) marketplace(t *testing.T) {
	t.Helper()
	w.web.Answers(http.StatusOK, "")
	var app *apptest.App
	for i := range 31 { // a page has 30
		app = w.complete(t, w.DraftApp(t, scope.InvoicesRead))
		app.Lists(t, w.web, fmt.Sprint("listed-", i))
		w.Clock.Move(time.Second)
	}
	w.browser.Open(pagepath.Marketplace)
	w.browser.Open(pagepath.Marketplace + "?category=POINT_OF_SALE")
	w.browser.Open(pagepath.Marketplace + "?category=PAYROLL&q=time+travel")
	w.browser.Open(pagepath.Marketplace + "/listed-3")
	app.Connect(t, w.olivia, w.bakery, scope.InvoicesRead)
	w.use(w.bakery)
	w.browser.Open(pagepath.Marketplace + "/listed-30")
}
