package partner_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/counterpart/counterpart/internal/apptest"
	"github.com/counterpart/counterpart/internal/core/tenancy"
	"github.com/counterpart/counterpart/internal/vocab/scope"
	"github.com/counterpart/counterpart/internal/vocab/version"
)

// newAheadFixture is a fixture in a sandbox whose clock is ahead.
func newAheadFixture(t *testing.T, ahead time.Duration, options ...apptest.Option) *fixture {
	t.Helper()
	svc := apptest.Start(t, options...)
	f := &fixture{svc: svc, app: svc.ReviewedApp(t, scope.Partner()...)}
	f.owner = f.app.Maker.Registers(t)
	f.bakery = svc.Sandbox(t, f.owner, f.app.Organization)
	f.tokens = f.app.Given(t, f.owner, f.bakery, scope.Partner()...)
	f.happened(t)
	f.moveTo(t, svc.Clock.Now().Add(ahead))
	return f
}

func (f *fixture) moveTo(t *testing.T, at time.Time) {
	t.Helper()
	if _, err := f.svc.Node(0).Sandboxes.MoveClock(t.Context(), tenancy.Sandbox{Business: f.bakery}, at); err != nil {
		t.Fatal(err)
	}
}

// notOfTheBooks begin the paths of what goes by the service's clock: who may do what,
// and what apps keep on records.
var notOfTheBooks = []string{"/app-data", "/business", "/connected-apps", "/invitations", "/members", "/plan", "/roles"}

func ofTheBooks(pattern string) bool {
	_, path, _ := strings.Cut(pattern, " ")
	for _, prefix := range notOfTheBooks {
		if strings.HasPrefix(path, prefix) {
			return false
		}
	}
	return !strings.HasSuffix(path, "/app-fields")
}

// byPeople has requests for the rows of the books that only people may write by.
func (f *fixture) byPeople(today time.Time) map[string]func(t *testing.T) write {
	erased := func(kind string, body record) func(t *testing.T) write {
		return func(t *testing.T) write {
			made := f.send(t, http.StatusCreated, "POST /"+kind, body)
			return write{"POST /" + kind + "/" + made["id"].(string) + "/redact", nil}
		}
	}
	return map[string]func(t *testing.T) write{
		"POST /customers/{id}/redact": erased("customers", record{"name": "Gone", "type": "PERSON"}),
		"POST /suppliers/{id}/redact": erased("suppliers", record{"name": "Gone"}),
		"PUT /periods/lock": func(*testing.T) write { // a day that is to come elsewhere
			return write{"PUT /periods/lock", record{"lockedThrough": today.AddDate(0, 0, -1).Format(time.DateOnly)}}
		},
	}
}

// TestEveryWriteGoesByTheClockOfItsSandbox holds every writing route of the books to
// the sandbox's clock: what it answers, what it records, and what it stores.
func TestEveryWriteGoesByTheClockOfItsSandbox(t *testing.T) {
	t.Parallel()
	const ahead = 100 * 24 * time.Hour
	f := newAheadFixture(t, ahead)
	newest := version.All()[len(version.All())-1]
	writes, people := f.writes(newest), f.byPeople(f.svc.Clock.Now().Add(ahead))
	moved := f.svc.Clock.Now().Add(ahead)
	before := f.times(t, moved)
	rows := f.svc.Node(0).BusinessRoutes()
	for _, row := range rows {
		if strings.HasPrefix(row.Pattern, "GET ") || !ofTheBooks(row.Pattern) {
			continue
		}
		t.Run("CON-08 "+row.Pattern, func(t *testing.T) {
			f.svc.Clock.Move(5 * time.Second) // for the limits
			fresh, known := writes[row.Pattern]
			inPerson, personal := people[row.Pattern]
			switch {
			case known:
				w := fresh(t)
				answer := f.tokens.Send(t, f.svc.Node(0), w.route, w.body)
				goesBy(t, f.svc.Clock.Now().Add(ahead), moved, w.body, answer)
			case personal:
				w := inPerson(t)
				answer := f.owner.SignIn(t, f.svc.Node(0)).API(t, w.route, w.body)
				goesBy(t, f.svc.Clock.Now().Add(ahead), moved, w.body, answer)
			default:
				t.Errorf("%s: teach this test a request that succeeds", row.Pattern)
			}
		})
	}
	t.Run("CON-08 every event", func(t *testing.T) { f.toldSince(t, moved) })
	t.Run("CON-08 every time in the books", func(t *testing.T) {
		for column, now := range f.times(t, moved) {
			if table, _, _ := strings.Cut(column, "."); queues[table] {
				if now.later > 0 {
					t.Errorf("%s: %d times of a queue are after the move", column, now.later)
				}
			} else if now.earlier != before[column].earlier {
				t.Errorf("%s: %d times are before the move, %d were", column, now.earlier, before[column].earlier)
			}
		}
	})
}

var aDate = regexp.MustCompile(`^\d{4}-\d\d-\d\d$`)

// goesBy fails the test if an answer has a time from before the move, or a day
// before the sandbox's today that was not asked for.
func goesBy(t *testing.T, now, moved time.Time, body any, answer apptest.Answer) {
	t.Helper()
	if answer.Status >= 300 {
		t.Fatalf("answered %d: %s", answer.Status, answer.Body)
	}
	if answer.Status == http.StatusNoContent {
		return
	}
	asked, err := json.Marshal(body)
	if err != nil {
		t.Fatal(err)
	}
	var said any
	answer.Read(t, &said)
	eachText(said, "", func(name, text string) {
		if at, err := time.Parse(time.RFC3339, text); err == nil && at.Before(moved) {
			t.Errorf("%s is %s, before the move", name, text)
		}
		if aDate.MatchString(text) && text < now.Format(time.DateOnly) && !strings.Contains(string(asked), text) {
			t.Errorf("%s is %s, before today", name, text)
		}
	})
}

// eachText calls fn with the texts in a JSON value.
func eachText(value any, name string, fn func(name, text string)) {
	switch value := value.(type) {
	case record:
		for member, inner := range value {
			eachText(inner, name+"."+member, fn)
		}
	case []any:
		for _, inner := range value {
			eachText(inner, name, fn)
		}
	case string:
		fn(name, value)
	}
}

// toldSince reads all that has happened since the fixture last looked, page by page,
// and fails the test if it is shown before a time, or out of order.
func (f *fixture) toldSince(t *testing.T, moved time.Time) {
	t.Helper()
	last, n := moved.Unix(), 0
	for cursor := f.seen; ; {
		page := f.send(t, http.StatusOK, "GET /events?limit=20&after="+cursor, nil)
		list := page["data"].([]any)
		if len(list) == 0 {
			break
		}
		for _, item := range list {
			created := int64(item.(record)["created"].(float64))
			if created < last {
				t.Errorf("%s is shown at %d, after one at %d", item.(record)["type"], created, last)
			}
			last, n = created, n+1
		}
		cursor = page["nextCursor"].(string)
	}
	if n < 50 {
		t.Errorf("only %d events", n)
	}
}

// queues wait for jobs, and go by the service's clock.
var queues = map[string]bool{"erasures": true, "invoice_mails": true}

// counted is how many times a column holds before some time, and after it.
type counted struct{ earlier, later int }

// times counts those of every column of the business's books that holds a time.
func (f *fixture) times(t *testing.T, at time.Time) map[string]counted {
	t.Helper()
	db := f.svc.Node(0).DB
	var columns []string
	err := db.QueryRow(t.Context(), `
		SELECT array_agg(c.table_name || '.' || c.column_name)
		FROM   information_schema.columns c JOIN information_schema.tables t USING (table_schema, table_name)
		WHERE  c.table_schema = 'books' AND t.table_type = 'BASE TABLE' AND c.data_type = 'timestamp with time zone'`).Scan(&columns)
	if err != nil || len(columns) < 20 {
		t.Fatalf("%d columns, %v", len(columns), err)
	}
	all := map[string]counted{}
	for _, name := range columns {
		var n counted
		table, column, _ := strings.Cut(name, ".")
		err := db.QueryRow(t.Context(), fmt.Sprintf("SELECT count(*) FILTER (WHERE %[2]s < $2), count(*) FILTER (WHERE %[2]s >= $2) FROM books.%[1]s WHERE business_id = $1", table, column),
			f.bakery.ID.UUID, at).Scan(&n.earlier, &n.later)
		if err != nil {
			t.Fatal(err)
		}
		all[name] = n
	}
	return all
}

// What readers go by holds over a jump: versions, changes since a time, and cursors.
func TestListsGoOnOverAJump(t *testing.T) {
	t.Parallel()
	f := newAheadFixture(t, 24*time.Hour)
	old := f.send(t, http.StatusCreated, "POST /customers", record{"name": "Old", "type": "PERSON"})
	f.moveTo(t, f.svc.Clock.Now().Add(300*24*time.Hour))
	made := f.send(t, http.StatusCreated, "POST /customers", record{"name": "New", "type": "PERSON"})
	names := func(query string) (list []string) {
		for _, item := range data(f.send(t, http.StatusOK, "GET /customers?"+query, nil)) {
			list = append(list, item["name"].(string))
		}
		return list
	}
	t.Run("CON-08 the newest comes first, and a cursor goes on", func(t *testing.T) {
		same(t, []string{"New", "Old"}, names("limit=10"))
		same(t, []string{"Old"}, names("limit=10&after="+made["id"].(string)))
	})
	t.Run("CON-08 what changed since a time", func(t *testing.T) {
		same(t, []string{"New"}, names("updatedSince="+made["updatedAt"].(string)))
		f.send(t, http.StatusOK, "PATCH /customers/"+old["id"].(string), record{"phone": "1"}, `If-Match: "1"`)
		same(t, []string{"New", "Old"}, names("updatedSince="+made["updatedAt"].(string)))
	})
	t.Run("CON-08 a version that was seen before it", func(t *testing.T) {
		f.tokens.Send(t, f.svc.Node(0), "PATCH /customers/"+old["id"].(string), record{"phone": "2"}, `If-Match: "1"`).Is(t, http.StatusPreconditionFailed)
	})
	t.Run("CON-08 an idempotency key lives by the service's clock", func(t *testing.T) {
		first := f.tokens.Send(t, f.svc.Node(0), "POST /customers", record{"name": "Once", "type": "PERSON"}, "Idempotency-Key: once")
		f.moveTo(t, f.svc.Clock.Now().Add(600*24*time.Hour))
		again := f.tokens.Send(t, f.svc.Node(0), "POST /customers", record{"name": "Once", "type": "PERSON"}, "Idempotency-Key: once")
		same(t, string(first.Body), string(again.Body))
	})
	t.Run("CON-08 the plan's year is the clock's", func(t *testing.T) {
		draft := func() record {
			return record{"customerId": made["id"], "lines": []any{record{"description": "Bread", "quantity": "1", "unitPrice": "10.00", "taxRate": "0"}}}
		}
		f.send(t, http.StatusCreated, "POST /invoices", draft())
		f.moveTo(t, f.svc.Clock.Now().Add(1000*24*time.Hour))
		f.send(t, http.StatusCreated, "POST /invoices", draft())
		var years int
		if err := f.svc.Node(0).DB.QueryRow(t.Context(), "SELECT count(*) FROM books.plan_years WHERE business_id = $1", f.bakery.ID.UUID).Scan(&years); err != nil {
			t.Fatal(err)
		}
		same(t, 2, years)
	})
}

func same(t *testing.T, want, got any) {
	t.Helper()
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}
