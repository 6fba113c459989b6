package mcp_test

import (
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/counterpart/counterpart/internal/apptest"
	"github.com/counterpart/counterpart/internal/base/ident"
	"github.com/counterpart/counterpart/internal/core/pending"
	"github.com/counterpart/counterpart/internal/web/mcp"
)

// booksNow is all that the books say: entries, invoices with their states, payments.
func (f *fixture) booksNow(t *testing.T) record {
	t.Helper()
	said := record{}
	for _, path := range []string{"/journal-entries", "/invoices", "/payments", "/customers"} {
		var list struct{ Data []record }
		f.tokens.Call(t, f.svc.Node(0), "GET "+path+"?limit=200").Is(t, http.StatusOK).Read(t, &list)
		said[path] = list.Data
	}
	return said
}

func (f *fixture) booksTools(t *testing.T) []mcp.Known {
	t.Helper()
	return slices.DeleteFunc(f.face(t).Known(), func(tool mcp.Known) bool {
		return !slices.Contains(pending.Tools, pending.Tool(tool.Name))
	})
}

// asked calls a tool of the books, and returns the action that a person is asked about.
func (f *fixture) asked(t *testing.T, tool string, given record) ident.PendingAction {
	t.Helper()
	got := resultOf(t, f.call(t, f.tokens, "/mcp", tool, given))
	waits, ok := got.StructuredContent["pending"].(record)
	if got.IsError || !ok {
		t.Fatalf("%s answered %v", tool, got.StructuredContent)
	}
	text := waits["id"].(string)
	if waits["approveAt"] != apptest.AuthURL+"/approve/"+text || waits["expiresAt"] == "" {
		t.Errorf("%s waits as %v", tool, waits)
	}
	var id ident.PendingAction
	if err := id.UnmarshalText([]byte(text)); err != nil {
		t.Fatal(err)
	}
	return id
}

func TestWhatChangesTheBooksWaitsForAPerson(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	before := f.booksNow(t)
	tools := f.booksTools(t)
	waiting, calls := map[string]ident.PendingAction{}, map[string]record{}
	t.Run("KIT-05 each tool of the books is one that a person approves", func(t *testing.T) {
		for _, tool := range tools {
			if want := pending.Tool(tool.Name).Permission(); tool.Route.Permission != want {
				t.Errorf("%s needs %s, and the person %s", tool.Name, tool.Route.Permission, want)
			}
		}
		if len(tools) != len(pending.Tools) {
			t.Errorf("%d tools, want %d", len(tools), len(pending.Tools))
		}
	})
	for _, tool := range tools {
		t.Run("KIT-05 asks first: "+tool.Name, func(t *testing.T) {
			calls[tool.Name] = f.arguments(t, tool.Name)
			waiting[tool.Name] = f.asked(t, tool.Name, calls[tool.Name])
			if again := f.asked(t, tool.Name, calls[tool.Name]); again != waiting[tool.Name] {
				t.Errorf("asked again as %s", again)
			}
		})
	}
	t.Run("KIT-05 nothing has changed before a person has approved", func(t *testing.T) {
		if diff := cmp.Diff(before, f.booksNow(t)); diff != "" {
			t.Error(diff)
		}
	})
	for _, tool := range tools {
		t.Run("KIT-05 is carried out once it is approved: "+tool.Name, func(t *testing.T) {
			f.svc.Clock.Move(10 * time.Second)
			given := f.arguments(t, tool.Name)
			given["requestKey"] = "approved-" + tool.Name
			id := f.asked(t, tool.Name, given)
			if _, err := f.svc.Node(0).Pending.Approve(t.Context(), f.olivia.ID, id); err != nil {
				t.Fatal(err)
			}
			done := resultOf(t, f.call(t, f.tokens, "/mcp", tool.Name, given))
			again := resultOf(t, f.call(t, f.tokens, "/mcp", tool.Name, given))
			first, _ := done.StructuredContent["record"].(record)
			second, _ := again.StructuredContent["record"].(record)
			if done.IsError || first["id"] == nil || first["id"] != second["id"] || again.StructuredContent["replayed"] != true {
				t.Errorf("answered %v, then %v", done.StructuredContent, again.StructuredContent)
			}
		})
	}
}

func TestARefusedApprovalIsTold(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	given := f.arguments(t, "record_payment")
	id := f.asked(t, "record_payment", given)
	if _, err := f.svc.Node(0).Pending.Refuse(t.Context(), f.olivia.ID, id); err != nil {
		t.Fatal(err)
	}
	t.Run("KIT-05 a person's no is final", func(t *testing.T) {
		got := resultOf(t, f.call(t, f.tokens, "/mcp", "record_payment", given))
		if !got.IsError || got.StructuredContent["code"] != "PENDING_REFUSED" || got.StructuredContent["next"] != "Do not ask again unless the user says so." {
			t.Errorf("answered %v", got.StructuredContent)
		}
	})
	t.Run("KIT-05 after three in a row nothing is written, drafts neither", func(t *testing.T) {
		for _, key := range []string{"second-no", "third-no"} {
			f.svc.Clock.Move(time.Second)
			given["requestKey"] = key
			if _, err := f.svc.Node(0).Pending.Refuse(t.Context(), f.olivia.ID, f.asked(t, "record_payment", given)); err != nil {
				t.Fatal(err)
			}
		}
		f.call(t, f.tokens, "/mcp", "create_supplier", f.arguments(t, "create_supplier")).Refuses(t, http.StatusTooManyRequests, "WRITING_PAUSED")
		resultOf(t, f.call(t, f.tokens, "/mcp", "whoami", nil))
	})
}

// TestAFooledModelDoesNoHarm lets a model loose that calls every tool it was talked into,
// on every record that it can find.
func TestAFooledModelDoesNoHarm(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	before := f.booksNow(t)
	delete(before, "/customers")
	for _, tool := range f.booksTools(t) {
		for _, key := range []string{"fooled-once", "fooled-twice"} {
			given := f.arguments(t, tool.Name)
			given["requestKey"] = key + tool.Name
			resultOf(t, f.call(t, f.tokens, "/mcp", tool.Name, given))
		}
	}
	t.Run("KIT-05 the books are as before, and no mail has left", func(t *testing.T) {
		after := f.booksNow(t)
		delete(after, "/customers")
		if diff := cmp.Diff(before, after); diff != "" {
			t.Error(diff)
		}
		f.svc.RunJobs(t)
		for _, to := range f.svc.Mail.Waiting() {
			if strings.Contains(to, "cornercafe") {
				t.Errorf("a mail has left: %s", to)
			}
		}
	})
}
