package appdata

import (
	"github.com/counterpart/counterpart/internal/base/clock"
	"github.com/counterpart/counterpart/internal/core/events"
)

// Types lists the types of fields, for tests from outside.
func Types() []Type { return types }

// At is the same service by another clock.
func (s *Service) At(now clock.Now) *Service {
	deps := s.deps
	deps.Now, deps.Events = now, events.NewRecorder(now, nil)
	return New(deps)
}
