package testenv

import (
	"context"
	"errors"
	"net"
	"testing"
)

// Between listens until the test ends, and tells where: whoever connects there is
// connected to the server, and pass carries what they say to each other. Both
// connections are closed when it returns.
func Between(t testing.TB, server string, pass func(client, server net.Conn)) (address string) {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = listener.Close() })
	go func() {
		for {
			client, err := listener.Accept()
			if errors.Is(err, net.ErrClosed) {
				return
			}
			if err == nil {
				go between(client, server, pass)
			}
		}
	}()
	return listener.Addr().String()
}

func between(client net.Conn, server string, pass func(client, server net.Conn)) {
	defer client.Close()
	conn, err := new(net.Dialer).DialContext(context.Background(), "tcp", server)
	if err != nil {
		return
	}
	defer conn.Close()
	pass(client, conn)
}
