package testenv

import (
	"math/rand/v2"
	"net"
	"strconv"
	"testing"
)

// FreeAddress is a loopback address that nobody listens on, for a program that
// listens there in a moment. Its port is below those that the system gives to
// whoever connects somewhere: of these, one is soon taken again.
func FreeAddress(t testing.TB) string {
	t.Helper()
	const first, many, tries = 20_000, 12_000, 100
	for range tries {
		address := net.JoinHostPort("127.0.0.1", strconv.Itoa(first+rand.IntN(many)))
		if socket, err := net.Listen("tcp", address); err == nil {
			_ = socket.Close()
			return address
		}
	}
	t.Fatalf("none of %d ports is free", tries)
	return ""
}
