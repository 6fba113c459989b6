package soak

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/counterpart/counterpart/internal/apptest/browser"
	"github.com/counterpart/counterpart/internal/vocab/pagepath"
	"github.com/counterpart/counterpart/test/fleet"
)

// life is what partners and people do, and what went wrong.
type life struct {
	world    *world
	began    time.Time
	requests atomic.Int64
	busy     atomic.Int64 // answers that ask to come again, as a machine with other work gives

	mu    sync.Mutex
	wrong []string
}

// tokensLast is when a partner renews its tokens at the latest; they are good for an
// hour.
const tokensLast = 40 * time.Minute

// work is a round of a partner: it renews its tokens when it is time, writes, each
// under a key, reads, and now and then connects once more and leaves.
func (l *life) work(t *testing.T, p *partner) {
	p.rounds++
	if p.rounds%5 == 0 || l.world.operator.Now().Sub(p.renewed) > tokensLast {
		l.renew(t, p)
	}
	key := fmt.Sprintf("%s-%d", p.name, p.rounds)
	var supplier, invoice, payment struct{ ID string }
	l.write(t, p, "/suppliers", key+"-s", map[string]any{"name": "Supplier " + key}, &supplier)
	line := map[string]any{"description": key, "unitPrice": "10.00"}
	l.write(t, p, "/invoices", key+"-i", map[string]any{"customerId": p.customer, "issue": true, "lines": []any{line}}, &invoice)
	part := map[string]any{"invoiceId": invoice.ID, "amount": "10.00"}
	l.write(t, p, "/payments", key+"-p", map[string]any{"customerId": p.customer, "amount": "10.00", "method": "CASH", "allocations": []any{part}}, &payment)
	l.read(t, p, "/suppliers/"+supplier.ID, http.StatusOK)
	l.read(t, p, "/invoices?limit=20", http.StatusOK)
	l.read(t, p, "/events?limit=20", http.StatusOK)
	if p.rounds%10 == 3 {
		l.read(t, p, "/suppliers/"+p.business.String(), http.StatusNotFound, http.StatusBadRequest)
		l.connect(t, p)
	}
}

// write makes something under a key, and now and then asks for it once more.
func (l *life) write(t *testing.T, p *partner, path, key string, body any, into any) {
	text, err := json.Marshal(body)
	if err != nil {
		panic(err)
	}
	times := 1
	if p.rounds%4 == 1 {
		times = 2
	}
	for range times {
		header := fleet.Bearer(p.tokens.Access)
		header.Set("Content-Type", "application/json")
		header.Set("Idempotency-Key", key)
		got := l.ask(t, http.MethodPost, path, string(text), header, http.StatusCreated)
		_ = json.Unmarshal(got.Body, into) // what is not there is noted already
	}
}

func (l *life) read(t *testing.T, p *partner, path string, want ...int) {
	l.ask(t, http.MethodGet, path, "", fleet.Bearer(p.tokens.Access), want...)
}

// renew renews a partner's tokens. The old access token is refused from then on.
func (l *life) renew(t *testing.T, p *partner) {
	old := p.tokens.Access
	p.tokens = l.token(t, p, url.Values{"grant_type": {"refresh_token"}, "refresh_token": {p.tokens.Refresh}})
	p.renewed = l.world.operator.Now()
	l.ask(t, http.MethodGet, "/me", "", fleet.Bearer(old), http.StatusUnauthorized)
}

// connect redeems a code, calls with what it gave, and revokes it.
func (l *life) connect(t *testing.T, p *partner) {
	for _, code := range fleet.Codes(t, l.world.operator, p.business, callback, 1) {
		got := l.token(t, p, url.Values{"grant_type": {"authorization_code"}, "code": {code}, "redirect_uri": {callback}, "code_verifier": {fleet.Verifier}})
		l.ask(t, http.MethodGet, "/me", "", fleet.Bearer(got.Access), http.StatusOK)
		l.form(t, p, "/oauth/revoke", url.Values{"token": {got.Refresh}})
	}
}

func (l *life) token(t *testing.T, p *partner, form url.Values) (issued fleet.Tokens) {
	got := l.form(t, p, "/oauth/token", form)
	_ = json.Unmarshal(got.Body, &issued) // what is not there is noted already
	return issued
}

func (l *life) form(t *testing.T, p *partner, path string, form url.Values) fleet.Answer {
	header := fleet.Form(p.clientID, p.secret, "11.0.0."+p.name)
	header.Set("Idempotency-Key", rand.Text())
	return l.ask(t, http.MethodPost, path, form.Encode(), header, http.StatusOK)
}

// patience is how often somebody comes again.
const patience = 20

// ask wants one of the statuses of any node, and comes again where it is told to.
func (l *life) ask(t *testing.T, method, path, body string, header http.Header, want ...int) (got fleet.Answer) {
	for range patience {
		l.requests.Add(1)
		n := l.world.fleet.Pick()
		var err error
		got, err = n.Ask(t.Context(), method, path, body, header)
		switch {
		case err == nil && slices.Contains(want, got.Status) || t.Context().Err() != nil:
			return got
		case err == nil && got.Status != http.StatusServiceUnavailable:
			l.mistake("%s %s at %s answers %d %s", method, path, n.Name, got.Status, got.Body)
			return got
		}
		l.busy.Add(1)
		fleet.Pause(t.Context(), 500*time.Millisecond)
	}
	l.mistake("%s %s was never answered: %d %s", method, path, got.Status, got.Body)
	return got
}

func (l *life) mistake(format string, args ...any) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.wrong = append(l.wrong, time.Now().Format("15:04:05 ")+fmt.Sprintf(format, args...))
}

// visit is what a person does: sign in, at times with a wrong password first, look
// at the account, open a stream, sign out, and now and then ask for a new password,
// which stays unused.
func (l *life) visit(t *testing.T, p *person) {
	p.rounds++
	b := p.browser
	if b.Open(pagepath.SignIn); b.Page.URL.Path == pagepath.SignIn { // else the last visit was cut short
		if !l.sees(b, pagepath.SignIn) {
			return
		}
		if p.rounds%10 == 4 {
			b.Submit(pagepath.SignIn, "email", p.email, "password", "is not it")
			if b.Open(pagepath.SignIn); !l.sees(b, pagepath.SignIn) {
				return
			}
		}
		b.Submit(pagepath.SignIn, "email", p.email, "password", p.password)
	}
	if b.Page.Status != http.StatusServiceUnavailable {
		b.Open(pagepath.Account)
	}
	if !l.sees(b, pagepath.Account) {
		return
	}
	if p.rounds%3 == 0 {
		l.watch(p)
	}
	b.Submit(pagepath.SignOut)
	if p.rounds%10 == 7 {
		if err := l.world.operator.Accounts.RequestReset(t.Context(), p.email); err != nil {
			l.mistake("ask for a new password: %v", err)
		}
	}
}

// sees tells whether a browser shows a page, and not that it should come again.
func (l *life) sees(b *browser.Browser, path string) bool {
	l.requests.Add(2)
	switch {
	case b.Page.Status == http.StatusOK && b.Page.URL.Path == path:
		return true
	case b.Page.Status == http.StatusServiceUnavailable:
		l.busy.Add(1)
	default:
		l.mistake("%s is %d at %s: %s %q", path, b.Page.Status, b.Page.URL.Path, b.Page.Heading(), b.Page.Problems())
	}
	return false
}

// watch opens the stream of an app, and leaves at once.
func (l *life) watch(p *person) {
	got := p.browser.Fetch(http.MethodGet, p.watches, "", "Origin: "+fleet.AuthURL, "Sec-Fetch-Site: same-site")
	_ = got.Body.Close()
	if got.StatusCode != http.StatusOK {
		l.mistake("the stream answers %d", got.StatusCode)
	}
}

// step has every partner and every person do one round.
func (l *life) step(t *testing.T) {
	t.Helper()
	var all sync.WaitGroup
	for _, p := range l.world.partners {
		all.Go(func() { l.work(t, p) })
	}
	for _, p := range l.world.people {
		all.Go(func() { l.visit(t, p) })
	}
	all.Wait()
}

// start has them do so until stop, each partner once in two seconds and each
// person once in six.
func (l *life) start(t *testing.T) (stop func()) {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	var all sync.WaitGroup
	for _, p := range l.world.partners {
		all.Go(func() { fleet.Each(ctx, 2*time.Second, func(int) { l.work(t, p) }) })
	}
	for _, p := range l.world.people {
		all.Go(func() { fleet.Each(ctx, 6*time.Second, func(int) { l.visit(t, p) }) })
	}
	stop = sync.OnceFunc(func() {
		cancel()
		all.Wait()
	})
	t.Cleanup(stop)
	return stop
}

// progress is for whoever waits for an hour.
func (l *life) progress(t *testing.T) {
	t.Helper()
	l.mu.Lock()
	defer l.mu.Unlock()
	t.Logf("%s: %d requests, %.0f a second, of which %d were to come again and %d were answered wrongly; %d deliveries came in",
		time.Since(l.began).Round(time.Second), l.requests.Load(), float64(l.requests.Load())/time.Since(l.began).Seconds(), l.busy.Load(), len(l.wrong), l.world.received.Load())
}

// mostBusy: one of so many answers may ask to come again.
const mostBusy = 50

// judge fails the test for every answer that was wrong.
func (l *life) judge(t *testing.T) {
	t.Helper()
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.busy.Load() > l.requests.Load()/mostBusy {
		t.Error("too many were to come again")
	}
	for i, wrong := range l.wrong {
		if i < 20 {
			t.Error(wrong)
		}
	}
	if many := len(l.wrong); many > 20 {
		t.Errorf("and %d more answers were wrong", many-20)
	}
	for _, n := range l.world.fleet.All {
		for i, line := range n.Says.Lines(`"level":"ERROR"`, "panic", "fatal") {
			if i < 10 {
				t.Errorf("%s says %s", n.Name, line)
			}
		}
	}
}
