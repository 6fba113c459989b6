package app

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"strings"
	"sync"
	"time"

	"golang.org/x/sync/errgroup"

	"github.com/counterpart/counterpart/internal/base/telemetry"
	"github.com/counterpart/counterpart/internal/web/route"
)

// Bounds of every connection. A webhook's 10 s are egress's; nothing that we
// answer takes nearly as long.
const (
	headerTimeout = 10 * time.Second
	readTimeout   = 30 * time.Second
	writeTimeout  = 60 * time.Second
	idleTimeout   = 2 * time.Minute
	// What is larger than route.MaxHeader is answered in the shape of its family;
	// what is larger than this, without a look at the path.
	maxHeader = 8 * route.MaxHeader
)

// listener is one address that the node answers on.
type listener struct {
	name    string
	address string
	secure  bool
	handler http.Handler
}

func (a *App) listeners() []listener {
	list := []listener{{name: "ops", address: a.Config.ListenOps, handler: a.OpsHost()}}
	if a.Config.Has(RoleAPI) {
		list = append(list, listener{"api", a.Config.ListenAPI, true, a.APIHost()})
	}
	if a.Config.Has(RoleApp) {
		list = append(list, listener{"app", a.Config.ListenApp, true, a.AppHost()})
	}
	return list
}

// Serve answers until ctx ends, then stops in order: /readyz says no, balancers
// get DrainDelay to notice, streams end, requests and jobs in flight get StopLimit
// to end, and what apps called is written down.
func (a *App) Serve(ctx context.Context) error {
	build := telemetry.ReadBuild()
	a.Log.InfoContext(ctx, "starting", "version", build.Version, "revision", build.Revision, "roles", strings.Join(a.Config.Roles, ","))
	_ = a.adoptClock(ctx) // before the first request; what fails here, followClock tells
	if err := a.joinKeys(ctx); err != nil {
		return err
	}
	servers, err := a.open(ctx)
	if err != nil {
		return err
	}
	background, stopBackground := context.WithCancel(context.WithoutCancel(ctx))
	var followers sync.WaitGroup
	defer followers.Wait() // they say good-bye
	defer stopBackground()
	if a.Config.Development {
		followers.Go(func() { a.followClock(background) })
	}
	followers.Go(func() { a.followKeys(background) })
	followers.Go(func() { a.followFiles(background) })
	followers.Go(func() { a.followEngines(background) })
	followers.Go(func() {
		a.Apps.Follow(background, func(err error) { a.Log.WarnContext(background, "follow the use of secrets", "err", err) })
	})
	go a.Journal.Run(background)
	if a.Config.Has(RoleAPI) {
		// The key set is in memory from now on, should PostgreSQL go away.
		go func() { _, _ = a.Signing.JWKS(background) }()
	}
	if a.Config.Has(RoleWorker) {
		a.Jobs.Start(background)
		a.deliver(background)
	}
	select {
	case <-ctx.Done():
	case err = <-a.broken:
	}
	return errors.Join(err, a.stop(servers))
}

// Deliver makes deliveries of events and sends them until ctx ends, and then until
// none is under way.
func (a *App) Deliver(ctx context.Context) {
	var both sync.WaitGroup
	both.Go(func() { a.Leases.Run(ctx) })
	both.Go(func() { a.Courier.Run(ctx) })
	both.Wait()
}

// deliver does so until the node stops.
func (a *App) deliver(ctx context.Context) {
	ctx, cancel := context.WithCancel(ctx)
	done := make(chan struct{})
	go func() {
		defer close(done)
		a.Deliver(ctx)
	}()
	a.stopCourier = func(limit context.Context) error {
		cancel()
		select {
		case <-done:
			return nil
		case <-limit.Done():
			return fmt.Errorf("deliveries under way: %w", limit.Err())
		}
	}
}

// open listens on every address before it answers on any, so that a taken port
// stops the node before it has done anything.
func (a *App) open(ctx context.Context) ([]*http.Server, error) {
	secure, err := a.secure()
	if err != nil {
		return nil, err
	}
	type bound struct {
		listener
		socket net.Listener
	}
	var all []bound
	for _, l := range a.listeners() {
		socket, err := new(net.ListenConfig).Listen(ctx, "tcp", l.address)
		if err != nil {
			for _, b := range all {
				_ = b.socket.Close()
			}
			return nil, fmt.Errorf("listen on %s for the %s host: %w", l.address, l.name, err)
		}
		switch {
		case l.secure && secure != nil:
			socket = tls.NewListener(socket, secure)
		case l.name == "api":
			socket = route.Unparsed(socket)
		}
		all = append(all, bound{l, socket})
	}
	var servers []*http.Server
	for _, b := range all {
		server := a.server(b.handler)
		servers = append(servers, server)
		a.Log.Info("listening", "host", b.name, "address", b.socket.Addr().String())
		go func() {
			if err := server.Serve(b.socket); !errors.Is(err, http.ErrServerClosed) {
				a.broken <- fmt.Errorf("serve the %s host: %w", b.name, err)
			}
		}()
	}
	return servers, nil
}

func (a *App) server(handler http.Handler) *http.Server {
	return &http.Server{
		Handler:           handler,
		ReadHeaderTimeout: headerTimeout,
		ReadTimeout:       readTimeout,
		WriteTimeout:      writeTimeout,
		IdleTimeout:       idleTimeout,
		MaxHeaderBytes:    maxHeader,
		ErrorLog:          slog.NewLogLogger(a.Log.Handler(), slog.LevelWarn),
	}
}

func (a *App) stop(servers []*http.Server) error {
	a.stopping.Store(true)
	a.Log.Info("stopping", "drain", a.Config.DrainDelay.String(), "limit", a.Config.StopLimit.String())
	a.sleep(a.Config.DrainDelay)
	a.Live.Close() // streams would go on for as long as they may
	ctx, cancel := context.WithTimeout(context.Background(), a.Config.StopLimit)
	defer cancel()
	var group errgroup.Group
	for _, server := range servers {
		group.Go(func() error {
			if err := server.Shutdown(ctx); err != nil {
				return errors.Join(err, server.Close())
			}
			return nil
		})
	}
	if a.Config.Has(RoleWorker) {
		group.Go(func() error { return a.Jobs.Stop(ctx) })
		if a.stopCourier != nil {
			group.Go(func() error { return a.stopCourier(ctx) })
		}
	}
	err := errors.Join(group.Wait(), a.Journal.Flush(context.WithoutCancel(ctx)))
	a.Live.Flush(ctx)
	return err
}
