package edition

import (
	"errors"
	"regexp"
	"strings"

	"github.com/counterpart/counterpart/internal/vocab/fault"
	"github.com/counterpart/counterpart/internal/vocab/version"
)

// Refusal makes of what a handler found wrong with a request the same in the
// words of a version. Any other error stays as it is.
func (e *Editions) Refusal(v version.Version, pattern string, err error) error {
	call := e.byVersion[v.Name].calls[pattern]
	problems, ok := errors.AsType[*fault.Problems](err)
	if len(call.words) == 0 || !ok {
		return err
	}
	return problems.Reworded(call.reword)
}

var word = regexp.MustCompile(`\w+`)

// reword leaves a message alone that names what the caller made up, and one in
// which two words would become the same.
func (c call) reword(message string) string {
	if strings.HasSuffix(message, " should not exist") {
		return message
	}
	for now, was := range c.phrases {
		if about, ok := strings.CutSuffix(message, now); ok {
			return about + was
		}
	}
	used, clash := map[string]string{}, false
	older := word.ReplaceAllStringFunc(message, func(now string) string {
		was, known := c.words[now]
		if !known || was == "" {
			return now
		}
		clash = clash || used[was] != "" && used[was] != now
		used[was] = now
		return was
	})
	if clash {
		return message
	}
	return older
}
