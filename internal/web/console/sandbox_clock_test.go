package console_test

import (
	"fmt"
	"net/http"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/counterpart/counterpart/internal/apptest"
	"github.com/counterpart/counterpart/internal/core/tenancy"
	"github.com/counterpart/counterpart/internal/vocab/event"
	"github.com/counterpart/counterpart/internal/vocab/scope"
)

const aDay = 24 * time.Hour

// clockYard is a yard on two nodes with a sandbox and a token there that lasts.
type clockYard struct {
	yard
	sandbox madeSandbox
	tokens  apptest.Tokens
}

func newClockYard(t *testing.T, options ...apptest.Option) clockYard {
	t.Helper()
	y := newYard(t, append(options, apptest.Nodes(2))...)
	y.app.App, _ = y.Node(0).Apps.SetScopes(operator(t), y.app.ID, 0, scope.Partner())
	c := clockYard{yard: y, sandbox: y.makes(t, "SERVICES")}
	c.tokens = c.given(t, c.sandbox.ID)
	return c
}

// given is the app's token in a sandbox, which does not end after five minutes.
func (c clockYard) given(t *testing.T, id string) apptest.Tokens {
	t.Helper()
	return c.app.Given(t, c.app.Maker, c.business(t, id), scope.Partner()...)
}

func (c clockYard) business(t *testing.T, id string) tenancy.Business {
	t.Helper()
	list, err := c.Node(0).Tenancy.Sandboxes(t.Context(), c.app.Organization)
	must(t, err)
	i := slices.IndexFunc(list, func(s tenancy.Sandbox) bool { return s.ID.String() == id })
	return list[i].Business
}

// moves asks a node to move the sandbox's clock.
func (c clockYard) moves(t *testing.T, node int, to time.Time) apptest.Answer {
	t.Helper()
	return c.maker.At(c.Node(node)).API(t, "POST "+c.all()+"/"+c.sandbox.ID+"/clock", map[string]any{"time": to})
}

// shows is what the sandbox's clock shows on a node.
func (c clockYard) shows(t *testing.T, node int) time.Time {
	t.Helper()
	var one struct{ Time time.Time }
	c.maker.At(c.Node(node)).API(t, "GET "+c.all()+"/"+c.sandbox.ID, nil).Is(t, http.StatusOK).Read(t, &one)
	return one.Time
}

type toldEvent struct {
	ID, Type string
	Created  int64
	Data     map[string]any
}

// events reads on from a cursor to the end of the log.
func (c clockYard) events(t *testing.T, tokens apptest.Tokens, cursor string) (list []toldEvent, last string) {
	t.Helper()
	for last = cursor; ; {
		var page struct {
			Data       []toldEvent
			NextCursor *string
			HasMore    bool
		}
		path := "GET /events?limit=50"
		if last != "" {
			path += "&after=" + last
		}
		tokens.Call(t, c.Node(len(list)%2), path).Is(t, http.StatusOK).Read(t, &page)
		if len(page.Data) == 0 {
			return list, last
		}
		list, last = append(list, page.Data...), *page.NextCursor
	}
}

// overdue are the numbers of the invoices that events say are overdue.
func overdue(list []toldEvent) (numbers []string) {
	for _, e := range list {
		if e.Type == "invoice.overdue" {
			numbers = append(numbers, e.Data["number"].(string))
		}
	}
	slices.Sort(numbers)
	return numbers
}

// dueBefore are the numbers of the open invoices that are due before a day.
func (c clockYard) dueBefore(t *testing.T, day time.Time) (numbers []string) {
	t.Helper()
	for _, status := range []string{"ISSUED", "PARTIALLY_PAID"} {
		var list struct {
			Data []struct{ Kind, Number, DueDate string }
		}
		c.tokens.Call(t, c.Node(0), "GET /invoices?limit=200&status="+status).Is(t, http.StatusOK).Read(t, &list)
		for _, i := range list.Data {
			if i.Kind == "INVOICE" && i.DueDate < day.Format(time.DateOnly) {
				numbers = append(numbers, i.Number)
			}
		}
	}
	slices.Sort(numbers)
	return numbers
}

func TestASandboxHasAClockOfItsOwn(t *testing.T) {
	t.Parallel()
	c := newClockYard(t)
	c.RunJobs(t)
	_, cursor := c.events(t, c.tokens, "")
	start, to := c.Clock.Now(), c.Clock.Now().Add(40*aDay)
	same(t, start, c.shows(t, 0))
	before := c.dueBefore(t, start)
	t.Run("CON-08 moving it is felt on every node at once", func(t *testing.T) {
		c.tokens.Call(t, c.Node(1), "GET /reports/trial-balance").Is(t, http.StatusOK) // which node 1 remembers
		c.moves(t, 0, to).Is(t, http.StatusOK)
		same(t, []time.Time{to, to}, []time.Time{c.shows(t, 0), c.shows(t, 1)})
		for node := range 2 {
			var balance struct{ AsOf string }
			c.tokens.Call(t, c.Node(node), "GET /reports/trial-balance").Is(t, http.StatusOK).Read(t, &balance)
			same(t, to.Format(time.DateOnly), balance.AsOf)
		}
	})
	t.Run("CON-08 invoices that fall due by it are told of at once, and once", func(t *testing.T) {
		list, last := c.events(t, c.tokens, cursor)
		want := slices.DeleteFunc(c.dueBefore(t, to), func(n string) bool { return slices.Contains(before, n) })
		if len(want) == 0 {
			t.Fatal("nothing fell due")
		}
		same(t, want, overdue(list))
		for _, e := range list {
			same(t, to.Unix(), e.Created)
		}
		c.RunJobs(t)
		list, cursor = c.events(t, c.tokens, last)
		same(t, 0, len(list))
	})
	t.Run("CON-08 it goes on, and the job goes by it", func(t *testing.T) {
		c.tomorrow(t, to)
		c.Advance(t, aDay)
		c.tokens = c.given(t, c.sandbox.ID)
		list, last := c.events(t, c.tokens, cursor)
		same(t, 0, len(overdue(list)))
		c.Advance(t, aDay)
		c.tokens = c.given(t, c.sandbox.ID)
		list, last = c.events(t, c.tokens, last)
		same(t, 1, len(overdue(list)))
		same(t, to.Add(2*aDay).Unix(), list[0].Created)
		c.RunJobs(t)
		list, cursor = c.events(t, c.tokens, last)
		same(t, 0, len(list))
		same(t, to.Add(2*aDay), c.shows(t, 1))
	})
	t.Run("CON-08 a reset puts it back", func(t *testing.T) {
		var reset struct{ Time time.Time }
		c.maker.API(t, "POST "+c.all()+"/"+c.sandbox.ID+"/reset", nil).Is(t, http.StatusOK).Read(t, &reset)
		same(t, []time.Time{c.Clock.Now(), c.Clock.Now()}, []time.Time{reset.Time, c.shows(t, 1)})
		list, _ := c.events(t, c.tokens, cursor)
		if len(list) < 60 {
			t.Errorf("%d events tell of the new books", len(list))
		}
		for _, e := range list {
			same(t, c.Clock.Now().Unix(), e.Created)
		}
		same(t, before, c.dueBefore(t, c.Clock.Now()))
	})
}

// tomorrow issues an invoice that is due the day after the given time.
func (c clockYard) tomorrow(t *testing.T, at time.Time) {
	t.Helper()
	var customers struct{ Data []struct{ ID string } }
	c.tokens.Call(t, c.Node(0), "GET /customers?limit=1").Is(t, http.StatusOK).Read(t, &customers)
	var made struct{ ID, IssueDate string }
	c.tokens.Send(t, c.Node(0), "POST /invoices", map[string]any{
		"customerId": customers.Data[0].ID, "dueDate": at.Add(aDay).Format(time.DateOnly),
		"lines": []any{map[string]any{"description": "Bread", "quantity": "1", "unitPrice": "10.00", "taxRate": "0"}},
	}).Is(t, http.StatusCreated).Read(t, &made)
	c.tokens.Send(t, c.Node(1), "POST /invoices/"+made.ID+"/issue", nil).Is(t, http.StatusOK).Read(t, &made)
	same(t, at.Format(time.DateOnly), made.IssueDate)
}

func TestASandboxsClockIsRefused(t *testing.T) {
	t.Parallel()
	c := newClockYard(t)
	path := "POST " + c.all() + "/" + c.sandbox.ID + "/clock"
	now := c.Clock.Now()
	c.moves(t, 0, now.Add(aDay)).Is(t, http.StatusOK)
	for name, to := range map[string]time.Time{"a time before": now, "the time it shows": now.Add(aDay)} {
		t.Run("CON-08 "+name, func(t *testing.T) {
			c.moves(t, 1, to).Refuses(t, http.StatusConflict, "SANDBOX_CLOCK_BACK")
		})
	}
	t.Run("CON-08 more than 1,825 days from now", func(t *testing.T) {
		c.moves(t, 0, now.Add(1825*aDay+time.Second)).Is(t, http.StatusBadRequest)
		c.maker.API(t, path, `{"time":"9999-12-31T00:00:00Z"}`).Is(t, http.StatusBadRequest)
		same(t, now.Add(aDay), c.shows(t, 0))
		c.moves(t, 0, now.Add(1825*aDay)).Is(t, http.StatusOK)
	})
	t.Run("CON-08 no time", func(t *testing.T) {
		c.maker.API(t, path, `{}`).Is(t, http.StatusBadRequest)
	})
	t.Run("CON-08 a viewer", func(t *testing.T) {
		viewer := c.colleague(t, tenancy.OrganizationViewer)
		viewer.API(t, path, map[string]any{"time": now.Add(1825 * aDay)}).Is(t, http.StatusForbidden)
		viewer.API(t, "GET "+c.all()+"/"+c.sandbox.ID, nil).Is(t, http.StatusOK)
	})
	t.Run("CON-08 while it is filled", func(t *testing.T) {
		other := c.makes(t, "RETAIL").ID
		_, err := c.Node(0).DB.Exec(t.Context(), "UPDATE books.ledgers SET closed_at = created_at WHERE business_id = $1", c.business(t, other).ID.UUID)
		must(t, err)
		c.maker.API(t, strings.Replace(path, c.sandbox.ID, other, 1), map[string]any{"time": now.Add(aDay)}).Refuses(t, http.StatusConflict, "SANDBOX_BUSY")
	})
	t.Run("CON-08 the sandbox of another organization", func(t *testing.T) {
		foreign := c.Sandbox(t, c.app.Maker, c.app.Organization)
		c.maker.API(t, strings.Replace(path, c.sandbox.ID, foreign.ID.String(), 1), map[string]any{"time": now}).
			Refuses(t, http.StatusNotFound, "SANDBOX_NOT_FOUND")
	})
}

func TestTwoMoveASandboxsClockAtOnce(t *testing.T) {
	t.Parallel()
	c := newClockYard(t)
	t.Run("CON-08 to one time: one does", func(t *testing.T) {
		for round := range 15 {
			to := c.Clock.Now().Add(time.Duration(round+1) * time.Hour)
			same(t, []int{http.StatusOK, http.StatusConflict}, c.race(t, to, to))
			same(t, to, c.shows(t, 0))
		}
	})
	t.Run("CON-08 to two times: it ends at the later", func(t *testing.T) {
		for round := range 15 {
			to := c.Clock.Now().Add(time.Duration(round+1) * 24 * time.Hour)
			statuses := c.race(t, to, to.Add(time.Hour))
			same(t, to.Add(time.Hour), c.shows(t, 1))
			same(t, http.StatusOK, statuses[0])
		}
	})
}

// race moves the clock on both nodes at once, and tells what was answered, in order.
func (c clockYard) race(t *testing.T, times ...time.Time) []int {
	t.Helper()
	statuses := make([]int, len(times))
	var running sync.WaitGroup
	for i, to := range times {
		running.Go(func() { statuses[i] = c.moves(t, i%2, to).Status })
	}
	running.Wait()
	slices.Sort(statuses)
	return statuses
}

// Whoever writes while the clock is moved writes before or after it: a record and its
// event say the same, and the log's times do not go back.
func TestASandboxsClockIsMovedAmongWriters(t *testing.T) {
	t.Parallel()
	c := newClockYard(t)
	_, cursor := c.events(t, c.tokens, "")
	var running sync.WaitGroup
	made := make([][]string, 4)
	for w := range made {
		running.Go(func() {
			for n := range 25 {
				var customer struct{ ID, CreatedAt string }
				c.tokens.Send(t, c.Node(w%2), "POST /customers", map[string]any{"name": fmt.Sprint("C ", w, " ", n), "type": "PERSON"}).
					Is(t, http.StatusCreated).Read(t, &customer)
				made[w] = append(made[w], customer.ID+" "+customer.CreatedAt)
			}
		})
	}
	running.Go(func() {
		for n := range 20 {
			c.moves(t, n%2, c.Clock.Now().Add(time.Duration(n+1)*aDay)).Is(t, http.StatusOK)
		}
	})
	running.Wait()
	list, _ := c.events(t, c.tokens, cursor)
	var told []string
	for i, e := range list {
		if i > 0 && e.Created < list[i-1].Created {
			t.Errorf("event %d is shown before the one before it", i)
		}
		if e.Type == "customer.created" {
			told = append(told, fmt.Sprint(e.Data["id"], " ", time.Unix(e.Created, 0).UTC().Format("2006-01-02T15:04:05.000Z")))
		}
	}
	wrote := slices.Concat(made...)
	slices.Sort(wrote)
	slices.Sort(told)
	same(t, wrote, told)
}

func TestDeliveriesStayOnTheServicesClock(t *testing.T) {
	t.Parallel()
	receiver := apptest.NewReceiver(t)
	c := newClockYard(t, receiver.Reachable(t))
	c.Node(0).DeliverAll(t) // to nobody, what the template caused
	hook := c.app.Hook(t, receiver, event.CustomerCreated)
	start, to := c.Clock.Now(), c.Clock.Now().Add(400*aDay)
	c.moves(t, 0, to).Is(t, http.StatusOK)
	var made struct{ ID string }
	c.tokens.Send(t, c.Node(0), "POST /customers", map[string]any{"name": "Late", "type": "PERSON"}).Is(t, http.StatusCreated).Read(t, &made)
	receiver.Answers(http.StatusInternalServerError, "")
	c.Node(0).DeliverAll(t)
	receiver.Answers(http.StatusOK, "")
	got := receiver.Last(t)
	t.Run("CON-08 the envelope shows the sandbox's time, the signature the service's", func(t *testing.T) {
		var body struct {
			Created int64
			EventID string
		}
		got.Read(t, &body)
		same(t, to.Unix(), body.Created)
		got.SignedBy(t, hook.Secret)
		if want := fmt.Sprintf("t=%d,", start.Unix()); !strings.HasPrefix(got.Header.Get("X-Webhook-Signature"), want) {
			t.Errorf("signed %s, want %s", got.Header.Get("X-Webhook-Signature"), want)
		}
		var traced struct{ Events []struct{ At time.Time } }
		c.maker.API(t, "GET /developer/trace/"+body.EventID, nil).Is(t, http.StatusOK).Read(t, &traced)
		same(t, to, traced.Events[0].At)
	})
	t.Run("CON-08 it is tried again, and is in the history", func(t *testing.T) {
		c.Clock.Move(time.Hour)
		c.Node(1).DeliverAll(t)
		same(t, []string{string(got.Body), string(got.Body)}, []string{string(receiver.Got()[0].Body), string(receiver.Last(t).Body)})
		var history struct {
			Data []struct {
				Status    string
				CreatedAt time.Time
			}
		}
		c.maker.API(t, "GET /developer/apps/"+c.app.ID.String()+"/webhooks/"+hook.ID.String()+"/deliveries", nil).Is(t, http.StatusOK).Read(t, &history)
		same(t, 1, len(history.Data))
		same(t, start, history.Data[0].CreatedAt)
	})
}

// Nothing outside of a sandbox is touched when its clock is moved: not a row, not an
// answer, on no node, and not by the jobs that follow.
func TestASandboxsClockIsItsOwn(t *testing.T) {
	t.Parallel()
	c := newClockYard(t)
	second := c.makes(t, "RETAIL")
	approved := c.ReviewedApp(t, scope.Partner()...)
	owner := c.User(t, "Owner")
	real := c.Business(t, owner)
	others := map[string]apptest.Tokens{"another sandbox": c.given(t, second.ID), "a real business": approved.Given(t, owner, real, scope.Partner()...)}
	c.due(t, others["a real business"])
	c.RunJobs(t)
	answers := func() map[string]string {
		t.Helper()
		all := map[string]string{}
		for name, tokens := range others {
			for _, path := range []string{"/customers", "/invoices", "/payments", "/suppliers", "/accounts", "/journal-entries", "/events", "/reports/trial-balance", "/business"} {
				for node := range 2 {
					all[fmt.Sprint(name, " ", path, " ", node)] = string(tokens.Call(t, c.Node(node), "GET "+path).Is(t, http.StatusOK).Body)
				}
			}
		}
		return all
	}
	moved := c.business(t, c.sandbox.ID)
	said, rows := answers(), c.rows(t, moved)
	c.moves(t, 0, c.Clock.Now().Add(700*aDay)).Is(t, http.StatusOK)
	c.tokens.Send(t, c.Node(1), "POST /customers", map[string]any{"name": "Late", "type": "PERSON"}).Is(t, http.StatusCreated)
	t.Run("CON-08 every row outside of it is as it was", func(t *testing.T) { same(t, rows, c.rows(t, moved)) })
	c.RunJobs(t)
	t.Run("CON-08 after the jobs too", func(t *testing.T) { same(t, rows, c.rows(t, moved)) })
	t.Run("CON-08 every answer in the others is as it was", func(t *testing.T) { same(t, said, answers()) })
	t.Run("CON-08 writes in the others go by the service's clock", func(t *testing.T) {
		for _, tokens := range others {
			var made struct{ CreatedAt time.Time }
			tokens.Send(t, c.Node(1), "POST /customers", map[string]any{"name": "Now", "type": "PERSON"}).Is(t, http.StatusCreated).Read(t, &made)
			same(t, c.Clock.Now(), made.CreatedAt)
		}
	})
}

// due makes an invoice in a business that falls due in three weeks.
func (c clockYard) due(t *testing.T, tokens apptest.Tokens) {
	t.Helper()
	var made struct{ ID string }
	tokens.Send(t, c.Node(0), "POST /customers", map[string]any{"name": "Cafe", "type": "BUSINESS"}).Is(t, http.StatusCreated).Read(t, &made)
	tokens.Send(t, c.Node(0), "POST /invoices", map[string]any{
		"customerId": made.ID, "dueDate": c.Clock.Now().Add(21 * aDay).Format(time.DateOnly),
		"lines": []any{map[string]any{"description": "Bread", "quantity": "1", "unitPrice": "10.00", "taxRate": "0"}},
	}).Is(t, http.StatusCreated).Read(t, &made)
	tokens.Send(t, c.Node(0), "POST /invoices/"+made.ID+"/issue", nil).Is(t, http.StatusOK)
}

// rows are all rows of all tables but those that name the business, and those that
// are written whenever anybody calls anything.
func (c clockYard) rows(t *testing.T, but tenancy.Business) map[string]string {
	t.Helper()
	db := c.Node(0).DB
	found, err := db.Query(t.Context(), `
		SELECT c.oid::regclass::text FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
		WHERE  c.relkind IN ('r', 'p') AND NOT c.relispartition AND n.nspname NOT IN ('pg_catalog', 'information_schema', 'public')`)
	must(t, err)
	var tables []string
	for found.Next() {
		var name string
		must(t, found.Scan(&name))
		tables = append(tables, name)
	}
	must(t, found.Err())
	all := map[string]string{}
	for _, table := range tables {
		from := table
		switch schema, _, _ := strings.Cut(table, "."); {
		case schema == "journal", schema == "leases", table == "accounts.sessions":
			continue
		case table == "events.outbox": // which names no business
			from = "(SELECT o.*, e.business_id FROM events.outbox o JOIN events.log e ON e.shard = o.shard AND e.day = o.day AND e.id = o.event_id)"
		}
		var text string
		must(t, db.QueryRow(t.Context(), `SELECT coalesce(string_agg(t::text, E'\n' ORDER BY t::text), '') FROM `+from+` t
			WHERE t::text NOT LIKE '%' || $1 || '%' AND t::text NOT LIKE '%' || $2 || '%'`, but.ID.UUID.String(), but.ID.String()).Scan(&text))
		all[table] = text
	}
	if len(all) < 40 {
		t.Fatalf("only %d tables", len(all))
	}
	return all
}
