package session

import (
	"net/http"
	"slices"
	"strings"

	"github.com/counterpart/counterpart/internal/core/accounts"
	"github.com/counterpart/counterpart/internal/web/address"
)

const (
	deviceCookie = "counterpart_device"
	// mostPeople is for how many people one browser is remembered.
	mostPeople = 5
)

// Visit tells where a sign-in comes from.
func (s *Sessions) Visit(r *http.Request) accounts.Visit {
	return accounts.Visit{
		Address: address.From(r.Context()), UserAgent: r.UserAgent(), Browser: Device(r.UserAgent()), Devices: s.devices(r),
	}
}

// Enter gives the browser what a sign-in gave.
func (s *Sessions) Enter(w http.ResponseWriter, r *http.Request, entry accounts.Entry) {
	s.Start(w, entry.Token, entry.Session.ExpiresAt)
	s.Remember(w, r, entry.Device)
}

// Remember has the browser keep a secret by which it is known again as one of
// its owner's; empty means that there is none to add. Several people may share a
// browser, so it keeps some, the latest first. The cookie's life begins anew.
func (s *Sessions) Remember(w http.ResponseWriter, r *http.Request, device string) {
	kept := s.devices(r)
	if device != "" {
		kept = slices.Insert(kept, 0, device)
	}
	s.Keep(w, deviceCookie, strings.Join(kept[:min(len(kept), mostPeople)], "."), accounts.DeviceLife)
}

func (s *Sessions) devices(r *http.Request) []string {
	kept := s.Kept(r, deviceCookie)
	if kept == "" {
		return nil
	}
	devices := strings.Split(kept, ".")
	return devices[:min(len(devices), mostPeople)]
}
