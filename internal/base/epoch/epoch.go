package epoch

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"log/slog"
	"strconv"
	"time"

	"github.com/counterpart/counterpart/internal/base/clock"
	"github.com/counterpart/counterpart/internal/base/ident"
	"github.com/counterpart/counterpart/internal/base/pg"
	"github.com/counterpart/counterpart/internal/base/rdb"
)

const (
	// Grace is how long a node may go on with what it remembers, whatever
	// happens to Redis.
	Grace = 5 * time.Second
	// MarkLife outlives every transaction, so a mark cannot fade while its
	// change may still commit.
	MarkLife = 2 * pg.TxLimit
	// epochLife only bounds memory: a reader makes a missing epoch anew, and
	// whatever rested on the old one is looked up again.
	epochLife = time.Hour
	// unmarkPause is how long a writer that lost Redis waits before it tries again.
	unmarkPause = 100 * time.Millisecond
)

// Subject is something that rights hang on.
type Subject struct{ tag, name string }

// User is the subject of suspension and restriction.
func User(id ident.User) Subject { return Subject{tag: id.String()} }

// Business is the subject of roles, memberships and permissions.
func Business(id ident.Business) Subject { return Subject{tag: id.String()} }

// App is the subject of suspension and deactivation.
func App(id ident.App) Subject { return Subject{tag: id.String()} }

// Installation is the subject of tokens and access. It shares its app's hash
// tag, so that the gate reads both with the app's counters in one script.
func Installation(app ident.App, id ident.Installation) Subject {
	return Subject{tag: app.String(), name: id.String()}
}

// Family is the subject of one line of tokens: of its refresh, and its end. It
// shares its app's hash tag too.
func Family(app ident.App, id ident.Family) Subject {
	return Subject{tag: app.String(), name: id.String()}
}

// Registry reads and changes epochs.
type Registry struct {
	redis *rdb.Client
	grace time.Duration
	log   *slog.Logger
}

// NewRegistry returns the epochs that live in the given Redis.
func NewRegistry(redis *rdb.Client, log *slog.Logger) *Registry {
	return &Registry{redis: redis, grace: Grace, log: log}
}

// Reading is what the epochs of some subjects were at one moment.
type Reading struct {
	Epochs []string
	InFlux bool // a change is under way: use what you look up, but do not keep it
}

// Same reports whether nothing has changed between two readings of the same
// subjects.
func (r Reading) Same(other Reading) bool {
	if r.InFlux || other.InFlux || len(r.Epochs) != len(other.Epochs) {
		return false
	}
	for i := range r.Epochs {
		if r.Epochs[i] != other.Epochs[i] {
			return false
		}
	}
	return true
}

// A missing epoch is made by whoever reads first: SET NX, so that two readers
// agree on one.
var read = rdb.NewScript(`
local epoch = redis.call('SET', KEYS[1], ARGV[1], 'NX', 'GET', 'PX', ARGV[3]) or ARGV[1]
local marks = redis.call('ZCOUNT', KEYS[2], ARGV[2], '+inf')
return {epoch, marks}`)

var mark = rdb.NewScript(`
redis.call('SET', KEYS[1], ARGV[1], 'PX', ARGV[5])
redis.call('ZREMRANGEBYSCORE', KEYS[2], '-inf', ARGV[3])
redis.call('ZADD', KEYS[2], ARGV[4], ARGV[2])
redis.call('PEXPIREAT', KEYS[2], ARGV[4])
return 1`)

var unmark = rdb.NewScript(`
redis.call('SET', KEYS[1], ARGV[1], 'PX', ARGV[3])
redis.call('ZREM', KEYS[2], ARGV[2])
return 1`)

// Read tells the epochs of the subjects, in one round trip. Read before asking
// PostgreSQL: what is kept must be at least as new as its epochs.
func (r *Registry) Read(ctx context.Context, subjects ...Subject) (Reading, error) {
	replies, err := r.redis.Run(ctx, r.Calls(subjects...)...)
	if err != nil {
		return Reading{}, fmt.Errorf("read epochs: %w", err)
	}
	return ReadReplies(replies)
}

// Calls are what Read asks, for whoever has more to ask in the same round trip.
func (r *Registry) Calls(subjects ...Subject) []rdb.Call {
	now := millis(time.Now())
	calls := make([]rdb.Call, len(subjects))
	for i, s := range subjects {
		calls[i] = rdb.Call{Script: read, Keys: r.keys(s), Args: []string{Fresh(), now, Life}}
	}
	return calls
}

// ReadReplies reads what Redis replied to Calls.
func ReadReplies(replies []rdb.Reply) (Reading, error) {
	reading := Reading{Epochs: make([]string, 0, len(replies))}
	for _, reply := range replies {
		values, err := reply.Mixed()
		if err != nil {
			return Reading{}, fmt.Errorf("read epochs: %w", err)
		}
		reading.Epochs = append(reading.Epochs, values[0].Text)
		reading.InFlux = reading.InFlux || values[1].Number > 0
	}
	return reading, nil
}

// Keys are where the epochs of the subjects stand, and where their marks. A
// script that reads them itself makes a missing epoch of Fresh, with Life, and
// takes any mark for flux.
func (r *Registry) Keys(subjects ...Subject) (epochs, flux []string) {
	for _, s := range subjects {
		keys := r.keys(s)
		epochs, flux = append(epochs, keys[0]), append(flux, keys[1])
	}
	return epochs, flux
}

// Change commits something that takes rights away from the subjects, and
// returns once no node anywhere goes by what it knew before. Whoever takes
// rights away in any other way has forgotten this package.
func (r *Registry) Change(ctx context.Context, subjects []Subject, commit func(ctx context.Context) error) error {
	id := Fresh()
	// A mark that is not made costs nothing but the safety of a crash: the epoch
	// that unmark makes is enough for whoever lives to the end.
	if err := r.mark(ctx, id, subjects); err != nil && !errors.Is(err, rdb.ErrAway) {
		return fmt.Errorf("mark rights in flux: %w", err)
	}
	err := commit(ctx)
	// The commit's own error does not tell whether it took effect (the
	// connection may have died on the answer), so the epochs move either way.
	lost := r.unmark(ctx, id, subjects)
	if err != nil || lost == nil {
		return err
	}
	return r.outlast(ctx, lost, func() error { return r.unmark(ctx, id, subjects) })
}

// outlast waits until every node has forgotten by itself, or has been told after
// all. A caller whose time is up before that is not told that it is done.
func (r *Registry) outlast(ctx context.Context, lost error, unmark func() error) error {
	r.log.WarnContext(ctx, "rights change waits for nodes to forget", "wait", r.grace, "err", lost)
	over := time.Now().Add(r.grace)
	for time.Now().Before(over) && ctx.Err() == nil {
		clock.Pause(ctx, min(r.grace, unmarkPause))
		if unmark() == nil {
			return nil
		}
	}
	return ctx.Err()
}

func (r *Registry) mark(ctx context.Context, id string, subjects []Subject) error {
	now := time.Now()
	calls := make([]rdb.Call, len(subjects))
	for i, s := range subjects {
		calls[i] = rdb.Call{Script: mark, Keys: r.keys(s),
			Args: []string{Fresh(), id, millis(now), millis(now.Add(MarkLife)), Life}}
	}
	_, err := r.redis.Run(ctx, calls...)
	return err
}

// unmark runs even when the caller has gone away meanwhile: the change stands.
func (r *Registry) unmark(ctx context.Context, id string, subjects []Subject) error {
	ctx, cancel := clock.Uncancelled(ctx)
	defer cancel()
	calls := make([]rdb.Call, len(subjects))
	for i, s := range subjects {
		calls[i] = rdb.Call{Script: unmark, Keys: r.keys(s), Args: []string{Fresh(), id, Life}}
	}
	_, err := r.redis.Run(ctx, calls...)
	return err
}

func (r *Registry) keys(s Subject) []string {
	tag := "{" + s.tag + "}"
	return []string{r.redis.Key("epoch", tag, s.name), r.redis.Key("flux", tag, s.name)}
}

// Life is epochLife as Redis reads it, in milliseconds.
var Life = strconv.FormatInt(epochLife.Milliseconds(), 10)

func millis(at time.Time) string { return strconv.FormatInt(at.UnixMilli(), 10) }

// Fresh is a value that no epoch has had.
func Fresh() string { return rand.Text() }
