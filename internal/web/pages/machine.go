package pages

import (
	"net/http"
	"net/url"

	"github.com/counterpart/counterpart/internal/core/accounts"
	"github.com/counterpart/counterpart/internal/core/oauth/authorize"
	"github.com/counterpart/counterpart/internal/core/oauth/device"
	"github.com/counterpart/counterpart/internal/vocab/pagepath"
	"github.com/counterpart/counterpart/internal/vocab/scope"
	"github.com/counterpart/counterpart/internal/web/address"
	"github.com/counterpart/counterpart/internal/web/html"
)

// confirmMachine shows a command line that asks to act for the reader. It is for no
// business, so none has to be chosen.
func (f *Face) confirmMachine(w http.ResponseWriter, r *http.Request, pending device.Pending) error {
	client, found, err := f.deps.Clients.ByID(r.Context(), pending.App)
	if err != nil {
		return err
	}
	if !found || !client.Usable() { // the operator switched it off
		return f.refuseRequest(w, r, authorize.ErrUnknownClient)
	}
	here := address.From(r.Context())
	return f.show(w, r, http.StatusOK, html.ConfirmMachine{
		Code: pending.UserCode, Machine: pending.Asked.Name, ReadOnly: !pending.Scopes.Has(scope.DeveloperWrite),
		AskedAt: pending.CreatedAt, ExpiresAt: pending.ExpiresAt,
		Device: spot(pending.Asked), Here: spot(device.Visit{Address: here, UserAgent: r.UserAgent()}),
		Elsewhere: elsewhere(pending.Asked.Address, here),
	})
}

// approveMachine makes the token first and then decides: until it is decided, nobody
// can collect the token, and a crash in between leaves a request that can be decided.
func (f *Face) approveMachine(w http.ResponseWriter, r *http.Request, in accounts.SignedIn, pending device.Pending) error {
	err := f.deps.Accounts.ApproveDeveloperToken(r.Context(), in, accounts.DeveloperRequest{
		ID: pending.ID.UUID, Name: pending.Asked.Name, Scopes: pending.Scopes, Address: pending.Asked.Address, UserAgent: pending.Asked.UserAgent,
		ExpiresAt: pending.ExpiresAt,
	})
	if err == nil {
		err = f.deps.Devices.ApproveForPerson(r.Context(), pending, in.User.ID)
	}
	if err != nil {
		return f.deviceGone(w, r, err)
	}
	return redirect(w, r, pagepath.DeviceDone, url.Values{"machine": {"1"}})
}
