package audit_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/jackc/pgx/v5"

	"github.com/counterpart/counterpart/internal/base/ident"
	"github.com/counterpart/counterpart/internal/base/pg"
	"github.com/counterpart/counterpart/internal/base/pgtest"
	"github.com/counterpart/counterpart/internal/core/audit"
)

// about writes an action on a subject into both books, a second later than before.
func (f *fixture) about(t *testing.T, action audit.Action, subject fmt.Stringer) {
	t.Helper()
	f.clock.Move(time.Second)
	err := f.db.InTx(t.Context(), func(tx *pg.Tx) error {
		if err := f.Note(t.Context(), tx, action, subject, f.organization, nil); err != nil {
			return err
		}
		return f.NoteIn(t.Context(), tx, f.business, action, subject, nil)
	})
	if err != nil {
		t.Fatal(err)
	}
}

// pages reads either book.
func (f *fixture) pages() map[string]func(context.Context, audit.Reading) ([]audit.Entry, bool, error) {
	return map[string]func(context.Context, audit.Reading) ([]audit.Entry, bool, error){
		"organization": func(ctx context.Context, r audit.Reading) ([]audit.Entry, bool, error) {
			return f.PageOfOrganization(ctx, f.organization, r)
		},
		"business": func(ctx context.Context, r audit.Reading) ([]audit.Entry, bool, error) {
			return f.PageOfBusiness(ctx, f.business, r)
		},
	}
}

func TestTheRecordIsReadBySubjectActionAndTime(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	one, two := ident.New[ident.App](ident.Control, pgtest.Start), ident.New[ident.App](ident.Control, pgtest.Start)
	for _, action := range []audit.Action{audit.MemberAdded, audit.MemberRemoved, audit.MemberRoleChanged} {
		f.about(t, action, one) // in the seconds 1, 3 and 5
		f.about(t, action, two) // 2, 4 and 6
	}
	at := func(second int) time.Time { return pgtest.Start.Add(time.Duration(second) * time.Second) }
	for name, c := range map[string]struct {
		reading audit.Reading
		want    []int // seconds
	}{
		"all":                                 {audit.Reading{}, []int{6, 5, 4, 3, 2, 1}},
		"of a subject":                        {audit.Reading{Subject: one.String()}, []int{5, 3, 1}},
		"of an action":                        {audit.Reading{Action: audit.MemberAdded}, []int{2, 1}},
		"of both":                             {audit.Reading{Subject: two.String(), Action: audit.MemberAdded}, []int{2}},
		"of a subject that there is not":      {audit.Reading{Subject: "app_1"}, nil},
		"of an action that there is not":      {audit.Reading{Action: "app.danced"}, nil},
		"from an instant on":                  {audit.Reading{From: at(5)}, []int{6, 5}},
		"from a nanosecond later":             {audit.Reading{From: at(5).Add(1)}, []int{6}},
		"to an instant":                       {audit.Reading{To: at(2)}, []int{1}},
		"to a nanosecond later":               {audit.Reading{To: at(2).Add(1)}, []int{2, 1}},
		"within":                              {audit.Reading{From: at(2), To: at(5)}, []int{4, 3, 2}},
		"of a subject, within":                {audit.Reading{Subject: one.String(), From: at(2), To: at(5)}, []int{3}},
		"of an action, within":                {audit.Reading{Action: audit.MemberRemoved, From: at(4), To: at(9)}, []int{4}},
		"from before there was anything":      {audit.Reading{From: time.Date(1, 2, 3, 0, 0, 0, 0, time.UTC)}, []int{6, 5, 4, 3, 2, 1}},
		"to the end of what can be written":   {audit.Reading{To: time.Date(9999, 12, 31, 0, 0, 0, 0, time.UTC)}, []int{6, 5, 4, 3, 2, 1}},
		"from the end of what can be written": {audit.Reading{From: time.Date(9999, 12, 31, 0, 0, 0, 0, time.UTC)}, nil},
	} {
		for book, page := range f.pages() {
			t.Run(name+" in the book of the "+book, func(t *testing.T) {
				var got []int
				c.reading.Limit, c.reading.After = 1, ident.AuditEntry{}
				for more := true; more; {
					entries, goesOn, err := page(t.Context(), c.reading)
					if err != nil {
						t.Fatal(err)
					}
					for _, entry := range entries {
						got = append(got, int(entry.At.Sub(pgtest.Start).Seconds()))
						c.reading.After = entry.ID
					}
					more = goesOn
				}
				if diff := cmp.Diff(c.want, got); diff != "" {
					t.Error(diff)
				}
			})
		}
	}
}

// sent keeps the statements that a pool sends.
type sent []string

func (s *sent) TraceQueryStart(ctx context.Context, _ *pgx.Conn, q pgx.TraceQueryStartData) context.Context {
	*s = append(*s, q.SQL)
	return ctx
}

func (*sent) TraceQueryEnd(context.Context, *pgx.Conn, pgx.TraceQueryEndData) {}

// Every way to ask is one look at one index that leads to the rows and no
// others, by the plan that serves all parameters, however long the record is.
func TestEveryReadingHasItsIndex(t *testing.T) {
	t.Parallel()
	if pgtest.OnCluster(t) {
		return // it has no plan that serves all parameters
	}
	f := newFixture(t)
	url, statements := pgtest.Clone(t), &sent{}
	f.Log = audit.NewLog(pgtest.Open(t, url, pg.Options{Tracer: statements}), f.clock.Now, audit.Hooks{})
	conn, err := pgx.Connect(t.Context(), url)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = conn.Close(context.Background()) })
	f.fill(t, conn)
	explain := func(t *testing.T, index string, conditions ...string) {
		t.Helper()
		if len(*statements) != 1 {
			t.Fatalf("%d statements were sent: %q", len(*statements), *statements)
		}
		plan := planOf(t, conn, (*statements)[0])
		*statements = nil
		led := strings.Contains(plan, "using "+index+" ") && !strings.Contains(plan, "Sort")
		for _, condition := range conditions {
			led = led && slices.ContainsFunc(strings.Split(plan, "\n"), func(line string) bool {
				return strings.Contains(line, "Index Cond:") && strings.Contains(line, condition)
			})
		}
		if !led {
			t.Errorf("%s does not lead there:\n%s", index, plan)
		}
	}
	for name, c := range map[string]struct {
		reading   audit.Reading
		index     string
		condition string
	}{
		"all":          {audit.Reading{}, "", "(id <"},
		"of a subject": {audit.Reading{Subject: "app_1", Action: audit.MemberRoleChanged}, "subject", "(subject ="},
		"of an action": {audit.Reading{Action: audit.MemberRoleChanged}, "action", "(action ="},
	} {
		for book, page := range f.pages() {
			t.Run(name+" in the book of the "+book, func(t *testing.T) {
				c.reading.Limit = 50
				if _, _, err := page(t.Context(), c.reading); err != nil {
					t.Fatal(err)
				}
				table := map[string]string{"organization": "control_entries", "business": "business_entries"}[book]
				index := map[string]string{"": book}[c.index] + c.index
				explain(t, table+"_by_"+index, c.condition, "(id <", "(id >=")
			})
		}
	}
	t.Run("addresses to blur", func(t *testing.T) {
		if _, err := f.BlurControlAddresses(t.Context()); err != nil {
			t.Fatal(err)
		}
		if _, err := f.BlurAddresses(t.Context(), ident.SliceOf(f.business.Shard).Shards()); err != nil {
			t.Fatal(err)
		}
		both := *statements
		if len(both) != 2 {
			t.Fatalf("%d statements were sent: %q", len(both), both)
		}
		for i, index := range []string{"control_entries_whole", "business_entries_whole"} {
			*statements = both[i : i+1]
			explain(t, index, "(whole_until <=")
		}
	})
}

// fill gives both books enough entries for a plan to matter, one in a hundred of
// them in the business that is read.
func (f *fixture) fill(t *testing.T, conn *pgx.Conn) {
	t.Helper()
	// Ten owners of many entries: with few each, all indexes would do.
	for _, statement := range []string{
		`INSERT INTO audit.control_entries (id, organization_id, at, action, actor_kind, subject, whole_until)
		 SELECT gen_random_uuid(), CASE i % 10 WHEN 0 THEN '` + f.organization.UUID.String() + `'::uuid ELSE lpad((i % 10)::text, 32, '0')::uuid END, '2026-11-08', 'action.' || i / 10 % 20, 'user', 'app_' || i / 10 % 100, '2027-02-06'
		 FROM   generate_series(1, 20000) i`,
		`INSERT INTO audit.business_entries (shard, business_id, id, at, action, actor_kind, subject, whole_until)
		 SELECT ` + fmt.Sprint(int(f.business.Shard)) + `, CASE i % 10 WHEN 0 THEN '` + f.business.UUID.String() + `'::uuid ELSE lpad((i % 10)::text, 32, '0')::uuid END, gen_random_uuid(), '2026-11-08', 'action.' || i / 10 % 20, 'user', 'app_' || i / 10 % 100, '2027-02-06'
		 FROM   generate_series(1, 20000) i`,
		`ANALYZE audit.control_entries, audit.business_entries`,
		`SET plan_cache_mode = force_generic_plan`,
	} {
		if _, err := conn.Exec(t.Context(), statement); err != nil {
			t.Fatal(err)
		}
	}
}

func planOf(t *testing.T, conn *pgx.Conn, statement string) string {
	t.Helper()
	prepared, err := conn.Prepare(t.Context(), "", statement)
	if err != nil {
		t.Fatal(err)
	}
	nothing := slices.Repeat([]string{"NULL"}, len(prepared.ParamOIDs))
	if _, err := conn.Exec(t.Context(), "PREPARE asked AS "+statement); err != nil {
		t.Fatal(err)
	}
	rows, err := conn.Query(t.Context(), "EXPLAIN EXECUTE asked ("+strings.Join(nothing, ", ")+")", pgx.QueryExecModeSimpleProtocol)
	if err != nil {
		t.Fatal(err)
	}
	lines, err := pgx.CollectRows(rows, pgx.RowTo[string])
	if err != nil {
		t.Fatal(err)
	}
	if _, err := conn.Exec(t.Context(), "DEALLOCATE asked"); err != nil {
		t.Fatal(err)
	}
	return strings.Join(lines, "\n")
}
