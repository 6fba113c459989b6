package egresstest

import (
	"context"
	"encoding/binary"
	"net"
	"net/netip"
	"strings"
	"sync"
	"testing"
)

// NameServer is a DNS server for tests: what it knows can change between two
// questions, as that of an attacker does.
type NameServer struct {
	mu    sync.Mutex
	known map[string][]netip.Addr
}

// StartDNS runs a name server until the test ends, and returns the resolver
// that asks it.
func StartDNS(t testing.TB) (*NameServer, *net.Resolver) {
	t.Helper()
	conn, err := net.ListenPacket("udp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = conn.Close() })
	s := &NameServer{known: map[string][]netip.Addr{}}
	go s.serve(conn)
	return s, &net.Resolver{PreferGo: true, Dial: func(ctx context.Context, _, _ string) (net.Conn, error) {
		return (&net.Dialer{}).DialContext(ctx, "udp", conn.LocalAddr().String())
	}}
}

// Set makes a name resolve to the given addresses.
func (s *NameServer) Set(name string, addrs ...string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.known[name] = nil
	for _, addr := range addrs {
		s.known[name] = append(s.known[name], netip.MustParseAddr(addr))
	}
}

func (s *NameServer) serve(conn net.PacketConn) {
	buffer := make([]byte, 1500)
	for {
		n, from, err := conn.ReadFrom(buffer)
		if err != nil {
			return
		}
		_, _ = conn.WriteTo(s.answer(buffer[:n]), from)
	}
}

const (
	dnsHeader  = 12
	typeA      = 1
	typeAAAA   = 28
	noSuchName = 3
)

// answer copies the question and adds the addresses of its type (RFC 1035 4.1).
func (s *NameServer) answer(query []byte) []byte {
	name, end := readName(query)
	kind := binary.BigEndian.Uint16(query[end:])
	s.mu.Lock()
	addrs, known := s.known[name]
	s.mu.Unlock()

	reply := append([]byte{}, query[:end+4]...)
	reply[2], reply[3] = 0x84, 0 // an answer, from whom it concerns
	if !known {
		reply[3] = noSuchName
	}
	records := 0
	for _, addr := range addrs {
		if addr.Is4() != (kind == typeA) || kind != typeA && kind != typeAAAA {
			continue
		}
		reply = append(reply, 0xc0, dnsHeader) // the question's name
		reply = binary.BigEndian.AppendUint16(reply, kind)
		reply = append(reply, 0, 1, 0, 0, 0, 0) // class IN, not to be kept
		reply = binary.BigEndian.AppendUint16(reply, uint16(addr.BitLen()/8))
		reply = append(reply, addr.AsSlice()...)
		records++
	}
	// One question, the records, no other sections.
	copy(reply[4:dnsHeader], []byte{0, 1, 0, byte(records), 0, 0, 0, 0})
	return reply
}

// readName reads the question's name and where it ends.
func readName(query []byte) (string, int) {
	var labels []string
	at := dnsHeader
	for query[at] != 0 {
		length := int(query[at])
		labels = append(labels, string(query[at+1:at+1+length]))
		at += 1 + length
	}
	return strings.ToLower(strings.Join(labels, ".")), at + 1
}
