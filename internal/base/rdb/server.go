package rdb

import (
	"context"
	"fmt"
	"strconv"
	"strings"
)

// Server is what an operator's check wants to know of a Redis.
type Server struct {
	Version int    // such as 7; Valkey tells that of the Redis that it is like
	Policy  string // what it does when its memory is full
}

var information = NewScript(`return redis.call('INFO', 'server') .. redis.call('INFO', 'memory')`)

// Inspect asks Redis how it is set up.
func (c *Client) Inspect(ctx context.Context) (s Server, err error) {
	replies, err := c.Run(ctx, Call{Script: information})
	if err != nil {
		return s, err
	}
	text, err := replies[0].result.ToString()
	if err != nil {
		return s, fmt.Errorf("read how Redis is set up: %w", err)
	}
	for line := range strings.Lines(text) {
		name, value, _ := strings.Cut(strings.TrimSpace(line), ":")
		switch name {
		case "redis_version":
			major, _, _ := strings.Cut(value, ".")
			s.Version, _ = strconv.Atoi(major) // 0 is told as too old
		case "maxmemory_policy":
			s.Policy = value
		}
	}
	return s, nil
}
