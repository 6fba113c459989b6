package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strconv"
	"sync"
	"sync/atomic"
	"time"

	"github.com/counterpart/counterpart/internal/core/books"
	"github.com/counterpart/counterpart/internal/core/books/sales"
	"github.com/counterpart/counterpart/internal/core/limits"
	"github.com/counterpart/counterpart/internal/web/route"
)

// pageSize is how many invoices a call lists.
const pageSize = 20

// calls tells what the gate costs: GET /me beside a bare handler that makes the
// same calls to Redis, and GET /invoices beside one that does the same reading
// and encoding.
func (b *bench) calls(ctx context.Context) error {
	bare := httptest.NewServer(b.bareHandler())
	defer bare.Close()
	if err := b.compare(ctx, "GET /me", bare.URL, "/me", "0.75"); err != nil {
		return err
	}
	if err := b.fillInvoices(ctx); err != nil {
		return err
	}
	return b.compare(ctx, fmt.Sprintf("GET /invoices, %d of %d", pageSize, b.size.invoices), bare.URL, "/invoices?limit="+strconv.Itoa(pageSize), "0.8")
}

// bareHandler answers what the node answers, to whoever names a partner by its
// number, and checks nothing.
func (b *bench) bareHandler() http.Handler {
	admissions := limits.NewAdmissions(b.node.Windows, b.node.Rights)
	mux := http.NewServeMux()
	mux.HandleFunc("GET /me", func(w http.ResponseWriter, r *http.Request) {
		p := b.partnerOf(r)
		if _, err := admissions.Count(r.Context(), p.party, true); err != nil {
			http.Error(w, err.Error(), http.StatusInternalServerError)
			return
		}
		w.Header().Set("Content-Type", "application/json")
		_, _ = w.Write(p.me)
	})
	mux.HandleFunc("GET /invoices", func(w http.ResponseWriter, r *http.Request) {
		list, more, _, err := b.node.Sales.Invoices(r.Context(), b.partnerOf(r).business, sales.InvoiceFilter{}, books.Page{Limit: pageSize})
		if err == nil {
			err = route.Write(w, http.StatusOK, pageOf(list, more))
		}
		if err != nil {
			http.Error(w, err.Error(), http.StatusInternalServerError)
		}
	})
	return mux
}

func (b *bench) partnerOf(r *http.Request) *partner {
	n, _ := strconv.Atoi(r.Header.Get("Authorization")) // set by send
	return b.partners[n]
}

// compare calls the node and the bare handler in turn, so that what else the
// machine does falls on both alike. Between the rounds a minute passes, or apps
// would meet their limits.
func (b *bench) compare(ctx context.Context, what, bare, path, target string) error {
	for _, p := range b.partners {
		if err := b.remember(ctx, p); err != nil {
			return err
		}
	}
	var ours, theirs burst
	for range rounds {
		b.pass(time.Minute)
		stop := b.profile("calls")
		err := ours.run(b, func(n int) error { return b.send(ctx, b.url+path, "Bearer "+b.partners[n].access, nil) })
		stop()
		if err == nil {
			err = theirs.run(b, func(n int) error { return b.send(ctx, bare+path, strconv.Itoa(n), nil) })
		}
		if err != nil {
			return fmt.Errorf("%s: %w", what, err)
		}
	}
	b.table.rate(what+" through the gate", ours.rate(), theirs.rate(), target)
	b.table.time("  median", quantile(ours.took, 0.5), quantile(theirs.took, 0.5), "")
	b.table.time("  99th percentile", quantile(ours.took, 0.99), quantile(theirs.took, 0.99), "")
	return nil
}

// remember has the gate meet a partner, and keeps its answer for the bare handler.
func (b *bench) remember(ctx context.Context, p *partner) error {
	for range 2 { // the second call gets a permit
		if err := b.send(ctx, b.url+"/me", "Bearer "+p.access, &p.me); err != nil {
			return err
		}
	}
	return nil
}

func (b *bench) send(ctx context.Context, url, authorization string, into *[]byte) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
	if err != nil {
		return err
	}
	req.Header.Set("Authorization", authorization)
	return answered(req, into)
}

// answered wants a request to be answered with 200, and keeps the answer where that
// is wanted.
func answered(req *http.Request, into *[]byte) error {
	resp, err := client.Do(req)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	body, err := io.ReadAll(resp.Body)
	if err == nil && resp.StatusCode != http.StatusOK {
		err = fmt.Errorf("answered %d: %s", resp.StatusCode, body)
	}
	if into != nil {
		*into = body
	}
	return err
}

// burst is calls of some rounds.
type burst struct {
	took  []time.Duration
	total time.Duration
}

func (s *burst) rate() float64 { return float64(len(s.took)) / s.total.Seconds() }

// run calls for a quarter of what a figure takes, for all partners in turn.
func (s *burst) run(b *bench, call func(n int) error) error {
	var next atomic.Int64
	var mu sync.Mutex
	var failed []error
	var all sync.WaitGroup
	began := time.Now()
	for range b.clients {
		all.Go(func() {
			var took []time.Duration
			for time.Since(began) < b.each/rounds {
				from := time.Now()
				if err := call(int(next.Add(1)) % len(b.partners)); err != nil {
					mu.Lock()
					failed = append(failed, err)
					mu.Unlock()
					return
				}
				took = append(took, time.Since(from))
			}
			mu.Lock()
			s.took = append(s.took, took...)
			mu.Unlock()
		})
	}
	all.Wait()
	s.total += time.Since(began)
	return errors.Join(failed...)
}
