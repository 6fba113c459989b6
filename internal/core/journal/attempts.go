package journal

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/google/uuid"

	"github.com/counterpart/counterpart/internal/base/ident"
	"github.com/counterpart/counterpart/internal/core/journal/internal/db"
)

// Outcome is what became of a delivery by an attempt at it.
type Outcome string

// The outcomes.
const (
	Delivered Outcome = "delivered"
	Retrying  Outcome = "retrying"
	Failed    Outcome = "failed"  // that was the last one
	Dropped   Outcome = "dropped" // nothing was sent, and nothing will be
)

// Attempt is one time that a delivery was sent, or kept from being sent.
type Attempt struct {
	App     ident.App
	Webhook ident.Webhook
	At      time.Time
	First   bool // of the delivery
	Outcome Outcome
	Took    time.Duration
}

// NoteAttempt counts an attempt.
func (j *Journal) NoteAttempt(a Attempt) {
	at := attemptSlot{ident.HomeOf(a.App), a.App, a.At.UTC().Truncate(time.Hour), a.Webhook.UUID, a.First, a.Outcome}
	j.attempts.note(at, func(t *tally) { t.addAttempt(a) })
}

// attemptSlot is an hour of attempts that ended alike, at deliveries to one webhook.
type attemptSlot struct {
	shard   ident.Shard
	app     ident.App
	hour    time.Time
	webhook uuid.UUID
	first   bool
	outcome Outcome
}

func (s attemptSlot) home() ident.Shard { return s.shard }

func (s attemptSlot) compare(other attemptSlot) int {
	return cmp.Or(
		slices.Compare(s.app.UUID[:], other.app.UUID[:]),
		s.hour.Compare(other.hour),
		slices.Compare(s.webhook[:], other.webhook[:]),
		cmp.Compare(s.outcome, other.outcome),
		compareBool(s.first, other.first),
	)
}

func compareBool(a, b bool) int {
	switch {
	case a == b:
		return 0
	case a:
		return 1
	}
	return -1
}

func addAttempts(ctx context.Context, q *db.Queries, node uuid.UUID, shards []int16, rows []row[attemptSlot]) error {
	p := db.AddAttemptsParams{Shards: shards, Node: node, Buckets: buckets}
	for _, r := range rows {
		p.RowShards = append(p.RowShards, int16(r.slot.shard))
		p.AppIds = append(p.AppIds, r.slot.app.UUID)
		p.Hours = append(p.Hours, r.slot.hour)
		p.WebhookIds = append(p.WebhookIds, r.slot.webhook)
		p.Firsts = append(p.Firsts, r.slot.first)
		p.Outcomes = append(p.Outcomes, string(r.slot.outcome))
		p.Attempts = append(p.Attempts, r.calls)
		p.Latencies = append(p.Latencies, r.latency[:]...)
		p.LatenciesUs = append(p.LatenciesUs, r.took.Microseconds())
	}
	return q.AddAttempts(ctx, p)
}

// Attempts is what became of attempts in some time.
type Attempts struct {
	Delivered, Retried, Failed, Dropped int64
	// FirstTries is how many deliveries were sent for the first time, and
	// FirstDelivered how many of them were taken at once.
	FirstTries, FirstDelivered int64
	Latency                    Latency // of what was sent

	spread histogram // what Latency is estimated from
	took   time.Duration
}

// Sent is how many attempts were made.
func (a Attempts) Sent() int64 { return a.Delivered + a.Retried + a.Failed }

func (a *Attempts) plus(other Attempts) {
	a.Delivered += other.Delivered
	a.Retried += other.Retried
	a.Failed += other.Failed
	a.Dropped += other.Dropped
	a.FirstTries += other.FirstTries
	a.FirstDelivered += other.FirstDelivered
	a.took += other.took
	for b, n := range other.spread {
		a.spread[b] += n
	}
	a.Latency = latencyOf(a.spread, a.took, a.Sent())
}

// AttemptsPoint is the attempts of one interval.
type AttemptsPoint struct {
	At time.Time // when the interval begins
	Attempts
}

// AppAttempts is how an app's webhooks did.
type AppAttempts struct {
	Total    Attempts
	Webhooks map[uuid.UUID]Attempts // by the webhook's id without its shard; one that was sent nothing is not in it
	Points   []AttemptsPoint        // of all webhooks together, intervals without an attempt included
}

// AppAttempts is how an app's webhooks did, or one of them, if the given one is not zero.
func (j *Journal) AppAttempts(ctx context.Context, s Series, only ident.Webhook) (AppAttempts, error) {
	from, to := s.whole()
	rows, err := db.New(j.db).AttemptsOfApp(ctx, db.AttemptsOfAppParams{
		Every: string(s.Every), Shard: ident.HomeOf(s.App), AppID: s.App.UUID, FromHour: from, ToHour: to,
	})
	if err != nil {
		return AppAttempts{}, fmt.Errorf("read how the webhooks of app %s did: %w", s.App, err)
	}
	told := AppAttempts{Webhooks: map[uuid.UUID]Attempts{}}
	at := map[int64]Attempts{}
	for _, row := range rows {
		if !only.IsZero() && row.WebhookID != only.UUID {
			continue
		}
		made := attemptsOf(row)
		of, then := told.Webhooks[row.WebhookID], at[row.StartsAt.Unix()]
		of.plus(made)
		then.plus(made)
		told.Webhooks[row.WebhookID], at[row.StartsAt.Unix()] = of, then
		told.Total.plus(made)
	}
	for begins := from; begins.Before(s.To); begins = begins.Add(s.Every.length()) {
		told.Points = append(told.Points, AttemptsPoint{begins, at[begins.Unix()]})
	}
	return told, nil
}

func attemptsOf(row db.AttemptsOfAppRow) Attempts {
	a := Attempts{
		Delivered: row.Delivered, Retried: row.Retried, Failed: row.Failed, Dropped: row.Dropped,
		FirstTries: row.FirstTries, FirstDelivered: row.FirstDelivered, took: time.Duration(row.LatencyUs) * time.Microsecond,
	}
	copy(a.spread[:], row.Latency)
	return a
}
