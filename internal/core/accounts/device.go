package accounts

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/google/uuid"

	"github.com/counterpart/counterpart/internal/base/ident"
	"github.com/counterpart/counterpart/internal/base/pg"
	"github.com/counterpart/counterpart/internal/base/secret"
	"github.com/counterpart/counterpart/internal/core/accounts/internal/db"
	"github.com/counterpart/counterpart/internal/core/audit"
)

const (
	// DeviceLife is for how long a browser is remembered after its last sign-in:
	// browsers keep no cookie for longer.
	DeviceLife = 400 * 24 * time.Hour
	// deviceKeptEvery bounds how often the use of a browser is written down.
	deviceKeptEvery = 24 * time.Hour
	// mostDevices is how many browsers of one user are remembered.
	mostDevices = 50
)

// device is a browser that a user has signed in with; the zero device is one
// that the user has not.
type device struct {
	id        uuid.UUID
	expiresAt time.Time
}

func (d device) known() bool { return d.id != uuid.Nil }

// knownDevice finds out whether one of the secrets that a browser keeps is the
// user's. For nobody at all it asks the same.
func (s *Service) knownDevice(ctx context.Context, user ident.User, visit Visit) (device, error) {
	home := sessionShard(user)
	var hashes [][]byte
	for _, token := range visit.Devices {
		if shard, ok := secret.ShardOf(secret.Device, token); ok && shard == home {
			hashes = append(hashes, secret.Hash(token))
		}
	}
	if len(visit.Devices) == 0 {
		return device{}, nil
	}
	row, err := db.New(s.deps.DB).KnownDevice(ctx, db.KnownDeviceParams{Shard: home, UserID: user.UUID, TokenHashes: hashes, Now: s.deps.Now()})
	if errors.Is(err, pg.ErrNoRows) {
		return device{}, nil
	}
	if err != nil {
		return device{}, fmt.Errorf("look for a browser of user %s: %w", user, err)
	}
	return device{row.ID, row.ExpiresAt}, nil
}

// rememberDevice remembers the browser of somebody who has just signed in, and
// writes down that it is a new one; the secret is for a new one to keep.
func (s *Service) rememberDevice(ctx context.Context, tx *pg.Tx, session Session, visit Visit, on device, by CodeKind) (token string, err error) {
	if on.known() {
		return "", s.keepDevice(ctx, tx, session.User, on)
	}
	if token, err = s.addDevice(ctx, tx, session.User); err != nil {
		return "", err
	}
	return token, s.noteOn(ctx, tx, audit.DeviceAdded, session.User, audit.Facts{"session": session.ID, "browser": visit.Browser, "by": by})
}

func (s *Service) addDevice(ctx context.Context, tx *pg.Tx, user ident.User) (token string, err error) {
	home, now := sessionShard(user), s.deps.Now()
	token = secret.NewAt(secret.Device, home)
	q := db.New(tx)
	err = q.AddDevice(ctx, db.AddDeviceParams{
		Shard: home, ID: ident.Random(), UserID: user.UUID, TokenHash: secret.Hash(token), Now: now, ExpiresAt: now.Add(DeviceLife),
	})
	if err == nil {
		err = q.CrowdOutDevices(ctx, db.CrowdOutDevicesParams{Shard: home, UserID: user.UUID, Most: mostDevices})
	}
	if err != nil {
		return "", fmt.Errorf("remember a browser of user %s: %w", user, err)
	}
	return token, nil
}

func (s *Service) keepDevice(ctx context.Context, tx *pg.Tx, user ident.User, d device) error {
	ends := s.deps.Now().Add(DeviceLife)
	if ends.Sub(d.expiresAt) < deviceKeptEvery {
		return nil
	}
	if err := db.New(tx).KeepDevice(ctx, db.KeepDeviceParams{Shard: sessionShard(user), ID: d.id, ExpiresAt: ends}); err != nil {
		return fmt.Errorf("go on remembering a browser of user %s: %w", user, err)
	}
	return nil
}

// PurgeDevices forgets the browsers of some shards that were not used for long, and
// reports how many.
func (s *Service) PurgeDevices(ctx context.Context, shards []ident.Shard) (int64, error) {
	return purge(ctx, "browsers", shards, func(ctx context.Context, slice []int16) (int64, error) {
		return db.New(s.deps.DB).PurgeDevices(ctx, db.PurgeDevicesParams{Shards: slice, Now: s.deps.Now()})
	})
}
