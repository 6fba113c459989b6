package client

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/netip"
	"time"

	"github.com/counterpart/counterpart/internal/base/ident"
	"github.com/counterpart/counterpart/internal/base/pg"
	"github.com/counterpart/counterpart/internal/core/apps"
	"github.com/counterpart/counterpart/internal/core/limits"
	"github.com/counterpart/counterpart/internal/core/oauth"
	"github.com/counterpart/counterpart/internal/core/oauth/client/internal/db"
)

// Registered is a client that registered itself.
type Registered struct {
	ClientID string
	Secret   string // empty for a PUBLIC client; nobody can read it again
	IssuedAt time.Time
	Metadata Metadata
}

// Register adds a client that describes itself (RFC 7591) in the JSON text. What
// is wrong with the text costs its sender nothing; all else counts against the
// address. It opens its own transaction.
func (s *Service) Register(ctx context.Context, text []byte, address netip.Addr) (Registered, error) {
	members, err := oauth.Object(text)
	if err != nil {
		return Registered{}, oauth.InvalidRequest(err.Error())
	}
	said, err := s.readMetadata(members, registrationTerms)
	if err != nil {
		return Registered{}, err
	}
	if err := s.countRegistration(ctx, address); err != nil {
		return Registered{}, err
	}
	var secret string
	var app apps.App
	err = s.deps.DB.InTx(ctx, func(tx *pg.Tx) (err error) {
		app, secret, err = s.enrol(ctx, tx, "", said, address)
		return err
	})
	if err != nil {
		return Registered{}, err
	}
	return Registered{ClientID: app.ClientID, Secret: secret, IssuedAt: app.CreatedAt, Metadata: said}, nil
}

// countRegistration holds an address, and the network that it is of, to how many
// clients may come from there: by registration or by document.
func (s *Service) countRegistration(ctx context.Context, address netip.Addr) error {
	hits := []limits.Hit{{Rule: s.deps.Registrations, Key: limits.Place(address)}}
	if site, ok := limits.Site(address); ok {
		hits = append(hits, limits.Hit{Rule: limits.RegistrationBySite, Key: site})
	}
	return s.count(ctx, hits...)
}

// enrol writes a client that describes itself. Without a client id it is given
// one.
func (s *Service) enrol(ctx context.Context, tx *pg.Tx, clientID string, said Metadata, address netip.Addr) (apps.App, string, error) {
	in, err := said.newApp(clientID)
	if err != nil {
		return apps.App{}, "", err
	}
	app, secret, err := s.deps.Apps.RegisterIn(ctx, tx, in)
	if err != nil {
		return apps.App{}, "", refusedBy(err)
	}
	return app, secret, s.note(ctx, tx, app.ID, said, address)
}

// note keeps what a client says of itself.
func (s *Service) note(ctx context.Context, to db.DBTX, id ident.App, said Metadata, address netip.Addr) error {
	text, err := json.Marshal(said)
	if err != nil {
		return fmt.Errorf("write what app %s says of itself: %w", id, err)
	}
	var from *netip.Addr
	if address.IsValid() {
		from = &address
	}
	err = db.New(to).SaveRegistration(ctx, db.SaveRegistrationParams{
		AppID: id.UUID, Metadata: text, RegisteredAt: s.deps.Now(), Address: from,
	})
	if err != nil {
		return fmt.Errorf("keep what app %s says of itself: %w", id, err)
	}
	return nil
}

const (
	unusedLife = 30 * 24 * time.Hour // how long a client that nobody uses is kept, and from where one registered
	faultsKept = 24 * time.Hour      // and the address of a document that never was
	pruneBatch = 100
)

// PruneUnused removes the clients that registered themselves and that nobody
// ever used: nothing points to them, no installation above all. It tells how
// many there were, and opens a transaction for each.
func (s *Service) PruneUnused(ctx context.Context) (removed int, err error) {
	if _, err := db.New(s.deps.DB).RemoveFaults(ctx, s.deps.Now().Add(-faultsKept)); err != nil {
		return 0, fmt.Errorf("forget documents that never were: %w", err)
	}
	if err := db.New(s.deps.DB).ForgetAddresses(ctx, s.deps.Now().Add(-unusedLife)); err != nil {
		return 0, fmt.Errorf("forget from where clients registered: %w", err)
	}
	for {
		ids, err := db.New(s.deps.DB).Unused(ctx, db.UnusedParams{Before: s.deps.Now().Add(-unusedLife), Most: pruneBatch})
		if err != nil {
			return removed, fmt.Errorf("list unused registrations: %w", err)
		}
		for _, id := range ids {
			gone, err := s.prune(ctx, ident.Of[ident.App](ident.Control, id))
			if err != nil {
				return removed, err
			}
			if gone {
				removed++
			}
		}
		if len(ids) < pruneBatch {
			return removed, nil
		}
	}
}

// ForgetIn forgets what a client said of itself, in the transaction that removes its
// app.
func (s *Service) ForgetIn(ctx context.Context, tx *pg.Tx, id ident.App) error {
	queries := db.New(tx)
	if err := queries.RemoveDocument(ctx, &id.UUID); err != nil {
		return fmt.Errorf("remove document of app %s: %w", id, err)
	}
	if err := queries.RemoveRegistration(ctx, id.UUID); err != nil {
		return fmt.Errorf("remove registration of app %s: %w", id, err)
	}
	return nil
}

// errUsed rolls a removal back.
var errUsed = errors.New("the client is used")

// prune removes a client, or finds that it is used and never asks again.
func (s *Service) prune(ctx context.Context, id ident.App) (gone bool, err error) {
	err = s.deps.DB.InTx(ctx, func(tx *pg.Tx) error {
		if err := s.ForgetIn(ctx, tx, id); err != nil {
			return err
		}
		removed, err := s.deps.Apps.RemoveIn(ctx, tx, id)
		if err == nil && !removed {
			return errUsed
		}
		return err
	})
	if !errors.Is(err, errUsed) && !pg.IsReferenced(err) {
		return err == nil, err
	}
	if err := db.New(s.deps.DB).MarkUsed(ctx, db.MarkUsedParams{AppID: id.UUID, Now: s.deps.Now()}); err != nil {
		return false, fmt.Errorf("note that app %s is used: %w", id, err)
	}
	return false, nil
}
