package device

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/counterpart/counterpart/internal/base/ident"
	"github.com/counterpart/counterpart/internal/base/pg"
	"github.com/counterpart/counterpart/internal/base/secret"
	"github.com/counterpart/counterpart/internal/core/apps"
	"github.com/counterpart/counterpart/internal/core/oauth"
	"github.com/counterpart/counterpart/internal/core/oauth/device/internal/db"
	"github.com/counterpart/counterpart/internal/vocab/scope"
)

// tries bounds how often we look for a user code that is free. Even with a
// billion codes remembered, one in twenty-five is taken.
const tries = 10

const maxNamed = 100 // of a scope that is not one, in an answer

// Started is what a device gets, and nobody can read again.
type Started struct {
	DeviceCode string // what the device polls with
	UserCode   string // what the user types
	ExpiresIn  time.Duration
	Interval   time.Duration // between two polls
}

// Scopes reads the scope parameter of a device's request. Without one it asks
// for all that the app registered.
func Scopes(app apps.App, text string) (scope.Set, error) {
	if text == "" {
		return app.Scopes, nil
	}
	scopes, err := scope.Parse(text)
	if unknown, ok := errors.AsType[*scope.UnknownError](err); ok {
		return nil, notRegistered(unknown.Name)
	}
	if err != nil {
		return nil, err
	}
	if missing := app.Scopes.Missing(scopes); len(missing) > 0 {
		return nil, notRegistered(string(missing[0]))
	}
	if len(scopes) == 0 {
		return nil, oauth.InvalidScope("scope names no scope")
	}
	return scopes, nil
}

// notRegistered names the scope, in the characters that RFC 6749 allows in a
// description and no more of it than anybody reads.
func notRegistered(name string) error {
	shown := strings.Map(func(r rune) rune {
		if r < ' ' || r > '~' || r == '"' || r == '\\' {
			return '?'
		}
		return r
	}, name)
	return oauth.InvalidScope("the app has not registered the scope " + shown[:min(len(shown), maxNamed)])
}

// Begin gives a device its codes.
func (s *Service) Begin(ctx context.Context, app apps.App, scopes scope.Set, visit Visit) (Started, error) {
	for range tries {
		started, err := s.begin(ctx, app, scopes, visit)
		if !pg.IsUnique(err, "device_codes_user_code_key") {
			return started, err
		}
	}
	return Started{}, fmt.Errorf("begin for a device of app %s: %d user codes in a row were taken", app.ID, tries)
}

func (s *Service) begin(ctx context.Context, app apps.App, scopes scope.Set, visit Visit) (Started, error) {
	now, letters := s.deps.Now(), s.pick()
	shard := letters.shard()
	key, sum := s.userCodes.Sum([]byte(letters))
	started := Started{
		DeviceCode: secret.NewAt(secret.DeviceCode, shard), UserCode: letters.String(), ExpiresIn: lifetime, Interval: interval,
	}
	err := db.New(s.deps.DB).Add(ctx, db.AddParams{
		Shard: shard, ID: ident.New[ident.DeviceCode](shard, now).UUID, UserCodeMac: sum, UserCodeKey: key,
		DeviceCodeHash: secret.Hash(started.DeviceCode), AppID: app.ID.UUID, Scopes: scopes.Strings(),
		CreatedAt: now, ExpiresAt: now.Add(lifetime), Address: visit.known(), UserAgent: visit.storable(), DeviceName: visit.Name,
	})
	if err != nil {
		return Started{}, fmt.Errorf("begin for a device of app %s: %w", app.ID, err)
	}
	return started, nil
}
