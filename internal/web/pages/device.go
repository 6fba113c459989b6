package pages

import (
	"errors"
	"net/http"
	"net/netip"
	"net/url"

	"github.com/counterpart/counterpart/internal/base/ident"
	"github.com/counterpart/counterpart/internal/core/accounts"
	"github.com/counterpart/counterpart/internal/core/limits"
	"github.com/counterpart/counterpart/internal/core/oauth/authorize"
	"github.com/counterpart/counterpart/internal/core/oauth/device"
	"github.com/counterpart/counterpart/internal/core/tenancy"
	"github.com/counterpart/counterpart/internal/vocab/fault"
	"github.com/counterpart/counterpart/internal/vocab/pagepath"
	"github.com/counterpart/counterpart/internal/web/address"
	"github.com/counterpart/counterpart/internal/web/html"
	"github.com/counterpart/counterpart/internal/web/session"
)

// askDevice asks for the code that a device shows. One that came in a link is
// only filled in: whoever sent the link may have made it.
func (f *Face) askDevice(w http.ResponseWriter, r *http.Request, _ accounts.SignedIn) error {
	code := r.URL.Query().Get("user_code")
	return f.show(w, r, http.StatusOK, html.EnterCode{Code: code, FromLink: code != ""})
}

// device shows what the device with a code asks for.
func (f *Face) device(w http.ResponseWriter, r *http.Request, in accounts.SignedIn) error {
	code := r.PostForm.Get("user_code")
	form := redisplay(func(status int, problems ...html.Problem) error {
		return f.show(w, r, status, html.EnterCode{Code: code, Problems: problems})
	})
	if lacks := missing(r.PostForm, html.Problem{Field: "user_code", Message: html.UserCodeMissing}); len(lacks) > 0 {
		return form.refuse(incomplete(lacks))
	}
	pending, err := f.guess(w, r, in, code, limits.DeviceGuessBySession, limits.DeviceGuessByAddress)
	if errors.Is(err, device.ErrNotFound) {
		return form(http.StatusUnprocessableEntity, html.Problem{Field: "user_code", Message: html.UserCodeWrong})
	}
	if err != nil {
		return form.refuse(err)
	}
	switch {
	case pending.ForPerson():
		return f.confirmMachine(w, r, pending)
	case in.Session.Business.IsZero():
		return redirect(w, r, pagepath.Businesses, url.Values{"return_to": {pagepath.Device}})
	}
	return f.confirmDevice(w, r, http.StatusOK, in, pending, nil)
}

// guess looks a typed code up. Codes are short, so tries are counted.
func (f *Face) guess(w http.ResponseWriter, r *http.Request, in accounts.SignedIn, code string, bySession, byAddress limits.Rule) (device.Pending, error) {
	if err := f.allow(w, r, limits.Hit{Rule: bySession, Key: in.Session.ID.String()}, byNetwork(byAddress, r)); err != nil {
		return device.Pending{}, err
	}
	return f.deps.Devices.ByUserCode(r.Context(), code)
}

func (f *Face) confirmDevice(w http.ResponseWriter, r *http.Request, status int, in accounts.SignedIn, pending device.Pending, problems html.Problems) error {
	client, found, err := f.deps.Clients.ByID(r.Context(), pending.App)
	if err != nil {
		return err
	}
	if !found || !client.Usable() {
		return f.refuseRequest(w, r, authorize.ErrUnknownClient)
	}
	shown, err := f.appView(r.Context(), client.App)
	if err != nil {
		return err
	}
	belonging, err := f.signedInto(r, in)
	if err != nil {
		return err
	}
	decision, err := f.decision(r.Context(), in, client.App, belonging, pending.Scopes)
	if err != nil {
		return err
	}
	// Somebody who may can type the same code.
	decision.Problems, decision.AskURL = problems, f.deps.AppURL+pagepath.Device+"?"+url.Values{"user_code": {pending.UserCode}}.Encode()
	here := address.From(r.Context())
	return f.show(w, r, status, html.ConfirmDevice{
		Code: pending.UserCode, App: shown, AskedAt: pending.CreatedAt, ExpiresAt: pending.ExpiresAt, Decision: decision,
		Device: spot(pending.Asked), Here: spot(device.Visit{Address: here, UserAgent: r.UserAgent()}),
		Elsewhere: elsewhere(pending.Asked.Address, here),
	})
}

// elsewhere reports whether two addresses are of different networks: that which a
// provider gives to one customer, and this machine by whichever name. Of an address
// that is not known, nothing is said.
func elsewhere(one, other netip.Addr) bool {
	one, other = one.Unmap(), other.Unmap()
	if !one.IsValid() || !other.IsValid() || one.IsLoopback() && other.IsLoopback() {
		return false
	}
	return limits.Place(one) != limits.Place(other)
}

// signedInto is the business that the reader is signed into, and their role.
func (f *Face) signedInto(r *http.Request, in accounts.SignedIn) (tenancy.Belonging, error) {
	business, err := f.deps.Tenancy.Business(r.Context(), in.Session.Business)
	if err != nil {
		return tenancy.Belonging{}, err
	}
	role, _, err := f.deps.Tenancy.Role(r.Context(), in.User.ID, business.ID)
	return tenancy.Belonging{Business: business, Role: role}, err
}

func spot(visit device.Visit) html.Spot {
	at := html.Spot{Program: session.Device(visit.UserAgent)}
	if at.Program == "" {
		at.Program = visit.UserAgent
	}
	if visit.Address.IsValid() {
		at.Address = visit.Address.String()
	}
	return at
}

// decideDevice carries the reader's decision out, for the business that the page
// showed: another window may have switched meanwhile.
func (f *Face) decideDevice(w http.ResponseWriter, r *http.Request, in accounts.SignedIn) error {
	pending, err := f.guess(w, r, in, r.PostForm.Get("user_code"), limits.DeviceDecisionBySession, limits.DeviceDecisionByAddress)
	if err != nil {
		return f.deviceGone(w, r, err)
	}
	if !pending.ForPerson() && r.PostForm.Get("business") != in.Session.Business.String() {
		return redirect(w, r, pagepath.Device, url.Values{"user_code": {r.PostForm.Get("user_code")}})
	}
	switch r.PostForm.Get("decision") {
	case "deny":
		if err := f.deps.Devices.Deny(r.Context(), pending.UserCode, in.User.ID); err != nil {
			return f.deviceGone(w, r, err)
		}
		return redirect(w, r, pagepath.DeviceDone, url.Values{"denied": {"1"}})
	case "approve":
		if pending.ForPerson() {
			return f.approveMachine(w, r, in, pending)
		}
		return f.approveDevice(w, r, in, pending)
	}
	return errUnreadable
}

func (f *Face) approveDevice(w http.ResponseWriter, r *http.Request, in accounts.SignedIn, pending device.Pending) error {
	form := redisplay(func(status int, problems ...html.Problem) error {
		return f.confirmDevice(w, r, status, in, pending, problems)
	})
	if err := f.proveAgain(w, r, in, pending.Scopes); err != nil {
		return form.refuse(err)
	}
	if err := f.deps.Devices.Approve(r.Context(), pending.UserCode, in.User.ID, in.Session.Business); err != nil {
		return f.deviceGone(w, r, err)
	}
	return redirect(w, r, pagepath.DeviceDone, url.Values{"app": {pending.App.String()}})
}

// deviceGone says that a code was decided on or ran out while the reader looked,
// or why it cannot be approved.
func (f *Face) deviceGone(w http.ResponseWriter, r *http.Request, err error) error {
	if errors.Is(err, device.ErrNotFound) {
		return f.show(w, r, http.StatusGone, html.DeviceCodeGone)
	}
	if refusal, ok := fault.As(err); ok && refusal.Kind != fault.TooMany {
		return f.refuse(w, r, refusal)
	}
	return err
}

// deviceDone names the app that was let in if it really may work in the business:
// anybody can make a link to this page.
func (f *Face) deviceDone(w http.ResponseWriter, r *http.Request, in accounts.SignedIn) error {
	query := r.URL.Query()
	view := html.DeviceDone{Denied: query.Get("denied") != "", Machine: query.Get("machine") != ""}
	id, err := ident.Parse[ident.App](query.Get("app"))
	if err != nil || view.Denied {
		return f.show(w, r, http.StatusOK, view)
	}
	inst, connected, err := f.deps.Installs.Current(r.Context(), in.Session.Business, id)
	if err == nil && connected {
		view.App, err = f.installedApp(r.Context(), inst)
	}
	if err != nil {
		return err
	}
	return f.show(w, r, http.StatusOK, view)
}
