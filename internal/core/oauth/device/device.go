package device

import (
	"context"
	"errors"
	"fmt"
	"net/netip"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/counterpart/counterpart/internal/base/across"
	"github.com/counterpart/counterpart/internal/base/clock"
	"github.com/counterpart/counterpart/internal/base/ident"
	"github.com/counterpart/counterpart/internal/base/pg"
	"github.com/counterpart/counterpart/internal/base/secret"
	"github.com/counterpart/counterpart/internal/core/apps"
	"github.com/counterpart/counterpart/internal/core/oauth"
	"github.com/counterpart/counterpart/internal/core/oauth/approval"
	"github.com/counterpart/counterpart/internal/core/oauth/device/internal/db"
	"github.com/counterpart/counterpart/internal/vocab/scope"
)

const interval = 5 * time.Second // between two polls; it stays what it is

// lifetime is as long as a key of the operator's is kept for the MACs of codes.
var lifetime = secret.UserCodes.Life

// Deps is what the service needs.
type Deps struct {
	DB        *pg.DB
	Now       clock.Now
	Keys      *secret.Keyring
	Approvals *approval.Service
}

// Service gives out device codes, lets users decide on them, and answers polls.
type Service struct {
	deps      Deps
	userCodes *secret.MAC
	pick      func() userCode
}

// New returns the service on the given parts.
func New(deps Deps) *Service {
	return &Service{deps: deps, userCodes: deps.Keys.MAC(secret.UserCodes), pick: newUserCode}
}

// Pending is a device's request that waits for a user.
type Pending struct {
	ID        ident.DeviceCode
	UserCode  string // as the device shows it
	App       ident.App
	Scopes    scope.Set
	Asked     Visit // who asked, for a user to compare with what they see
	CreatedAt time.Time
	ExpiresAt time.Time
}

// ForPerson reports whether our own command line asks: for its user, and for no
// business.
func (p Pending) ForPerson() bool { return p.App == apps.CommandLine }

// ByUserCode finds the request that waits under a code that a user typed. What
// is mistyped, over or decided gets one and the same refusal. Codes can be
// guessed: whoever lets people try counts their tries.
func (s *Service) ByUserCode(ctx context.Context, typed string) (Pending, error) {
	letters, ok := read(typed)
	if !ok {
		return Pending{}, ErrNotFound
	}
	row, err := s.waiting(ctx, letters)
	if errors.Is(err, pg.ErrNoRows) {
		return Pending{}, ErrNotFound
	}
	if err != nil {
		return Pending{}, fmt.Errorf("find a device's request: %w", err)
	}
	return Pending{
		ID: ident.Of[ident.DeviceCode](row.Shard, row.ID), UserCode: letters.String(), App: ident.Of[ident.App](ident.Control, row.AppID),
		Scopes: scope.Stored(row.Scopes), Asked: visitFrom(row), CreatedAt: row.CreatedAt, ExpiresAt: row.ExpiresAt,
	}, nil
}

// waiting finds the undecided row of a user code. When the operator has just
// changed the key, the row may stand under the one before.
func (s *Service) waiting(ctx context.Context, letters userCode) (db.OauthDeviceCode, error) {
	queries, shard, now := db.New(s.deps.DB), letters.shard(), s.deps.Now()
	key, sum := s.userCodes.Sum([]byte(letters))
	row, err := queries.ByUserCode(ctx, db.ByUserCodeParams{Shard: shard, UserCodeMac: sum, Now: now})
	if !errors.Is(err, pg.ErrNoRows) {
		return row, err
	}
	rows, err := queries.UnderOtherKeys(ctx, db.UnderOtherKeysParams{Shard: shard, UserCodeKey: key, Now: now})
	if err != nil {
		return db.OauthDeviceCode{}, err
	}
	for _, row := range rows {
		if s.userCodes.Valid(row.UserCodeKey, []byte(letters), row.UserCodeMac) {
			return row, nil
		}
	}
	return db.OauthDeviceCode{}, pg.ErrNoRows
}

// Purge forgets the device codes of some shards that have been over for 30 days,
// and tells how many.
func (s *Service) Purge(ctx context.Context, shards []ident.Shard) (int64, error) {
	purged, err := across.Write(ctx, shards, func(ctx context.Context, slice []int16) (int64, error) {
		return db.New(s.deps.DB).Purge(ctx, db.PurgeParams{Shards: slice, Before: s.deps.Now().Add(-approval.Kept)})
	})
	if err != nil {
		return purged, fmt.Errorf("purge device codes: %w", err)
	}
	return purged, nil
}

// Visit is where a request came from.
type Visit struct {
	Address   netip.Addr // invalid where it is not known
	UserAgent string
	Name      string // of the machine, as a command line says it; may be empty
}

const maxName = 64

// MachineName reads what a command line calls its machine. People decide by it, so it
// is what they can read.
func MachineName(text string) (string, error) {
	name := strings.TrimSpace(text)
	if utf8.RuneCountInString(name) > maxName || strings.ContainsFunc(name, func(r rune) bool { return !unicode.IsPrint(r) }) {
		return "", oauth.InvalidRequest("device_name must have no more than 64 characters that can be printed")
	}
	return name, nil
}

const maxUserAgent = 256

// storable is the user agent in a form that the database takes.
func (v Visit) storable() string {
	text := strings.ReplaceAll(strings.ToValidUTF8(v.UserAgent, "?"), "\x00", "?")
	return strings.ToValidUTF8(text[:min(len(text), maxUserAgent)], "")
}

func (v Visit) known() *netip.Addr {
	if !v.Address.IsValid() {
		return nil
	}
	return &v.Address
}

func visitFrom(row db.OauthDeviceCode) Visit {
	visit := Visit{UserAgent: row.UserAgent, Name: row.DeviceName}
	if row.Address != nil {
		visit.Address = *row.Address
	}
	return visit
}
