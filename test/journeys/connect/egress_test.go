package connect_test

import (
	"fmt"
	"net"
	"net/http"
	"net/netip"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/counterpart/counterpart/internal/app"
	"github.com/counterpart/counterpart/internal/apptest"
	"github.com/counterpart/counterpart/internal/base/actor"
	"github.com/counterpart/counterpart/internal/base/egress/egresstest"
	"github.com/counterpart/counterpart/internal/core/webhooks"
	"github.com/counterpart/counterpart/internal/vocab/event"
	"github.com/counterpart/counterpart/internal/vocab/scope"
)

// egressFixture has the four ways in which a stranger can make us call an address:
// a webhook that is registered, its deliveries, its test deliveries, and the
// document that a client id is the address of.
type egressFixture struct {
	*apptest.Service
	names  *egresstest.NameServer
	canary *canary
	maker  apptest.Browser
	app    *apptest.App
	tokens apptest.Tokens
	asked  int
}

// canary is a server of our own, inside. Whoever connects to it has got through.
type canary struct {
	port    uint16
	reached atomic.Int64
}

// startCanary listens on every address of this machine.
func startCanary(t *testing.T) *canary {
	t.Helper()
	listener, err := net.Listen("tcp", ":0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = listener.Close() })
	c := &canary{port: uint16(listener.Addr().(*net.TCPAddr).Port)}
	go func() {
		for {
			conn, err := listener.Accept()
			if err != nil {
				return
			}
			c.reached.Add(1)
			_ = conn.Close()
		}
	}()
	return c
}

func newEgressFixture(t *testing.T, options ...apptest.Option) *egressFixture {
	t.Helper()
	names, resolver := egresstest.StartDNS(t)
	names.TeachInside()
	f := &egressFixture{names: names, canary: startCanary(t)}
	// The canary's port is an allowed one, so that the address alone decides.
	ports := apptest.Configure(func(c *app.Config) { c.EgressPorts = []uint16{443, f.canary.port} })
	f.Service = apptest.Start(t, append([]apptest.Option{ports, apptest.Resolving(resolver)}, options...)...)
	f.app = f.ReviewedApp(t, scope.SuppliersRead, scope.SuppliersWrite)
	f.maker = f.app.Maker.Registers(t).SignIn(t, f.Node(0))
	owner := f.Person(t, "Olivia")
	f.tokens = f.app.Given(t, owner, f.Business(t, owner), scope.SuppliersRead, scope.SuppliersWrite)
	return f
}

func (f *egressFixture) at(route string) string {
	method, path, _ := strings.Cut(route, " ")
	return method + " /developer/apps/" + f.app.ID.String() + "/webhooks" + path
}

// refuseRegistration fails the test unless the console refuses the address.
func (f *egressFixture) refuseRegistration(t *testing.T, address string) {
	t.Helper()
	f.maker.API(t, f.at("POST"), map[string]any{"url": address, "events": []string{"supplier.created"}}).
		Refuses(t, http.StatusBadRequest, "WEBHOOK_URL_REFUSED")
}

// hook makes a webhook with an address that nobody has looked at.
func (f *egressFixture) hook(t *testing.T, address string) webhooks.Webhook {
	t.Helper()
	made, _, err := f.Node(0).Webhooks.Register(t.Context(), f.app.App, webhooks.NewWebhook{
		Details:    webhooks.Details{URL: address, Events: []event.Name{event.SupplierCreated}, Enabled: true},
		AnyAddress: true,
	})
	if err != nil {
		t.Fatal(err)
	}
	return made
}

// deliver sends an event and a test to a webhook, and tells what became of the
// first attempt at each.
func (f *egressFixture) deliver(t *testing.T, hook webhooks.Webhook) (attempts []webhooks.Attempt) {
	t.Helper()
	f.tokens.Send(t, f.Node(0), "POST /suppliers", map[string]string{"name": "Flour and Co"}).Is(t, http.StatusCreated)
	if _, err := f.Node(0).Webhooks.Try(t.Context(), f.app.App, hook, ""); err != nil {
		t.Fatal(err)
	}
	f.Node(0).DeliverAll(t)
	list, err := f.Node(0).Webhooks.Deliveries(t.Context(), hook, webhooks.Filter{}, 10)
	if err != nil || len(list) != 2 || list[0].Test() == list[1].Test() {
		t.Fatalf("want an event's delivery and a test, got %+v, %v", list, err)
	}
	for _, delivery := range list {
		seen, err := f.Node(0).Webhooks.Inspect(t.Context(), hook, delivery.ID)
		if err != nil || len(seen.Log) != 1 {
			t.Fatalf("%+v, %v", seen, err)
		}
		attempts = append(attempts, seen.Log[0])
	}
	return attempts
}

// refuseDelivery fails the test unless the guard stops both kinds of delivery.
func (f *egressFixture) refuseDelivery(t *testing.T, address string) {
	t.Helper()
	hook := f.hook(t, address)
	for _, attempt := range f.deliver(t, hook) {
		// A name inside is like a name that nobody has; an address says itself what it is.
		if attempt.Failure != "refused" && attempt.Failure != "dns" || attempt.Status != nil {
			t.Errorf("the attempt ended with %q: %s", attempt.Failure, attempt.Error)
		}
		if strings.Contains(attempt.Error, "10.0.0.7") || strings.Contains(attempt.Error, "fd00::7") {
			t.Errorf("the address that a name has inside is told: %s", attempt.Error)
		}
	}
	if err := f.Node(0).Webhooks.Remove(t.Context(), f.app.App, hook.ID); err != nil {
		t.Fatal(err)
	}
}

// refuseDocument fails the test unless the address is no client's.
func (f *egressFixture) refuseDocument(t *testing.T, address string) {
	t.Helper()
	f.asked++ // from another address each time, as only so many are fetched for one
	ctx := actor.With(t.Context(), actor.Actor{Kind: actor.System, Address: netip.AddrFrom4([4]byte{198, 51, 100, byte(f.asked)})})
	if _, ok, err := f.Node(0).Clients.Find(ctx, address); ok || err != nil {
		t.Errorf("it is taken for a client: %v", err)
	}
}

// untouched fails the test if anybody got through.
func (f *egressFixture) untouched(t *testing.T) {
	t.Helper()
	if n := f.canary.reached.Load(); n != 0 {
		t.Fatalf("the server inside was reached %d times", n)
	}
}

func TestNoDoorLeadsInside(t *testing.T) {
	t.Parallel()
	f := newEgressFixture(t)
	for _, form := range egresstest.Inside {
		t.Run("HOOK-01 "+form.Name, func(t *testing.T) {
			address := fmt.Sprintf("https://%s:%d/hook", form.Host, f.canary.port)
			f.refuseRegistration(t, address)
			if form.Host != egresstest.InAndOut { // half of it is public; that is not for a test to dial
				f.refuseDelivery(t, address)
				f.refuseDocument(t, address)
			}
			f.untouched(t)
		})
	}
}

func TestNoTrickOfAnAddressLeadsInside(t *testing.T) {
	t.Parallel()
	f := newEgressFixture(t)
	f.names.Set("receiver.example", egresstest.Public)
	inside := fmt.Sprintf("127.0.0.1:%d", f.canary.port)
	for name, address := range map[string]string{
		"plain http":                       "http://receiver.example/hook",
		"plain http inside":                "http://" + inside + "/hook",
		"another scheme":                   "gopher://" + inside + "/hook",
		"a file":                           "file:///etc/passwd",
		"no scheme":                        "//" + inside + "/hook",
		"no slashes":                       "https:" + inside,
		"three slashes":                    "https:///" + inside,
		"a user name that looks public":    "https://receiver.example@" + inside + "/hook",
		"a user name that looks inside":    "https://" + inside + "@receiver.example/hook",
		"a password":                       "https://ada:pw@receiver.example/hook",
		"a backslash before the at":        `https://receiver.example\@` + inside + "/hook",
		"a fragment":                       "https://receiver.example/hook#@" + inside,
		"a fragment before the at":         "https://receiver.example#@" + inside + "/hook",
		"an escaped slash":                 "https://receiver.example%2f@" + inside + "/hook",
		"a line feed":                      "https://receiver.example/hook\n@" + inside,
		"a space":                          "https://127.0.0.1 .receiver.example/hook",
		"another letter for the full stop": "https://127。0。0。1/hook",
		"the port of SSH":                  "https://receiver.example:22/hook",
		"the port of SMTP":                 "https://receiver.example:25/hook",
		"the port of PostgreSQL":           "https://receiver.example:5432/hook",
		"the port of Redis":                "https://receiver.example:6379/hook",
		"port 0":                           "https://receiver.example:0/hook",
		"a port that is none":              "https://receiver.example:70000/hook",
	} {
		t.Run("HOOK-01 "+name, func(t *testing.T) {
			f.refuseRegistration(t, address)
			f.refuseDelivery(t, address)
			f.refuseDocument(t, address)
			f.untouched(t)
		})
	}
}

// The name server answers with a public address when the webhook is registered,
// and with one of ours when it is used.
func TestRebindingLeadsNowhere(t *testing.T) {
	t.Parallel()
	f := newEgressFixture(t)
	for name, address := range map[string]string{"IPv4": "127.0.0.1", "IPv6": "::1", "mapped": "::ffff:127.0.0.1"} {
		t.Run("HOOK-01 "+name, func(t *testing.T) {
			f.names.Set("rebinding.example", egresstest.Public)
			target := fmt.Sprintf("https://rebinding.example:%d/%s", f.canary.port, name)
			var hook struct{ ID string }
			f.maker.API(t, f.at("POST"), map[string]any{"url": target, "events": []string{"supplier.created"}}).Is(t, http.StatusCreated).Read(t, &hook)
			f.maker.API(t, f.at("DELETE /"+hook.ID), nil).Is(t, http.StatusNoContent)

			f.names.Set("rebinding.example", address)
			f.refuseDelivery(t, target)
			f.refuseDocument(t, target)
			f.refuseRegistration(t, target)
			f.untouched(t)
		})
	}
}

// An endpoint that may be reached sends us on to one that may not.
func TestARedirectLeadsNowhere(t *testing.T) {
	t.Parallel()
	receiver := apptest.NewReceiver(t)
	f := newEgressFixture(t, receiver.Reachable(t))
	for _, status := range []int{301, 302, 303, 307, 308} {
		t.Run(fmt.Sprintf("HOOK-06 %d", status), func(t *testing.T) {
			receiver.Does(func(w http.ResponseWriter, _ *http.Request) {
				w.Header().Set("Location", fmt.Sprintf("https://127.0.0.1:%d/", f.canary.port))
				w.WriteHeader(status)
			})
			hook := f.hook(t, receiver.URL)
			for _, attempt := range f.deliver(t, hook) {
				if attempt.Status == nil || *attempt.Status != status || attempt.Failure != "status" {
					t.Errorf("the attempt ended with %q: %s", attempt.Failure, attempt.Error)
				}
			}
			if err := f.Node(0).Webhooks.Remove(t.Context(), f.app.App, hook.ID); err != nil {
				t.Fatal(err)
			}
			f.refuseDocument(t, fmt.Sprintf("%s/%d", receiver.URL, status))
			f.untouched(t)
		})
	}
}
