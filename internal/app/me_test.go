package app_test

import (
	"net/http"
	"net/url"
	"syscall"
	"testing"
	"time"

	"github.com/counterpart/counterpart/internal/app"
	"github.com/counterpart/counterpart/internal/apptest"
	"github.com/counterpart/counterpart/internal/core/limits"
	"github.com/counterpart/counterpart/internal/vocab/scope"
)

// BenchmarkMe is what a call costs a node that knows its token, without the connection
// to the client: with the access log, without it, and beside both a handler that does
// nothing but count the call.
func BenchmarkMe(b *testing.B) {
	for _, level := range []string{"info", "warn"} {
		b.Run(level, func(b *testing.B) {
			svc := apptest.Start(b, apptest.Configure(func(c *app.Config) { c.LogLevel = level }))
			made, owner := svc.ReviewedApp(b, scope.ProfileRead), svc.User(b, "Olivia")
			var callers []string
			for range 20 {
				callers = append(callers, "Bearer "+made.Given(b, owner, svc.Business(b, owner), scope.ProfileRead).Access)
			}
			repeat(b, svc, svc.Node(0).APIHost(), callers)
		})
	}
	b.Run("bare", func(b *testing.B) {
		svc := apptest.Start(b)
		made, owner := svc.ReviewedApp(b, scope.ProfileRead), svc.User(b, "Olivia")
		counter := limits.NewAdmissions(svc.Node(0).Windows, svc.Node(0).Rights).Of(limits.Party{App: made.ID, Business: svc.Business(b, owner).ID, User: owner.ID})
		mux := http.NewServeMux()
		mux.HandleFunc("GET /me", func(w http.ResponseWriter, r *http.Request) {
			if _, err := counter.Count(r.Context(), true); err != nil {
				b.Error(err)
			}
			w.Header().Set("Content-Type", "application/json")
			_, _ = w.Write([]byte("{}"))
		})
		repeat(b, svc, mux, []string{"somebody"})
	})
}

// repeat has a host answer, and tells how long the processor was busy with a call: on a
// machine that does more than this, the time that passed says little.
func repeat(b *testing.B, svc *apptest.Service, host http.Handler, callers []string) {
	calls, began := 0, busy(b)
	b.ReportAllocs()
	for b.Loop() {
		w := nowhere{}
		host.ServeHTTP(w, &http.Request{
			Method: http.MethodGet, URL: &url.URL{Path: "/me"}, RequestURI: "/me", RemoteAddr: "192.0.2.1:1234", Body: http.NoBody,
			Header: http.Header{"Authorization": {callers[calls%len(callers)]}},
		})
		if calls++; calls%4000 == 0 {
			svc.Clock.Move(time.Minute) // no app meets its limit
		}
	}
	b.ReportMetric(float64(busy(b)-began)/float64(b.N), "cpu-ns/op")
}

// nowhere is where answers go.
type nowhere http.Header

func (n nowhere) Header() http.Header         { return http.Header(n) }
func (n nowhere) WriteHeader(int)             {}
func (n nowhere) Write(b []byte) (int, error) { return len(b), nil }

func busy(b *testing.B) time.Duration {
	var used syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &used); err != nil {
		b.Fatal(err)
	}
	return time.Duration(used.Utime.Nano() + used.Stime.Nano())
}
