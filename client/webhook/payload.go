package webhook

import (
	"encoding/json"
	"errors"
	"fmt"
)

// Payload is the data of one type of event. The types of this package have the
// members of the version that counterpart.APIVersion names; what an older version
// does not tell is the zero value.
type Payload interface {
	EventType() string
}

// Actor is who caused an event. ID is empty for the service itself.
type Actor struct {
	Type string `json:"type"` // user, app or system; others may come
	ID   string `json:"id"`
}

// ErrUnknownType says that an event is newer than this package. Its data can be read into a
// struct of your own, with Event.Decode.
var ErrUnknownType = errors.New("webhook: unknown type of event")

// Decode reads the data of an event, from a webhook or from the log of events, into
// the payload of its type:
//
//	switch said := payload.(type) {
//	case webhook.InvoicePaid:
//	…
func Decode(eventType string, data []byte) (Payload, error) {
	read, ok := decoders[eventType]
	if !ok {
		return nil, fmt.Errorf("%w: %s", ErrUnknownType, eventType)
	}
	return read(data)
}

// decode reads one type of payload.
func decode[T Payload](data []byte) (Payload, error) {
	var said T
	if err := json.Unmarshal(data, &said); err != nil {
		return nil, fmt.Errorf("webhook: read the data of %s: %w", said.EventType(), err)
	}
	return said, nil
}
