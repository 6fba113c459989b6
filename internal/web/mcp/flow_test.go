package mcp_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/modelcontextprotocol/go-sdk/auth"
	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
	"golang.org/x/oauth2"

	"github.com/counterpart/counterpart/internal/apptest"
	"github.com/counterpart/counterpart/internal/core/tenancy"
)

// desk is an assistant that nobody has registered: its client id is the address of a
// document of its own. It speaks with the protocol's own library, and its user sits
// before the pages.
type desk struct {
	svc      *apptest.Service
	olivia   *apptest.User
	sandbox  tenancy.Business
	clientID string
	asked    []string // the scopes that its user was asked for, each time
	resource []string
	stopped  bool // its user does not come to the pages any more
}

func newDesk(t *testing.T) *desk {
	t.Helper()
	host := apptest.NewReceiver(t)
	d := &desk{svc: apptest.Start(t, host.Reachable(t))}
	d.clientID = strings.TrimSuffix(host.URL, "/hook") + "/desk-assistant.json"
	document, err := json.Marshal(record{
		"client_id": d.clientID, "client_name": "Desk Assistant", "redirect_uris": []string{"http://127.0.0.1/callback"},
		"grant_types": []string{"authorization_code", "refresh_token"}, "token_endpoint_auth_method": "none",
	})
	if err != nil {
		t.Fatal(err)
	}
	host.Does(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		_, _ = w.Write(document)
	})
	d.olivia = d.svc.User(t, "Olivia")
	d.sandbox = d.svc.Sandbox(t, d.olivia, d.svc.Organization(t, d.olivia).ID)
	return d
}

// connect connects the assistant, on a port of this time.
func (d *desk) connect(t *testing.T, path string, port int) *sdk.ClientSession {
	t.Helper()
	plain := &http.Client{Transport: d.svc.Node(0).Transport()}
	handler, err := auth.NewAuthorizationCodeHandler(&auth.AuthorizationCodeHandlerConfig{
		ClientIDMetadataDocumentConfig: &auth.ClientIDMetadataDocumentConfig{URL: d.clientID},
		RedirectURL:                    fmt.Sprintf("http://127.0.0.1:%d/callback", port),
		Client:                         plain,
		AuthorizationCodeFetcher: func(_ context.Context, args *auth.AuthorizationArgs) (*auth.AuthorizationResult, error) {
			return d.consent(t, args.URL)
		},
		NewTokenSource: func(_ context.Context, _ *oauth2.Config, token *oauth2.Token) (oauth2.TokenSource, error) {
			// The service's clock stands still; the library's does not, and would refresh.
			return oauth2.StaticTokenSource(&oauth2.Token{AccessToken: token.AccessToken}), nil
		},
	})
	if err != nil {
		t.Fatal(err)
	}
	client := sdk.NewClient(&sdk.Implementation{Name: "Desk Assistant", Version: "1"}, nil)
	session, err := client.Connect(t.Context(), &sdk.StreamableClientTransport{
		Endpoint: apptest.BaseURL + path, HTTPClient: plain, OAuthHandler: handler, DisableStandaloneSSE: true,
	}, nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = session.Close() })
	return session
}

// consent is what the user does in a browser.
func (d *desk) consent(t *testing.T, address string) (*auth.AuthorizationResult, error) {
	if d.stopped {
		return nil, errors.New("nobody is there")
	}
	to, err := url.Parse(address)
	if err != nil {
		return nil, err
	}
	query := to.Query()
	d.asked, d.resource = append(d.asked, query.Get("scope")), append(d.resource, query.Get("resource"))
	browser := d.olivia.SignIn(t, d.svc.Node(0))
	browser.Ask(nil, query, d.sandbox)
	if !browser.Has("An assistant will read texts that other people wrote, and act for you.") {
		t.Error("the page does not say what an assistant does")
	}
	back := browser.Decide(t, "approve").Query()
	return &auth.AuthorizationResult{Code: back.Get("code"), State: back.Get("state"), Iss: back.Get("iss")}, nil
}

// calls calls a tool, and returns what it answered.
func calls(t *testing.T, session *sdk.ClientSession, tool string, arguments record) record {
	t.Helper()
	got, err := session.CallTool(t.Context(), &sdk.CallToolParams{Name: tool, Arguments: arguments})
	if err != nil {
		t.Fatalf("%s: %v", tool, err)
	}
	content, _ := got.StructuredContent.(map[string]any)
	if got.IsError {
		t.Fatalf("%s answered %v", tool, content)
	}
	return content
}

func TestAnAssistantThatNobodyRegistered(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	session := d.connect(t, "/mcp", 49152)
	t.Run("KIT-05 it finds the way from a bare address to a tool", func(t *testing.T) {
		me := calls(t, session, "whoami", nil)["record"].(record)
		if me["business"].(record)["id"] != d.sandbox.ID.String() || me["role"] != "owner" {
			t.Errorf("it stands for %v", me)
		}
		if diff := cmp.Diff([]string{"customers:read invoices:read profile:read"}, sortedScopes(d.asked)); diff != "" {
			t.Errorf("it begins with little: %s", diff)
		}
		if diff := cmp.Diff([]string{apptest.BaseURL + "/mcp"}, d.resource); diff != "" {
			t.Error(diff)
		}
	})
	var customer any
	t.Run("KIT-05 for more access its user is asked again", func(t *testing.T) {
		customer = calls(t, session, "create_customer", record{"requestKey": "a-customer", "name": "Corner Cafe", "type": "BUSINESS"})["record"].(record)["id"]
		want := []string{"customers:read invoices:read profile:read", "customers:read customers:write invoices:read profile:read"}
		if diff := cmp.Diff(want, sortedScopes(d.asked)); diff != "" {
			t.Error(diff)
		}
	})
	t.Run("KIT-05 it drafts an invoice, which changes no books", func(t *testing.T) {
		draft := calls(t, session, "create_invoice_draft", record{
			"requestKey": "an-invoice", "customerId": customer, "lines": []any{record{"description": "Rye bread", "unitPrice": "4.20"}},
		})["record"].(record)
		if draft["status"] != "DRAFT" || draft["total"] != "4.20" {
			t.Errorf("it drafted %v", draft)
		}
	})
	t.Run("AUTH-04 a loopback address without a port matches any port", func(t *testing.T) {
		for _, port := range []int{50001, 61234} {
			calls(t, d.connect(t, "/mcp/read", port), "whoami", nil)
		}
	})
	t.Run("KIT-05 once the business has put it out, its next call is refused", func(t *testing.T) {
		d.stopped = true
		list, err := d.svc.Node(0).Installs.Installed(t.Context(), d.sandbox.ID)
		if err != nil || len(list) != 1 {
			t.Fatalf("%d apps are connected: %v", len(list), err)
		}
		if _, err := d.svc.Node(0).Installs.Uninstall(t.Context(), d.olivia.ID, list[0].ID); err != nil {
			t.Fatal(err)
		}
		if _, err := session.CallTool(t.Context(), &sdk.CallToolParams{Name: "whoami"}); err == nil {
			t.Error("it goes on")
		}
	})
}

// sortedScopes puts the scopes of each request in order.
func sortedScopes(asked []string) []string {
	sorted := make([]string, len(asked))
	for i, text := range asked {
		words := strings.Fields(text)
		slices.Sort(words)
		sorted[i] = strings.Join(words, " ")
	}
	return sorted
}
