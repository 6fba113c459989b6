package delivery

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/counterpart/counterpart/internal/base/clock"
	"github.com/counterpart/counterpart/internal/base/ident"
	"github.com/counterpart/counterpart/internal/base/secret"
	"github.com/counterpart/counterpart/internal/core/webhooks/delivery/internal/db"
	"github.com/counterpart/counterpart/internal/vocab/event"
)

// Forgery is a delivery as a stranger would make it who knows a webhook's address and
// not its secret.
type Forgery struct {
	Webhook    ident.Webhook
	URL        string
	Type       event.Name
	APIVersion string
	Data       json.RawMessage
}

// Verdict is what an endpoint made of a forgery.
type Verdict string

// The verdicts.
const (
	Passed      Verdict = "passed"      // it refused it, with a 4xx
	Fooled      Verdict = "failed"      // it answered anything else
	Unreachable Verdict = "unreachable" // it did not answer, or nothing may be sent to it
)

// Probed is how an endpoint took a forgery.
type Probed struct {
	Verdict Verdict
	Status  int    // of the answer; 0: there was none
	Says    string // in a sentence
}

// Probe sends a forgery, once, and tells how the endpoint took it. It goes out as a
// delivery does, but is none: nothing is written, and it is not sent again.
func (s *Service) Probe(ctx context.Context, f Forgery) (Probed, error) {
	now := s.now()
	row := db.DueRow{
		Shard: f.Webhook.Shard, Day: clock.Day(now), ID: ident.New[ident.Delivery](f.Webhook.Shard, now).UUID, WebhookID: f.Webhook.UUID, HomeShard: f.Webhook.Shard,
		Type: string(f.Type), ApiVersion: f.APIVersion, CreatedAt: now, Data: f.Data, Url: f.URL,
	}
	request, err := s.signed(row, secret.New(secret.Webhook))
	if err != nil {
		return Probed{}, err
	}
	answer, err := s.client.Do(ctx, request)
	switch {
	case err != nil && ctx.Err() != nil:
		return Probed{}, ctx.Err()
	case err != nil:
		return Probed{Verdict: Unreachable, Says: failureMessage(answer, err)}, nil
	case answer.Status >= 400 && answer.Status <= 499:
		return Probed{Passed, answer.Status, fmt.Sprintf("A wrong signature was refused with %d.", answer.Status)}, nil
	}
	return Probed{Fooled, answer.Status, fmt.Sprintf("A wrong signature was answered with %d. Compare the signature before anything else, and answer 401.", answer.Status)}, nil
}
