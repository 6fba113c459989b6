package gate

import (
	"testing"
	"time"

	"github.com/counterpart/counterpart/internal/base/epoch"
)

// Whatever Redis says, and whatever it lost: see docs/decisions/0046.
func TestAPermitEnds(t *testing.T) {
	t.Parallel()
	now := time.Now()
	then, other := epoch.Reading{Epochs: []string{"a", "b"}}, epoch.Reading{Epochs: []string{"a", "c"}}
	flux := epoch.Reading{Epochs: then.Epochs, InFlux: true}
	fresh := permit{ends: now.Add(time.Hour), basis: epoch.Basis{Epochs: then, Asked: now}}
	old, ended := fresh, fresh
	old.basis.Asked, ended.ends = now.Add(-epoch.Grace), now
	for name, row := range map[string]struct {
		permit *permit
		epochs epoch.Reading
		good   bool
	}{
		"while nothing changes": {&fresh, then, true},
		"API-02 with the grace, though its epochs are as they were": {&old, then, false},
		"API-02 with an epoch":               {&fresh, other, false},
		"API-02 while a change is under way": {&fresh, flux, false},
		"with its token":                     {&ended, then, false},
		"before there is one":                {nil, then, false},
	} {
		t.Run(name, func(t *testing.T) {
			if got := row.permit.good(row.epochs, now); got != row.good {
				t.Errorf("it is good: %v", got)
			}
		})
	}
}
