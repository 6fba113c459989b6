package runner

// UnderRace is true if the race detector is in this program.
var UnderRace bool
