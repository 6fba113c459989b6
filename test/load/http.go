package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"
)

// load sends requests to the node.
type load struct {
	url      string
	clients  int
	each     time.Duration
	partners []*partner
	senders  atomic.Uint32
}

var client = &http.Client{Transport: &http.Transport{MaxIdleConnsPerHost: 64}}

// errSpent says that there is nothing left to send.
var errSpent = errors.New("spent")

// run sends for as long as a figure takes and tells how many were answered in a
// second. Every partner belongs to one sender, so no two refresh one family.
func (l *load) run(ctx context.Context, send func(*load, context.Context, *partner) error) (float64, error) {
	var sent atomic.Int64
	var failed atomic.Value
	var wait sync.WaitGroup
	began := time.Now()
	for c := range l.clients {
		wait.Go(func() {
			for i := c; time.Since(began) < l.each; i += l.clients {
				if i >= len(l.partners) {
					i = c
				}
				if err := send(l, ctx, l.partners[i]); err != nil {
					if !errors.Is(err, errSpent) {
						failed.Store(err)
					}
					return
				}
				sent.Add(1)
			}
		})
	}
	wait.Wait()
	err, _ := failed.Load().(error)
	return float64(sent.Load()) / time.Since(began).Seconds(), err
}

func (l *load) refresh(ctx context.Context, p *partner) error {
	return l.token(ctx, p, url.Values{"grant_type": {"refresh_token"}, "refresh_token": {p.refresh}}, true)
}

func (l *load) exchange(ctx context.Context, p *partner) error {
	if len(p.codes) == 0 {
		return errSpent
	}
	code := p.codes[0]
	p.codes = p.codes[1:]
	return l.token(ctx, p, url.Values{"grant_type": {"authorization_code"}, "code": {code}, "redirect_uri": {callback}}, false)
}

func (l *load) token(ctx context.Context, p *partner, form url.Values, keep bool) error {
	var issued struct {
		Access  string `json:"access_token"`
		Refresh string `json:"refresh_token"`
	}
	status, err := l.post(ctx, "/oauth/token", p.clientID, p.secret, form, &issued)
	if err != nil || status != http.StatusOK {
		return fmt.Errorf("%s answered %d: %w", form.Get("grant_type"), status, err)
	}
	if keep {
		p.access, p.refresh = issued.Access, issued.Refresh
	}
	return nil
}

func (l *load) introspect(ctx context.Context, p *partner) error {
	var told struct{ Active bool }
	status, err := l.post(ctx, "/oauth/introspect", p.clientID, p.secret, url.Values{"token": {p.access}}, &told)
	if err != nil || status != http.StatusOK || !told.Active {
		return fmt.Errorf("introspection answered %d, active %t: %w", status, told.Active, err)
	}
	return nil
}

// post sends a form, each time from another address.
func (l *load) post(ctx context.Context, path, id, secret string, form url.Values, into any) (int, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, l.url+path, strings.NewReader(form.Encode()))
	if err != nil {
		return 0, err
	}
	from := l.senders.Add(1)
	req.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	req.Header.Set("X-Forwarded-For", fmt.Sprintf("11.%d.%d.%d", byte(from>>16), byte(from>>8), byte(from)))
	req.SetBasicAuth(url.QueryEscape(id), url.QueryEscape(secret))
	resp, err := client.Do(req)
	if err != nil {
		return 0, err
	}
	defer resp.Body.Close()
	return resp.StatusCode, json.NewDecoder(resp.Body).Decode(into)
}

// proofs tells how long proving a client takes, one request after the other and
// the cases in turn, so that what else the machine does falls on all alike.
func (l *load) proofs(ctx context.Context, rounds int) error {
	cases := []struct {
		name         string
		known, right bool
	}{{"known client, right secret", true, true}, {"known client, wrong secret", true, false}, {"unknown client", false, false}}
	took := make([][]time.Duration, len(cases))
	for round := range rounds {
		p := l.partners[round%len(l.partners)]
		for turn := range cases {
			i := (round + turn) % len(cases) // nobody always comes after the same one
			c := cases[i]
			id, secret := p.clientID, p.secret
			if !c.known {
				id = strings.Repeat("x", len(id))
			}
			if !c.right {
				secret = strings.Repeat("x", len(secret))
			}
			var ignored any
			began := time.Now()
			if _, err := l.post(ctx, "/oauth/introspect", id, secret, url.Values{"token": {"none"}}, &ignored); err != nil {
				return err
			}
			took[i] = append(took[i], time.Since(began))
		}
	}
	fmt.Printf("medians of %d introspections each, one at a time:\n\n", rounds)
	for i, c := range cases {
		slices.Sort(took[i])
		fmt.Printf("  %-28s %8s\n", c.name, took[i][rounds/2].Round(time.Microsecond))
	}
	return nil
}
