//go:build race

package runner

// The race detector is in runners too, as they are this program. It needs more
// memory than a runner may have, and aborts.
func init() { UnderRace = true }
