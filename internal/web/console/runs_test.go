package console_test

import (
	"fmt"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/counterpart/counterpart/internal/apptest"
	"github.com/counterpart/counterpart/internal/base/ident"
	"github.com/counterpart/counterpart/internal/core/books/purchases"
	"github.com/counterpart/counterpart/internal/core/functions"
	"github.com/counterpart/counterpart/internal/core/tenancy"
	"github.com/counterpart/counterpart/internal/vocab/scope"
)

// functionFixture is a fixture whose app has a function beside its webhook.
type functionFixture struct {
	*deliveryFixture
	path string // of the function
}

type run = map[string]any

func newFunctionFixture(t *testing.T, source string, options ...apptest.Option) *functionFixture {
	t.Helper()
	f := &functionFixture{deliveryFixture: newDeliveryFixture(t, options...)}
	var made struct{ ID string }
	f.API(t, "POST /developer/apps/"+f.app.ID.String()+"/functions", run{"name": "on-supplier", "source": source}).Is(t, http.StatusCreated).Read(t, &made)
	f.path = "/developer/apps/" + f.app.ID.String() + "/functions/" + made.ID
	f.subscribes(t, true)
	return f
}

func (f *functionFixture) subscribes(t *testing.T, enabled bool) {
	t.Helper()
	f.ask(t, "PUT /subscription", run{"events": []string{"supplier.created"}, "enabled": enabled})
}

func (f *functionFixture) uploads(t *testing.T, source string) {
	t.Helper()
	f.ask(t, "PUT /source", run{"source": source})
}

// ask asks something about the function.
func (f *functionFixture) ask(t *testing.T, route string, body any) (got run) {
	t.Helper()
	f.API(t, f.route(route), body).Is(t, http.StatusOK).Read(t, &got)
	return got
}

func (f *functionFixture) route(route string) string {
	method, path, _ := strings.Cut(route, " ")
	return method + " " + f.path + path
}

func (f *functionFixture) runs(t *testing.T, query string) (list []run) {
	t.Helper()
	for _, row := range f.ask(t, "GET /runs"+query, nil)["data"].([]any) {
		list = append(list, row.(run))
	}
	return list
}

// latestRun is all that is known of the last run.
func (f *functionFixture) latestRun(t *testing.T) run {
	t.Helper()
	list := f.runs(t, "?limit=1")
	if len(list) == 0 {
		t.Fatal("there is no run")
	}
	return f.ask(t, "GET /runs/"+list[0]["id"].(string), nil)
}

// suppliers are the names of the business's suppliers.
func (f *functionFixture) suppliers(t *testing.T) (names []string) {
	t.Helper()
	var list struct{ Data []struct{ Name string } }
	f.tokens.Send(t, f.Node(0), "GET /suppliers?limit=100", nil).Is(t, http.StatusOK).Read(t, &list)
	for _, one := range list.Data {
		names = append(names, one.Name)
	}
	slices.Sort(names)
	return names
}

func TestAFunctionRunsForItsEvents(t *testing.T) {
	t.Parallel()
	f := newFunctionFixture(t, `export async function handler(event, ctx) {
		ctx.log("hello", event.type)
		const me = await ctx.api("GET", "/suppliers?limit=1")
		return {status: me.status, name: me.body.data[0].name, event: event.eventId, version: event.apiVersion, greeting: ctx.config.GREETING, key: ctx.config.KEY.length}
	}`)
	f.ask(t, "PUT /config", run{"values": []run{{"name": "GREETING", "secret": false, "value": "Moin"}, {"name": "KEY", "secret": true, "value": "s3cr3t"}}})
	f.happens(t)
	r := f.latestRun(t)
	t.Run("FUN-02 it sees the event, the API, its log and its settings", func(t *testing.T) {
		same(t, map[string]any{"status": 200.0, "name": "Flour and Co", "event": r["eventId"], "version": "2026-11-01", "greeting": "Moin", "key": 6.0}, r["output"].(run))
		same(t, "hello supplier.created", r["log"].([]any)[0].(run)["text"])
	})
	t.Run("FUN-03 it is told what a webhook is told", func(t *testing.T) {
		sent := f.receiver.Got()[0]
		input := r["input"].(run)
		if !strings.Contains(string(sent.Body), fmt.Sprintf("%q:%q", "eventId", input["eventId"])) || input["businessId"] != f.business.ID.String() {
			t.Errorf("got %v beside %s", input, sent.Body)
		}
	})
	t.Run("FUN-05 a run names its version", func(t *testing.T) {
		same(t, 1.0, r["version"].(float64))
		same(t, "succeeded", r["status"].(string))
	})
	t.Run("FUN-02 secrets are shown to nobody", func(t *testing.T) {
		if values := f.ask(t, "GET /config", nil)["values"].([]any); values[1].(run)["value"] != nil {
			t.Errorf("got %v", values)
		}
		f.ask(t, "PUT /config", run{"values": []run{{"name": "GREETING", "secret": false, "value": "Hi"}, {"name": "KEY", "secret": true, "value": nil}}})
		f.happens(t)
		same(t, 6.0, f.latestRun(t)["output"].(run)["key"].(float64))
		f.API(t, f.route("PUT /config"), run{"values": []run{{"name": "OTHER", "secret": true, "value": nil}}}).Refuses(t, http.StatusBadRequest, "FUNCTION_SETTING_UNKNOWN")
	})
}

func TestAFunctionThatFailsIsTriedAgainAsAWebhookIs(t *testing.T) {
	t.Parallel()
	f := newFunctionFixture(t, `export default () => {}`)
	f.ask(t, "PUT /config", run{"values": []run{{"name": "FAIL", "secret": false, "value": "yes"}}})
	f.uploads(t, `export async function handler(event, ctx) {
		if (event.data.name.startsWith("By ")) return "mine" // what it makes is an event, too
		const made = await ctx.api("POST", "/suppliers", {name: "By " + event.eventId})
		if (ctx.config.FAIL) throw new Error("no " + made.status)
		return made.body.id
	}`)
	f.happens(t)
	r := f.runs(t, "?status=failed")[0]
	t.Run("FUN-03 a failure says why", func(t *testing.T) {
		same(t, "threw", r["outcome"].(string))
		if !strings.Contains(r["failure"].(string), "no 201") {
			t.Errorf("got %v", r["failure"])
		}
	})
	for _, pause := range []time.Duration{time.Minute, 5 * time.Minute, 30 * time.Minute, 2 * time.Hour} {
		f.Clock.Move(pause)
		f.deliver(t)
	}
	t.Run("FUN-03 the same attempts and delays", func(t *testing.T) {
		same(t, 5, len(f.runs(t, "?status=failed")))
	})
	f.ask(t, "PUT /config", run{"values": []run{}})
	f.Clock.Move(6 * time.Hour)
	f.deliver(t)
	t.Run("FUN-04 what it did through the API happened once", func(t *testing.T) {
		f.tokens = f.app.Given(t, f.owner, f.business, scope.SuppliersRead) // those before have expired
		if made := f.suppliers(t); len(made) != 2 {
			t.Errorf("got %q", made)
		}
		last := f.runs(t, "?version=2&limit=1")[0]
		same(t, "succeeded", last["status"].(string))
		same(t, 6.0, last["attempt"].(float64))
		f.API(t, f.route("POST /runs/"+r["id"].(string)+"/repeat"), nil).Refuses(t, http.StatusBadRequest, "FUNCTION_RUN_NOT_FAILED")
	})
}

var requestIDs = regexp.MustCompile(`req_\w+`)

func TestAFunctionThatWasRefusedCanBeMended(t *testing.T) {
	t.Parallel()
	f := newFunctionFixture(t, `export async function handler(event, ctx) {
		if (event.data.name.startsWith("By ")) return "mine" // what it makes is an event, too
		const made = await ctx.api("POST", "/suppliers", JSON.parse(ctx.config.BODY))
		if (made.status !== 201) throw new Error("refused: " + made.status)
		return made.status
	}`)
	sends := func(body string) {
		f.ask(t, "PUT /config", run{"values": []run{{"name": "BODY", "secret": false, "value": body}}})
	}
	made := func(t *testing.T, want string) {
		t.Helper()
		f.tokens = f.app.Given(t, f.owner, f.business, scope.SuppliersRead) // those before may have expired
		if !slices.Contains(f.suppliers(t), want) {
			t.Errorf("%s is not among %q, after %v", want, f.suppliers(t), f.latestRun(t))
		}
	}
	sends(`{}`)
	f.happens(t)
	t.Run("FUN-04 a refusal changes nothing: the same call, mended, is carried out", func(t *testing.T) {
		sends(`{"name": "By retry"}`)
		f.Clock.Move(time.Minute)
		f.deliver(t)
		made(t, "By retry")
	})
	sends(`{}`)
	f.happens(t)
	failed := f.runs(t, "?status=failed")[0]
	for _, pause := range []time.Duration{time.Minute, 5 * time.Minute, 30 * time.Minute, 2 * time.Hour, 6 * time.Hour} {
		f.Clock.Move(pause)
		f.deliver(t)
	}
	f.Clock.Move(20 * time.Hour)
	sends(`{"name": "By hand"}`)
	t.Run("FUN-04 and as late as if it had not been made", func(t *testing.T) {
		f.ask(t, "POST /runs/"+failed["id"].(string)+"/repeat", nil)
		f.deliver(t)
		made(t, "By hand")
	})
}

func TestAFunctionMeetsWhatATokenMeets(t *testing.T) {
	t.Parallel()
	f := newFunctionFixture(t, `export async function handler(event, ctx) {
		const answers = []
		for (const [method, path, body] of JSON.parse(ctx.config.CALLS)) {
			const a = await ctx.api(method, path, body)
			answers.push([a.status, a.body && a.body.code])
		}
		return answers
	}`)
	stranger := f.Person(t, "Stranger")
	theirs, err := f.Node(0).Purchases.Create(operator(t), f.Business(t, stranger).ID, purchases.Details{Name: "Not yours"})
	must(t, err)
	asks := func(t *testing.T, calls string) string {
		t.Helper()
		f.ask(t, "PUT /config", run{"values": []run{{"name": "CALLS", "secret": false, "value": calls}}})
		f.Clock.Move(time.Second)
		f.happens(t)
		return fmt.Sprint(f.latestRun(t)["output"])
	}
	t.Run("FUN-02 another business's records do not exist", func(t *testing.T) {
		same(t, "[[404 SUPPLIER_NOT_FOUND]]", asks(t, `[["GET", "/suppliers/`+theirs.ID.String()+`"]]`))
	})
	t.Run("FUN-02 a scope that the installation does not hold", func(t *testing.T) {
		same(t, "[[403 INSUFFICIENT_SCOPE]]", asks(t, `[["GET", "/invoices"]]`))
	})
	t.Run("FUN-02 the Business API and nothing else", func(t *testing.T) {
		same(t, "[[404 <nil>] [404 <nil>] [404 <nil>] [403 ENDPOINT_NOT_EXPOSED] [400 <nil>]]", asks(t, `[["GET", "/developer/apps/`+f.app.ID.String()+`"], ["POST", "/oauth/token"], ["POST", "/mcp"], ["GET", "/members"], ["GET", "//elsewhere.test/"]]`))
	})
	t.Run("FUN-02 a refusal leaves a line in its log, with the code and the request, and without the query", func(t *testing.T) {
		asks(t, `[["GET", "/suppliers?limit=1"], ["GET", "/invoices?search=Ada"], ["POST", "/suppliers", {}], ["GET", "//elsewhere.test/"]]`)
		var lines []string
		for _, line := range f.latestRun(t)["log"].([]any) {
			lines = append(lines, requestIDs.ReplaceAllString(line.(run)["text"].(string), "req_1"))
		}
		same(t, []string{
			"GET /invoices: 403 INSUFFICIENT_SCOPE (req_1)", `POST /suppliers: 400 ["name should not be empty"] (req_1)`,
			`GET //elsewhere.test/: 400 "This is no request: the path must begin with one slash."`,
		}, lines)
	})
	t.Run("FUN-02 what it calls is in the request log, as its own", func(t *testing.T) {
		f.WriteJournals(t)
		var log struct {
			Data []struct{ Path, UserAgent string }
		}
		f.API(t, "GET /developer/apps/"+f.app.ID.String()+"/requests?limit=100", nil).Is(t, http.StatusOK).Read(t, &log)
		if !slices.ContainsFunc(log.Data, func(line struct{ Path, UserAgent string }) bool {
			return line.Path == "/invoices" && line.UserAgent == "Function on-supplier"
		}) {
			t.Errorf("got %+v", log)
		}
	})
	t.Run("FUN-02 the app's limit", func(t *testing.T) {
		for range 300 {
			f.tokens.Send(t, f.Node(0), "GET /suppliers?limit=1", nil)
		}
		if got := asks(t, `[["GET", "/suppliers"]]`); got != "[[429 APP_RATE_LIMITED]]" {
			t.Errorf("got %s", got)
		}
	})
}

func TestVersionsOfAFunction(t *testing.T) {
	t.Parallel()
	f := newFunctionFixture(t, `export default () => 1`)
	f.uploads(t, `export default () => 2`)
	tried := f.ask(t, "PUT /source", run{"source": `export default () => 3`, "live": false})
	t.Run("FUN-05 one is live", func(t *testing.T) {
		same(t, 2.0, tried["current"].(run)["version"].(float64))
		same(t, 3.0, tried["uploaded"].(run)["version"].(float64))
		f.happens(t)
		same(t, 2.0, f.latestRun(t)["output"].(float64))
	})
	t.Run("FUN-05 another can be tried by hand", func(t *testing.T) {
		f.Clock.Move(time.Second)
		asked := f.ask(t, "POST /run", run{"version": 3})
		same(t, []any{"waiting", true}, []any{asked["status"], asked["byHand"]})
		f.deliver(t)
		r := f.ask(t, "GET /runs/"+asked["id"].(string), nil)
		same(t, []any{3.0, true, "test", 3.0}, []any{r["output"], r["byHand"], r["businessId"], r["version"]})
		f.API(t, f.route("POST /run"), run{"version": 9}).Refuses(t, http.StatusNotFound, "FUNCTION_VERSION_NOT_FOUND")
	})
	t.Run("FUN-05 roll back", func(t *testing.T) {
		f.ask(t, "PUT /live", run{"version": 1})
		f.Clock.Move(time.Second)
		f.happens(t)
		same(t, 1.0, f.latestRun(t)["output"].(float64))
		f.API(t, f.route("PUT /live"), run{"version": 7}).Refuses(t, http.StatusNotFound, "FUNCTION_VERSION_NOT_FOUND")
		same(t, 4.0, f.ask(t, "PUT /source", run{"source": `export default () => 4`})["uploaded"].(run)["version"].(float64))
	})
	t.Run("FUN-05 the runs of a version", func(t *testing.T) {
		same(t, []int{1, 1, 1, 0, 3}, []int{len(f.runs(t, "?version=1")), len(f.runs(t, "?version=2")), len(f.runs(t, "?version=3")), len(f.runs(t, "?status=failed")), len(f.runs(t, "?outcome=ok"))})
		first := f.ask(t, "GET /runs?limit=2", nil)
		rest := f.ask(t, "GET /runs?limit=2&after="+first["nextAfter"].(string), nil)
		same(t, []any{1, nil}, []any{len(rest["data"].([]any)), rest["nextAfter"]})
		f.API(t, f.route("GET /runs?after=whd_4c06gxrdfrk1r01c3vba7cz9s6ex.1.1"), nil).Refuses(t, http.StatusBadRequest, "UNKNOWN_CURSOR")
	})
}

func TestAFunctionThatFailsFiftyTimesIsSwitchedOff(t *testing.T) {
	t.Parallel()
	f := newFunctionFixture(t, `export default () => { throw new Error("always") }`)
	for range 49 {
		_, err := f.Node(0).Purchases.Create(operator(t), f.business.ID, purchases.Details{Name: "Flour and Co"})
		must(t, err)
	}
	f.deliver(t)
	t.Run("FUN-05 49 failures in a row do nothing", func(t *testing.T) {
		same(t, true, f.ask(t, "GET ", nil)["enabled"].(bool))
	})
	f.ask(t, "POST /run", run{}) // a run by hand neither counts nor has it begin anew
	f.deliver(t)
	f.happens(t)
	t.Run("FUN-05 the 50th switches it off", func(t *testing.T) {
		got := f.ask(t, "GET ", nil)
		if got["enabled"] != false || got["switchedOffAt"] == nil {
			t.Errorf("got %v", got)
		}
	})
	t.Run("FUN-05 its owners are told", func(t *testing.T) {
		f.RunJobs(t)
		letter := f.Mail.Wait(t, f.app.Maker.Email)
		for !strings.Contains(letter.Text, "switched it off") {
			letter = f.Mail.Wait(t, f.app.Maker.Email)
		}
		if !strings.Contains(letter.Text, "on-supplier") || !strings.Contains(letter.Text, "50") {
			t.Errorf("got %s", letter.Text)
		}
	})
	t.Run("FUN-03 what waited does not run any more", func(t *testing.T) {
		f.Clock.Move(time.Minute)
		f.deliver(t)
		same(t, 50, len(f.runs(t, "?outcome=not_run&limit=100")))
	})
	t.Run("FUN-05 it is switched on again, and what failed is repeated", func(t *testing.T) {
		f.uploads(t, `export default () => "well"`)
		f.subscribes(t, true)
		if got := f.ask(t, "GET ", nil); got["switchedOffAt"] != nil {
			t.Errorf("got %v", got)
		}
		again := f.ask(t, "POST /runs/"+f.runs(t, "")[0]["id"].(string)+"/repeat", nil)
		f.deliver(t)
		same(t, "well", f.ask(t, "GET /runs/"+again["id"].(string), nil)["output"].(string))
	})
}

func TestARunByHandLeavesTheSubscriptionAlone(t *testing.T) {
	t.Parallel()
	f := newFunctionFixture(t, `export default () => 1`)
	id, err := ident.Parse[ident.Function](f.path[strings.LastIndex(f.path, "/")+1:])
	must(t, err)
	t.Run("FUN-05 whoever switches it off while others try it has it off", func(t *testing.T) {
		for range 10 {
			f.subscribes(t, true)
			var tries sync.WaitGroup
			for range 4 {
				tries.Go(func() {
					if _, err := f.Node(0).Functions.Try(operator(t), f.app.App, id, functions.Wish{}); err != nil {
						t.Error(err)
					}
				})
			}
			f.subscribes(t, false)
			tries.Wait()
			same(t, false, f.ask(t, "GET ", nil)["enabled"].(bool))
		}
	})
}

func TestAFunctionIsNoWebhook(t *testing.T) {
	t.Parallel()
	f := newFunctionFixture(t, `export default () => 1`)
	f.happens(t)
	delivery, _, _ := strings.Cut(f.runs(t, "")[0]["id"].(string), ".")
	list, err := f.Node(0).Webhooks.Receivers(t.Context(), f.app.ID)
	must(t, err)
	for _, row := range rows() {
		if !strings.Contains(row.Pattern, "{webhookId}") {
			continue
		}
		t.Run("FUN-03 "+row.Pattern, func(t *testing.T) {
			for _, receiver := range list {
				path := strings.NewReplacer("{id}", f.app.ID.String(), "{webhookId}", receiver.Webhook.String(), "{deliveryId}", delivery).Replace(row.Pattern)
				var body any
				if text := bodies[row.Pattern]; text != "" {
					body = text
				}
				f.API(t, path, body).Refuses(t, http.StatusNotFound, "WEBHOOK_NOT_FOUND")
			}
		})
	}
	t.Run("FUN-03 no list and no count has it", func(t *testing.T) {
		same(t, 1, len(f.says(t, http.StatusOK, "GET ", nil)["data"].([]any)))
	})
}

func TestWhatForbidsAWebhookForbidsARun(t *testing.T) {
	t.Parallel()
	for what, forbid := range map[string]func(*testing.T, *functionFixture){
		"the app is uninstalled": func(t *testing.T, f *functionFixture) {
			inst, _, err := f.Node(0).Installs.Current(t.Context(), f.business.ID, f.app.ID)
			must(t, err)
			_, err = f.Node(0).Installs.Uninstall(operator(t), f.owner.ID, inst.ID)
			must(t, err)
		},
		"the app is suspended": func(t *testing.T, f *functionFixture) {
			_, err := f.Node(0).Apps.SuspendFor(operator(t), f.app.ID, "spam")
			must(t, err)
		},
		"it is removed":      func(t *testing.T, f *functionFixture) { f.API(t, "DELETE "+f.path, nil).Is(t, http.StatusNoContent) },
		"it is switched off": func(t *testing.T, f *functionFixture) { f.subscribes(t, false) },
		"the operator stops the app's": func(t *testing.T, f *functionFixture) {
			must(t, f.Node(0).Functions.StopApp(operator(t), f.app.App, "too many"))
		},
		"the operator stops the organization's": func(t *testing.T, f *functionFixture) {
			must(t, f.Node(0).Functions.StopOrganization(operator(t), f.app.Organization, "too many"))
		},
		"the operator switches all off": func(t *testing.T, f *functionFixture) {
			f.SwitchFunctionsOff(t, 0)
		},
	} {
		t.Run("FUN-03 "+what, func(t *testing.T) {
			t.Parallel()
			f := newFunctionFixture(t, `export default () => { throw new Error("first") }`)
			f.happens(t)
			forbid(t, f)
			f.Clock.Move(time.Minute)
			f.deliver(t)
			var outcomes []string
			rows, err := f.Node(0).DB.Query(t.Context(), "SELECT outcome FROM webhooks.runs ORDER BY at")
			must(t, err)
			for rows.Next() {
				var one string
				must(t, rows.Scan(&one))
				outcomes = append(outcomes, one)
			}
			same(t, []string{"threw", "not_run"}, outcomes)
		})
	}
}

// sandbox is one of the app's organization, with books.
func (f *functionFixture) sandbox(t *testing.T) tenancy.Business {
	t.Helper()
	var made struct{ ID ident.Business }
	f.API(t, "POST /developer/organizations/"+f.app.Organization.String()+"/sandboxes", run{"name": "Sandbox", "template": "RETAIL"}).
		Is(t, http.StatusCreated).Read(t, &made)
	found, err := f.Node(0).Tenancy.Sandbox(t.Context(), f.app.Organization, made.ID)
	must(t, err)
	return found.Business
}

func TestAFunctionIsTriedInASandbox(t *testing.T) {
	t.Parallel()
	f := newFunctionFixture(t, `export default async (event, ctx) => (await ctx.api("GET", "/suppliers?limit=1")).status`)
	sandbox := f.sandbox(t)
	try := func(t *testing.T, body run) any {
		t.Helper()
		asked := f.ask(t, "POST /run", body)
		f.deliver(t)
		return f.ask(t, "GET /runs/"+asked["id"].(string), nil)["output"]
	}
	t.Run("FUN-02 without a business the API is refused", func(t *testing.T) { same(t, any(401.0), try(t, run{})) })
	t.Run("FUN-02 and where the app is not installed", func(t *testing.T) {
		same(t, any(401.0), try(t, run{"businessId": sandbox.ID.String()}))
	})
	f.app.Given(t, f.app.Maker, sandbox, scope.SuppliersRead, scope.SuppliersWrite)
	t.Run("FUN-02 in a sandbox it is answered", func(t *testing.T) {
		same(t, any(200.0), try(t, run{"businessId": sandbox.ID.String(), "event": "supplier.created"}))
	})
	t.Run("FUN-03 a past event", func(t *testing.T) {
		f.Clock.Move(time.Second)
		_, err := f.Node(0).Purchases.Create(operator(t), sandbox.ID, purchases.Details{Name: "Flour and Co"})
		must(t, err)
		f.deliver(t)
		event := f.latestRun(t)["eventId"].(string)
		same(t, any(200.0), try(t, run{"businessId": sandbox.ID.String(), "eventId": event}))
		f.uploads(t, `export default async (event, ctx) => event.data.name === "Flour and Co" && (await ctx.api("POST", "/suppliers", {name: event.id})).status`)
		for range 2 { // each with a delivery of its own, so with a body and keys of its own
			same(t, any(201.0), try(t, run{"businessId": sandbox.ID.String(), "eventId": event}))
		}
		f.API(t, f.route("POST /run"), run{"businessId": f.business.ID.String()}).Refuses(t, http.StatusNotFound, "SANDBOX_NOT_FOUND")
		f.API(t, f.route("POST /run"), run{"businessId": sandbox.ID.String(), "eventId": "evt_0g06gxrdfrk1r017f5a7bftta4em"}).Refuses(t, http.StatusNotFound, "FUNCTION_EVENT_NOT_FOUND")
	})
}
