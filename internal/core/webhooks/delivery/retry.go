package delivery

import "time"

// retries are the pauses after a failed attempt. After the last one a delivery
// has failed.
var retries = []time.Duration{time.Minute, 5 * time.Minute, 30 * time.Minute, 2 * time.Hour, 6 * time.Hour}

// afterFailure tells what becomes of a delivery whose n-th attempt failed at a time, and
// when the next is due.
func afterFailure(n int, at time.Time) (Status, time.Time) {
	if n > len(retries) {
		return Failed, time.Time{}
	}
	return Retrying, at.Add(retries[n-1])
}
