package app

import (
	"os"
	"runtime/debug"

	"github.com/KimMachineGun/automemlimit/memlimit"
)

// collectAt is how much larger than what is alive the memory may grow before garbage
// is collected, in percent. A node holds little and makes much garbage: at Go's own
// 100 a fifth of its time went into looking through the little.
const collectAt = 400

// UseMemory has Go use memory to save time, and collect garbage before a container's
// limit ends the program: by itself Go knows nothing of that limit, of which nine
// tenths are its share. Who set GOGC or GOMEMLIMIT knows better.
func UseMemory() {
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(collectAt)
	}
	_, _ = memlimit.Set() // where there is no limit, nothing is to be done
}
