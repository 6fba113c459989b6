// Package rdb is the service's way to Redis (or Valkey): scripts, run by hash,
// under a key prefix of the installation's own.
//
// Redis holds what may be lost: counters, lockouts, epochs. A node therefore
// starts and serves without it; every call says quickly whether Redis answered,
// and the caller knows what to do when it did not.
//
// Between the callers and Redis stands a breaker (see link.go):
//
//	        a call fails, or goes unanswered and so does a probe
//	linked ──────────────────────────────────────────────────────▶ away
//	   ▲                                                             │
//	   └───────── a probe, on a connection of its own, writes ───────┘
//
// While Redis is away calls fail at once and nobody but the probe waits for it.
package rdb

import (
	"context"
	"crypto/sha1"
	"encoding/hex"
	"errors"
	"fmt"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/redis/rueidis"
)

// ErrAway says that Redis did not answer, or answered that it cannot serve. What
// was asked may or may not have been carried out.
var ErrAway = errors.New("redis is away")

// Patience is how long Redis may leave a node without any answer before it counts
// as away. It answers in a fraction of a millisecond, so this is plenty.
const Patience = time.Second

// Client speaks to one Redis or Redis Cluster.
type Client struct {
	option   rueidis.ClientOption
	prefix   string
	patience time.Duration

	state   atomic.Pointer[link] // the connections, good or lost; never nil
	mu      sync.Mutex           // held while the state changes
	seeking sync.WaitGroup       // the search for a new link
	end     context.Context      // done once the client is closed
	close   context.CancelFunc
}

// Options are what an operator may set beside the URL.
type Options struct {
	Patience time.Duration // Patience where it is zero
}

// Open reads the URL and tries to connect. Redis being away is no error: it is
// looked for until it is there.
func Open(url, prefix string, opt Options) (*Client, error) {
	option, err := rueidis.ParseURL(url)
	if err != nil {
		return nil, errors.New("the Redis URL cannot be read: it should look like redis://user:password@host:6379/0")
	}
	c := &Client{prefix: prefix, patience: opt.Patience}
	if c.patience == 0 {
		c.patience = Patience
	}
	option.Dialer.Timeout = c.patience
	// The last resort, for what no probe can tell: a connection that is silent for
	// longer is broken.
	option.ConnWriteTimeout = 2 * c.patience
	option.DisableRetry = true
	option.DisableCache = true
	c.option = option
	c.end, c.close = context.WithCancel(context.Background())
	first, err := c.dial()
	c.state.Store(first)
	if err != nil {
		c.seeking.Go(c.seek)
	}
	return c, nil
}

// Close ends the connections.
func (c *Client) Close() {
	c.mu.Lock()
	c.close()
	c.mu.Unlock()
	c.seeking.Wait()
	c.lose(c.state.Load(), fmt.Errorf("%w: the client was closed", ErrAway))
}

// Check tells whether Redis serves: it runs a script that writes, as all of ours do.
func (c *Client) Check(ctx context.Context) error {
	_, err := c.Run(ctx, c.probe()...)
	return err
}

// Key puts a key under the installation's prefix. Keys that one script touches
// share a hash tag in braces, so that a cluster keeps them together.
func (c *Client) Key(parts ...string) string {
	return c.prefix + ":" + strings.Join(parts, ":")
}

// Script is a Lua script that Redis keeps by its hash.
type Script struct{ source, hash string }

// NewScript prepares a script. Scripts take the time as an argument.
func NewScript(source string) *Script {
	sum := sha1.Sum([]byte(source)) // Redis names scripts by SHA-1
	return &Script{source: source, hash: hex.EncodeToString(sum[:])}
}

// Call is one run of a script.
type Call struct {
	Script *Script
	Keys   []string
	Args   []string
}

// Reply is what a script returned.
type Reply struct{ result rueidis.RedisResult }

// Ints reads a reply that is a list of whole numbers.
func (r Reply) Ints() ([]int64, error) {
	list, err := r.result.AsIntSlice()
	if err != nil {
		return nil, fmt.Errorf("read reply of a script: %w", err)
	}
	return list, nil
}

// Value is one of a mixed list: a number, or a text.
type Value struct {
	Number int64
	Text   string
}

// Mixed reads a reply that is a list of whole numbers and strings, and puts it behind
// values; what is missing is the zero Value.
func (r Reply) Mixed(values []Value) ([]Value, error) {
	list, err := r.result.ToArray()
	if err != nil {
		return nil, fmt.Errorf("read reply of a script: %w", err)
	}
	for _, m := range list {
		var v Value
		switch {
		case m.IsNil():
		case m.IsInt64():
			v.Number, err = m.AsInt64()
		default:
			v.Text, err = m.ToString()
		}
		if err != nil {
			return nil, fmt.Errorf("read reply of a script: %w", err)
		}
		values = append(values, v)
	}
	return values, nil
}

// Run sends all calls in one round trip. The replies stand in the order of the
// calls; the first that did not run is the error.
func (c *Client) Run(ctx context.Context, calls ...Call) ([]Reply, error) {
	l := c.state.Load()
	results, err := c.await(ctx, l, calls)
	if err != nil {
		return nil, err
	}
	replies := make([]Reply, len(results))
	for i, result := range results {
		if err := refusal(result); err != nil {
			if errors.Is(err, ErrAway) {
				c.lose(l, err)
			}
			return nil, err
		}
		replies[i] = Reply{result: result}
	}
	return replies, nil
}
