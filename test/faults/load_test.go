package faults

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/counterpart/counterpart/test/fleet"
)

// ledger is what the load was answered. It is one for the whole run: what was
// acknowledged before one scenario is there after the next.
type ledger struct {
	mu        sync.Mutex
	suppliers map[string]*partner // by id: made, and told so
	invoices  map[string]*partner
	again     int // deliveries that came in again, as far as they were told of
	ghosts    int // deliveries of what is not there, likewise
}

func newLedger() *ledger {
	return &ledger{suppliers: map[string]*partner{}, invoices: map[string]*partner{}}
}

// load is what runs during one scenario, and what came of it.
type load struct {
	world *world
	calls *scenario

	began    time.Time
	took     time.Duration
	requests atomic.Int64
	written  atomic.Int64
	revoked  atomic.Int64
	admitted atomic.Int64 // calls of the greedy one

	mu     sync.Mutex
	failed []failure
	wrong  []string
	late   time.Duration // the longest that a token was still good after the answer that it is not
	spent  int           // codes that gave tokens twice
}

// failure is a request without an answer, or with one that asks to come again.
type failure struct {
	at   time.Time
	what string
}

// answer is what a node said; status 0 is nothing.
type answer struct {
	status int
	body   []byte
}

func (a answer) come() bool { return a.status == 0 || a.status == http.StatusServiceUnavailable }

// startLoad has all partners work until stop, which returns when every write has
// its answer.
func (w *world) startLoad(t *testing.T, s *scenario, greed *partner) (l *load, stop func()) {
	t.Helper()
	l = &load{world: w, calls: s, began: time.Now()}
	ctx, cancel := context.WithCancel(context.Background())
	var all sync.WaitGroup
	for i, p := range w.partners[:writers] {
		all.Go(func() {
			l.each(ctx, time.Second, func(n int) { l.write(t.Context(), p, fmt.Sprintf("%s-%d-%d", s.name, i, n)) })
		})
	}
	for i, p := range w.partners[writers:][:refreshers] {
		all.Go(func() {
			l.each(ctx, time.Second, func(n int) { l.refreshOnce(t.Context(), p, i+1, fmt.Sprintf("%s-%d-%d", s.name, i, n)) })
		})
	}
	for i, p := range w.partners[writers+refreshers:][:revokers] {
		w.giveCodes(t, p, 150)
		all.Go(func() { l.each(ctx, 700*time.Millisecond, func(int) { l.revokeOnce(t.Context(), p, refreshers+i+1) }) })
	}
	all.Go(func() {
		l.each(ctx, 40*time.Millisecond, func(int) {
			if l.get(t.Context(), w.fleet.pick(), "/me", greed.access, http.StatusOK, http.StatusTooManyRequests).status == http.StatusOK {
				l.admitted.Add(1)
			}
		})
	})
	stop = sync.OnceFunc(func() {
		cancel()
		all.Wait()
		l.took = time.Since(l.began)
	})
	t.Cleanup(stop)
	return l, stop
}

// each does something again and again, so often at most.
func (l *load) each(ctx context.Context, every time.Duration, do func(n int)) {
	for n := 0; ctx.Err() == nil; n++ {
		next := time.Now().Add(every)
		do(n)
		fleet.Pause(ctx, time.Until(next))
	}
}

// write makes a supplier, an invoice and its payment, and reads the supplier at
// another node.
func (l *load) write(ctx context.Context, p *partner, key string) {
	var made struct{ ID string }
	if !l.make(ctx, p, "/suppliers", key+"-s", map[string]any{"name": "Supplier " + key}, &made) {
		return
	}
	l.world.ledger.note(l.world.ledger.suppliers, made.ID, p)
	l.written.Add(1)
	l.get(ctx, l.world.fleet.pick(), "/suppliers/"+made.ID, p.access, http.StatusOK)
	line := map[string]any{"description": key, "unitPrice": "10.00"}
	if !l.make(ctx, p, "/invoices", key+"-i", map[string]any{"customerId": p.customer, "issue": true, "lines": []any{line}}, &made) {
		return
	}
	l.world.ledger.note(l.world.ledger.invoices, made.ID, p)
	part := map[string]any{"invoiceId": made.ID, "amount": "4.00"}
	l.make(ctx, p, "/payments", key+"-p", map[string]any{"customerId": p.customer, "amount": "4.00", "method": "CASH", "allocations": []any{part}}, &made)
	l.written.Add(2)
}

func (l *ledger) note(in map[string]*partner, id string, of *partner) {
	l.mu.Lock()
	defer l.mu.Unlock()
	in[id] = of
}

// patience is how often a writer comes again.
const patience = 120

// make writes something under a key, again until it has an answer.
func (l *load) make(ctx context.Context, p *partner, path, key string, body any, into any) bool {
	text, err := json.Marshal(body)
	if err != nil {
		panic(err)
	}
	for range patience {
		got := l.ask(ctx, l.world.fleet.pick(), http.MethodPost, path, string(text), http.Header{
			"Authorization": {"Bearer " + p.access}, "Content-Type": {"application/json"}, "Idempotency-Key": {key},
		})
		switch {
		case got.status == http.StatusCreated:
			return json.Unmarshal(got.body, into) == nil
		case got.status == http.StatusConflict && strings.Contains(string(got.body), "IDEMPOTENCY"): // the one before is under way still
		case !got.come():
			l.mistake("POST %s answers %d %s", path, got.status, got.body)
			return false
		}
		fleet.Pause(ctx, 500*time.Millisecond)
	}
	l.mistake("POST %s was never answered", path)
	return false
}

// get wants one of the statuses, unless it is asked to come again.
func (l *load) get(ctx context.Context, n *node, path, token string, statuses ...int) answer {
	got := l.ask(ctx, n, http.MethodGet, path, "", http.Header{"Authorization": {"Bearer " + token}})
	if !got.come() && !slices.Contains(statuses, got.status) {
		l.mistake("GET %s at %s answers %d %s", strings.Split(path, "_")[0], n.name, got.status, got.body)
	}
	return got
}

type tokens struct {
	Access  string `json:"access_token"`
	Refresh string `json:"refresh_token"`
}

// refreshOnce renews a partner's tokens, under a key until it is answered. Then the
// old access token is refused, and the new one taken, at every node.
func (l *load) refreshOnce(ctx context.Context, p *partner, sender int, key string) {
	old := p.access
	for range patience {
		got, issued := l.token(ctx, p, sender, key, url.Values{"grant_type": {"refresh_token"}, "refresh_token": {p.refresh}})
		if got.status == http.StatusOK {
			p.access, p.refresh = issued.Access, issued.Refresh
			break
		}
		if !got.come() {
			l.mistake("a refresh answers %d %s", got.status, got.body)
			return
		}
		fleet.Pause(ctx, 500*time.Millisecond)
	}
	l.isRefused(ctx, old, sender)
	l.get(ctx, l.world.fleet.pick(), "/me", p.access, http.StatusOK)
}

// revokeOnce presents a code at two nodes at once, which gives tokens once, calls
// every node with them, revokes them, and calls every node again.
func (l *load) revokeOnce(ctx context.Context, p *partner, sender int) {
	if len(p.codes) == 0 {
		return
	}
	code := p.codes[0]
	p.codes = p.codes[1:]
	form := url.Values{"grant_type": {"authorization_code"}, "code": {code}, "redirect_uri": {callback}, "code_verifier": {fleet.Verifier}}
	var both sync.WaitGroup
	var gave [2]tokens
	for i := range gave {
		both.Go(func() { _, gave[i] = l.token(ctx, p, sender, "", form) })
	}
	both.Wait()
	issued := gave[0]
	if gave[1].Access != "" {
		if issued.Access != "" {
			l.mu.Lock()
			l.spent++
			l.mu.Unlock()
		}
		issued = gave[1]
	}
	if issued.Access == "" {
		return // both were asked to come again, or the answer was lost
	}
	for _, n := range l.world.fleet.taken() {
		l.get(ctx, n, "/me", issued.Access, http.StatusOK)
	}
	for range patience {
		got := l.form(ctx, l.world.fleet.pick(), "/oauth/revoke", p, sender, "", url.Values{"token": {issued.Refresh}})
		if got.status == http.StatusOK {
			l.revoked.Add(1)
			l.isRefused(ctx, issued.Access, sender)
			return
		}
		if !got.come() {
			l.mistake("a revocation answers %d %s", got.status, got.body)
			return
		}
		fleet.Pause(ctx, 500*time.Millisecond)
	}
}

// isRefused asks every node whether a token is refused. How long one that is not
// stays good is noted.
func (l *load) isRefused(ctx context.Context, token string, sender int) {
	since := time.Now()
	for _, n := range l.world.fleet.taken() {
		for range patience {
			got := l.ask(ctx, n, http.MethodGet, "/me", "", http.Header{"Authorization": {"Bearer " + token}, "X-Forwarded-For": {fmt.Sprintf("11.0.0.%d", sender)}})
			if got.status != http.StatusOK {
				if !got.come() && got.status != http.StatusUnauthorized {
					l.mistake("a dead token is answered with %d %s", got.status, got.body)
				}
				break
			}
			l.mu.Lock()
			l.late = max(l.late, time.Since(since))
			l.mu.Unlock()
			fleet.Pause(ctx, 100*time.Millisecond)
		}
	}
}

// token asks for tokens.
func (l *load) token(ctx context.Context, p *partner, sender int, key string, form url.Values) (answer, tokens) {
	got := l.form(ctx, l.world.fleet.pick(), "/oauth/token", p, sender, key, form)
	var issued tokens
	if got.status == http.StatusOK {
		_ = json.Unmarshal(got.body, &issued) // nothing is told as no token
	}
	return got, issued
}

// form sends a form from an address of the sender's own: limits go by address.
func (l *load) form(ctx context.Context, n *node, path string, p *partner, sender int, key string, form url.Values) answer {
	header := http.Header{"Content-Type": {"application/x-www-form-urlencoded"}, "X-Forwarded-For": {fmt.Sprintf("11.0.0.%d", sender)}}
	if key != "" {
		header.Set("Idempotency-Key", key)
	}
	request := &http.Request{Header: header}
	request.SetBasicAuth(url.QueryEscape(p.clientID), url.QueryEscape(p.secret))
	return l.ask(ctx, n, http.MethodPost, path, form.Encode(), header)
}

// ask sends one request, once: the body cannot be read again, so that Go's client
// does not come again by itself.
func (l *load) ask(ctx context.Context, n *node, method, path, body string, header http.Header) answer {
	l.requests.Add(1)
	var content io.Reader
	if body != "" {
		content = io.NopCloser(strings.NewReader(body))
	}
	request, err := http.NewRequestWithContext(ctx, method, "http://"+n.api+path, content)
	if err != nil {
		panic(err)
	}
	request.ContentLength, request.Header = int64(len(body)), header
	request.Header.Set("User-Agent", "faults")
	got, err := n.client.Do(request)
	if err != nil {
		l.fail("%s %s at %s: %v", method, path, n.name, err)
		return answer{}
	}
	defer got.Body.Close()
	text, err := io.ReadAll(got.Body)
	switch {
	case err != nil:
		l.fail("%s %s at %s: %v", method, path, n.name, err)
		return answer{}
	case got.StatusCode == http.StatusServiceUnavailable:
		l.fail("%s %s at %s: 503 %s", method, path, n.name, text)
	case got.StatusCode >= http.StatusInternalServerError:
		l.mistake("%s %s at %s answers %d %s", method, path, n.name, got.StatusCode, text)
	}
	return answer{got.StatusCode, text}
}

func (l *load) fail(format string, args ...any) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.failed = append(l.failed, failure{time.Now(), fmt.Sprintf(format, args...)})
}

func (l *load) mistake(format string, args ...any) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.wrong = append(l.wrong, fmt.Sprintf("%s: "+format, append([]any{time.Now().Format("15:04:05.000")}, args...)...))
}

// failures are those so far.
func (l *load) failures() []failure {
	l.mu.Lock()
	defer l.mu.Unlock()
	return slices.Clone(l.failed)
}

// awaitCalm waits until nothing has failed for a while.
func (l *load) awaitCalm(t *testing.T) {
	t.Helper()
	const calm = 3 * time.Second
	since := time.Now()
	fleet.Until(t, eventually, "nothing fails any more", func() bool {
		if list := l.failures(); len(list) > 0 && list[len(list)-1].at.After(since) {
			since = list[len(list)-1].at
		}
		return time.Since(since) > calm
	})
}
