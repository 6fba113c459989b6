package live

import (
	"log/slog"
	"strconv"
	"sync"
	"sync/atomic"
	"time"

	"github.com/counterpart/counterpart/internal/base/ident"
	"github.com/counterpart/counterpart/internal/base/rdb"
)

const (
	// Beat is how often a watch looks for news, and a node that has something to
	// tell for who watches.
	Beat = 500 * time.Millisecond
	// remembered is for how many beats a node goes by what it knows of who watches.
	// A watch is ready once every node must have asked again.
	remembered = 2
	// lingers is how long a stream outlives its last watcher, who may come back.
	lingers = 2 * time.Minute
	// backlog is how many entries a stream has, of some 300 bytes each.
	backlog = 500
	// mostWatches is how many watches a node has at once.
	mostWatches = 1000
	// mostWaiting is how many messages wait to be told.
	mostWaiting = 2000
)

// Service tells, and lets watch. A nil one has nobody to tell.
type Service struct {
	redis *rdb.Client
	log   *slog.Logger
	beat  time.Duration

	watches atomic.Int64 // on this node
	closed  chan struct{}
	once    sync.Once

	watched atomic.Pointer[watchlist] // never nil
	asked   atomic.Bool               // somebody wanted to know, since the last beat
	telling sync.Mutex                // held while messages go to Redis
	failed  bool                      // the last time they did not; told in the log

	mu      sync.Mutex
	waiting []told
	missed  bool          // some message could not be told, to whoever it was
	working bool          // a goroutine tells what waits
	more    chan struct{} // something waits
}

// watchlist is which apps are watched, on any node, as of a moment ago.
type watchlist struct {
	apps  map[ident.App]bool
	asked time.Time // when, on the machine's clock
}

type told struct {
	app     ident.App
	message Message
}

// New returns the service on a Redis. The beat is Beat, but in tests.
func New(redis *rdb.Client, log *slog.Logger, beat time.Duration) *Service {
	s := &Service{redis: redis, log: log, beat: beat, closed: make(chan struct{}), more: make(chan struct{}, 1)}
	s.watched.Store(&watchlist{})
	return s
}

// Beat is how often a watch should look for news.
func (s *Service) Beat() time.Duration { return s.beat }

// Watches is how many there are on this node.
func (s *Service) Watches() int64 { return s.watches.Load() }

// Close asks all who watch here to end. What is told from then on, Flush tells.
func (s *Service) Close() { s.once.Do(func() { close(s.closed) }) }

// Closed is closed once whoever watches should end.
func (s *Service) Closed() <-chan struct{} { return s.closed }

// streamKey names the stream of an app: entries of a kind and a text.
func (s *Service) streamKey(app ident.App) string {
	return s.redis.Key("live", "{"+app.String()+"}")
}

// listKey names the set of the apps that are watched, by when that is forgotten.
func (s *Service) listKey() string { return s.redis.Key("live", "watched") }

// millis is a time as scripts take it: the machine's, for it says how long nobody
// really watched.
func millis(at time.Time) string { return strconv.FormatInt(at.UnixMilli(), 10) }
