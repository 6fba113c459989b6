// Package egresstest has what tests of outbound requests share: the table of
// addresses that must not be reached, and a name server that lies.
package egresstest

// Public is a public address; no test connects to it.
const Public = "93.184.215.14"

// Host is a spelling of an address, as it stands in a URL.
type Host struct{ Name, Host string }

// Inside lists spellings of addresses that a stranger must not make us reach. Its
// names resolve so once TeachInside was called.
var Inside = []Host{
	{"loopback", "127.0.0.1"},
	{"loopback, another", "127.8.9.10"},
	{"private 10/8", "10.1.2.3"},
	{"private 172.16/12", "172.31.0.1"},
	{"private 192.168/16", "192.168.1.1"},
	{"cloud metadata", "169.254.169.254"},
	{"cloud metadata, IPv6", "[fd00:ec2::254]"},
	{"carrier-grade NAT", "100.64.0.1"},
	{"this host", "0.0.0.0"},
	{"multicast", "224.0.0.1"},
	{"broadcast", "255.255.255.255"},
	{"documentation", "192.0.2.1"},
	{"IPv6 loopback", "[::1]"},
	{"IPv6 unspecified", "[::]"},
	{"IPv6 unique local", "[fc00::1]"},
	{"IPv6 unique local, fd", "[fd12:3456::1]"},
	{"IPv6 link local", "[fe80::1]"},
	{"IPv6 link local with zone", "[fe80::1%25eth0]"},
	{"IPv6 multicast", "[ff02::1]"},
	{"IPv4-mapped loopback", "[::ffff:127.0.0.1]"},
	{"IPv4-mapped loopback in hex", "[::ffff:7f00:1]"},
	{"IPv4-mapped metadata", "[::ffff:169.254.169.254]"},
	{"IPv4-compatible loopback", "[::127.0.0.1]"},
	{"NAT64 of loopback", "[64:ff9b::7f00:1]"},
	{"NAT64 of private", "[64:ff9b::10.0.0.1]"},
	{"local NAT64", "[64:ff9b:1::a00:1]"},
	{"6to4 of private", "[2002:a00:1::]"},
	{"Teredo", "[2001:0:7f00:1::]"},
	{"decimal", "2130706433"},
	{"hexadecimal", "0x7f000001"},
	{"hexadecimal with parts left out", "0x7f.1"},
	{"octal", "017700000001"},
	{"octal parts", "0177.0.0.1"},
	{"parts left out", "127.1"},
	{"zero", "0"},
	{"trailing dot", "127.0.0.1."},
	{"full-width digits", "１２７.0.0.1"},
	{"circled digits", "①②⑦.0.0.1"},
	{"localhost", "localhost"},
	{"localhost with dot", "localhost."},
	{"LOCALHOST", "LOCALHOST"},
	{"under localhost", "app.localhost"},
	{"a name that resolves inside", "inside.example"},
	{"a name that resolves to the loopback", "loopback.example"},
	{"a name that resolves to IPv6 inside", "inside6.example"},
	{"a name that resolves to the mapped form", "mapped.example"},
	{"a name that resolves in and out", "both.example"},
}

// InAndOut is the name among Inside that has a public address too. It is refused
// when it is registered; whether a dial is depends on which of the two is tried.
const InAndOut = "both.example"

// TeachInside makes the names of Inside resolve as they say.
func (s *NameServer) TeachInside() {
	s.Set("inside.example", "10.0.0.7")
	s.Set("inside6.example", "fd00::7")
	s.Set("mapped.example", "::ffff:10.0.0.7")
	s.Set("loopback.example", "127.0.0.1")
	s.Set(InAndOut, Public, "10.0.0.7")
}
