package webhook

import (
	"encoding/json"
	"fmt"
	"time"
)

// Event is what a webhook is told.
type Event struct {
	ID         string          // of this delivery: the same on every retry and redelivery
	EventID    string          // of the event, as GET /events/{id} knows it; empty for a test
	Type       string          // what happened, such as invoice.paid
	APIVersion string          // how Data is to be read
	BusinessID string          // where it happened; "test" for a test
	Created    time.Time       // when it happened, to the second
	Data       json.RawMessage // what the event says
}

// Test reports whether somebody pressed "send a test": nothing happened.
func (e Event) Test() bool { return e.EventID == "" }

// Decode reads what the event says into a value, as json.Unmarshal does.
func (e Event) Decode(into any) error {
	if err := json.Unmarshal(e.Data, into); err != nil {
		return fmt.Errorf("webhook: read the data of %s %s: %w", e.Type, e.ID, err)
	}
	return nil
}

// Parse reads a body. Verify it first. Members that this package does not know
// are passed over: the service may add some.
func Parse(body []byte) (Event, error) {
	var wire struct {
		ID         string          `json:"id"`
		EventID    *string         `json:"eventId"`
		Type       string          `json:"type"`
		APIVersion string          `json:"apiVersion"`
		BusinessID string          `json:"businessId"`
		Created    int64           `json:"created"`
		Data       json.RawMessage `json:"data"`
	}
	if err := json.Unmarshal(body, &wire); err != nil {
		return Event{}, fmt.Errorf("%w: %w", ErrMalformed, err)
	}
	if wire.ID == "" || wire.Type == "" {
		return Event{}, fmt.Errorf("%w: it has no id or no type", ErrMalformed)
	}
	e := Event{
		ID: wire.ID, Type: wire.Type, APIVersion: wire.APIVersion, BusinessID: wire.BusinessID,
		Created: time.Unix(wire.Created, 0).UTC(), Data: wire.Data,
	}
	if wire.EventID != nil {
		e.EventID = *wire.EventID
	}
	return e, nil
}
