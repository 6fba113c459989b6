package webhooks

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/google/uuid"

	"github.com/counterpart/counterpart/internal/base/clock"
	"github.com/counterpart/counterpart/internal/base/ident"
	"github.com/counterpart/counterpart/internal/base/pg"
	"github.com/counterpart/counterpart/internal/base/runner"
	"github.com/counterpart/counterpart/internal/core/apps"
	"github.com/counterpart/counterpart/internal/core/audit"
	"github.com/counterpart/counterpart/internal/core/events"
	"github.com/counterpart/counterpart/internal/core/webhooks/delivery"
	"github.com/counterpart/counterpart/internal/core/webhooks/internal/db"
	"github.com/counterpart/counterpart/internal/vocab/event"
	"github.com/counterpart/counterpart/internal/vocab/fault"
)

// Receiver is what a function hears of. To the delivery engine it is a webhook; to
// those who look after webhooks it does not exist.
type Receiver struct {
	Webhook ident.Webhook
	Events  []event.Name
	Enabled bool
}

// Subscribe has a function of an app hear of events, in a transaction that has locked
// the app. Whoever is switched on begins anew.
func (s *Service) Subscribe(ctx context.Context, tx *pg.Tx, app apps.App, function ident.Function, name string, wanted []event.Name, enabled bool) (Receiver, error) {
	var p fault.Problems
	Details{URL: delivery.FunctionURL(name), Events: wanted}.check(&p)
	if err := p.Err(); err != nil {
		return Receiver{}, err
	}
	if err := checkScopes(app, wanted); err != nil {
		return Receiver{}, err
	}
	row, err := db.New(tx).Subscribe(ctx, db.SubscribeParams{
		ID: function.UUID, HomeShard: ident.RandomShard(), AppID: app.ID.UUID, Url: delivery.FunctionURL(name), Events: texts(wanted), Enabled: enabled, Now: s.deps.Now(),
	})
	if err != nil {
		return Receiver{}, fmt.Errorf("subscribe function %s: %w", function, err)
	}
	if enabled {
		if err := db.New(tx).ForgetFailures(ctx, db.ForgetFailuresParams{Shard: row.HomeShard, WebhookID: row.ID}); err != nil {
			return Receiver{}, fmt.Errorf("have function %s begin anew: %w", function, err)
		}
	}
	return receiverFrom(s.fromRow(db.WebhookRow(row))), nil
}

func receiverFrom(w Webhook) Receiver { return Receiver{w.ID, w.Events, w.Enabled} }

// Receivers tells what the functions of an app hear of. One that has never been
// subscribed is not among them.
func (s *Service) Receivers(ctx context.Context, app ident.App) (map[ident.Function]Receiver, error) {
	all, err := s.FunctionsOf(ctx, app)
	list := make(map[ident.Function]Receiver, len(all))
	for _, w := range all {
		list[ident.Of[ident.Function](ident.Control, w.ID.UUID)] = receiverFrom(w)
	}
	return list, err
}

// FunctionsOf lists the functions of apps that have been subscribed, as the delivery
// engine knows them.
func (s *Service) FunctionsOf(ctx context.Context, of ...ident.App) ([]Webhook, error) {
	rows, err := db.New(s.deps.DB).Receivers(ctx, ident.UUIDs(of))
	if err != nil {
		return nil, fmt.Errorf("list what functions of %d apps hear of: %w", len(of), err)
	}
	list := make([]Webhook, len(rows))
	for i, row := range rows {
		list[i] = s.fromRow(db.WebhookRow(row))
	}
	return list, nil
}

// Receiver tells what a function hears of; zero where it has never been subscribed.
func (s *Service) Receiver(ctx context.Context, tx *pg.Tx, app ident.App, function ident.Function) (Receiver, error) {
	found, err := s.receiver(ctx, tx, app, function)
	if errors.Is(err, pg.ErrNoRows) {
		return Receiver{}, nil
	}
	return found, err
}

// receiver tells what a function hears of; pg.ErrNoRows where it has never been
// subscribed.
func (s *Service) receiver(ctx context.Context, in db.DBTX, app ident.App, function ident.Function) (Receiver, error) {
	row, err := db.New(in).Receiver(ctx, db.ReceiverParams{ID: function.UUID, AppID: app.UUID})
	if err != nil {
		return Receiver{}, fmt.Errorf("find what function %s hears of: %w", function, err)
	}
	return receiverFrom(s.fromRow(db.WebhookRow(row))), nil
}

// Unsubscribe ends a function's subscription for good. What waits for it is dropped
// when its time comes.
func (s *Service) Unsubscribe(ctx context.Context, tx *pg.Tx, function ident.Function) error {
	if err := db.New(tx).EndReceiver(ctx, db.EndReceiverParams{ID: function.UUID, Now: s.deps.Now()}); err != nil {
		return fmt.Errorf("unsubscribe function %s: %w", function, err)
	}
	return nil
}

// SwitchOff has a function hear of nothing any more, and reports whether it did until
// now.
func (s *Service) SwitchOff(ctx context.Context, tx *pg.Tx, function ident.Function) (bool, error) {
	n, err := db.New(tx).SwitchReceiverOff(ctx, db.SwitchReceiverOffParams{ID: function.UUID, Now: s.deps.Now()})
	if err != nil {
		return false, fmt.Errorf("switch function %s off: %w", function, err)
	}
	return n > 0, nil
}

// AskedRun is a run that somebody asks for: for an event, or else for the sample of a
// type.
type AskedRun struct {
	Receiver Receiver
	Version  int
	Event    events.Event
	Type     event.Name
	Business ident.Business // of a sample; zero: it is in none
}

// Ask queues a run. It has one attempt. It opens no transaction of its own.
func (s *Service) Ask(ctx context.Context, tx *pg.Tx, app apps.App, in AskedRun) (delivery.RunID, error) {
	now := s.deps.Now()
	p := db.AddRunParams{
		Shard: in.Receiver.Webhook.Shard, WebhookID: in.Receiver.Webhook.UUID, Type: string(in.Type), RunVersion: new(int32(in.Version)),
		ApiVersion: delivery.VersionOf(app.PinnedVersion, now), Now: &now, CreatedAt: now,
	}
	switch {
	case !in.Event.ID.IsZero():
		p.Shard, p.Type, p.CreatedAt = in.Event.ID.Shard, string(in.Event.Type), in.Event.ID.At()
		p.EventID, p.BusinessID, p.ID = &in.Event.ID.UUID, &in.Event.Business.UUID, delivery.ID(in.Event.ID.UUID, uuid.New())
	default:
		data, err := sample(in.Type)
		if err != nil {
			return delivery.RunID{}, err
		}
		if p.Data = data; !in.Business.IsZero() {
			p.Shard, p.BusinessID = in.Business.Shard, &in.Business.UUID
		}
		p.ID = ident.New[ident.Delivery](p.Shard, now).UUID
	}
	p.Day = clock.Day(p.CreatedAt)
	err := db.New(tx).AddRun(ctx, p)
	if err == nil {
		err = db.New(tx).ArmLane(ctx, db.ArmLaneParams{Shard: p.Shard, WebhookID: p.WebhookID, DueAt: &now})
	}
	if err != nil {
		return delivery.RunID{}, fmt.Errorf("queue a run: %w", err)
	}
	return delivery.RunID{Delivery: ident.Of[ident.Delivery](p.Shard, p.ID), Round: 1, Attempt: 1}, nil
}

// Run is one time that a function ran, or was to.
type Run struct {
	ID       delivery.RunID
	Event    ident.Event    // zero for a sample
	Business ident.Business // zero for a sample that is in none
	Type     event.Name
	ByHand   bool
	Version  int // of the source; 0 where it did not run
	Outcome  runner.Outcome
	At       time.Time
	Wall     time.Duration
	CPU      time.Duration
	Memory   int64
	Calls    int
	Message  string
}

// Waits reports whether it has not run yet.
func (r Run) Waits() bool { return r.Outcome == "" }

// RunFilter chooses runs; what is zero chooses nothing.
type RunFilter struct {
	Outcome runner.Outcome
	Failed  *bool
	Version int
	After   delivery.RunID // goes on after this one
}

// Runs lists a function's runs, newest first, none older than delivery.Kept.
func (s *Service) Runs(ctx context.Context, function ident.Function, f RunFilter, most int) ([]Run, error) {
	since := s.deps.Now().Add(-delivery.Kept)
	p := db.RunsParams{
		WebhookID: function.UUID, FirstDay: clock.Day(since), Since: since, Outcome: present(string(f.Outcome)), Failed: f.Failed,
		BeforeTime: s.deps.Now().Add(24 * time.Hour), BeforeID: f.After.Delivery.UUID, BeforeAttempt: int16(f.After.Attempt), Most: int32(most),
	}
	if f.Version > 0 {
		p.Version = new(int32(f.Version))
	}
	if f.After.Attempt > 0 {
		row, err := s.readRun(ctx, function, f.After)
		if errors.Is(err, pg.ErrNoRows) {
			return nil, fault.UnknownCursor
		}
		if err != nil {
			return nil, err
		}
		p.BeforeTime = row.At
	}
	rows, err := db.New(s.deps.DB).Runs(ctx, p)
	if err != nil {
		return nil, fmt.Errorf("list runs of function %s: %w", function, err)
	}
	list := make([]Run, len(rows))
	for i, row := range rows {
		list[i] = runFrom(row)
	}
	return list, nil
}

// FunctionRun is a run, and whose.
type FunctionRun struct {
	App      ident.App
	Function ident.Function
	Name     string // the function's
	Run
}

// RunsOf lists the runs of deliveries of one day to functions, each delivery's oldest
// first, and at its end the one that it waits for.
func (s *Service) RunsOf(ctx context.Context, functions []Webhook, of []Delivery) (list []FunctionRun, err error) {
	if len(of) == 0 {
		return nil, nil
	}
	ids := make([]uuid.UUID, len(of))
	for i, d := range of {
		ids[i] = d.ID.UUID
	}
	rows, err := db.New(s.deps.DB).RunsOf(ctx, db.RunsOfParams{Shard: of[0].ID.Shard, Day: clock.Day(of[0].ID.At()), DeliveryIds: ids})
	if err != nil {
		return nil, fmt.Errorf("list runs of %d deliveries: %w", len(of), err)
	}
	for _, d := range of {
		at := slices.IndexFunc(functions, func(f Webhook) bool { return f.ID == d.Webhook })
		whose := FunctionRun{App: functions[at].App, Function: ident.Of[ident.Function](ident.Control, d.Webhook.UUID), Name: delivery.FunctionName(functions[at].URL)}
		for _, row := range rows {
			if row.DeliveryID == d.ID.UUID {
				whose.Run = runFrom(db.RunsRow(row))
				list = append(list, whose)
			}
		}
		if d.EndedAt == nil {
			whose.Run = waiting(d, delivery.RunID{Delivery: d.ID, Round: d.Round, Attempt: d.Attempts + 1})
			list = append(list, whose)
		}
	}
	return list, nil
}

// waiting is the run that a delivery waits for.
func waiting(of Delivery, id delivery.RunID) Run {
	return Run{ID: id, Event: of.Event, Business: of.Business, Type: of.Type, At: of.CreatedAt}
}

// RunInspection is all that is known of a run.
type RunInspection struct {
	Run
	Input   json.RawMessage // nil where the function did not see it, and may not
	Output  json.RawMessage // nil where there is none
	Log     []delivery.Line
	Dropped int      // lines beyond the most
	Of      Delivery // whose attempt it was
}

// InspectRun tells everything about a run.
func (s *Service) InspectRun(ctx context.Context, app ident.App, function ident.Function, id delivery.RunID) (RunInspection, error) {
	hook, err := s.receiver(ctx, s.deps.DB, app, function)
	if errors.Is(err, pg.ErrNoRows) {
		return RunInspection{}, errRunNotFound
	}
	if err != nil {
		return RunInspection{}, err
	}
	of, err := s.delivery(ctx, s.deps.DB, Webhook{ID: hook.Webhook, App: app}, id.Delivery)
	if errors.Is(err, errDeliveryNotFound) {
		return RunInspection{}, errRunNotFound
	}
	if err != nil {
		return RunInspection{}, err
	}
	row, err := s.readRun(ctx, function, id)
	found := RunInspection{Of: of}
	switch waits := of.Round == id.Round && of.Attempts+1 == id.Attempt && of.EndedAt == nil; {
	case err == nil:
		found, err = inspectionFrom(row, of)
	case errors.Is(err, pg.ErrNoRows) && waits:
		found.Run, err = waiting(of, id), nil
	case errors.Is(err, pg.ErrNoRows):
		err = errRunNotFound
	}
	if err != nil {
		return found, err
	}
	due, err := s.deps.Delivery.Find(ctx, id.Delivery)
	if err != nil {
		return found, err
	}
	found.ByHand = due.ByHand()
	found.Input, err = s.inputOf(due, found)
	return found, err
}

func (s *Service) readRun(ctx context.Context, function ident.Function, id delivery.RunID) (db.RunRow, error) {
	row, err := db.New(s.deps.DB).Run(ctx, db.RunParams{
		Shard: id.Delivery.Shard, Day: clock.Day(id.Delivery.At()), DeliveryID: id.Delivery.UUID, Round: int32(id.Round), Attempt: int16(id.Attempt), WebhookID: function.UUID,
	})
	if err != nil {
		return row, fmt.Errorf("read run %s: %w", id, err)
	}
	return row, nil
}

// inputOf is what a run saw or is to see, in the words of now.
func (s *Service) inputOf(due delivery.Due, r RunInspection) (json.RawMessage, error) {
	unseen := r.Waits() || r.Outcome == delivery.NotRun
	if due.Gone() || unseen && due.Forbidden(s.deps.Now()) != "" {
		return nil, nil
	}
	return due.Body()
}

func inspectionFrom(row db.RunRow, of Delivery) (found RunInspection, err error) {
	found = RunInspection{Of: of, Dropped: int(row.Dropped), Run: runFrom(db.RunsRow{
		Shard: row.Shard, Day: row.Day, DeliveryID: row.DeliveryID, Round: row.Round, Attempt: row.Attempt, EventID: row.EventID, BusinessID: row.BusinessID,
		Type: row.Type, ByHand: row.ByHand, Version: row.Version, Outcome: row.Outcome, At: row.At, WallUs: row.WallUs, CpuUs: row.CpuUs,
		Memory: row.Memory, Calls: row.Calls, Message: row.Message,
	})}
	if row.Output != nil {
		found.Output = json.RawMessage(*row.Output)
	}
	return found, json.Unmarshal([]byte(row.Log), &found.Log)
}

func runFrom(row db.RunsRow) Run {
	r := Run{
		ID:   delivery.RunID{Delivery: ident.Of[ident.Delivery](row.Shard, row.DeliveryID), Round: int(row.Round), Attempt: int(row.Attempt)},
		Type: event.Name(row.Type), ByHand: row.ByHand, Version: int(row.Version), Outcome: runner.Outcome(row.Outcome), At: row.At,
		Wall: time.Duration(row.WallUs) * time.Microsecond, CPU: time.Duration(row.CpuUs) * time.Microsecond,
		Memory: row.Memory, Calls: int(row.Calls), Message: row.Message,
	}
	if row.EventID != nil {
		r.Event = ident.Of[ident.Event](row.Shard, *row.EventID)
	}
	if row.BusinessID != nil {
		r.Business = ident.Of[ident.Business](row.Shard, *row.BusinessID)
	}
	return r
}

// keysHold is for how long after a run was first to change something its repetition is
// sure not to do it again: the keys of its calls are kept for a day, and a round of
// attempts takes some nine hours.
const keysHold = 15 * time.Hour

// RepeatRun begins a new round for the delivery of a run that failed.
func (s *Service) RepeatRun(ctx context.Context, app apps.App, function ident.Function, id delivery.RunID) (delivery.RunID, error) {
	found, err := s.InspectRun(ctx, app.ID, function, id)
	if err != nil {
		return id, err
	}
	wrote, err := db.New(s.deps.DB).FirstWrite(ctx, db.FirstWriteParams{Shard: id.Delivery.Shard, Day: clock.Day(id.Delivery.At()), DeliveryID: id.Delivery.UUID})
	switch {
	case errors.Is(err, pg.ErrNoRows):
	case err != nil:
		return id, fmt.Errorf("look what run %s did: %w", id, err)
	case !s.deps.Now().Before(wrote.Add(keysHold)):
		return id, errRunWrote
	}
	again, err := s.redeliver(ctx, app, Webhook{ID: found.Of.Webhook, App: app.ID}, id.Delivery, audit.FunctionRunRepeated, function)
	switch { // in the words of runs
	case errors.Is(err, errNotFailed):
		err = errRunNotFailed
	case errors.Is(err, errRetryWaiting):
		err = errRunRetryWaiting
	}
	return delivery.RunID{Delivery: id.Delivery, Round: again.Round, Attempt: 1}, err
}
