package client

import (
	"context"
	"errors"
	"fmt"
	"mime"
	"net/url"
	"slices"
	"strings"
	"time"

	"github.com/counterpart/counterpart/internal/base/actor"
	"github.com/counterpart/counterpart/internal/base/clock"
	"github.com/counterpart/counterpart/internal/base/egress"
	"github.com/counterpart/counterpart/internal/base/ident"
	"github.com/counterpart/counterpart/internal/base/pg"
	"github.com/counterpart/counterpart/internal/core/apps"
	"github.com/counterpart/counterpart/internal/core/limits"
	"github.com/counterpart/counterpart/internal/core/oauth"
	"github.com/counterpart/counterpart/internal/core/oauth/client/internal/db"
)

const (
	fetchTime = 3 * time.Second
	fetchSize = 10 << 10
	statusOK  = 200

	// A document is gone by for as long as its headers say, within bounds: a
	// change should not take days, and nobody's host is to be asked all the time.
	leastFresh = 5 * time.Minute
	mostFresh  = 24 * time.Hour
	// staleFor is how long a good document is gone by after that, while its host
	// does not answer.
	staleFor = 24 * time.Hour
	// faultLife is how long we go by there being no good document, or by one that
	// cannot be fetched. It is short for whoever is just writing it.
	faultLife = time.Minute
)

// isDocument reports whether a client id wants to be the address of a document.
// None that we make up looks like it.
func isDocument(clientID string) bool { return strings.HasPrefix(clientID, "https://") }

// document finds the client that a document describes.
func (s *Service) document(ctx context.Context, address string) (Client, bool, error) {
	if !validDocumentURL(address) {
		return Client{}, false, nil
	}
	known, err := s.cached(ctx, address)
	if err == nil && !s.deps.Now().Before(known.FreshUntil) {
		known, err = s.renew(ctx, address, known)
	}
	if err != nil || known.AppID == nil || known.Fault != nil {
		return Client{}, false, err
	}
	return s.ByID(ctx, ident.Of[ident.App](ident.Control, *known.AppID))
}

// validDocumentURL holds the address of a document to its form: one spelling,
// with a path, and nothing in it that is nobody's business.
func validDocumentURL(text string) bool {
	u, err := url.Parse(text)
	switch {
	case err != nil, len(text) > longestURI, !visible(text), strings.ContainsAny(text, "\\\"<>^`{|}#"):
		return false
	case u.Scheme != "https", u.Host == "", u.User != nil, u.Path == "", u.Host != strings.ToLower(u.Host):
		return false
	}
	return !slices.ContainsFunc(strings.Split(u.Path, "/"), func(part string) bool { return part == "." || part == ".." })
}

// cached is what we know of a document; the zero value, which is not fresh, if
// nothing.
func (s *Service) cached(ctx context.Context, address string) (db.OauthDocument, error) {
	row, err := db.New(s.deps.DB).Document(ctx, address)
	if errors.Is(err, pg.ErrNoRows) {
		return db.OauthDocument{}, nil
	}
	if err != nil {
		return db.OauthDocument{}, fmt.Errorf("find a client's document: %w", err)
	}
	return row, nil
}

// renew fetches a document that is not fresh and keeps what it gave. Where we may
// not fetch now, a good one is gone by until it is too old.
func (s *Service) renew(ctx context.Context, address string, known db.OauthDocument) (db.OauthDocument, error) {
	err := s.fetchShared(ctx, address, known.AppID != nil)
	if limited, ok := errors.AsType[*oauth.Error](err); ok && limited.RetryAfter > 0 && s.usable(known) {
		return known, nil
	}
	if err != nil {
		return db.OauthDocument{}, err
	}
	return s.cached(ctx, address)
}

// usable reports whether a document that is not fresh may still be gone by.
func (s *Service) usable(known db.OauthDocument) bool {
	return known.Fault == nil && known.StaleUntil != nil && s.deps.Now().Before(*known.StaleUntil)
}

// fetchShared fetches a document. Those who ask at once share one fetch, which
// goes on if one of them leaves. A stranger can make us do only so much: each
// asker is counted, and so is each call to one host, those for the documents of
// known clients apart.
func (s *Service) fetchShared(ctx context.Context, address string, known bool) error {
	err := s.count(ctx, limits.Hit{Rule: limits.FetchByAddress, Key: limits.Place(actor.From(ctx).Address)})
	if err != nil {
		return err
	}
	rule := limits.FetchByHost
	if known {
		rule = limits.RenewalByHost
	}
	_, err, _ = s.fetches.Do(address, func() (any, error) {
		ctx, cancel := clock.Uncancelled(ctx)
		defer cancel()
		if err := s.count(ctx, limits.Hit{Rule: rule, Key: hostOf(address)}); err != nil {
			return nil, err
		}
		fetched, err := s.fetch(ctx, address)
		if err != nil {
			return nil, s.keepFault(ctx, address, err)
		}
		return nil, s.keep(ctx, address, fetched)
	})
	return err
}

// fetched is a good document.
type fetched struct {
	said Metadata
	life time.Duration
}

// badDocument says what is wrong with a document, for whoever wrote it.
type badDocument string

func (b badDocument) Error() string { return string(b) }

// unreachable says why a document could not be had: its host gave no answer, or
// answered that something is wrong with itself. It says nothing of the document.
type unreachable struct{ badDocument }

// ownFault reports whether a status is about the host and not about what was
// asked for.
func ownFault(status int) bool { return status >= 500 || status == 429 }

func (s *Service) fetch(ctx context.Context, address string) (fetched, error) {
	answer, err := s.deps.Egress.Do(ctx, egress.Request{URL: address, Header: egress.Header{"Accept": {"application/json"}}})
	if failed, ok := errors.AsType[*egress.Error](err); ok {
		s.deps.Log.InfoContext(ctx, "client document not fetched", "address", address, "err", err)
		return fetched{}, unreachable{badDocument(failed.Reason)}
	}
	if err != nil {
		return fetched{}, err
	}
	if answer.Status != statusOK {
		wrong := badDocument(fmt.Sprintf("the answer is %d, not %d", answer.Status, statusOK))
		if ownFault(answer.Status) {
			return fetched{}, unreachable{wrong}
		}
		return fetched{}, wrong
	}
	if media, _, err := mime.ParseMediaType(answer.Header.Get("Content-Type")); err != nil || media != "application/json" {
		return fetched{}, badDocument("the answer is not application/json")
	}
	said, err := s.readDocument(answer.Body, address)
	return fetched{said, freshFor(answer.Header, s.deps.Now())}, err
}

// readDocument reads a document. It must name its own address, so that nobody
// can publish it in somebody else's name, and no secret: it is public.
func (s *Service) readDocument(text []byte, address string) (Metadata, error) {
	members, err := oauth.Object(text)
	if err != nil {
		return Metadata{}, badDocument(err.Error())
	}
	if id, ok := oauth.Text(members["client_id"]); !ok || id != address {
		return Metadata{}, badDocument("client_id must be the address of the document")
	}
	for _, name := range []string{"client_secret", "client_secret_expires_at"} {
		if _, there := members[name]; there {
			return Metadata{}, badDocument(name + " must not be there")
		}
	}
	said, err := s.readMetadata(members, documentTerms)
	if wrong, ok := errors.AsType[*oauth.Error](err); ok {
		return Metadata{}, badDocument(wrong.Description)
	}
	return said, err
}

// keep makes the client what its document says, and notes until when to go by it.
func (s *Service) keep(ctx context.Context, address string, got fetched) error {
	app, err := s.deps.Apps.ByClientID(ctx, address)
	switch {
	case errors.Is(err, apps.ErrNotFound):
		if err := s.countRegistration(ctx, actor.From(ctx).Address); err != nil {
			return err
		}
		err = s.deps.DB.InTx(ctx, func(tx *pg.Tx) (err error) {
			if app, _, err = s.enrol(ctx, tx, address, got.said, actor.From(ctx).Address); err != nil {
				return err
			}
			return s.save(ctx, tx, address, &app.ID, got.life, nil)
		})
	case err == nil:
		err = s.restate(ctx, app, address, got)
	}
	if errors.Is(err, apps.ErrClientIDTaken) {
		return nil // another node was faster, and has kept the same
	}
	if wrong, ok := errors.AsType[*oauth.Error](err); ok {
		return s.keepFault(ctx, address, badDocument(wrong.Description))
	}
	return err
}

func (s *Service) restate(ctx context.Context, app apps.App, address string, got fetched) error {
	in, err := got.said.newApp(address)
	if err != nil {
		return err
	}
	if _, err := s.deps.Apps.Restate(ctx, app.ID, in); err != nil {
		return refusedBy(err)
	}
	if err := s.note(ctx, s.deps.DB, app.ID, got.said, actor.From(ctx).Address); err != nil {
		return err
	}
	return s.save(ctx, s.deps.DB, address, &app.ID, got.life, nil)
}

// keepFault notes that there is no good document now, or goes on with the one
// that there was while its host is away. Our own fault is not the document's.
func (s *Service) keepFault(ctx context.Context, address string, why error) error {
	if away, ok := errors.AsType[unreachable](why); ok {
		now := s.deps.Now()
		kept, err := db.New(s.deps.DB).GoOnWithDocument(ctx, db.GoOnWithDocumentParams{Url: address, Until: now.Add(faultLife), Now: now})
		if err != nil {
			return fmt.Errorf("go on with a client's document: %w", err)
		}
		if kept == 1 {
			return nil
		}
		why = away.badDocument
	}
	bad, ok := errors.AsType[badDocument](why)
	if !ok {
		return why
	}
	return s.save(ctx, s.deps.DB, address, nil, faultLife, new(string(bad)))
}

func (s *Service) save(ctx context.Context, to db.DBTX, address string, app *ident.App, life time.Duration, fault *string) error {
	now := s.deps.Now()
	row := db.SaveDocumentParams{Url: address, FetchedAt: now, FreshUntil: now.Add(life), Fault: fault}
	if app != nil {
		row.AppID, row.StaleUntil = &app.UUID, new(row.FreshUntil.Add(staleFor))
	}
	if err := db.New(to).SaveDocument(ctx, row); err != nil {
		return fmt.Errorf("keep a client's document: %w", err)
	}
	return nil
}
