package app

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"net/http/pprof"
	"time"
)

// OpsHost is what operators and their machines ask. It is served on a listener of
// its own and never on the public hosts.
func (a *App) OpsHost() http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /healthz", a.healthz)
	mux.HandleFunc("GET /readyz", a.readyz)
	mux.Handle("GET /metrics", a.Metrics.Handler())
	if a.Config.Pprof {
		profiles(mux)
	}
	return mux
}

// profiles serves what Go knows of the process, but for the command line, which
// in development may hold secrets.
func profiles(mux *http.ServeMux) {
	mux.HandleFunc("/debug/pprof/", pprof.Index)
	mux.HandleFunc("/debug/pprof/profile", pprof.Profile)
	mux.HandleFunc("/debug/pprof/symbol", pprof.Symbol)
	mux.HandleFunc("/debug/pprof/trace", pprof.Trace)
}

// healthz says that the process lives and answers; restart it when it does not.
func (a *App) healthz(w http.ResponseWriter, _ *http.Request) {
	writeHealth(w, http.StatusOK, health{Status: "ok"})
}

// health is an answer of /healthz and /readyz.
type health struct {
	Status string            `json:"status"` // ok, degraded, unready, stopping
	Checks map[string]string `json:"checks,omitempty"`
}

const checkLimit = 2 * time.Second

// readyz says whether to send requests here. PostgreSQL is needed for every
// answer, and so are the keys that are in use. Redis is not: without it each node limits by itself and remembers
// nothing, so a node without Redis is degraded and goes on. Taking all nodes out
// because Redis is away would turn a slow minute into an outage.
func (a *App) readyz(w http.ResponseWriter, r *http.Request) {
	if a.stopping.Load() {
		writeHealth(w, http.StatusServiceUnavailable, health{Status: "stopping"})
		return
	}
	ctx, cancel := context.WithTimeout(r.Context(), checkLimit)
	defer cancel()
	answer := health{Status: "ok", Checks: map[string]string{"postgres": "ok", "redis": "ok"}}
	status := http.StatusOK
	if fault := a.redisFault(ctx); fault != "" {
		answer.Status, answer.Checks["redis"] = "degraded", fault
	}
	if fault := a.postgresFault(ctx); fault != "" {
		status = http.StatusServiceUnavailable
		answer.Status, answer.Checks["postgres"] = "unready", fault
	} else if fault := a.keysFault(ctx); fault != "" {
		status = http.StatusServiceUnavailable
		answer.Status, answer.Checks["keys"] = "unready", fault
	}
	writeHealth(w, status, answer)
}

// up makes a gauge of a check.
func (a *App) up(fault func(context.Context) string) func(context.Context) (float64, error) {
	return func(ctx context.Context) (float64, error) {
		ctx, cancel := context.WithTimeout(ctx, checkLimit)
		defer cancel()
		if fault(ctx) != "" {
			return 0, nil
		}
		return 1, nil
	}
}

func (a *App) redisFault(ctx context.Context) string {
	if err := a.Redis.Check(ctx); err != nil {
		return "away"
	}
	return ""
}

func (a *App) postgresFault(ctx context.Context) string {
	switch err := a.askPostgres(ctx); {
	case errors.Is(err, errOldSchema):
		return err.Error()
	case err != nil:
		return "away"
	}
	return ""
}

func writeHealth(w http.ResponseWriter, status int, answer health) {
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("Cache-Control", "no-store")
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(answer)
}
