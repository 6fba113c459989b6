package mcp_test

import (
	"encoding/json"
	"net/http"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/counterpart/counterpart/internal/vocab/fault"
	"github.com/counterpart/counterpart/internal/vocab/scope"
)

func TestResources(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	session := f.session(t, f.svc.Node(0), "/mcp/read", f.tokens.Access)
	read := func(uri string) (string, error) {
		got, err := session.ReadResource(t.Context(), &sdk.ReadResourceParams{URI: uri})
		if err != nil {
			return "", err
		}
		return got.Contents[0].Text, nil
	}
	for kind, name := range map[string]string{"invoice": "invoice", "customer": "customer", "supplier": "supplier", "payment": "payment", "journal-entry": "entry"} {
		t.Run("KIT-05 a record, with texts apart: "+kind, func(t *testing.T) {
			text, err := read("counterpart://" + kind + "/" + f.records[name])
			if err != nil {
				t.Fatal(err)
			}
			var got struct{ Record, Texts record }
			if err := json.Unmarshal([]byte(text), &got); err != nil {
				t.Fatal(err)
			}
			facts, _ := json.Marshal(got.Record)
			if got.Record["id"] != f.records[name] || strings.Contains(string(facts), poison) || len(got.Texts) == 0 {
				t.Errorf("it is %s", text)
			}
		})
	}
	t.Run("KIT-05 the business, and through which day it is locked", func(t *testing.T) {
		text, err := read("counterpart://business")
		if err != nil {
			t.Fatal(err)
		}
		var got struct{ Record record }
		if err := json.Unmarshal([]byte(text), &got); err != nil {
			t.Fatal(err)
		}
		locked, told := got.Record["lockedThrough"]
		if got.Record["currency"] != "EUR" || !told || locked != nil {
			t.Errorf("it is %s", text)
		}
	})
	t.Run("KIT-05 what is not there", func(t *testing.T) {
		for _, uri := range []string{"counterpart://invoice/inv_x", "counterpart://customer/" + f.records["invoice"], "counterpart://member/x"} {
			if text, err := read(uri); err == nil {
				t.Errorf("%s is %s", uri, text)
			}
		}
	})
	t.Run("KIT-05 the reference knows every code", func(t *testing.T) {
		text, err := read("counterpart://reference/errors")
		if err != nil {
			t.Fatal(err)
		}
		for _, declared := range fault.All() {
			if !strings.Contains(text, "| "+declared.Code+" |") {
				t.Errorf("%s is missing", declared.Code)
			}
		}
		if events, err := read("counterpart://reference/events"); err != nil || !strings.Contains(events, "| invoice.paid | invoices:read |") {
			t.Errorf("the events are %v, %s", err, events)
		}
	})
	t.Run("KIT-05 a resource without its scope is 403", func(t *testing.T) {
		few := f.app.Given(t, f.olivia, f.bakery, scope.ProfileRead)
		ask := record{"jsonrpc": "2.0", "id": 1, "method": "resources/read", "params": record{"uri": "counterpart://invoice/" + f.records["invoice"]}}
		post(t, f.svc.Node(0), few, "/mcp", ask).Refuses(t, http.StatusForbidden, "INSUFFICIENT_SCOPE")
	})
}

func TestPrompts(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	names := func(path string) (list []string) {
		t.Helper()
		got, err := f.session(t, f.svc.Node(0), path, f.tokens.Access).ListPrompts(t.Context(), nil)
		if err != nil {
			t.Fatal(err)
		}
		for _, prompt := range got.Prompts {
			list = append(list, prompt.Name)
		}
		return list
	}
	t.Run("KIT-05 /mcp/read has no prompt that writes", func(t *testing.T) {
		want := map[string][]string{
			"/mcp":      {"draft_invoice", "explain_invoice", "month_end_check", "overdue_report"},
			"/mcp/read": {"explain_invoice", "month_end_check", "overdue_report"},
		}
		for path, prompts := range want {
			if diff := cmp.Diff(prompts, names(path)); diff != "" {
				t.Errorf("%s: %s", path, diff)
			}
		}
	})
	session := f.session(t, f.svc.Node(0), "/mcp", f.tokens.Access)
	t.Run("KIT-05 an argument is what it says", func(t *testing.T) {
		got, err := session.GetPrompt(t.Context(), &sdk.GetPromptParams{Name: "overdue_report", Arguments: map[string]string{"asOf": "2026-11-30"}})
		if err != nil || !strings.Contains(got.Messages[0].Content.(*sdk.TextContent).Text, "overdue on 2026-11-30") {
			t.Errorf("%v: %v", err, got)
		}
		if _, err := session.GetPrompt(t.Context(), &sdk.GetPromptParams{Name: "overdue_report", Arguments: map[string]string{"asOf": poison}}); err == nil {
			t.Error("a sentence is a day")
		}
	})
}
