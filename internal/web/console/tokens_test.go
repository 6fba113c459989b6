package console_test

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/counterpart/counterpart/internal/apptest"
	"github.com/counterpart/counterpart/internal/core/tenancy"
	"github.com/counterpart/counterpart/internal/vocab/scope"
)

// machines are command lines, each with what makes it another than the rest.
type machines struct {
	full, reads, ended, lower, stranger apptest.Tokens
}

func newMachines(t *testing.T, p *rowFixture) machines {
	t.Helper()
	node := p.Node(0)
	owner, member, stranger := p.User(t, "Machine Owner"), p.User(t, "Machine Viewer"), p.User(t, "Machine Stranger")
	p.join(t, owner, tenancy.OrganizationOwner)
	p.join(t, member, tenancy.OrganizationViewer)
	m := machines{
		full: owner.CommandLine(t, node, "full"), reads: owner.CommandLine(t, node, "reads", scope.DeveloperRead), ended: owner.CommandLine(t, node, "ended"),
		lower: member.CommandLine(t, node, "lower"), stranger: stranger.CommandLine(t, node, "stranger"),
	}
	node.Form(t, "/oauth/revoke", "token", m.ended.Access).Is(t, http.StatusOK)
	return m
}

// Every row is asked for by every kind of command line.
func TestEveryRowTakesACommandLine(t *testing.T) {
	t.Parallel()
	p := newRowFixture(t)
	m := newMachines(t, p)
	node := p.Node(0)
	for i, row := range rows() {
		if i%25 == 0 { // windows are full at some time
			p.Clock.Move(time.Minute)
		}
		request, body := p.request(t, row)
		if !strings.Contains(row.Pattern, " /developer/") {
			t.Run("KIT-01 "+row.Pattern+" is not open to command lines", func(t *testing.T) {
				m.full.Send(t, node, request, body).Refuses(t, http.StatusForbidden, "ENDPOINT_NOT_EXPOSED")
			})
			continue
		}
		t.Run("KIT-01 "+row.Pattern, func(t *testing.T) {
			m.ended.Send(t, node, request, body).Refuses(t, http.StatusUnauthorized, "DEVELOPER_TOKEN_ENDED")
			if writes(row) {
				m.reads.Send(t, node, request, body).Refuses(t, http.StatusForbidden, "INSUFFICIENT_SCOPE")
			} else if !strings.HasSuffix(row.Pattern, "/stream") {
				same(t, p.API(t, request, body).Status, m.reads.Send(t, node, request, body).Status)
			}
			if row.Role == "" {
				return
			}
			m.stranger.Send(t, node, request, body).Refuses(t, http.StatusNotFound, absent(row))
			if row.Role != string(tenancy.OrganizationViewer) {
				m.lower.Send(t, node, request, body).Refuses(t, http.StatusForbidden, "ORGANIZATION_ROLE_NEEDED")
			}
		})
	}
}

func TestNoCookieAndNoOriginIsNeededByACommandLine(t *testing.T) {
	t.Parallel()
	p := newRowFixture(t)
	m := newMachines(t, p)
	t.Run("KIT-01 it changes things without the headers of a page", func(t *testing.T) {
		m.full.Send(t, p.Node(0), "PATCH /developer/apps/"+p.app.ID.String(), `{"name":"Renamed"}`).Is(t, http.StatusOK)
	})
	t.Run("KIT-01 a cookie beside it is not looked at", func(t *testing.T) {
		p.Send(t, "GET /developer/me", "", "Authorization: Bearer "+m.ended.Access).Refuses(t, http.StatusUnauthorized, "DEVELOPER_TOKEN_ENDED")
	})
	t.Run("KIT-01 an invented one is none", func(t *testing.T) {
		for _, text := range []string{"cpdt_", "cpdt_x", strings.ToUpper(m.full.Access), m.full.Access[:len(m.full.Access)-1] + "0"} {
			answer := p.Node(0).Call(t, "GET /developer/me", "Authorization: Bearer "+text)
			if answer.Status != http.StatusUnauthorized {
				t.Errorf("%s is answered %d", text[:5], answer.Status)
			}
		}
	})
	t.Run("KIT-01 the record says by which token, and names its machine", func(t *testing.T) {
		var log struct {
			Data []struct {
				Action string
				Via    struct{ TokenID, Machine string }
			}
		}
		m.full.Send(t, p.Node(0), "GET /developer/organizations/"+p.app.Organization.String()+"/audit-log?action=app.updated", nil).Is(t, http.StatusOK).Read(t, &log)
		named := 0
		for _, entry := range log.Data { // the fixture changed it too, and by no token
			if strings.HasPrefix(entry.Via.TokenID, "dtk_") && entry.Via.Machine == "full" {
				named++
			}
		}
		same(t, 1, named)
	})
}

type shownMachine struct {
	ID, Name string
	Current  bool
	Scopes   []string
	User     struct{ Name string }
}

func TestCommandLinesAreListedAndEnded(t *testing.T) {
	t.Parallel()
	svc := apptest.Start(t)
	node := svc.Node(0)
	dana, mike, eve := svc.User(t, "Dana"), svc.User(t, "Mike"), svc.User(t, "Eve")
	acme := svc.Organization(t, dana).ID
	must(t, node.Tenancy.AddOrganizationMember(operator(t), tenancy.ByOperator(), acme, mike.ID, tenancy.OrganizationDeveloper))
	list := func(t *testing.T, by apptest.Tokens, path string) (names []string, ids map[string]string) {
		t.Helper()
		var got struct{ Data []shownMachine }
		by.Send(t, node, "GET /developer/"+path, nil).Is(t, http.StatusOK).Read(t, &got)
		ids = map[string]string{}
		for _, m := range got.Data {
			names = append(names, m.Name)
			ids[m.Name] = m.ID
		}
		return names, ids
	}
	laptop := dana.CommandLine(t, node, "laptop")
	svc.Clock.Move(time.Minute)
	desk, mikes, eves := dana.CommandLine(t, node, "desk"), mike.CommandLine(t, node, "mikes"), eve.CommandLine(t, node, "eves")
	t.Run("KIT-01 who am I", func(t *testing.T) {
		var got struct {
			User          struct{ Name string }
			Organizations []struct{ ID, Role string }
			Token         *shownMachine
		}
		laptop.Send(t, node, "GET /developer/me", nil).Is(t, http.StatusOK).Read(t, &got)
		same(t, "Dana", got.User.Name)
		same(t, acme.String()+" owner", got.Organizations[0].ID+" "+got.Organizations[0].Role)
		same(t, "laptop", got.Token.Name)
		same(t, true, got.Token.Current)
		got.Token = nil
		dana.SignIn(t, node).API(t, "GET /developer/me", nil).Is(t, http.StatusOK).Read(t, &got)
		if got.Token != nil {
			t.Error("a browser has a token")
		}
	})
	var ids map[string]string
	t.Run("KIT-01 one's own, the latest used first", func(t *testing.T) {
		var names []string
		names, ids = list(t, laptop, "tokens")
		same(t, "desk laptop", strings.Join(names, " "))
	})
	t.Run("KIT-01 those of the members, for an owner", func(t *testing.T) {
		names, all := list(t, laptop, "organizations/"+acme.String()+"/tokens")
		same(t, 3, len(names))
		mikes.Send(t, node, "GET /developer/organizations/"+acme.String()+"/tokens", nil).Refuses(t, http.StatusForbidden, "ORGANIZATION_ROLE_NEEDED")
		_, foreign := list(t, eves, "tokens")
		end := "DELETE /developer/organizations/" + acme.String() + "/tokens/"
		laptop.Send(t, node, end+foreign["eves"], nil).Refuses(t, http.StatusNotFound, "DEVELOPER_TOKEN_NOT_FOUND")
		laptop.Send(t, node, end+all["mikes"], nil).Is(t, http.StatusNoContent)
		answer := mikes.Send(t, node, "GET /developer/me", nil).Refuses(t, http.StatusUnauthorized, "DEVELOPER_TOKEN_ENDED")
		var refusal struct{ Params map[string]string }
		answer.Read(t, &refusal)
		same(t, "ENDED_BY_OWNER", refusal.Params["p1"])
		eves.Send(t, node, "GET /developer/me", nil).Is(t, http.StatusOK)
	})
	t.Run("KIT-01 nobody ends another's", func(t *testing.T) {
		eves.Send(t, node, "DELETE /developer/tokens/"+ids["desk"], nil).Refuses(t, http.StatusNotFound, "DEVELOPER_TOKEN_NOT_FOUND")
	})
	t.Run("KIT-01 one, and all", func(t *testing.T) {
		laptop.Send(t, node, "DELETE /developer/tokens/"+ids["desk"], nil).Is(t, http.StatusNoContent)
		desk.Send(t, node, "GET /developer/me", nil).Refuses(t, http.StatusUnauthorized, "DEVELOPER_TOKEN_ENDED")
		laptop.Send(t, node, "DELETE /developer/tokens/"+ids["desk"], nil).Refuses(t, http.StatusNotFound, "DEVELOPER_TOKEN_NOT_FOUND")
		laptop.Send(t, node, "DELETE /developer/tokens", nil).Is(t, http.StatusNoContent)
		laptop.Send(t, node, "GET /developer/me", nil).Refuses(t, http.StatusUnauthorized, "DEVELOPER_TOKEN_ENDED")
		eves.Send(t, node, "GET /developer/me", nil).Is(t, http.StatusOK)
	})
}

// Every route of the API host that is not the console's refuses a command line.
func TestNoOtherRouteTakesACommandLine(t *testing.T) {
	t.Parallel()
	p := newRowFixture(t)
	m := newMachines(t, p)
	for i, row := range p.Node(0).APIRoutes() {
		method, path, _ := strings.Cut(row.Pattern, " ")
		if strings.HasPrefix(path, "/developer/") || open(path) {
			continue
		}
		if i%100 == 0 {
			p.Clock.Move(time.Minute)
		}
		t.Run("KIT-01 "+row.Pattern, func(t *testing.T) {
			request := method + " " + hole.ReplaceAllString(path, "x")
			for _, tokens := range []apptest.Tokens{m.full, m.ended} {
				tokens.Send(t, p.Node(0), request, nil).Refuses(t, http.StatusForbidden, "ENDPOINT_NOT_EXPOSED")
			}
		})
	}
	t.Run("KIT-01 to pages it is nobody", func(t *testing.T) {
		for _, row := range p.Node(0).AppRoutes() {
			method, path, _ := strings.Cut(row.Pattern, " ")
			path = hole.ReplaceAllString(strings.ReplaceAll(strings.TrimSuffix(path, "{$}"), "...", ""), "x")
			if method != http.MethodGet {
				continue
			}
			plain := p.Node(0).Browser(t).Browser.Send(method, path, nil)
			with := p.Node(0).Browser(t).Browser.Send(method, path, nil, "Authorization: Bearer "+m.full.Access)
			if plain.Status != with.Status || plain.URL.Path != with.URL.Path {
				t.Errorf("%s leads to %s, and with a token to %s", row.Pattern, plain.URL, with.URL)
			}
		}
	})
}

// open are the routes that nobody needs a token for, or that authenticate clients.
func open(path string) bool {
	for _, prefix := range []string{"/oauth/", "/.well-known/", "/marketplace/", "/openapi.json", "/versions", "/docs"} {
		if strings.HasPrefix(path, prefix) {
			return true
		}
	}
	return false
}
