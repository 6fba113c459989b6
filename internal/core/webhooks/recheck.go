package webhooks

import (
	"time"

	"github.com/counterpart/counterpart/internal/core/webhooks/internal/db"
	"github.com/counterpart/counterpart/internal/vocab/event"
	"github.com/counterpart/counterpart/internal/vocab/scope"
)

// Why a delivery is not sent, or not sent again. The console shows these words.
const (
	droppedWebhook   = "The webhook was deleted or switched off."
	droppedApp       = "The app is suspended or deactivated."
	droppedInstalled = "The app is not installed in this business."
	droppedAppScope  = "The app does not register the scope that this event needs."
	droppedScope     = "The installation does not hold the scope that this event needs."
	droppedEvent     = "The event is gone."
	droppedOld       = "The delivery is older than 30 days."
)

// dropReasons name these in figures.
var dropReasons = map[string]string{
	droppedWebhook: "webhook_off", droppedApp: "app_shut_out", droppedInstalled: "not_installed",
	droppedAppScope: "app_scope", droppedScope: "scope", droppedEvent: "event_gone", droppedOld: "too_old",
}

// forbids tells why a delivery must not be sent as things stand, from rows that
// were read just now; empty when nothing forbids it. A notice to the app itself
// needs no installation, and a test needs no event either.
func forbids(row db.DueRow, now time.Time) string {
	switch {
	case !now.Before(row.CreatedAt.Add(Kept)):
		return droppedOld
	case !row.Enabled || row.DeletedAt != nil:
		return droppedWebhook
	case !row.Usable:
		return droppedApp
	case row.EventID == nil:
		return ""
	case row.Data == nil:
		return droppedEvent
	}
	return forbidsEvent(event.Name(row.Type), row.InstallationID != nil, row.Registered, row.Granted)
}

// forbidsEvent tells why an app must not hear of an event in a business.
func forbidsEvent(name event.Name, installed bool, registered, granted []string) string {
	t, ok := event.Lookup(name)
	switch {
	case !ok:
		return droppedEvent
	case t.Audience == event.App:
		return ""
	case !installed:
		return droppedInstalled
	case !t.OpenTo(scope.Stored(registered)):
		return droppedAppScope
	case !t.OpenTo(scope.Stored(granted)):
		return droppedScope
	}
	return ""
}
