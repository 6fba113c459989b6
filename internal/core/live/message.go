package live

import (
	"encoding/json"
	"time"

	"github.com/counterpart/counterpart/internal/base/ident"
)

// Message is what watchers of an app are told.
type Message interface{ kind() string }

// Entry is a message and its place in the stream of an app.
type Entry struct {
	ID string // empty where it has no place, and nobody can go on after it
	Message
}

// Request is a call of the app, once its line is in the log.
type Request struct {
	ID        ident.Request
	Business  ident.Business
	Route     string // the row's pattern; empty where no row fits
	Method    string
	Version   string // empty where that never came to be known
	Status    int
	Code      string // empty where it was not refused
	Took      time.Duration
	StandsFor int64 // how many calls like it
}

// Delivery is one that was made, was queued again, or will not be sent.
type Delivery struct {
	ID       ident.Delivery
	Webhook  ident.Webhook
	Event    ident.Event    `json:",omitzero"` // zero for a test
	Business ident.Business `json:",omitzero"` // likewise
	Type     string
	Status   string
	Round    int
	Attempts int // made in this round
}

// Attempt is one that was made, and what it made of its delivery.
type Attempt struct {
	Delivery Delivery
	At       time.Time
	Took     time.Duration
	Code     int       // of the answer; zero where none came
	Failure  string    // empty where it was received
	NextAt   time.Time // of the next attempt; zero where there is none
}

// Run is a function's that has ended, or was not to be.
type Run struct {
	ID       string
	Function ident.Function
	Business ident.Business `json:",omitzero"` // zero for a sample in none
	Type     string
	Version  int
	Outcome  string
	ByHand   bool
	At       time.Time
	Took     time.Duration
}

// Ready says that from here on nothing is missed.
type Ready struct{}

// Reload says so too, and that something may have been missed before.
type Reload struct{}

// Paused says that nothing is heard for now; a Reload will follow.
type Paused struct{}

func (Request) kind() string  { return "request" }
func (Delivery) kind() string { return "delivery" }
func (Attempt) kind() string  { return "attempt" }
func (Run) kind() string      { return "run" }
func (Ready) kind() string    { return "ready" }
func (Reload) kind() string   { return "reload" }
func (Paused) kind() string   { return "paused" }

// decoded reads what another node told. What this one does not know, or cannot
// read, is a message of another release: nil.
func decoded(kind, text string) Message {
	switch kind {
	case Request{}.kind():
		return read[Request](text)
	case Delivery{}.kind():
		return read[Delivery](text)
	case Attempt{}.kind():
		return read[Attempt](text)
	case Run{}.kind():
		return read[Run](text)
	case Reload{}.kind():
		return Reload{}
	}
	return nil
}

func read[M Message](text string) Message {
	var m M
	if json.Unmarshal([]byte(text), &m) != nil {
		return nil
	}
	return m
}
