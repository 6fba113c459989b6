package webhooks

import (
	"github.com/counterpart/counterpart/internal/core/webhooks/delivery"
	"github.com/counterpart/counterpart/internal/vocab/fault"
)

// What is refused to those who look after webhooks. Why a delivery may not be
// sent again is said in the words of why it would not be sent at all.
var (
	errNotFound = fault.Declare(fault.NotFound, "WEBHOOK_NOT_FOUND",
		"There is no such webhook.")
	errDeliveryNotFound = fault.Declare(fault.NotFound, "DELIVERY_NOT_FOUND",
		"There is no such delivery. Deliveries are kept for 30 days.")

	errLimit = fault.Declare(fault.Conflict, "WEBHOOK_LIMIT",
		"An app has at most %d webhooks.")
	errURLRefused = fault.Declare(fault.Invalid, "WEBHOOK_URL_REFUSED",
		"This URL cannot be used: %s.")
	errScopeNotRegistered = fault.Declare(fault.Invalid, "EVENT_SCOPE_NOT_REGISTERED",
		"The event %s needs the scope %s, which the app has not registered.")
	errNotSubscribed = fault.Declare(fault.Invalid, "EVENT_NOT_SUBSCRIBED",
		"The webhook does not listen to the event %s.")

	errRunNotFound = fault.Declare(fault.NotFound, "FUNCTION_RUN_NOT_FOUND",
		"There is no such run. Runs are kept for 30 days.")
	errRunNotFailed = fault.Declare(fault.Invalid, "FUNCTION_RUN_NOT_FAILED",
		"The function ran to its end for this event. Only what failed can be repeated.")
	errRunRetryWaiting = fault.Declare(fault.Invalid, "FUNCTION_RUN_RETRY_WAITING",
		"The function waits for its next attempt at this event.")
	errRunWrote = fault.Declare(fault.Invalid, "FUNCTION_RUN_WROTE",
		"A run for this event changed something too long ago: repeated now, it might do so twice.")

	errListenerNotFound = fault.Declare(fault.NotFound, "LISTENER_NOT_FOUND",
		"There is no such listener.")
	errListenerLimit = fault.Declare(fault.Conflict, "LISTENER_LIMIT",
		"A person has at most %d listeners, and an app at most %d. Those that are not used go after 30 days.")
	errListenerInUse = fault.Declare(fault.Conflict, "LISTENER_IN_USE",
		"Another program listens as %s since %s.")

	errNotFailed = fault.Declare(fault.Invalid, "DELIVERY_NOT_FAILED",
		"This delivery was received. Only failed ones can be sent again.")
	errRetryWaiting = fault.Declare(fault.Invalid, "DELIVERY_RETRY_WAITING",
		"This delivery is on its way: it waits for its next attempt.")
	errTooOld = fault.Declare(fault.Invalid, "DELIVERY_TOO_OLD",
		"This delivery is older than 30 days.")
	errAppNotActive    = fault.Declare(fault.Invalid, "APP_NOT_ACTIVE", string(delivery.AppInactive))
	errNotInstalled    = fault.Declare(fault.Invalid, "APP_NOT_INSTALLED", string(delivery.NotInstalled))
	errAppScopeGone    = fault.Declare(fault.Invalid, "EVENT_SCOPE_GONE", string(delivery.AppScopeGone))
	errScopeNotGranted = fault.Declare(fault.Invalid, "EVENT_SCOPE_NOT_GRANTED", string(delivery.ScopeNotGranted))
	errEventGone       = fault.Declare(fault.Invalid, "EVENT_GONE", string(delivery.EventGone))
)

// redeliveryRefused has the refusal for each reason why an app must not hear of
// an event.
var redeliveryRefused = map[delivery.Reason]*fault.Declared{
	delivery.NotInstalled: errNotInstalled, delivery.AppScopeGone: errAppScopeGone, delivery.ScopeNotGranted: errScopeNotGranted, delivery.EventGone: errEventGone,
}
