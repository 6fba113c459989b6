package egress

import (
	"errors"
	"fmt"
	"net"
	"net/netip"
	"slices"
	"strings"
	"syscall"

	"code.dny.dev/ssrf"
)

// guard decides to which addresses a connection may go.
type guard struct {
	ports    []uint16
	public   *ssrf.Guardian // knows the special-purpose address blocks of IANA
	opened   []opening
	resolver *net.Resolver
}

// opening is an entry of the development allow-list.
type opening struct {
	prefix netip.Prefix
	port   uint16 // 0 for any
}

func newGuard(c Config) (guard, error) {
	ports := c.Ports
	if len(ports) == 0 {
		ports = []uint16{443, 8443}
	}
	g := guard{ports: ports, public: ssrf.New(ssrf.WithPorts(ports...)), resolver: c.Resolver}
	if g.resolver == nil {
		g.resolver = net.DefaultResolver
	}
	for _, text := range c.Allow {
		o, err := parseOpening(strings.TrimSpace(text))
		if err != nil {
			return guard{}, fmt.Errorf("outbound requests: the allow-list entry %q is no address; write 127.0.0.1, 127.0.0.1:9443, [::1]:9443 or 10.0.0.0/8", text)
		}
		g.opened = append(g.opened, o)
	}
	return g, nil
}

func parseOpening(text string) (opening, error) {
	if prefix, err := netip.ParsePrefix(text); err == nil {
		return opening{prefix: prefix.Masked()}, nil
	}
	if addr, err := netip.ParseAddr(text); err == nil {
		return opening{prefix: single(addr)}, nil
	}
	target, err := netip.ParseAddrPort(text)
	if err != nil || target.Port() == 0 {
		return opening{}, errors.New("neither an address nor a block of them")
	}
	return opening{prefix: single(target.Addr()), port: target.Port()}, nil
}

func single(addr netip.Addr) netip.Prefix {
	addr = addr.Unmap()
	return netip.PrefixFrom(addr, addr.BitLen())
}

// dialer shows every address that it is about to connect to, after all look-ups
// and for each address that it tries, to the given control.
func (g guard) dialer(control func(network, address string, c syscall.RawConn) error) *net.Dialer {
	return &net.Dialer{Timeout: defaultLimits.Time, Resolver: g.resolver, Control: control}
}

// control refuses connections to addresses that are neither public nor opened.
func (g guard) control(network, address string, c syscall.RawConn) error {
	if g.opens(address) {
		return nil
	}
	if err := g.public.Safe(network, address, c); err != nil {
		return g.refused(err)
	}
	return nil
}

// controlPlain refuses connections, for plain http, to all but opened addresses.
func (g guard) controlPlain(_, address string, _ syscall.RawConn) error {
	if g.opens(address) {
		return nil
	}
	return malformed(wantHTTPS)
}

// check is control for a single IP, before there is a connection.
func (g guard) check(target netip.AddrPort, plain bool) error {
	network := "tcp4"
	if target.Addr().Is6() {
		network = "tcp6"
	}
	if plain {
		return g.controlPlain(network, target.String(), nil)
	}
	return g.control(network, target.String(), nil)
}

func (g guard) opens(address string) bool {
	target, err := netip.ParseAddrPort(address)
	if err != nil {
		return false
	}
	return slices.ContainsFunc(g.opened, func(o opening) bool {
		return o.prefix.Contains(target.Addr().Unmap()) && (o.port == 0 || o.port == target.Port())
	})
}

// development reports whether anything is opened at all.
func (g guard) development() bool { return len(g.opened) > 0 }

func (g guard) refused(err error) *Error {
	if errors.Is(err, ssrf.ErrProhibitedPort) {
		return g.wrongPort(err)
	}
	return &Error{Kind: Refused, Reason: notPublic, Err: err}
}

func (g guard) wrongPort(err error) *Error {
	return &Error{Kind: Refused, Reason: fmt.Sprintf("the port is not one of the allowed %d", g.ports), Err: err}
}
