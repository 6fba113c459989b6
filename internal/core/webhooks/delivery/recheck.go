package delivery

import (
	"time"

	"github.com/counterpart/counterpart/internal/vocab/event"
	"github.com/counterpart/counterpart/internal/vocab/scope"
)

// Reason is why a delivery is not sent, or not sent again, in the words that the
// console shows; empty when nothing forbids it.
type Reason string

// The reasons.
const (
	WebhookOff      Reason = "The webhook was deleted or switched off."
	FunctionOff     Reason = "The function was removed or switched off."
	FunctionsOff    Reason = "The operator has switched functions off."
	VersionGone     Reason = "The version that was to run is not kept any more."
	KeysGone        Reason = "A fault of ours broke a run off after it had changed something, and that could happen twice now."
	NoListener      Reason = "No listener was connected."
	AppInactive     Reason = "The app is suspended or deactivated."
	NotInstalled    Reason = "The app is not installed in this business."
	AppScopeGone    Reason = "The app does not register the scope that this event needs."
	ScopeNotGranted Reason = "The installation does not hold the scope that this event needs."
	EventGone       Reason = "The event is gone."
	TooOld          Reason = "The delivery is older than 30 days."
)

// dropReasons name these in figures.
var dropReasons = map[Reason]string{
	FunctionOff: "function_off", FunctionsOff: "functions_off", VersionGone: "version_gone", KeysGone: "keys_gone",
	WebhookOff: "webhook_off", NoListener: "no_listener", AppInactive: "app_shut_out", NotInstalled: "not_installed",
	AppScopeGone: "app_scope", ScopeNotGranted: "scope", EventGone: "event_gone", TooOld: "too_old",
}

// Forbidden tells why a delivery must not be sent as things stand, from rows that
// were read just now. A notice to the app itself needs no installation, and a test
// needs no event either.
func (d Due) Forbidden(now time.Time) Reason {
	switch {
	case !now.Before(d.row.CreatedAt.Add(Kept)):
		return TooOld
	case d.Function() && (d.row.DeletedAt != nil || !d.row.Enabled && !d.ByHand()):
		return FunctionOff
	case d.row.WroteAt != nil && !now.Before(d.row.WroteAt.Add(keysKept)):
		return KeysGone
	case d.row.DeletedAt != nil:
		return WebhookOff
	case !d.row.Enabled && ListenerName(d.row.Url) != "":
		return NoListener
	case !d.row.Enabled && !d.ByHand(): // a function that is off can be tried
		return WebhookOff
	case !d.row.Usable:
		return AppInactive
	}
	return d.EventForbidden()
}

// EventForbidden tells why its app must not hear of its event.
func (d Due) EventForbidden() Reason {
	switch {
	case d.row.EventID == nil:
		return ""
	case d.Gone():
		return EventGone
	}
	return Forbids(event.Name(d.row.Type), d.row.InstallationID != nil, d.row.Registered, d.row.Granted)
}

// Gone reports whether there is nothing left that it could send.
func (d Due) Gone() bool { return d.row.Data == nil }

// AppUsable reports whether its app is neither suspended nor deactivated.
func (d Due) AppUsable() bool { return d.row.Usable }

// Forbids tells why an app must not hear of an event in a business.
func Forbids(name event.Name, installed bool, registered, granted []string) Reason {
	t, ok := event.Lookup(name)
	switch {
	case !ok:
		return EventGone
	case t.Audience == event.App:
		return ""
	case !installed:
		return NotInstalled
	case !t.OpenTo(scope.Stored(registered)):
		return AppScopeGone
	case !t.OpenTo(scope.Stored(granted)):
		return ScopeNotGranted
	}
	return ""
}
