package chaos

import (
	"encoding/pem"
	"io"
	"log"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"
)

// behaviour is how a receiver is ill. All others take everything.
type behaviour int

const (
	refuses  behaviour = iota // 500, always
	dies                      // in the middle of every request
	hangs                     // at the first attempt of some, until the sender gives up
	recovers                  // takes the third attempt
	flaky                     // takes every other request, about
	well
)

// hangEvery is how many deliveries a hanging receiver takes before it hangs once.
const hangEvery = 40

// receivers are servers that keep what they were sent.
type receivers struct {
	urls    []string
	servers []*httptest.Server

	mu  sync.Mutex
	got map[string][]receipt // by delivery
}

// receipt is one request that came in whole.
type receipt struct {
	worker string
	at     time.Time
	taken  bool
}

func newReceivers(t *testing.T) *receivers {
	t.Helper()
	r := &receivers{got: map[string][]receipt{}}
	for i := range hooks {
		server := httptest.NewUnstartedServer(r.receiver(min(behaviour(i), well)))
		server.Config.ErrorLog = log.New(io.Discard, "", 0)
		server.EnableHTTP2 = true
		server.StartTLS()
		t.Cleanup(server.Close)
		r.servers, r.urls = append(r.servers, server), append(r.urls, server.URL+"/hook")
	}
	return r
}

func (r *receivers) receiver(b behaviour) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, req *http.Request) {
		if _, err := io.Copy(io.Discard, req.Body); err != nil {
			return // it did not come in whole: the sender went away
		}
		switch taken := r.take(b, req); {
		case taken:
			w.WriteHeader(http.StatusOK)
		case b == hangs:
			<-req.Context().Done()
		case b == dies:
			panic(http.ErrAbortHandler)
		default:
			w.WriteHeader(http.StatusInternalServerError)
		}
	})
}

// take notes what came in, and decides whether it is taken.
func (r *receivers) take(b behaviour, req *http.Request) (taken bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	id := req.Header.Get("X-Webhook-Id")
	before := len(r.got[id])
	switch b {
	case well:
		taken = true
	case recovers:
		taken = before >= 2
	case flaky:
		taken = rand.IntN(2) == 0
	case hangs:
		taken = before > 0 || len(r.got)%hangEvery != 0
	}
	r.got[id] = append(r.got[id], receipt{worker: req.UserAgent(), at: time.Now(), taken: taken})
	return taken
}

// authorities is a file with what all of them are signed by.
func (r *receivers) authorities(t *testing.T) string {
	t.Helper()
	file := filepath.Join(t.TempDir(), "receivers.pem")
	block := pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: r.servers[0].Certificate().Raw})
	if err := os.WriteFile(file, block, 0o600); err != nil {
		t.Fatal(err)
	}
	return file
}

// of is what came in of a delivery.
func (r *receivers) of(id string) []receipt {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.got[id]
}

// names are the deliveries of which something came in.
func (r *receivers) names() (all []string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for id := range r.got {
		all = append(all, strings.Clone(id))
	}
	return all
}
