package edition

import (
	"fmt"

	"github.com/counterpart/counterpart/internal/vocab/version"
)

// Response makes of what a handler answered the answer in a version.
func (e *Editions) Response(v version.Version, pattern string, status int, body []byte) ([]byte, error) {
	at, differs := e.byVersion[v.Name].calls[pattern].answers[status]
	if !differs || len(body) == 0 {
		return body, nil
	}
	older, err := at.Down(v, body)
	if err != nil {
		return nil, fmt.Errorf("answer %s in %s: %w", pattern, v.Name, err)
	}
	return append(older, '\n'), nil
}
