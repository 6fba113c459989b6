package authorize

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/counterpart/counterpart/internal/base/across"
	"github.com/counterpart/counterpart/internal/base/clock"
	"github.com/counterpart/counterpart/internal/base/ident"
	"github.com/counterpart/counterpart/internal/base/pg"
	"github.com/counterpart/counterpart/internal/base/secret"
	"github.com/counterpart/counterpart/internal/core/apps"
	"github.com/counterpart/counterpart/internal/core/oauth/approval"
	"github.com/counterpart/counterpart/internal/core/oauth/authorize/internal/db"
	"github.com/counterpart/counterpart/internal/vocab/scope"
)

// requestLifetime is how long a request waits for its user, signing in included.
const requestLifetime = 5 * time.Minute

// Request is a request that waits for its user.
type Request struct {
	ID          ident.AuthRequest
	App         ident.App
	RedirectURI string
	Scopes      scope.Set
	CreatedAt   time.Time
	ExpiresAt   time.Time
	// Assistant says that a model will act on what the user gives it.
	Assistant bool

	issuer          string
	anyLoopbackPort bool
	state           []byte // nil: none was sent
	challenge       string
	acknowledgedBy  ident.User // zero: nobody
}

// AcknowledgedBy reports whether the user has read the warning that nobody has
// reviewed the app.
func (r Request) AcknowledgedBy(user ident.User) bool { return r.acknowledgedBy == user }

// Ref is how a browser names a request that waits: by the handle, which stands
// in addresses, and by a secret of its own, which does not. So whoever is sent
// the address of somebody else's request has nothing.
type Ref struct{ Handle, Browser string }

// Deps is what the service needs.
type Deps struct {
	DB        *pg.DB
	Now       clock.Now
	Approvals *approval.Service
	// App finds an app as the authorization server sees it.
	App    func(ctx context.Context, id ident.App) (apps.App, error)
	Issuer string // who we are to the apps: the API's origin
	// Redirected, if there is one, is told of every approval that sends somebody back
	// to a redirect URI, as the app registered it.
	Redirected func(app ident.App, uri string, at time.Time)
}

// Service stores requests, and lets users decide on them.
type Service struct{ deps Deps }

// New returns the service on the given parts.
func New(deps Deps) *Service { return &Service{deps: deps} }

// Store stores a request for the browser that brought it. The handle finds it
// again; nobody can read it from the database. Its prefix says whether an assistant
// asks, and nobody can change that: the whole handle is looked for.
func (s *Service) Store(ctx context.Context, sound Sound, browser string) (handle string, err error) {
	now, shard := s.deps.Now(), ident.RandomShard()
	prefix := secret.PendingRequest
	if sound.assistant {
		prefix = secret.AssistantRequest
	}
	handle = secret.NewAt(prefix, shard)
	params := db.AddParams{
		Shard: shard, ID: ident.New[ident.AuthRequest](shard, now).UUID, HandleHash: secret.Hash(handle), BrowserHash: secret.Hash(browser),
		AppID: sound.client.ID.UUID, RedirectUri: sound.redirect, AnyLoopbackPort: sound.client.AnyLoopbackPort, Scopes: sound.scopes.Strings(),
		CreatedAt: now, ExpiresAt: now.Add(requestLifetime),
	}
	if sound.state != nil {
		params.State = append([]byte{}, *sound.state...) // an empty state is a state
	}
	if sound.challenge != "" {
		params.CodeChallenge = &sound.challenge
	}
	if err := db.New(s.deps.DB).Add(ctx, params); err != nil {
		return "", fmt.Errorf("store a request of app %s: %w", sound.client.ID, err)
	}
	return handle, nil
}

// Find finds a request that waits. One that has been decided, has waited too long
// or is another browser's is not there.
func (s *Service) Find(ctx context.Context, ref Ref) (Request, error) {
	shard, ok := secret.ShardOf(secret.PendingRequest, ref.Handle)
	assistant := false
	if !ok {
		shard, assistant = secret.ShardOf(secret.AssistantRequest, ref.Handle)
	}
	if !ok && !assistant {
		return Request{}, ErrRequestNotFound
	}
	row, err := db.New(s.deps.DB).Pending(ctx, db.PendingParams{
		Shard: shard, HandleHash: secret.Hash(ref.Handle), BrowserHash: secret.Hash(ref.Browser), Now: s.deps.Now(),
	})
	if errors.Is(err, pg.ErrNoRows) {
		return Request{}, ErrRequestNotFound
	}
	if err != nil {
		return Request{}, fmt.Errorf("find a pending request: %w", err)
	}
	request := fromRow(row)
	request.Assistant, request.issuer = assistant, s.deps.Issuer
	return request, nil
}

// Acknowledge notes that the user has read the warning that nobody has reviewed
// the app.
func (s *Service) Acknowledge(ctx context.Context, ref Ref, user ident.User) error {
	request, err := s.Find(ctx, ref)
	if err != nil {
		return err
	}
	err = db.New(s.deps.DB).Acknowledge(ctx, db.AcknowledgeParams{Shard: request.ID.Shard, ID: request.ID.UUID, UserID: user.UUID})
	if err != nil {
		return fmt.Errorf("note who has read the warning about request %s: %w", request.ID, err)
	}
	return nil
}

// Purge forgets the requests of some shards that are over, and tells how many.
func (s *Service) Purge(ctx context.Context, shards []ident.Shard) (int64, error) {
	purged, err := across.Write(ctx, shards, func(ctx context.Context, slice []int16) (int64, error) {
		return db.New(s.deps.DB).Forget(ctx, db.ForgetParams{Shards: slice, Now: s.deps.Now()})
	})
	if err != nil {
		return purged, fmt.Errorf("forget requests that are over: %w", err)
	}
	return purged, nil
}

func fromRow(row db.PendingRow) Request {
	r := Request{
		ID: ident.Of[ident.AuthRequest](row.Shard, row.ID), App: ident.Of[ident.App](ident.Control, row.AppID),
		RedirectURI: row.RedirectUri, Scopes: scope.Stored(row.Scopes), CreatedAt: row.CreatedAt, ExpiresAt: row.ExpiresAt,
		anyLoopbackPort: row.AnyLoopbackPort, state: row.State,
	}
	if row.CodeChallenge != nil {
		r.challenge = *row.CodeChallenge
	}
	if row.AcknowledgedBy != nil {
		r.acknowledgedBy = ident.Of[ident.User](ident.Control, *row.AcknowledgedBy)
	}
	return r
}
