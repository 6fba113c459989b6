package device

import (
	"context"
	"errors"
	"fmt"

	"github.com/counterpart/counterpart/internal/base/ident"
	"github.com/counterpart/counterpart/internal/base/pg"
	"github.com/counterpart/counterpart/internal/base/secret"
	"github.com/counterpart/counterpart/internal/core/apps"
	"github.com/counterpart/counterpart/internal/core/oauth"
	"github.com/counterpart/counterpart/internal/core/oauth/approval"
	"github.com/counterpart/counterpart/internal/core/oauth/device/internal/db"
)

// Poll answers a device: with the grant that waits to be collected, or with the
// protocol's error for any other state. It collects nothing itself; package
// grant takes the grant.
func (s *Service) Poll(ctx context.Context, app ident.App, deviceCode string) (approval.Grant, error) {
	row, err := s.polled(ctx, app, deviceCode)
	if err != nil {
		return approval.Grant{}, err
	}
	if decidedAs(row, "approved") && row.BusinessID != nil {
		grant, given, err := s.deps.Approvals.FindDecision(ctx, approvedFrom(row).yes.Business, row.ID)
		if err != nil || given {
			return s.collectable(grant, err)
		}
	}
	switch {
	case !s.deps.Now().Before(row.ExpiresAt):
		return approval.Grant{}, oauth.ExpiredToken()
	case decidedAs(row, "denied"):
		return approval.Grant{}, oauth.AccessDenied()
	}
	return approval.Grant{}, s.pace(ctx, row)
}

// PollForPerson answers our own command line: with who has approved it, or with the
// protocol's error for any other state.
func (s *Service) PollForPerson(ctx context.Context, deviceCode string) (id ident.DeviceCode, user ident.User, err error) {
	row, err := s.polled(ctx, apps.CommandLine, deviceCode)
	switch {
	case err != nil:
		return id, user, err
	case decidedAs(row, "approved"):
		return ident.Of[ident.DeviceCode](row.Shard, row.ID), ident.Of[ident.User](ident.Control, *row.DecidedBy), nil
	case !s.deps.Now().Before(row.ExpiresAt):
		return id, user, oauth.ExpiredToken()
	case decidedAs(row, "denied"):
		return id, user, oauth.AccessDenied()
	}
	return id, user, s.pace(ctx, row)
}

// collectable lets a grant through that can be taken now, at any pace. One that
// was taken or is dead stays so when its time is over.
func (s *Service) collectable(grant approval.Grant, err error) (approval.Grant, error) {
	switch {
	case err != nil:
		return approval.Grant{}, err
	case grant.Used(), grant.Cancelled(), !grant.Live:
		return approval.Grant{}, oauth.InvalidGrant("")
	case grant.Expired(s.deps.Now()):
		return approval.Grant{}, oauth.ExpiredToken()
	}
	return grant, nil
}

// polled finds what a device asks about. Another client's code does not exist.
func (s *Service) polled(ctx context.Context, app ident.App, deviceCode string) (db.OauthDeviceCode, error) {
	shard, ok := secret.ShardOf(secret.DeviceCode, deviceCode)
	if !ok {
		return db.OauthDeviceCode{}, oauth.InvalidGrant("")
	}
	row, err := db.New(s.deps.DB).ByDeviceCode(ctx, db.ByDeviceCodeParams{Shard: shard, DeviceCodeHash: secret.Hash(deviceCode)})
	if errors.Is(err, pg.ErrNoRows) || err == nil && row.AppID != app.UUID {
		return db.OauthDeviceCode{}, oauth.InvalidGrant("")
	}
	if err != nil {
		return db.OauthDeviceCode{}, fmt.Errorf("find a device's request: %w", err)
	}
	return row, nil
}

// pace is the answer to a device that has to wait, and how well it does. Every
// poll counts as the last one, also one that came too soon.
func (s *Service) pace(ctx context.Context, row db.OauthDeviceCode) error {
	id, now, queries := ident.Of[ident.DeviceCode](row.Shard, row.ID), s.deps.Now(), db.New(s.deps.DB)
	inTime, err := queries.PollInTime(ctx, db.PollInTimeParams{
		Shard: row.Shard, ID: row.ID, Now: now, LastBefore: now.Add(-interval),
	})
	if err != nil {
		return fmt.Errorf("note a poll of device code %s: %w", id, err)
	}
	if inTime == 1 {
		return oauth.AuthorizationPending()
	}
	if err := queries.PollTooSoon(ctx, db.PollTooSoonParams{Shard: row.Shard, ID: row.ID, Now: now}); err != nil {
		return fmt.Errorf("note a poll of device code %s: %w", id, err)
	}
	return oauth.SlowDown()
}

func decidedAs(row db.OauthDeviceCode, decision string) bool {
	return row.Decision != nil && *row.Decision == decision
}
