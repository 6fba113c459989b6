package main

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strconv"

	"github.com/counterpart/counterpart/internal/core/books"
	"github.com/counterpart/counterpart/internal/core/books/sales"
	"github.com/counterpart/counterpart/internal/core/limits"
	"github.com/counterpart/counterpart/internal/web/route"
)

// pageSize is how many invoices a call lists.
const pageSize = 20

// calls tells what the gate costs: GET /me beside a bare handler that makes the
// same calls to Redis, and GET /invoices beside one that does the same reading
// and encoding besides.
func (b *bench) calls(ctx context.Context) error {
	bare := httptest.NewServer(b.bareHandler())
	defer bare.Close()
	if err := b.fillInvoices(ctx); err != nil {
		return err
	}
	if err := b.reads(ctx, "GET /me", bare.URL, "/me", "0.85"); err != nil {
		return err
	}
	return b.reads(ctx, fmt.Sprintf("GET /invoices, %d of %d", pageSize, b.size.invoices), bare.URL, "/invoices?limit="+strconv.Itoa(pageSize), "0.9")
}

// reads has the node and the bare handler answer a GET.
func (b *bench) reads(ctx context.Context, what, bare, path, target string) error {
	results, err := b.contest(ctx, what,
		contestant{before: b.meet, call: func(ctx context.Context, n int) error {
			return b.get(ctx, b.url+path, "Bearer "+b.partners[n].access, nil)
		}},
		contestant{name: "a handler with the same engines", before: b.meet, call: func(ctx context.Context, n int) error {
			return b.get(ctx, bare+path, strconv.Itoa(n), nil)
		}})
	if err != nil {
		return err
	}
	b.report(what, results, target)
	return nil
}

// meet has the node meet all partners, and keeps its answers for the bare handler:
// a permit is kept for five seconds, and a minute has passed.
func (b *bench) meet(ctx context.Context) error {
	for _, p := range b.partners {
		for range 2 { // the second call gets a permit
			if err := b.get(ctx, b.url+"/me", "Bearer "+p.access, &p.me); err != nil {
				return err
			}
		}
	}
	return nil
}

// bareHandler answers what the node answers, to whoever names a partner by its
// number, and checks nothing: of all that a call passes it counts it, as it must.
func (b *bench) bareHandler() http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /me", b.counted(func(w http.ResponseWriter, r *http.Request, p *partner) error {
		w.Header().Set("Content-Type", "application/json")
		_, err := w.Write(p.me)
		return err
	}))
	mux.HandleFunc("GET /invoices", b.counted(func(w http.ResponseWriter, r *http.Request, p *partner) error {
		list, more, _, err := b.node.Sales.Invoices(r.Context(), p.business, sales.InvoiceFilter{}, books.Page{Limit: pageSize})
		if err != nil {
			return err
		}
		return route.Write(w, http.StatusOK, pageOf(list, more))
	}))
	mux.HandleFunc("POST /invoices", b.counted(b.bareWrite))
	mux.HandleFunc("POST /oauth/token", b.counted(b.bareRefresh))
	mux.HandleFunc("POST /oauth/introspect", b.counted(b.bareIntrospect))
	return mux
}

// counted makes the one call to Redis that every request makes, and answers.
func (b *bench) counted(answer func(http.ResponseWriter, *http.Request, *partner) error) http.HandlerFunc {
	admissions, counters := limits.NewAdmissions(b.node.Windows, b.node.Rights), make([]*limits.Counter, len(b.partners))
	for n, p := range b.partners {
		counters[n] = admissions.Of(p.party)
	}
	return func(w http.ResponseWriter, r *http.Request) {
		name := r.Header.Get("Authorization") // set by those who call
		if id, _, ok := r.BasicAuth(); ok {
			name = id
		}
		n, _ := strconv.Atoi(name)
		p := b.partners[n]
		_, err := counters[n].Count(r.Context(), r.Method == http.MethodGet)
		if err == nil {
			err = answer(w, r, p)
		}
		if err != nil {
			http.Error(w, err.Error(), http.StatusInternalServerError)
		}
	}
}
