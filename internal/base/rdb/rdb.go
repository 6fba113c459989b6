// Package rdb is the house's way to Redis (or Valkey): scripts, run by hash,
// under a key prefix of the installation's own.
//
// Redis holds what may be lost: counters, lockouts, epochs. A node therefore
// starts and serves without it; every call says quickly whether Redis answered,
// and the caller knows what to do when it did not.
package rdb

import (
	"context"
	"crypto/sha1"
	"encoding/hex"
	"errors"
	"fmt"
	"strings"
	"sync"
	"time"

	"github.com/redis/rueidis"
)

// ErrAway says that Redis did not answer. What was asked may or may not have
// been carried out.
var ErrAway = errors.New("redis is away")

const (
	dialTimeout = time.Second
	// redialPause keeps a node without Redis from spending its time on dialling.
	redialPause = time.Second
)

// Client speaks to one Redis or Redis Cluster.
type Client struct {
	option rueidis.ClientOption
	prefix string

	mu       sync.Mutex
	conn     rueidis.Client
	lastDial time.Time
}

// Open reads the URL and tries to connect. Redis being away is no error: the
// next calls try again.
func Open(url, prefix string) (*Client, error) {
	option, err := rueidis.ParseURL(url)
	if err != nil {
		return nil, errors.New("the Redis URL cannot be read: it should look like redis://user:password@host:6379/0")
	}
	option.Dialer.Timeout = dialTimeout
	option.ConnWriteTimeout = 2 * time.Second
	option.DisableRetry = true
	option.DisableCache = true
	c := &Client{option: option, prefix: prefix}
	_, _ = c.client()
	return c, nil
}

// Close ends the connections.
func (c *Client) Close() {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.conn != nil {
		c.conn.Close()
	}
}

// Ping asks Redis for an answer.
func (c *Client) Ping(ctx context.Context) error {
	conn, err := c.client()
	if err != nil {
		return err
	}
	return away(conn.Do(ctx, conn.B().Ping().Build()).Error())
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
	return list, away(err)
}

// Value is one of a mixed list: a number, or a text.
type Value struct {
	Number int64
	Text   string
}

// Mixed reads a reply that is a list of whole numbers and strings; what is
// missing is the zero Value.
func (r Reply) Mixed() ([]Value, error) {
	list, err := r.result.ToArray()
	if err != nil {
		return nil, away(err)
	}
	values := make([]Value, len(list))
	for i, m := range list {
		switch {
		case m.IsNil():
		case m.IsInt64():
			values[i].Number, err = m.AsInt64()
		default:
			values[i].Text, err = m.ToString()
		}
		if err != nil {
			return nil, fmt.Errorf("read reply of a script: %w", err)
		}
	}
	return values, nil
}

// Err tells whether the script ran.
func (r Reply) Err() error {
	err := r.result.Error()
	if rueidis.IsRedisNil(err) {
		return nil
	}
	return away(err)
}

// Run sends all calls in one round trip. The replies stand in the order of the
// calls; the first that did not run is the error.
func (c *Client) Run(ctx context.Context, calls ...Call) ([]Reply, error) {
	conn, err := c.client()
	if err != nil {
		return nil, err
	}
	commands := make(rueidis.Commands, len(calls))
	for i, call := range calls {
		commands[i] = conn.B().Evalsha().Sha1(call.Script.hash).Numkeys(int64(len(call.Keys))).Key(call.Keys...).Arg(call.Args...).Build()
	}
	replies := make([]Reply, len(calls))
	for i, result := range conn.DoMulti(ctx, commands...) {
		if refusal, ok := rueidis.IsRedisErr(result.Error()); ok && refusal.IsNoScript() {
			result = send(ctx, conn, calls[i])
		}
		replies[i] = Reply{result: result}
		if err := replies[i].Err(); err != nil {
			return nil, err
		}
	}
	return replies, nil
}

// send runs a call with the script's whole text, which teaches it to a Redis
// that has not seen it since its start.
func send(ctx context.Context, conn rueidis.Client, call Call) rueidis.RedisResult {
	return conn.Do(ctx, conn.B().Eval().Script(call.Script.source).Numkeys(int64(len(call.Keys))).Key(call.Keys...).Arg(call.Args...).Build())
}

// client connects where there is no connection yet, at most once a pause.
func (c *Client) client() (rueidis.Client, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.conn != nil {
		return c.conn, nil
	}
	if time.Since(c.lastDial) < redialPause {
		return nil, ErrAway
	}
	c.lastDial = time.Now()
	conn, err := rueidis.NewClient(c.option)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrAway, err)
	}
	c.conn = conn
	return conn, nil
}

// away tells an unanswered call from one that Redis refused: a refusal is a
// fault in our script and must not look like an outage.
func away(err error) error {
	if err == nil {
		return nil
	}
	if refusal, ok := rueidis.IsRedisErr(err); ok && !refusal.IsClusterDown() && !refusal.IsLoading() && !refusal.IsTryAgain() {
		return fmt.Errorf("redis refused: %w", err)
	}
	return fmt.Errorf("%w: %w", ErrAway, err)
}
