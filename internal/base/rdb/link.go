package rdb

import (
	"context"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/redis/rueidis"

	"github.com/counterpart/counterpart/internal/base/clock"
)

// seekPause is how long the search for a lost Redis rests between two tries.
const seekPause = 500 * time.Millisecond

// link is a set of connections to Redis, from when they were made until they are
// given up. It is never mended: Redis is found again by another.
type link struct {
	client  rueidis.Client // nil where there never were any
	lost    chan struct{}  // closed when the link is given up, which releases all who wait
	why     error          // set before lost is closed
	probing atomic.Bool
}

// await sends calls and waits for their results, for as long as the link holds.
func (c *Client) await(ctx context.Context, l *link, calls []Call) ([]rueidis.RedisResult, error) {
	select {
	case <-l.lost:
		return nil, l.why
	default:
	}
	w := waits.Get().(*wait)
	w.unanswered.Reset(c.patience / 2)
	defer w.unanswered.Stop()
	go l.send(calls, w.results)
	for {
		select {
		case got := <-w.results:
			waits.Put(w)
			return got, nil
		case <-l.lost:
			return nil, l.why
		case <-ctx.Done():
			return nil, fmt.Errorf("wait for redis: %w", ctx.Err())
		case <-w.unanswered.C:
			// One slow call proves nothing: this machine may be busy, or the script
			// long. A probe decides for all.
			c.suspect(l)
			w.unanswered.Reset(c.patience / 2)
		}
	}
}

// wait is what it takes to wait for results. One whose results have come can be used
// again; one that was given up cannot, as they may come yet.
type wait struct {
	results    chan []rueidis.RedisResult
	unanswered *time.Timer
}

var waits = sync.Pool{New: func() any {
	return &wait{results: make(chan []rueidis.RedisResult, 1), unanswered: time.NewTimer(time.Hour)}
}}

// send asks Redis and hands the results over. Whoever started it waits neither for
// them nor for room in the line to Redis.
func (l *link) send(calls []Call, results chan<- []rueidis.RedisResult) {
	commands := make(rueidis.Commands, len(calls))
	for i, call := range calls {
		commands[i] = l.client.B().Evalsha().Sha1(call.Script.hash).Numkeys(int64(len(call.Keys))).Key(call.Keys...).Arg(call.Args...).Build()
	}
	got := l.client.DoMulti(context.Background(), commands...)
	for i, result := range got {
		if e, ok := rueidis.IsRedisErr(result.Error()); ok && e.IsNoScript() {
			got[i] = l.teach(calls[i])
		}
	}
	results <- got
}

// teach runs a call with the script's whole text, for a Redis that has not seen
// it since its start.
func (l *link) teach(call Call) rueidis.RedisResult {
	return l.client.Do(context.Background(), l.client.B().Eval().Script(call.Script.source).Numkeys(int64(len(call.Keys))).Key(call.Keys...).Arg(call.Args...).Build())
}

// write is the probes' script. Only a write tells whether ours can run: a replica
// and a Redis without memory still answer a PING.
var write = NewScript(`
redis.call('SET', KEYS[1], ARGV[1], 'PX', 60000)
return {1}`)

// probeTags are hash tags, one in each eighth of a cluster's slots: a cluster of
// up to eight parts counts as away when any of them is.
const probeTags = "3D2A1B0C"

func (c *Client) probe() []Call {
	var calls []Call
	for _, tag := range probeTags {
		calls = append(calls, Call{Script: write, Keys: []string{c.Key("probe", "{"+string(tag)+"}")}, Args: []string{"1"}})
	}
	return calls
}

// try probes a link.
func (c *Client) try(l *link) error {
	limit := time.NewTimer(c.patience / 2)
	defer limit.Stop()
	results := make(chan []rueidis.RedisResult, 1)
	go l.send(c.probe(), results)
	select {
	case got := <-results:
		for _, result := range got {
			if err := refusal(result); err != nil {
				return err
			}
		}
		return nil
	case <-limit.C:
		return fmt.Errorf("%w: no answer within %v", ErrAway, c.patience)
	case <-c.end.Done():
		return c.end.Err()
	}
}

// suspect probes a link that left a call unanswered, and gives it up when the
// probe is not answered either. One probe at a time is enough.
func (c *Client) suspect(l *link) {
	if l.probing.Swap(true) {
		return
	}
	go func() {
		defer l.probing.Store(false)
		if err := c.try(l); errors.Is(err, ErrAway) {
			c.lose(l, err)
		}
	}()
}

// lose gives a link up and starts the search for another.
func (c *Client) lose(l *link, why error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	select {
	case <-l.lost:
		return
	default:
	}
	l.why = why
	close(l.lost)
	go l.client.Close() // waits for a Redis that does not answer
	if c.end.Err() == nil {
		c.seeking.Go(c.seek)
	}
}

// seek tries until it has found Redis, or the client is closed.
func (c *Client) seek() {
	for c.end.Err() == nil {
		if l, err := c.dial(); err == nil {
			c.state.Store(l)
			return
		}
		clock.Pause(c.end, seekPause)
	}
}

// dial makes a link and probes it. With an error it returns one that is lost.
func (c *Client) dial() (*link, error) {
	l := &link{lost: make(chan struct{})}
	client, err := rueidis.NewClient(c.option)
	if err == nil {
		l.client = client
		err = c.try(l)
	}
	if err == nil {
		return l, nil
	}
	if l.client != nil {
		go l.client.Close()
	}
	l.why = fmt.Errorf("%w: %w", ErrAway, err)
	close(l.lost)
	return l, err
}

// faults are the errors that a script of ours brings about, beside those without
// a code of their own (ERR, which rueidis leaves out). Every other error reply
// tells of the state that Redis is in: READONLY after a failover, OOM, MISCONF,
// NOREPLICAS, MASTERDOWN, BUSY, LOADING, NOAUTH, and what later versions may add.
var faults = []string{"WRONGTYPE", "NOSCRIPT", "CROSSSLOT"}

var code = regexp.MustCompile(`^[A-Z]+ `)

// refusal is why a call has no result: ErrAway where Redis is, else a fault of
// ours, which must not look like an outage.
func refusal(result rueidis.RedisResult) error {
	err := result.Error()
	if err == nil || rueidis.IsRedisNil(err) {
		return nil
	}
	if e, ok := rueidis.IsRedisErr(err); ok {
		told := strings.TrimSpace(code.FindString(e.Error()))
		if told == "" || slices.Contains(faults, told) {
			return fmt.Errorf("redis refused: %w", err)
		}
	}
	return fmt.Errorf("%w: %w", ErrAway, err)
}
