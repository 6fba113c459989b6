package main

import (
	"encoding/json"
	"encoding/pem"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"sync"
	"sync/atomic"
	"time"
)

// receiver is the endpoints of all apps: TLS servers that take everything, and
// remember when.
type receiver struct {
	servers []*httptest.Server
	file    string // the authority that signs them
	count   atomic.Int64
	hanging atomic.Pointer[hanging]

	mu   sync.Mutex
	came map[string]time.Time // by what the event tells of
	last []byte               // a body
}

// hanging is an endpoint that answers nothing until it is released.
type hanging struct {
	endpoint int
	released chan struct{}
}

func newReceiver(endpoints int) (*receiver, error) {
	r := &receiver{came: map[string]time.Time{}}
	for i := range endpoints {
		server := httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, req *http.Request) { r.take(i, w, req) }))
		server.EnableHTTP2 = true
		server.StartTLS()
		r.servers = append(r.servers, server)
	}
	file, err := os.CreateTemp("", "receiver-*.pem")
	if err != nil {
		return nil, err
	}
	defer file.Close()
	r.file = file.Name()
	return r, pem.Encode(file, &pem.Block{Type: "CERTIFICATE", Bytes: r.servers[0].Certificate().Raw})
}

func (r *receiver) url(i int) string { return r.servers[i].URL + "/hook" }

func (r *receiver) close() {
	for _, server := range r.servers {
		server.CloseClientConnections()
		server.Close()
	}
	_ = os.Remove(r.file)
}

func (r *receiver) take(i int, w http.ResponseWriter, req *http.Request) {
	now := time.Now()
	body, err := io.ReadAll(req.Body)
	if err != nil {
		return
	}
	if h := r.hanging.Load(); h != nil && h.endpoint == i {
		select {
		case <-req.Context().Done():
		case <-h.released:
		}
		return
	}
	r.note(now, body)
	w.WriteHeader(http.StatusOK)
}

func (r *receiver) note(now time.Time, body []byte) {
	var told struct{ Data struct{ ID string } }
	_ = json.Unmarshal(body, &told) // a body of ours can be read
	r.mu.Lock()
	r.came[told.Data.ID], r.last = now, body
	r.mu.Unlock()
	r.count.Add(1)
}

// hang lets an endpoint hang until release is called.
func (r *receiver) hang(endpoint int) (release func()) {
	h := &hanging{endpoint, make(chan struct{})}
	r.hanging.Store(h)
	return func() {
		r.hanging.Store(nil)
		close(h.released)
	}
}

// forget begins anew.
func (r *receiver) forget() {
	r.mu.Lock()
	defer r.mu.Unlock()
	clear(r.came)
	r.count.Store(0)
}

// when tells when something came in.
func (r *receiver) when(id string) (time.Time, bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	at, ok := r.came[id]
	return at, ok
}
