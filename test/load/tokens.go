package main

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/google/uuid"

	"github.com/counterpart/counterpart/internal/base/clock"
	"github.com/counterpart/counterpart/internal/base/secret"
)

// tokens tells what refreshes, code exchanges and introspections cost.
func (b *bench) tokens(ctx context.Context) error {
	bare := httptest.NewServer(b.bareHandler())
	defer bare.Close()
	for _, measure := range []func(context.Context, string) error{b.refreshes, b.introspections, b.exchanges} {
		if err := measure(ctx, bare.URL); err != nil {
			return err
		}
	}
	return b.proofs(ctx, b.size.proofs)
}

func (b *bench) refreshes(ctx context.Context, bare string) error {
	results, err := b.contest(ctx, "refresh",
		contestant{call: func(ctx context.Context, n int) error { return b.refresh(ctx, b.partners[n]) }},
		contestant{name: "a handler with one Redis script and the UPDATE", call: func(ctx context.Context, n int) error {
			return b.token(ctx, bare, &partner{clientID: strconv.Itoa(n)}, url.Values{"grant_type": {"refresh_token"}, "refresh_token": {b.partners[n].refresh}})
		}},
		contestant{name: "the UPDATE by pgbench", rate: func(ctx context.Context) (float64, error) { return b.bare.run(ctx, "Refresh") }})
	if err == nil {
		b.report("refresh", results, "0.8", "0.5")
	}
	return err
}

func (b *bench) introspections(ctx context.Context, bare string) error {
	results, err := b.contest(ctx, "introspection",
		contestant{before: b.meetIntrospected, call: func(ctx context.Context, n int) error { return b.introspect(ctx, b.url, b.partners[n]) }},
		contestant{name: "a handler with one Redis script", call: func(ctx context.Context, n int) error {
			return b.introspect(ctx, bare, &partner{clientID: strconv.Itoa(n), access: b.partners[n].access})
		}},
		contestant{name: "the SELECT of a live token by pgbench", rate: func(ctx context.Context) (float64, error) { return b.bare.run(ctx, "Live") }})
	if err == nil {
		b.report("introspection", results, "0.8")
	}
	return err
}

func (b *bench) exchanges(ctx context.Context, _ string) error {
	results, err := b.contest(ctx, "code exchange",
		contestant{before: b.prepareCodes, call: func(ctx context.Context, n int) error { return b.exchange(ctx, b.partners[n]) }},
		contestant{name: "the UPDATE of a refresh by pgbench", rate: func(ctx context.Context) (float64, error) { return b.bare.run(ctx, "Refresh") }})
	if err == nil {
		b.report("code exchange", results, "1500/s")
	}
	return err
}

// meetIntrospected has the node meet all tokens, as meet does for calls.
func (b *bench) meetIntrospected(ctx context.Context) error {
	for _, p := range b.partners {
		for range 2 {
			if err := b.introspect(ctx, b.url, p); err != nil {
				return err
			}
		}
	}
	return nil
}

// renew refreshes all tokens: time passes quickly here, and they live for an hour.
func (b *bench) renew(ctx context.Context) error {
	b.pass(time.Minute)
	for _, p := range b.partners {
		if err := b.refresh(ctx, p); err != nil {
			return err
		}
	}
	return nil
}

func (b *bench) refresh(ctx context.Context, p *partner) error {
	return b.token(ctx, b.url, p, url.Values{"grant_type": {"refresh_token"}, "refresh_token": {p.refresh}})
}

func (b *bench) exchange(ctx context.Context, p *partner) error {
	if len(p.codes) == 0 {
		return fmt.Errorf("all %d codes of a partner are spent: a round is shorter, or there are more of them", codes)
	}
	code := p.codes[0]
	p.codes = p.codes[1:]
	other := *p
	return b.token(ctx, b.url, &other, url.Values{"grant_type": {"authorization_code"}, "code": {code}, "redirect_uri": {callback}})
}

// issued is the answer to a refresh, as the node's is.
type issued struct {
	Access  string `json:"access_token"`
	Type    string `json:"token_type"`
	Expires int    `json:"expires_in"`
	Refresh string `json:"refresh_token"`
	Scope   string `json:"scope"`
}

// token asks for tokens, which the partner then has.
func (b *bench) token(ctx context.Context, at string, p *partner, form url.Values) error {
	req, err := b.form(ctx, at+"/oauth/token", p.clientID, p.secret, form)
	if err != nil {
		return err
	}
	var answer []byte
	if err := answered(req, http.StatusOK, &answer); err != nil {
		return fmt.Errorf("%s: %w", form.Get("grant_type"), err)
	}
	var got issued
	err = json.Unmarshal(answer, &got)
	p.access, p.refresh = got.Access, got.Refresh
	return err
}

func (b *bench) introspect(ctx context.Context, at string, p *partner) error {
	req, err := b.form(ctx, at+"/oauth/introspect", p.clientID, p.secret, url.Values{"token": {p.access}})
	if err != nil {
		return err
	}
	var answer []byte
	if err := answered(req, http.StatusOK, &answer); err != nil {
		return fmt.Errorf("introspection: %w", err)
	}
	var told introspected
	err = json.Unmarshal(answer, &told)
	if err == nil && !told.Active {
		err = fmt.Errorf("introspection says that a token is not active")
	}
	return err
}

// family is a copy of a partner's, which the bare handler refreshes.
type family struct {
	id         uuid.UUID
	generation int32
	hash       []byte
}

// bareRefresh puts new tokens in the place of the old ones by the node's own
// statement, of a copy of the family.
func (b *bench) bareRefresh(w http.ResponseWriter, r *http.Request, p *partner) error {
	if err := r.ParseForm(); err != nil {
		return err
	}
	next := issued{Access: secretText(), Type: "Bearer", Expires: 3600, Refresh: secretText(), Scope: strings.Join(scopes, " ")}
	now, of := b.node.Now(), &p.copied
	hash := secret.Hash(next.Refresh)
	var had, registered []string
	err := b.node.DB.QueryRow(r.Context(), b.update.sql, b.update.values(map[string]any{
		"shard": p.shard, "id": of.id, "app_id": p.app.UUID, "generation": of.generation, "presented_hash": of.hash, "now": now,
		"access_hash": secret.Hash(next.Access), "access_expires_at": now.Add(time.Hour), "refresh_hash": hash,
		"refresh_expires_at": now.AddDate(0, 0, 30), "forget_on": clock.Day(now.AddDate(0, 0, 60)),
	})...).Scan(&had, &registered)
	if err != nil {
		return fmt.Errorf("refresh by hand: %w", err)
	}
	of.generation, of.hash = of.generation+1, hash
	return encode(w, next)
}

// introspected is the answer to an introspection, as the node's is.
type introspected struct {
	Active    bool   `json:"active"`
	Scope     string `json:"scope"`
	ClientID  string `json:"client_id"`
	Username  string `json:"username"`
	TokenType string `json:"token_type"`
	Expires   int64  `json:"exp"`
	Subject   string `json:"sub"`
	Business  string `json:"business_id"`
}

func (b *bench) bareIntrospect(w http.ResponseWriter, r *http.Request, p *partner) error {
	if err := r.ParseForm(); err != nil {
		return err
	}
	return encode(w, introspected{
		Active: true, Scope: strings.Join(scopes, " "), ClientID: p.clientID, Username: owner, TokenType: "Bearer",
		Expires: b.node.Now().Unix() + 3600, Subject: p.party.User.String(), Business: p.business.String(),
	})
}

func encode(w http.ResponseWriter, value any) error {
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("Cache-Control", "no-store")
	return json.NewEncoder(w).Encode(value)
}

func secretText() string { return strings.ToLower(rand.Text() + rand.Text()) }

// statement is one of the node's own, with its parameters numbered.
type statement struct {
	sql   string
	names []string
}

// read reads a statement of the node's.
func readStatement(query string) (s statement, err error) {
	text, err := sqlOf(query)
	s.sql = regexp.MustCompile(`@(\w+)`).ReplaceAllStringFunc(text, func(name string) string {
		at := slices.Index(s.names, name[1:])
		if at < 0 {
			at, s.names = len(s.names), append(s.names, name[1:])
		}
		return "$" + strconv.Itoa(at+1)
	})
	return s, err
}

// values are the parameters in their order.
func (s statement) values(of map[string]any) []any {
	list := make([]any, len(s.names))
	for i, name := range s.names {
		list[i] = of[name]
	}
	return list
}

// proofs tells how long proving a client takes, one request after the other and
// the cases in turn, so that what else the machine does falls on all alike.
func (b *bench) proofs(ctx context.Context, times int) error {
	cases := []struct {
		name         string
		known, right bool
	}{{"known client, right secret", true, true}, {"known client, wrong secret", true, false}, {"unknown client", false, false}}
	took := make([][]time.Duration, len(cases))
	for round := range times {
		p := b.partners[round%len(b.partners)]
		for turn := range cases {
			i := (round + turn) % len(cases) // nobody always comes after the same one
			c := cases[i]
			id, secret, status := p.clientID, p.secret, http.StatusOK
			if !c.known {
				id = strings.Repeat("x", len(id))
			}
			if !c.right {
				secret, status = strings.Repeat("x", len(secret)), http.StatusUnauthorized
			}
			req, err := b.form(ctx, b.url+"/oauth/introspect", id, secret, url.Values{"token": {"none"}})
			if err != nil {
				return err
			}
			began := time.Now()
			if err := answered(req, status, nil); err != nil {
				return fmt.Errorf("%s: %w", c.name, err)
			}
			took[i] = append(took[i], time.Since(began))
		}
	}
	for i, c := range cases[1:] {
		b.table.time("proving a client: "+c.name+", median; bare: "+cases[0].name, quantile(took[i+1], 0.5), quantile(took[0], 0.5), "")
	}
	return nil
}
