package protocol

import (
	"net/http"
	"net/url"

	"github.com/counterpart/counterpart/internal/core/oauth"
	"github.com/counterpart/counterpart/internal/core/oauth/client"
	"github.com/counterpart/counterpart/internal/core/oauth/device"
	"github.com/counterpart/counterpart/internal/vocab/pagepath"
)

type deviceCodes struct {
	DeviceCode              string `json:"device_code"`
	UserCode                string `json:"user_code"`
	VerificationURI         string `json:"verification_uri"`
	VerificationURIComplete string `json:"verification_uri_complete"`
	ExpiresIn               int    `json:"expires_in"`
	Interval                int    `json:"interval"`
}

func (f *Face) deviceAuthorize(w http.ResponseWriter, r *http.Request) error {
	in, admitted, err := f.enter(r, client.DeviceAuthorize, typeForm, typeJSON)
	if err != nil {
		return err
	}
	who, err := f.deps.Clients.Authenticate(r.Context(), admitted)
	if err != nil {
		return err
	}
	scopes, err := device.Scopes(who.App, in.Get("scope"))
	if err != nil {
		return err
	}
	if err := oauth.CheckResource(in.resources, f.deps.BaseURL); err != nil {
		return err
	}
	visit := device.Visit{Address: in.attempt.Address, UserAgent: r.UserAgent()}
	if who.FirstParty() {
		if visit.Name, err = device.MachineName(in.Get("device_name")); err != nil {
			return err
		}
	}
	started, err := f.deps.Devices.Begin(signedBy(r.Context(), who), who.App, scopes, visit)
	if err != nil {
		return err
	}
	page := f.deps.AuthURL + pagepath.Device
	return write(w, http.StatusOK, deviceCodes{
		DeviceCode: started.DeviceCode, UserCode: started.UserCode,
		VerificationURI: page, VerificationURIComplete: page + "?user_code=" + url.QueryEscape(started.UserCode),
		ExpiresIn: int(started.ExpiresIn.Seconds()), Interval: int(started.Interval.Seconds()),
	})
}
