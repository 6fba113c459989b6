package live

import (
	"context"
	"errors"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/counterpart/counterpart/internal/base/ident"
	"github.com/counterpart/counterpart/internal/base/rdb"
	"github.com/counterpart/counterpart/internal/vocab/fault"
)

// ErrFull is what is said where a node has as many watches as it can have.
var ErrFull = fault.Declare(fault.TooMany, "STREAMS_BUSY",
	"Too many streams are open at the moment. Retry after %d seconds.")

// Watch is somebody's place in the stream of an app. It has one owner.
type Watch struct {
	service *Service
	app     ident.App

	after string    // the entry that was seen last; empty while the watch opens
	first Message   // what says that it is open
	since time.Time // since when it has been announced while it opens; zero before
	away  bool      // Redis is, and that was said
}

// Watch begins to watch an app, on from an entry that was seen before; from now on
// where that is empty. Whoever watches closes it.
func (s *Service) Watch(app ident.App, after string) (*Watch, error) {
	if s.watches.Add(1) > mostWatches {
		s.watches.Add(-1)
		return nil, ErrFull.After(10 * time.Second)
	}
	w := &Watch{service: s, app: app, first: Ready{}}
	if after != "" {
		w.after, w.first = after, Reload{}
	}
	if !isEntry(after) {
		w.after = ""
	}
	return w, nil
}

// Close ends it.
func (w *Watch) Close() { w.service.watches.Add(-1) }

var entryID = regexp.MustCompile(`^[0-9]+-[0-9]+$`)

// isEntry reports whether a text can be the id of an entry: two numbers.
func isEntry(text string) bool {
	if !entryID.MatchString(text) {
		return false
	}
	high, low, _ := strings.Cut(text, "-")
	_, one := strconv.ParseUint(high, 10, 64)
	_, two := strconv.ParseUint(low, 10, 64)
	return errors.Join(one, two) == nil
}

// announced puts an app on the list of those that are watched.
var announced = rdb.NewScript(`
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', '(' .. ARGV[1])
redis.call('ZADD', KEYS[1], ARGV[2], ARGV[3])
redis.call('PEXPIRE', KEYS[1], ARGV[4])
return {1}`)

// followed returns whether the given entry is in the stream of an app, the last
// entry, and those after the given one. It makes the stream where there is none.
var followed = rdb.NewScript(`
if redis.call('EXISTS', KEYS[1]) == 0 then
  redis.call('XADD', KEYS[1], '*', 'k', 'opened', 'd', '')
end
redis.call('PEXPIRE', KEYS[1], ARGV[2])
local last = redis.call('XREVRANGE', KEYS[1], '+', '-', 'COUNT', 1)[1][1]
if ARGV[1] == '' or #redis.call('XRANGE', KEYS[1], ARGV[1], ARGV[1]) == 0 then
  return {0, last}
end
local answer = {1, last}
for _, entry in ipairs(redis.call('XRANGE', KEYS[1], '(' .. ARGV[1], '+')) do
  table.insert(answer, entry[1])
  table.insert(answer, entry[2][2])
  table.insert(answer, entry[2][4])
end
return answer`)

// Next is what is new since the last time, in order; it may be nothing. An error is
// a fault of ours, or ctx's end: that Redis is away is news.
func (w *Watch) Next(ctx context.Context) ([]Entry, error) {
	s, now := w.service, time.Now()
	// On the list for longer than the stream lasts: whoever finds the stream has
	// been told everything.
	replies, err := s.redis.Run(ctx,
		rdb.Call{Script: announced, Keys: []string{s.listKey()}, Args: []string{
			millis(now), millis(now.Add(2 * lingers)), w.app.String(), strconv.FormatInt((2 * lingers).Milliseconds(), 10),
		}},
		rdb.Call{Script: followed, Keys: []string{s.streamKey(w.app)}, Args: []string{w.after, strconv.FormatInt(lingers.Milliseconds(), 10)}},
	)
	if errors.Is(err, rdb.ErrAway) {
		return w.paused(), nil
	}
	if err != nil {
		return nil, err
	}
	values, err := replies[1].Mixed(nil)
	if err != nil {
		return nil, err
	}
	w.away = false
	if values[0].Number == 0 {
		return w.opening(values[1].Text), nil
	}
	return w.follow(values[2:]), nil
}

// opening waits until every node must have asked who watches since the app is on the
// list, and says so.
func (w *Watch) opening(last string) []Entry {
	if w.after != "" { // its place is gone
		w.after, w.since = "", time.Time{}
	}
	if w.since.IsZero() {
		w.since = time.Now()
	}
	if time.Since(w.since) < remembered*w.service.beat {
		return nil
	}
	open := Entry{ID: last, Message: w.first}
	w.after, w.first, w.since = last, Reload{}, time.Time{}
	return []Entry{open}
}

// follow reads entries, of three values each.
func (w *Watch) follow(values []rdb.Value) (list []Entry) {
	for v := range slices.Chunk(values, 3) {
		w.after = v[0].Text
		if message := decoded(v[1].Text, v[2].Text); message != nil {
			list = append(list, Entry{ID: w.after, Message: message})
		}
	}
	return list
}

// paused says once that Redis is away. What is told meanwhile is missed, so the watch
// opens anew.
func (w *Watch) paused() []Entry {
	w.after, w.since = "", time.Time{}
	if w.away {
		return nil
	}
	w.away = true
	return []Entry{{Message: Paused{}}}
}
