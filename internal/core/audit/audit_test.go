package audit_test

import (
	"context"
	"net/netip"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/counterpart/counterpart/internal/base/actor"
	"github.com/counterpart/counterpart/internal/base/clock"
	"github.com/counterpart/counterpart/internal/base/ident"
	"github.com/counterpart/counterpart/internal/base/pg"
	"github.com/counterpart/counterpart/internal/base/pgtest"
	"github.com/counterpart/counterpart/internal/core/audit"
)

type fixture struct {
	*audit.Log
	db           *pg.DB
	clock        *clock.Stopped
	organization ident.Organization
	business     ident.Business
}

func newFixture(t *testing.T) *fixture {
	t.Helper()
	f := &fixture{
		db: pgtest.New(t), clock: clock.NewStopped(pgtest.Start),
		organization: ident.New[ident.Organization](ident.Control, pgtest.Start),
		business:     ident.New[ident.Business](ident.RandomShard(), pgtest.Start),
	}
	f.Log = audit.NewLog(f.db, f.clock.Now, audit.Hooks{})
	return f
}

// note writes into both books, a second later than before.
func (f *fixture) note(ctx context.Context, t *testing.T, action audit.Action, facts audit.Facts) {
	t.Helper()
	f.clock.Move(time.Second)
	err := f.db.InTx(ctx, func(tx *pg.Tx) error {
		if err := f.Note(ctx, tx, action, f.organization, f.organization, facts); err != nil {
			return err
		}
		return f.NoteIn(ctx, tx, f.business, action, f.business, facts)
	})
	if err != nil {
		t.Fatal(err)
	}
}

// books reads a page of either book in one way.
func (f *fixture) books() map[string]func(context.Context, ident.AuditEntry, int) ([]audit.Entry, error) {
	return map[string]func(context.Context, ident.AuditEntry, int) ([]audit.Entry, error){
		"organization": func(ctx context.Context, before ident.AuditEntry, most int) ([]audit.Entry, error) {
			return f.OfOrganization(ctx, f.organization, before, most)
		},
		"business": func(ctx context.Context, before ident.AuditEntry, most int) ([]audit.Entry, error) {
			return f.OfBusiness(ctx, f.business, before, most)
		},
	}
}

func TestAnEntrySaysWhoDidWhatAndWhen(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	who := actor.Actor{Kind: actor.User, ID: "usr_1", Request: "req_1", Address: netip.MustParseAddr("2001:db8::7")}
	f.note(actor.With(t.Context(), who), t, audit.MemberRoleChanged, audit.Facts{"from": "a"})
	f.note(t.Context(), t, audit.InvitationCancelled, nil)
	for name, read := range f.books() {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			subject := map[string]string{"organization": f.organization.String(), "business": f.business.String()}[name]
			want := []audit.Entry{
				{At: pgtest.Start.Add(2 * time.Second), Action: audit.InvitationCancelled, Actor: actor.Actor{Kind: actor.System}, Subject: subject, Facts: []byte(`{}`)},
				{At: pgtest.Start.Add(time.Second), Action: audit.MemberRoleChanged, Actor: who, Subject: subject, Facts: []byte(`{"from": "a"}`)},
			}
			got, err := read(t.Context(), ident.AuditEntry{}, 10)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(want, got, cmpopts.IgnoreFields(audit.Entry{}, "ID"), cmpopts.EquateComparable(netip.Addr{})); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestPagesAreStableWhileActionsGoOn(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	for _, action := range []audit.Action{audit.MemberAdded, audit.MemberRoleChanged, audit.MemberLeft} {
		f.note(t.Context(), t, action, nil)
	}
	firsts := map[string][]audit.Entry{}
	for name, read := range f.books() {
		page, err := read(t.Context(), ident.AuditEntry{}, 2)
		if err != nil {
			t.Fatal(err)
		}
		firsts[name] = page
	}
	f.note(t.Context(), t, audit.MemberRemoved, nil)
	for name, read := range f.books() {
		rest, err := read(t.Context(), firsts[name][1].ID, 2)
		if err != nil {
			t.Fatal(err)
		}
		var actions []audit.Action
		for _, entry := range append(firsts[name], rest...) {
			actions = append(actions, entry.Action)
		}
		if diff := cmp.Diff([]audit.Action{audit.MemberLeft, audit.MemberRoleChanged, audit.MemberAdded}, actions); diff != "" {
			t.Errorf("%s: %s", name, diff)
		}
	}
}

func TestOthersBooksStayClosed(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	f.note(t.Context(), t, audit.MemberAdded, nil)
	neighbour := *f
	neighbour.organization = ident.New[ident.Organization](ident.Control, pgtest.Start)
	neighbour.business = ident.New[ident.Business](f.business.Shard, pgtest.Start)
	for name, read := range neighbour.books() {
		if entries, err := read(t.Context(), ident.AuditEntry{}, 10); err != nil || len(entries) > 0 {
			t.Errorf("another %s reads %v, %v", name, entries, err)
		}
	}
}

func TestAnActionThatIsUndoneLeavesNoEntry(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	err := f.db.InTx(t.Context(), func(tx *pg.Tx) error {
		if err := f.NoteIn(t.Context(), tx, f.business, audit.MemberAdded, f.business, nil); err != nil {
			return err
		}
		return context.Canceled
	})
	if err == nil {
		t.Fatal("the transaction was kept")
	}
	if entries, err := f.OfBusiness(t.Context(), f.business, ident.AuditEntry{}, 10); err != nil || len(entries) > 0 {
		t.Errorf("it left %v, %v", entries, err)
	}
}

// The queries are the only way to the tables: they lie in the package's own
// internal/db. Notices, and what repeats are counted where, are no part of the
// record and go again; of an entry the address alone may change, and the count of
// one that stands for many. What tells of sign-ins goes after 90 days.
func TestNobodyChangesTheRecord(t *testing.T) {
	t.Parallel()
	files, err := filepath.Glob("*.sql")
	if err != nil || len(files) == 0 {
		t.Fatal(files, err)
	}
	comment := regexp.MustCompile(`(?m)^--.*$`)
	allowed := []string{
		"address = host(network(set_masklen(address, CASE WHEN family(address) = 4 THEN 24 ELSE 48 END)))::inet",
		"address = (@networks::inet[])[n], whole_until = NULL FROM generate_series(1, cardinality(@ids::uuid[])) AS n",
		"facts = jsonb_set(jsonb_set(facts, '{count}', ((facts ->> 'count')::bigint + 1)::text::jsonb), '{lastAt}', to_jsonb(@last_at::text))",
	}
	change := regexp.MustCompile(`(?i)\b(update|delete\s+from|truncate|merge)\s+([^\s;]+)(?:\s+set\s+([^;]*?)\s+where)?`)
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, found := range change.FindAllStringSubmatch(comment.ReplaceAllString(string(text), ""), -1) {
			beside := strings.HasSuffix(found[2], "_notices") || found[2] == "audit.repeats" || found[2] == "SET" // ON CONFLICT DO UPDATE
			removed := strings.Join(strings.Fields(found[0]), " ") == "DELETE FROM audit.control_entries" && file == "addresses.sql"
			if set := strings.Join(strings.Fields(found[3]), " "); !beside && !removed && !slices.Contains(allowed, set) {
				t.Errorf("%s: a query says %s", file, found[0])
			}
		}
	}
}
