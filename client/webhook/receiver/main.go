// Command receiver is a webhook endpoint to begin with: it checks signatures,
// does nothing the second time it sees a delivery, and prints what it was sent.
// docs/guides/webhooks-receive.md runs it.
//
//	WEBHOOK_SECRET=whsec_… go run ./client/webhook/receiver -cert hook.pem -key hook.key
package main

import (
	"cmp"
	"context"
	"flag"
	"fmt"
	"log"
	"net/http"
	"os"
	"strings"
	"sync"
	"time"

	"github.com/counterpart/counterpart/client/webhook"
)

func main() {
	listen := flag.String("listen", cmp.Or(os.Getenv("RECEIVER"), "127.0.0.1:9443"), "address to listen on (RECEIVER)")
	cert := flag.String("cert", os.Getenv("RECEIVER_CERT"), "certificate file (RECEIVER_CERT)")
	key := flag.String("key", os.Getenv("RECEIVER_KEY"), "key file of the certificate (RECEIVER_KEY)")
	flag.Parse()
	// Two while a secret is rotated: the new one and the old one.
	secrets := strings.Split(os.Getenv("WEBHOOK_SECRET"), ",")
	if secrets[0] == "" {
		log.Fatal("receiver: set WEBHOOK_SECRET to the secret of the webhook, which creating it has shown")
	}
	server := &http.Server{
		Addr: *listen, Handler: endpoint(secrets), ReadTimeout: 10 * time.Second, WriteTimeout: 10 * time.Second,
	}
	fmt.Printf("receiver: waiting for events at https://%s/hooks\n", *listen)
	log.Fatal(server.ListenAndServeTLS(*cert, *key))
}

func endpoint(secrets []string) http.Handler {
	box := &inbox{seen: map[string]bool{}}
	hooks := webhook.Handler(webhook.Verifier{Secrets: secrets}, box.put)
	mux := http.NewServeMux()
	mux.HandleFunc("GET /health", func(w http.ResponseWriter, _ *http.Request) { fmt.Fprintln(w, "listening") })
	mux.HandleFunc("POST /hooks", func(w http.ResponseWriter, r *http.Request) {
		answer := &recorder{ResponseWriter: w}
		hooks.ServeHTTP(answer, r)
		if answer.status >= http.StatusBadRequest {
			fmt.Printf("receiver: refused %s with %d\n", r.Header.Get("X-Webhook-Id"), answer.status)
		}
	})
	return mux
}

// inbox stands for a table with a unique index on the delivery's id: a receiver
// that is to lose nothing keeps it in its database.
type inbox struct {
	mu   sync.Mutex
	seen map[string]bool
}

func (b *inbox) put(_ context.Context, e webhook.Event) error {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.seen[e.ID] {
		fmt.Printf("receiver: %s again, nothing to do\n", e.ID)
		return nil
	}
	b.seen[e.ID] = true
	fmt.Printf("receiver: %s %s of %s: %s\n", e.Type, e.ID, e.BusinessID, e.Data)
	return nil
}

// recorder remembers the status of an answer.
type recorder struct {
	http.ResponseWriter
	status int
}

// WriteHeader notes the status on its way.
func (r *recorder) WriteHeader(status int) {
	r.status = status
	r.ResponseWriter.WriteHeader(status)
}
