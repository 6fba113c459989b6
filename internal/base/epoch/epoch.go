package epoch

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"log/slog"
	"strconv"
	"sync"
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

	mu        sync.Mutex
	over      []*Mark // those whose changes are over, and that stand still
	unmarking bool
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

// Add adds what readEpochs put into a reply.
func (r *Reading) Add(values []rdb.Value) {
	r.InFlux = r.InFlux || values[0].Number > 0
	for _, epoch := range values[1:] {
		r.Epochs = append(r.Epochs, epoch.Text)
	}
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

// Basis is what an answer of PostgreSQL's rests on that a node remembers: the epochs
// that were read before it was asked, and when that was, on the machine's clock.
type Basis struct {
	Epochs Reading
	Asked  time.Time
}

// Stands reports whether the answer still holds: nothing that it rests on has changed,
// and it is not too old for the worst to have happened to Redis.
func (b Basis) Stands(epochs Reading) bool {
	return time.Since(b.Asked) < Grace && b.Epochs.Same(epochs)
}

// ReadFunction is Lua, for scripts that read epochs and do more: their KEYS from
// the first to the n-th after it are those of the epochs, and the n after these
// those of the marks, as Keys lists them. readEpochs puts a reading behind what
// reply has, which Add reads. A missing epoch is made by whoever reads
// first, so that all readers agree on one. That is a write even where none is
// missing, and has to be: a replica, which may be behind, refuses it.
var ReadFunction = fmt.Sprintf(`
local function readEpochs(reply, first, n, fresh)
  table.insert(reply, redis.call('EXISTS', unpack(KEYS, first + n, first + 2 * n - 1)))
  for i = first, first + n - 1 do
    table.insert(reply, redis.call('SET', KEYS[i], fresh .. i, 'NX', 'GET', 'PX', %d) or fresh .. i)
  end
  return reply
end
`, epochLife.Milliseconds())

var read = rdb.NewScript(ReadFunction + `return readEpochs({}, 1, #KEYS / 2, ARGV[1])`)

var mark = rdb.NewScript(MarkFunction + `
markFlux(1, 1)
return 1`)

var unmark = rdb.NewScript(`
redis.call('SET', KEYS[1], ARGV[1], 'PX', ARGV[3])
redis.call('ZREM', KEYS[2], ARGV[2])
return 1`)

// Read tells the epochs of the subjects, in one round trip. Read before asking
// PostgreSQL: what is kept must be at least as new as its epochs.
func (r *Registry) Read(ctx context.Context, subjects ...Subject) (all Reading, err error) {
	calls := make([]rdb.Call, len(subjects))
	for i, s := range subjects {
		calls[i] = Call(r.Keys(s), Fresh())
	}
	replies, err := r.redis.Run(ctx, calls...)
	if err != nil {
		return Reading{}, fmt.Errorf("read epochs: %w", err)
	}
	for _, reply := range replies {
		values, err := reply.Mixed(nil)
		if err != nil {
			return Reading{}, fmt.Errorf("read epochs: %w", err)
		}
		all.Add(values)
	}
	return all, nil
}

// Call is what Read asks about one subject, which has these keys, for whoever has more
// to ask in the same round trip. Add reads the reply.
func Call(keys []string, fresh string) rdb.Call {
	return rdb.Call{Script: read, Keys: keys, Args: []string{fresh}}
}

// Keys are where the epochs of subjects of one hash tag are, and then where their
// marks are.
func (r *Registry) Keys(subjects ...Subject) []string {
	keys := make([]string, 2*len(subjects))
	for i, s := range subjects {
		tag := "{" + s.tag + "}"
		keys[i], keys[len(subjects)+i] = r.redis.Key("epoch", tag, s.name), r.redis.Key("flux", tag, s.name)
	}
	return keys
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
	return r.settle(ctx, commit(ctx), id, subjects)
}

// settle ends a change once it is committed, or has failed with err.
func (r *Registry) settle(ctx context.Context, err error, id string, subjects []Subject) error {
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
	r.log.WarnContext(ctx, "rights change waits for nodes to forget", "wait", r.grace.String(), "err", lost)
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
		calls[i] = rdb.Call{Script: mark, Keys: r.Keys(s), Args: markArgs(id, now)}
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
		calls[i] = r.unmarkCall(id, s)
	}
	_, err := r.redis.Run(ctx, calls...)
	return err
}

func (r *Registry) unmarkCall(id string, s Subject) rdb.Call {
	return rdb.Call{Script: unmark, Keys: r.Keys(s), Args: []string{Fresh(), id, life}}
}

// life is epochLife as Redis reads it, in milliseconds.
var life = strconv.FormatInt(epochLife.Milliseconds(), 10)

func millis(at time.Time) string { return strconv.FormatInt(at.UnixMilli(), 10) }

// Fresh is a value that no epoch has had.
func Fresh() string { return rand.Text() }
