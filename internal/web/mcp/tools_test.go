package mcp_test

import (
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"net/http"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/counterpart/counterpart/internal/apptest"
	"github.com/counterpart/counterpart/internal/core/journal"
	"github.com/counterpart/counterpart/internal/core/tenancy"
	"github.com/counterpart/counterpart/internal/vocab/fault"
	"github.com/counterpart/counterpart/internal/vocab/permission"
	"github.com/counterpart/counterpart/internal/vocab/scope"
	"github.com/counterpart/counterpart/internal/web/mcp"
)

var update = flag.Bool("update", false, "write the golden files anew")

func TestEveryTool(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	node := f.svc.Node(0)
	fritz := f.svc.User(t, "Fritz")
	florist := f.app.Given(t, fritz, f.svc.Business(t, fritz), scope.Partner()...)
	powerless := f.powerless(t)
	for _, tool := range f.face(t).Known() {
		given := f.arguments(t, tool.Name)
		t.Run("KIT-05 works: "+tool.Name, func(t *testing.T) {
			f.svc.Clock.Move(5 * time.Second)
			got := resultOf(t, f.call(t, f.tokens, "/mcp", tool.Name, given))
			if got.IsError || got.StructuredContent["requestId"] == "" {
				t.Errorf("answered %v", got.StructuredContent)
			}
		})
		t.Run("KIT-05 without a token it is 401: "+tool.Name, func(t *testing.T) {
			answer := f.call(t, apptest.Tokens{Access: "nothing"}, "/mcp", tool.Name, given).Refuses(t, http.StatusUnauthorized, "INVALID_TOKEN")
			want := `Bearer error="invalid_token", scope="customers:read invoices:read profile:read", resource_metadata="` + apptest.BaseURL + `/.well-known/oauth-protected-resource/mcp"`
			if diff := cmp.Diff(want, answer.Header.Get("WWW-Authenticate")); diff != "" {
				t.Error(diff)
			}
		})
		t.Run("KIT-05 a token without its scope is 403: "+tool.Name, func(t *testing.T) {
			f.svc.Clock.Move(5 * time.Second)
			f.lacksScope(t, tool, given)
		})
		t.Run("KIT-05 another business's record is not there: "+tool.Name, func(t *testing.T) {
			f.svc.Clock.Move(5 * time.Second)
			if !strings.Contains(tool.Pattern, "{id}") {
				return
			}
			got := resultOf(t, f.call(t, florist, "/mcp", tool.Name, given))
			if !got.IsError || got.StructuredContent["status"] != 404.0 {
				t.Errorf("the florist gets %v", got.StructuredContent)
			}
		})
		t.Run("KIT-05 a user without the permission is refused: "+tool.Name, func(t *testing.T) {
			f.svc.Clock.Move(5 * time.Second)
			if tool.Route.Permission == "" {
				return
			}
			got := resultOf(t, f.call(t, powerless, "/mcp", tool.Name, given))
			if !got.IsError || got.StructuredContent["code"] != "PERMISSION_DENIED" || got.StructuredContent["retry"] != "no" {
				t.Errorf("Paul gets %v", got.StructuredContent)
			}
		})
		t.Run("KIT-05 /mcp/read has reading tools alone: "+tool.Name, func(t *testing.T) {
			f.svc.Clock.Move(5 * time.Second)
			answer := f.call(t, f.tokens, "/mcp/read", tool.Name, given).Is(t, http.StatusOK)
			if unknown := strings.Contains(string(answer.Body), "unknown tool"); unknown == tool.Reads {
				t.Errorf("answered %s", answer.Body)
			}
		})
		t.Run("KIT-05 it takes nothing but what it lists: "+tool.Name, func(t *testing.T) {
			f.svc.Clock.Move(5 * time.Second)
			more := f.arguments(t, tool.Name)
			more["issue"] = true
			got := resultOf(t, f.call(t, f.tokens, "/mcp", tool.Name, more))
			if !got.IsError || got.StructuredContent["status"] != 400.0 {
				t.Errorf("answered %v", got.StructuredContent)
			}
		})
	}
	t.Run("KIT-05 a page with the session cookie is nobody here", func(t *testing.T) {
		olivia := f.olivia.SignIn(t, node)
		olivia.API(t, "POST /mcp", message("whoami", record{})).Refuses(t, http.StatusUnauthorized, "INVALID_TOKEN")
	})
}

// lacksScope calls a tool with every scope but its own.
func (f *fixture) lacksScope(t *testing.T, tool mcp.Known, given record) {
	t.Helper()
	others := slices.DeleteFunc(scope.Partner(), func(s scope.Scope) bool { return s == tool.Route.Scope })
	if len(others) == len(scope.Partner()) {
		return // the record's type decides
	}
	answer := f.call(t, f.app.Given(t, f.olivia, f.bakery, others...), "/mcp", tool.Name, given).Refuses(t, http.StatusForbidden, "INSUFFICIENT_SCOPE")
	want := fmt.Sprintf(`Bearer error="insufficient_scope", scope="%s", resource_metadata="%s/.well-known/oauth-protected-resource/mcp"`, scope.Partner(), apptest.BaseURL)
	if diff := cmp.Diff(want, answer.Header.Get("WWW-Authenticate")); diff != "" {
		t.Error(diff)
	}
}

// powerless is the token of a member who may do nothing.
func (f *fixture) powerless(t *testing.T) apptest.Tokens {
	t.Helper()
	paul := f.svc.User(t, "Paul")
	f.svc.Join(t, paul, f.bakery, permission.Admin)
	tokens := f.app.Given(t, paul, f.bakery, scope.Partner()...)
	for _, row := range permission.Rows() {
		if row.OwnerOnly {
			continue
		}
		if err := f.svc.Node(0).Tenancy.SetPermission(byOperator(t), tenancy.ByOperator(), f.bakery.ID, permission.Admin, row.Permission, false); err != nil {
			t.Fatal(err)
		}
	}
	return tokens
}

func TestToolsAreListedByWhatTheCallerMay(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	node := f.svc.Node(0)
	listed := func(path string, tokens apptest.Tokens) map[string]*sdk.Tool {
		t.Helper()
		result, err := f.session(t, node, path, tokens.Access).ListTools(t.Context(), nil)
		if err != nil {
			t.Fatal(err)
		}
		tools := map[string]*sdk.Tool{}
		for _, tool := range result.Tools {
			tools[tool.Name] = tool
		}
		if result.TTLMs != 300_000 || result.CacheScope != "private" {
			t.Errorf("the list may be kept for %d ms, %s", result.TTLMs, result.CacheScope)
		}
		return tools
	}
	all := listed("/mcp", f.tokens)
	t.Run("KIT-05 all hints are set", func(t *testing.T) {
		for name, tool := range all {
			hints := tool.Annotations
			if hints == nil || hints.DestructiveHint == nil || hints.OpenWorldHint == nil || *hints.OpenWorldHint != (name == "send_invoice") || hints.ReadOnlyHint != readsOnly(name) {
				t.Errorf("%s has %+v", name, hints)
			}
		}
	})
	t.Run("KIT-05 a missing scope is marked", func(t *testing.T) {
		f.svc.Clock.Move(time.Minute)
		few := listed("/mcp", f.app.Given(t, f.olivia, f.bakery, scope.ProfileRead, scope.InvoicesRead))
		if len(few) != len(all) {
			t.Errorf("%d tools are listed, want %d", len(few), len(all))
		}
		draft := few["create_invoice_draft"]
		if diff := cmp.Diff([]any{"invoices:write"}, draft.Meta["counterpart/needs"]); diff != "" || !strings.HasSuffix(draft.Description, " Needs more access; the user will be asked.") {
			t.Errorf("%s: %s", draft.Description, diff)
		}
		if few["get_invoice"].Description != all["get_invoice"].Description || few["get_invoice"].Meta["counterpart/needs"] != nil {
			t.Errorf("get_invoice is marked: %s", few["get_invoice"].Description)
		}
	})
	t.Run("KIT-05 a missing permission is told", func(t *testing.T) {
		f.svc.Clock.Move(time.Minute)
		powerless := listed("/mcp", f.powerless(t))
		if got := powerless["create_customer"].Description; !strings.HasSuffix(got, " Your role in this business does not allow this.") {
			t.Error(got)
		}
	})
	t.Run("KIT-05 /mcp/read lists no tool that writes", func(t *testing.T) {
		f.svc.Clock.Move(time.Minute)
		for name := range listed("/mcp/read", f.tokens) {
			if !readsOnly(name) {
				t.Errorf("%s is listed", name)
			}
		}
	})
}

func TestDraftsAreMadeOnce(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	given := f.arguments(t, "create_invoice_draft")
	first := resultOf(t, f.call(t, f.tokens, "/mcp", "create_invoice_draft", given)).StructuredContent
	again := resultOf(t, f.call(t, f.tokens, "/mcp", "create_invoice_draft", given)).StructuredContent
	made := first["record"].(record)
	t.Run("KIT-05 a draft has no number and changes no books", func(t *testing.T) {
		if made["status"] != "DRAFT" || made["number"] != nil || made["total"] != "42.00" || first["replayed"] != false {
			t.Errorf("made %v", first)
		}
	})
	t.Run("KIT-05 the same key answers the same", func(t *testing.T) {
		if again["record"].(record)["id"] != made["id"] || again["replayed"] != true {
			t.Errorf("answered %v", again)
		}
	})
	t.Run("KIT-05 the same key for something else is refused", func(t *testing.T) {
		given["dueDate"] = "2026-12-25"
		got := resultOf(t, f.call(t, f.tokens, "/mcp", "create_invoice_draft", given))
		if !got.IsError || got.StructuredContent["code"] != "IDEMPOTENCY_KEY_REUSED" || got.StructuredContent["next"] == "" {
			t.Errorf("answered %v", got.StructuredContent)
		}
	})
	t.Run("KIT-05 an older version is refused, and what to do is said", func(t *testing.T) {
		change := f.arguments(t, "update_invoice_draft")
		resultOf(t, f.call(t, f.tokens, "/mcp", "update_invoice_draft", change))
		change["requestKey"] = "another-key"
		got := resultOf(t, f.call(t, f.tokens, "/mcp", "update_invoice_draft", change)).StructuredContent
		want := record{
			"status": 412.0, "code": "RECORD_CHANGED", "retry": "no", "next": "Read the record again and use its version.",
			"message": got["message"], "requestId": got["requestId"],
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Error(diff)
		}
	})
	t.Run("KIT-05 the request log tells of the operation and the tool", func(t *testing.T) {
		f.svc.WriteJournals(t)
		log, err := f.svc.Node(0).Journal.List(t.Context(), journal.Filter{App: f.app.ID, Code: "RECORD_CHANGED", Most: 10})
		if err != nil || len(log.Data) != 1 {
			t.Fatalf("the log has %d lines: %v", len(log.Data), err)
		}
		got := log.Data[0]
		if got.Route != "PATCH /invoices/{id}" || got.Status != http.StatusPreconditionFailed || got.Code != "RECORD_CHANGED" || !strings.HasPrefix(got.UserAgent, "MCP update_invoice_draft") {
			t.Errorf("the log says %+v", got)
		}
	})
}

func TestLimitsOfAssistants(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	write := func(i int) apptest.Answer {
		given := f.arguments(t, "create_supplier")
		given["requestKey"] = fmt.Sprintf("supplier-%d", i)
		return f.call(t, f.tokens, "/mcp", "create_supplier", given)
	}
	t.Run("KIT-05 30 writes in 10 minutes", func(t *testing.T) {
		f.svc.Clock.Move(time.Minute)
		for i := range 30 {
			resultOf(t, write(i))
		}
		answer := write(30).Refuses(t, http.StatusTooManyRequests, "ASSISTANT_WRITE_LIMIT")
		if answer.Header.Get("Retry-After") == "" {
			t.Error("nobody tells when to come again")
		}
		resultOf(t, f.call(t, f.tokens, "/mcp", "whoami", nil))
	})
	t.Run("LIM-03 every POST counts once", func(t *testing.T) {
		f.svc.Clock.Move(time.Hour)
		tokens := f.app.Given(t, f.olivia, f.bakery, scope.Partner()...)
		for want := 299; want > 290; want-- {
			answer := f.call(t, tokens, "/mcp", "whoami", nil)
			if got := answer.Header.Get("RateLimit-Remaining"); got != fmt.Sprint(want) {
				t.Errorf("%s are left, want %d", got, want)
			}
		}
	})
}

func TestWhatIsNoMessage(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	node := f.svc.Node(0)
	ping := record{"jsonrpc": "2.0", "id": 1, "method": "ping"}
	for name, c := range map[string]struct {
		answer apptest.Answer
		status int
	}{
		"a batch":                {post(t, node, f.tokens, "/mcp", []any{ping, ping}), http.StatusBadRequest},
		"no JSON":                {post(t, node, f.tokens, "/mcp", "{"), http.StatusBadRequest},
		"a subscription":         {post(t, node, f.tokens, "/mcp", record{"jsonrpc": "2.0", "id": 1, "method": "subscriptions/listen"}), http.StatusNotFound},
		"more than 256 KB":       {post(t, node, f.tokens, "/mcp", record{"jsonrpc": "2.0", "id": 1, "method": strings.Repeat("x", 256<<10)}), http.StatusRequestEntityTooLarge},
		"GET":                    {f.tokens.Send(t, node, "GET /mcp", nil), http.StatusMethodNotAllowed},
		"DELETE":                 {f.tokens.Send(t, node, "DELETE /mcp/read", nil), http.StatusMethodNotAllowed},
		"a path that is not one": {f.tokens.Send(t, node, "POST /mcp/write", nil), http.StatusNotFound},
	} {
		t.Run("KIT-05 "+name, func(t *testing.T) { c.answer.Is(t, c.status) })
	}
}

func TestWhatAModelCanReadIsFixed(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	face := f.face(t)
	catalogue := face.Catalogue()
	t.Run("KIT-05 names, descriptions, schemas and instructions", func(t *testing.T) {
		var got bytes.Buffer
		encoder := json.NewEncoder(&got)
		encoder.SetEscapeHTML(false)
		encoder.SetIndent("", "  ")
		if err := encoder.Encode(catalogue); err != nil {
			t.Fatal(err)
		}
		const golden = "testdata/catalogue.json"
		if *update {
			if err := os.WriteFile(golden, got.Bytes(), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		want, err := os.ReadFile(golden)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(string(want), got.String()); diff != "" {
			t.Errorf("what models read has changed; go test -update, and read it as one:\n%s", diff)
		}
	})
	t.Run("KIT-05 the digest is told, and is another for other words", func(t *testing.T) {
		all, read := face.Digests()
		if all == read || all == "" {
			t.Errorf("the digests are %q and %q", all, read)
		}
		session := f.session(t, f.svc.Node(0), "/mcp", f.tokens.Access)
		if said := session.InitializeResult().Instructions; said != catalogue.Instructions {
			t.Errorf("the client was told %q", said)
		}
	})
	t.Run("KIT-05 every advice is for a code that there is", func(t *testing.T) {
		codes := map[string]bool{}
		for _, declared := range fault.All() {
			codes[declared.Code] = true
		}
		for code := range mcp.Next() {
			if !codes[code] {
				t.Errorf("there is no code %s", code)
			}
		}
	})
}
