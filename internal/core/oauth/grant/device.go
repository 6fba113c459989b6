package grant

import (
	"context"
	"time"

	"github.com/counterpart/counterpart/internal/core/oauth"
)

// collection is a claim by a device code whose user has approved.
type collection struct{ approved }

// claimDevice answers a device's poll. While there is nothing to collect, the
// answer is package device's.
func (s *Service) claimDevice(ctx context.Context, req Request) (claim, error) {
	g, err := s.deps.Devices.Poll(ctx, req.Client.ID, req.Form.Get("device_code"))
	if err != nil {
		return nil, err
	}
	return collection{approved{s, g}}, nil
}

func (c collection) judge(now time.Time) error {
	switch {
	case c.grant.Used():
		return errUsed
	case c.grant.Expired(now):
		return oauth.ExpiredToken()
	}
	return nil
}

func (c collection) used(context.Context) error { return oauth.InvalidGrant("") }
