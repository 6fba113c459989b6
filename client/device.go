package counterpart

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"net/url"
	"time"
)

// DeviceLogin is what a device shows while it waits.
type DeviceLogin struct {
	UserCode        string
	VerificationURI string
	// VerificationURIComplete is the same address with the code in it, for a picture to scan.
	VerificationURIComplete string

	app   *App
	code  string
	every time.Duration
}

// Format leaves the device's own code out, whatever the verb.
func (d DeviceLogin) Format(s fmt.State, _ rune) { show(s, "DeviceLogin", d.UserCode) }

// LogValue does so for slog.
func (d DeviceLogin) LogValue() slog.Value { return slog.StringValue(d.UserCode) }

// Device connects something that has no browser: show the code, then Wait.
func (a *App) Device(ctx context.Context, scopes ...string) (*DeviceLogin, error) {
	endpoints, err := a.discover(ctx)
	if err != nil {
		return nil, err
	}
	got, err := a.post(ctx, endpoints.Device, "", true, url.Values{"scope": {withProfile(scopes)}})
	if err != nil {
		return nil, err
	}
	var said struct {
		Code     string `json:"device_code"`
		User     string `json:"user_code"`
		At       string `json:"verification_uri"`
		Complete string `json:"verification_uri_complete"`
		Interval int    `json:"interval"`
	}
	if err := json.Unmarshal(got.body, &said); err != nil {
		return nil, fmt.Errorf("counterpart: read the device's code: %w", err)
	}
	return &DeviceLogin{said.User, said.At, said.Complete, a, said.Code, time.Duration(cmp.Or(said.Interval, 5)) * time.Second}, nil
}

// slower is how much longer to wait between two questions, when told to.
const slower = 5 * time.Second

// Wait waits until the person has decided, and returns the business that they chose.
// It returns ErrDenied where they said no.
func (d *DeviceLogin) Wait(ctx context.Context) (*Business, error) {
	for every := d.every; ; {
		if err := wait(ctx, every); err != nil {
			return nil, err
		}
		set, err := d.app.grant(ctx, "", url.Values{"grant_type": {"urn:ietf:params:oauth:grant-type:device_code"}, "device_code": {d.code}})
		var refused *OAuthError
		var lost *ConnectionError
		switch {
		case err == nil:
			return d.app.connected(ctx, set, d.app.tokens)
		case errors.As(err, &lost):
			every += slower
		case !errors.As(err, &refused):
			return nil, err
		case refused.Code == "slow_down":
			every += slower
		case refused.Code != "authorization_pending":
			return nil, err
		}
	}
}
