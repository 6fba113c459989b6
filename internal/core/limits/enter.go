package limits

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/counterpart/counterpart/internal/base/epoch"
	"github.com/counterpart/counterpart/internal/base/ident"
	"github.com/counterpart/counterpart/internal/base/rdb"
)

// Request is all that Redis has to say to a request of a client, at an OAuth
// endpoint. Where the client is not known beforehand it is the checks alone.
type Request struct {
	Checks []Check
	App    ident.App // the client's, if it is known
	Limit  Rule      // of the client, from wherever it calls; zero: none
	// Rights are what the answer will rest on: the app, and perhaps more. Where the
	// client has a limit, or changes something, it is the app alone.
	Rights epoch.Watched
	Change ident.Family // of the client's, what will be renewed; zero: none
}

// Entered is what Redis said.
type Entered struct {
	Waits  []time.Duration // for each of the checks
	Client Count           // of the client; zero where it was not counted
	// Epochs are those of the rights; false when Redis is away or nobody asked, and
	// then nobody may go by what is remembered.
	Epochs epoch.Reading
	Known  bool
	// Mark stands where something will be renewed and the client's limit allows it;
	// else nil. Whoever does not change anything under it drops it.
	Mark *epoch.Mark

	hit   Hit   // what was counted of the client
	start int64 // and since when its window counts
}

// Wait is how long the client must wait by its own limit; zero means go on.
func (e Entered) Wait() time.Duration { return e.Client.wait() }

// Counted reports whether the request was counted against the client's own limit.
func (e Entered) Counted() bool { return e.Client.Used > 0 }

// Entrance counts the requests of clients, reads the epochs of their rights and marks
// what they will change, in one round trip.
type Entrance struct {
	windows *Windows
	rights  *epoch.Registry
}

// NewEntrance returns the entrance on the given counters and epochs, which live in
// the same Redis.
func NewEntrance(windows *Windows, rights *epoch.Registry) *Entrance {
	return &Entrance{windows: windows, rights: rights}
}

// byClient is one script because all of it shares the app's hash tag. A window of no
// length counts nothing. What the limit refuses changes nothing, and is not marked.
var byClient = rdb.NewScript(countIn + epoch.ReadFunction + epoch.MarkFunction + `
local used, left = 0, 0
if window > 0 then used, left = count(KEYS[1]) end
if KEYS[4] and used <= tonumber(ARGV[3]) then markFlux(4, 5) end
return readEpochs({used, left}, 2, 1, ARGV[4])`)

// Enter puts a request through all of it. Each part counts, whatever another says:
// see Return.
func (e *Entrance) Enter(ctx context.Context, r Request) (Entered, error) {
	now := e.windows.now()
	calls := checkCalls(e.windows.redis, now, r.Checks)
	checks := len(calls)
	var mark *epoch.Mark
	switch {
	case r.App.IsZero():
	case r.counts():
		if !r.Change.IsZero() {
			mark = e.rights.Mark(epoch.Family(r.App, r.Change))
		}
		calls = append(calls, e.clientCall(r, mark, now))
	default:
		calls = r.Rights.Calls(calls, epoch.Fresh())
	}
	replies, err := e.windows.redis.Run(ctx, calls...)
	switch {
	case errors.Is(err, rdb.ErrAway):
		e.windows.gone(ctx, err)
		return e.told(r, Entered{Waits: e.windows.waitsAlone(now, r.Checks)}), nil
	case err != nil:
		return Entered{}, fmt.Errorf("check a request: %w", err)
	}
	e.windows.back(ctx)
	in, err := r.entered(replies[:checks], replies[checks:], mark, now)
	return e.told(r, in), err
}

// told has refusals measured.
func (e *Entrance) told(r Request, in Entered) Entered {
	for i, wait := range in.Waits {
		if wait > 0 {
			e.windows.hooks.Refused(r.Checks[i].ground())
		}
	}
	if in.Client.Exhausted {
		e.windows.hooks.Refused(r.hit().ground())
	}
	return in
}

func (e *Entrance) clientCall(r Request, mark *epoch.Mark, now time.Time) rdb.Call {
	call := rdb.Call{
		Script: byClient,
		Keys:   append([]string{r.hit().name(e.windows.redis)}, e.rights.Keys(epoch.App(r.App))...),
		Args:   []string{number(now.UnixMilli()), number(r.Limit.Window.Milliseconds()), number(r.Limit.Limit), epoch.Fresh()},
	}
	if mark != nil {
		call.Keys, call.Args = append(call.Keys, mark.Keys()...), append(call.Args, mark.Args()...)
	}
	return call
}

// counts reports whether there is more to do for the client than to read epochs.
func (r Request) counts() bool { return r.Limit.Limit > 0 || !r.Change.IsZero() }

// hit is the request as the client's own limit counts it.
func (r Request) hit() Hit { return Hit{Rule: r.Limit, Key: r.App.String()} }

// entered reads the replies: those to the checks, and then those about the client.
func (r Request) entered(checks, client []rdb.Reply, mark *epoch.Mark, now time.Time) (in Entered, err error) {
	in.Waits = make([]time.Duration, 0, len(r.Checks))
	for _, reply := range checks {
		waits, err := reply.Ints()
		if err != nil {
			return Entered{}, err
		}
		in.Waits = waitsFrom(in.Waits, waits)
	}
	in.Known = !r.App.IsZero()
	for i, reply := range client {
		values, err := reply.Mixed(nil)
		if err != nil {
			return Entered{}, fmt.Errorf("read what Redis says of a client: %w", err)
		}
		if i == 0 && r.counts() {
			in.Client = r.Limit.count(values[0].Number, time.Duration(values[1].Number)*time.Millisecond)
			values = values[2:]
		}
		in.Epochs.Add(values)
	}
	if in.Counted() {
		in.hit, in.start = r.hit(), now.Add(in.Client.ResetsIn-r.Limit.Window).UnixMilli()
	}
	if !in.Client.Exhausted {
		in.Mark = mark
	}
	return in, nil
}

// returned takes one request back out of a window, if that is the window still in
// which it was counted.
var returned = rdb.NewScript(`
if redis.call('HGET', KEYS[1], 's') == ARGV[1] then
  redis.call('HINCRBY', KEYS[1], 'n', -1)
end
return {1}`)

// Return takes back what was counted of the client and is not for it to pay: the
// place was refused, or somebody else used its name. It drops the mark too.
func (e *Entrance) Return(ctx context.Context, in Entered) error {
	in.Mark.Drop()
	if !in.Counted() {
		return nil
	}
	_, err := e.windows.redis.Run(ctx, rdb.Call{Script: returned, Keys: []string{in.hit.name(e.windows.redis)}, Args: []string{number(in.start)}})
	if err != nil && !errors.Is(err, rdb.ErrAway) { // while Redis is away, nobody goes by its counts
		return fmt.Errorf("take a count of %s back: %w", in.hit.Key, err)
	}
	return nil
}
