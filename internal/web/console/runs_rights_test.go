package console_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/counterpart/counterpart/internal/core/installs"
	"github.com/counterpart/counterpart/internal/core/tenancy"
	"github.com/counterpart/counterpart/internal/core/webhooks/delivery"
	"github.com/counterpart/counterpart/internal/vocab/permission"
	"github.com/counterpart/counterpart/internal/vocab/scope"
)

// installation is the app's in the business.
func (f *functionFixture) installation(t *testing.T) installs.Installation {
	t.Helper()
	inst, _, err := f.Node(0).Installs.Current(t.Context(), f.business.ID, f.app.ID)
	must(t, err)
	return inst
}

func (f *functionFixture) uninstalls(t *testing.T) {
	t.Helper()
	_, err := f.Node(0).Installs.Uninstall(operator(t), f.owner.ID, f.installation(t).ID)
	must(t, err)
}

// asksAgain are the pauses between the attempts of a round, and the waiting is done.
func (f *functionFixture) asksAgain(t *testing.T) {
	t.Helper()
	for _, pause := range []time.Duration{time.Minute, 5 * time.Minute, 30 * time.Minute, 2 * time.Hour, 6 * time.Hour} {
		f.Clock.Move(pause)
		f.deliver(t)
	}
}

// What keeps an event from an app between two attempts keeps a run from it, and says so.
func TestARunThatIsForbiddenMeanwhileSaysWhy(t *testing.T) {
	t.Parallel()
	for why, forbid := range map[delivery.Reason]func(*testing.T, *functionFixture){
		delivery.NotInstalled: func(t *testing.T, f *functionFixture) { f.uninstalls(t) },
		delivery.ScopeNotGranted: func(t *testing.T, f *functionFixture) {
			f.uninstalls(t)
			f.app.Given(t, f.owner, f.business, scope.SuppliersWrite)
		},
		delivery.AppScopeGone: func(t *testing.T, f *functionFixture) {
			_, err := f.Node(0).Apps.SetScopes(operator(t), f.app.ID, 0, scope.Set{scope.SuppliersWrite})
			must(t, err)
		},
		delivery.AppInactive: func(t *testing.T, f *functionFixture) {
			_, err := f.Node(0).Apps.SuspendFor(operator(t), f.app.ID, "spam")
			must(t, err)
		},
		delivery.FunctionsOff: func(t *testing.T, f *functionFixture) {
			must(t, f.Node(0).Functions.StopApp(operator(t), f.app.App, "too many"))
		},
	} {
		t.Run("FUN-03 "+string(why), func(t *testing.T) {
			t.Parallel()
			f := newFunctionFixture(t, `export default () => { throw new Error("first") }`)
			f.happens(t)
			forbid(t, f)
			f.Clock.Move(time.Minute)
			f.deliver(t)
			list := f.runs(t, "?outcome=not_run")
			if len(list) != 1 || list[0]["failure"] != string(why) || list[0]["version"] != nil || list[0]["calls"] != 0.0 {
				t.Errorf("got %v", list)
			}
		})
	}
}

// A function is refused what a token of its installation is refused, in the same words.
func TestAFunctionIsRefusedAsACallerIs(t *testing.T) {
	t.Parallel()
	f := newFunctionFixture(t, `export default async (event, ctx) => {
		const answers = []
		for (const [method, path, body] of JSON.parse(ctx.config.CALLS)) answers.push(await ctx.api(method, path, body))
		return answers
	}`)
	calls := []struct {
		route string
		body  any
	}{{"GET /invoices", nil}, {"GET /suppliers?limit=1", nil}, {"POST /suppliers", run{"name": "By hand"}}}
	f.ask(t, "PUT /config", run{"values": []run{{"name": "CALLS", "secret": false, "value": `[["GET", "/invoices"], ["GET", "/suppliers?limit=1"], ["POST", "/suppliers", {"name": "By function"}]]`}}})
	must(t, f.Node(0).Tenancy.AddMember(t.Context(), tenancy.ByOperator(), f.business.ID, f.Person(t, "Second").ID, permission.Owner))
	must(t, f.Node(0).Tenancy.ChangeRole(operator(t), tenancy.ByOperator(), f.business.ID, f.owner.ID, permission.Viewer))
	f.happens(t)
	answers := f.latestRun(t)["output"].([]any)
	for i, call := range calls {
		got := answers[i].(run)
		t.Run("FUN-02 "+call.route, func(t *testing.T) {
			var told run
			answer := f.tokens.Send(t, f.Node(0), call.route, call.body)
			answer.Read(t, &told)
			same(t, float64(answer.Status), got["status"].(float64))
			same(t, fmt.Sprint(told["code"], told["message"]), fmt.Sprint(got["body"].(run)["code"], got["body"].(run)["message"]))
		})
	}
	t.Run("FUN-02 without a permission nothing is done", func(t *testing.T) {
		same(t, "PERMISSION_DENIED", answers[2].(run)["body"].(run)["code"].(string))
		for _, name := range f.suppliers(t) {
			if strings.HasPrefix(name, "By ") {
				t.Errorf("there is a supplier %q", name)
			}
		}
	})
	t.Run("FUN-02 where nobody's consent stands it is nobody", func(t *testing.T) {
		must(t, f.Node(0).Installs.WithdrawConsent(operator(t), f.owner.ID, f.installation(t).ID))
		f.Clock.Move(time.Second)
		f.happens(t)
		for _, got := range f.latestRun(t)["output"].([]any) {
			same(t, 401.0, got.(run)["status"].(float64))
		}
	})
}

// A function of another app is none of this one's, whatever is asked of it.
func TestAFunctionOfAnotherAppIsNotThere(t *testing.T) {
	t.Parallel()
	p := newRowFixture(t)
	other := p.ReviewedApp(t, scope.SuppliersRead)
	made, err := p.Node(0).Functions.Add(operator(t), other.App, "theirs", `export default () => 1`)
	must(t, err)
	p.ids["functionId"] = made.ID.String()
	for _, row := range rows() {
		if !strings.Contains(row.Pattern, "{functionId}") {
			continue
		}
		t.Run("FUN-02 "+row.Pattern, func(t *testing.T) {
			request, body := p.request(t, row)
			p.API(t, request, body).Refuses(t, http.StatusNotFound, "FUNCTION_NOT_FOUND")
		})
	}
}

func TestWhatARunWroteBoundsItsRepetition(t *testing.T) {
	t.Parallel()
	f := newFunctionFixture(t, `export default async (event, ctx) => {
		if (event.data.name.startsWith("By ")) return
		if (ctx.config.WRITES) await ctx.api("POST", "/suppliers", {name: "By " + event.eventId})
		throw new Error("always")
	}`)
	writes := func(t *testing.T, yes bool) {
		t.Helper()
		values := []run{}
		if yes {
			values = append(values, run{"name": "WRITES", "secret": false, "value": "yes"})
		}
		f.ask(t, "PUT /config", run{"values": values})
	}
	writes(t, true)
	f.happens(t)
	first := f.Clock.Now()
	t.Run("FUN-03 what is tried again by itself is not repeated", func(t *testing.T) {
		f.API(t, f.route("POST /runs/"+f.runs(t, "?status=failed")[0]["id"].(string)+"/repeat"), nil).Refuses(t, http.StatusBadRequest, "FUNCTION_RUN_RETRY_WAITING")
	})
	f.asksAgain(t)
	id := f.runs(t, "?status=failed&limit=1")[0]["id"].(string)
	t.Run("FUN-04 repeated while its keys hold, it writes once", func(t *testing.T) {
		f.Clock.Move(first.Add(15*time.Hour - time.Second).Sub(f.Clock.Now()))
		again := f.ask(t, "POST /runs/"+id+"/repeat", nil)
		f.deliver(t)
		same(t, "threw", f.ask(t, "GET /runs/"+again["id"].(string), nil)["outcome"].(string))
		f.asksAgain(t)
		f.tokens = f.app.Given(t, f.owner, f.business, scope.SuppliersRead) // those before have expired
		same(t, 2, len(f.suppliers(t)))
	})
	t.Run("FUN-04 later it is refused", func(t *testing.T) {
		f.API(t, f.route("POST /runs/"+id+"/repeat"), nil).Refuses(t, http.StatusBadRequest, "FUNCTION_RUN_WROTE")
	})
	t.Run("FUN-04 what wrote nothing can be repeated", func(t *testing.T) {
		writes(t, false)
		f.happens(t)
		f.asksAgain(t)
		id := f.runs(t, "?status=failed&limit=1")[0]["id"].(string)
		f.Clock.Move(16 * time.Hour)
		f.ask(t, "POST /runs/"+id+"/repeat", nil)
	})
}

// A run that a fault of ours breaks off counts for nothing and is made again, for as long
// as the fault is there: but not when the keys of what it has changed are gone.
func TestARunThatWeBreakOffWritesOnce(t *testing.T) {
	t.Parallel()
	f := newFunctionFixture(t, `export default async (event, ctx) => {
		if (event.data.name.startsWith("By ")) return
		await ctx.api("POST", "/suppliers", {name: "By " + event.eventId})
		await ctx.api("POST", "/suppliers", {name: "Fault"})
	}`)
	_, err := f.Node(0).DB.Exec(t.Context(), "ALTER TABLE books.suppliers ADD CONSTRAINT fault CHECK (name <> 'Fault')")
	must(t, err)
	f.happens(t)
	for range 30 {
		f.Clock.Move(time.Hour)
		f.deliver(t)
	}
	t.Run("FUN-04 it writes once", func(t *testing.T) {
		f.tokens = f.app.Given(t, f.owner, f.business, scope.SuppliersRead) // those before have expired
		same(t, 2, len(f.suppliers(t)))
	})
	t.Run("FUN-04 it ends, says why, and cannot be repeated", func(t *testing.T) {
		ended := f.runs(t, "?outcome=not_run")
		same(t, 1, len(ended))
		same(t, string(delivery.KeysGone), ended[0]["failure"].(string))
		f.API(t, f.route("POST /runs/"+ended[0]["id"].(string)+"/repeat"), nil).Refuses(t, http.StatusBadRequest, "FUNCTION_RUN_WROTE")
	})
}

func TestRunsAreKeptFor30Days(t *testing.T) {
	t.Parallel()
	f := newFunctionFixture(t, `export default (event, ctx) => { ctx.log(event.data.name); return event.data.name }`)
	f.happens(t)
	id := f.runs(t, "")[0]["id"].(string)
	stored := func(t *testing.T) (n int) {
		t.Helper()
		must(t, f.Node(0).DB.QueryRow(t.Context(), "SELECT count(*) FROM webhooks.runs").Scan(&n))
		return n
	}
	t.Run("FUN-03 shown until the last day", func(t *testing.T) {
		f.Advance(t, delivery.Kept-time.Minute)
		same(t, "Flour and Co", f.ask(t, "GET /runs/"+id, nil)["output"].(string))
	})
	t.Run("FUN-03 then neither shown nor kept, with input, output and log", func(t *testing.T) {
		f.Clock.Move(2 * time.Minute)
		f.Browser = f.app.Maker.SignIn(t, f.Node(0)) // the session is as old
		same(t, 0, len(f.runs(t, "")))
		f.API(t, f.route("GET /runs/"+id), nil).Refuses(t, http.StatusNotFound, "FUNCTION_RUN_NOT_FOUND")
		f.Advance(t, time.Hour)
		same(t, 0, stored(t))
	})
}
