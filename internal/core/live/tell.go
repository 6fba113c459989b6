package live

import (
	"context"
	"encoding/json"
	"fmt"
	"strconv"
	"time"

	"github.com/counterpart/counterpart/internal/base/ident"
	"github.com/counterpart/counterpart/internal/base/rdb"
)

// Watched reports whether it is worth telling what happens with an app: somebody
// watches it, or this node has not asked for a while. It never waits.
func (s *Service) Watched(app ident.App) bool {
	if s == nil {
		return false
	}
	if !s.asked.Load() { // a write that all processors share would cost more
		s.asked.Store(true)
	}
	list := s.watched.Load()
	return list.apps[app] || time.Since(list.asked) >= remembered*s.beat
}

// Tell passes a message on to whoever watches an app. It neither waits nor fails:
// what there is no room for, and what Redis does not take, is missed, and then
// whoever watches is told to reload.
func (s *Service) Tell(app ident.App, message Message) {
	if s == nil {
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(s.waiting) == mostWaiting {
		s.missed = true
		return
	}
	s.waiting = append(s.waiting, told{app, message})
	if !s.working {
		s.working = true
		go s.work()
		return
	}
	select {
	case s.more <- struct{}{}:
	default:
	}
}

// work tells what waits as it comes, and keeps up with who watches, until there is
// nothing to tell and nobody has asked for a beat.
func (s *Service) work() {
	beat := time.NewTicker(s.beat)
	defer beat.Stop()
	for s.Flush(context.Background()); ; s.Flush(context.Background()) {
		select {
		case <-s.closed:
			return
		case <-s.more:
		case <-beat.C:
			if !s.asked.Swap(false) && s.rest() {
				return
			}
		}
	}
}

// rest reports whether nothing is left to tell, and has the next message wake
// somebody then.
func (s *Service) rest() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.working = len(s.waiting) > 0 || s.missed
	return !s.working
}

// Flush tells what waits.
func (s *Service) Flush(ctx context.Context) {
	s.telling.Lock()
	defer s.telling.Unlock()
	err := s.look(ctx)
	waiting, missed := s.take()
	if err == nil {
		err = s.append(ctx, waiting, missed)
	}
	if err != nil && (missed || len(waiting) > 0) {
		s.mu.Lock()
		s.missed = true
		s.mu.Unlock()
	}
	if err != nil && !s.failed {
		s.log.Warn("nobody who watches an app is told what happens", "err", err)
	}
	s.failed = err != nil
}

func (s *Service) take() (waiting []told, missed bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	waiting, missed = s.waiting, s.missed
	s.waiting, s.missed = nil, false
	return waiting, missed
}

// listed returns the apps that are watched.
var listed = rdb.NewScript(`return redis.call('ZRANGEBYSCORE', KEYS[1], ARGV[1], '+inf')`)

// look asks which apps are watched, unless it was asked within this beat.
func (s *Service) look(ctx context.Context) error {
	asked := time.Now()
	if asked.Sub(s.watched.Load().asked) < s.beat {
		return nil
	}
	replies, err := s.redis.Run(ctx, rdb.Call{Script: listed, Keys: []string{s.listKey()}, Args: []string{millis(asked)}})
	if err != nil {
		return fmt.Errorf("read which apps are watched: %w", err)
	}
	values, err := replies[0].Mixed(nil)
	if err != nil {
		return err
	}
	list := watchlist{asked: asked, apps: make(map[ident.App]bool, len(values))}
	for _, value := range values {
		if app, err := ident.Parse[ident.App](value.Text); err == nil {
			list.apps[app] = true
		}
	}
	s.watched.Store(&list)
	return nil
}

// added adds entries to the stream of an app, if there is one.
var added = rdb.NewScript(`
for i = 2, #ARGV, 2 do
  redis.call('XADD', KEYS[1], 'NOMKSTREAM', 'MAXLEN', ARGV[1], '*', 'k', ARGV[i], 'd', ARGV[i + 1])
end
return {1}`)

// append adds messages to the streams of the apps that are watched, in one round
// trip. Where some were missed, all of these are told to reload: which apps they
// were about was not kept.
func (s *Service) append(ctx context.Context, waiting []told, missed bool) error {
	apps, entries := s.watched.Load().apps, map[ident.App][]string{}
	for app := range apps {
		if missed {
			entries[app] = []string{Reload{}.kind(), "{}"}
		}
	}
	for _, t := range waiting {
		if !apps[t.app] {
			continue
		}
		text, err := json.Marshal(t.message)
		if err != nil {
			return fmt.Errorf("encode what is told of app %s: %w", t.app, err)
		}
		entries[t.app] = append(entries[t.app], t.message.kind(), string(text))
	}
	if len(entries) == 0 {
		return nil
	}
	var calls []rdb.Call
	for app, list := range entries {
		calls = append(calls, rdb.Call{Script: added, Keys: []string{s.streamKey(app)}, Args: append([]string{strconv.Itoa(backlog)}, list...)})
	}
	if _, err := s.redis.Run(ctx, calls...); err != nil {
		return fmt.Errorf("tell what happened with %d apps: %w", len(calls), err)
	}
	return nil
}
