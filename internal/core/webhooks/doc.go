// Package webhooks is what apps say of their webhooks and what they see of them:
// registering, changing and rotating, the history of deliveries and attempts,
// sending one again, sending a test, and telling owners when one fails.
//
// Package delivery below it makes the deliveries and sends them. Both keep their
// rows in the schema webhooks. What is queued here (a test, a redelivery) is a row
// like any other and arms the webhook's lane, so delivery finds it by itself.
//
// A function that is subscribed to events is a receiver here as well (functions.go):
// deliveries to it are runs. What is about webhooks does not know it.
package webhooks
