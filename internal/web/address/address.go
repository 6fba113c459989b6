// Package address tells from which address a request comes, behind trusted
// proxies as well as without any.
//
// Limits, lockouts and the audit log go by the client's address, so it must not
// be the caller's to choose. X-Forwarded-For is a list that each proxy extends
// on the right; everything left of what our own proxies wrote is hearsay:
//
//	X-Forwarded-For: 6.6.6.6, 198.51.100.7, 10.0.0.2        peer 10.0.0.1
//	                 └ claimed └ the client └ our proxy          └ our proxy
//
// So the walk begins at the peer, which nobody can forge, and goes left for as
// long as the hop just seen is a proxy we trust. The first one that is not is
// the client. A peer that is no trusted proxy is the client itself, whatever
// headers it sends.
//
// The walk is the one of chi's ClientIPFromXFF, and the package is ours for what
// that leaves open: a limit must always have an address to count on, so a hop
// that cannot be read yields the last one that could instead of none; no proxies
// at all is a setting like any other; entries with a port and ranges written as
// mapped IPv6 are read; and a bad setting is an error that says so. A router is
// a large thing to depend on for one function.
package address

import (
	"context"
	"fmt"
	"iter"
	"net/http"
	"net/netip"
	"slices"
	"strings"
)

// Proxies are the networks whose hosts we believe about who called them.
type Proxies []netip.Prefix

// ParseProxies reads networks (10.0.0.0/8) and single addresses (10.0.0.1).
func ParseProxies(texts []string) (Proxies, error) {
	proxies := make(Proxies, 0, len(texts))
	for _, text := range texts {
		network, err := parseNetwork(strings.TrimSpace(text))
		if err != nil {
			return nil, fmt.Errorf("trusted proxy %q is neither a network like 10.0.0.0/8 nor an address like 10.0.0.1", text)
		}
		proxies = append(proxies, network)
	}
	return proxies, nil
}

func parseNetwork(text string) (netip.Prefix, error) {
	if !strings.Contains(text, "/") {
		addr, err := netip.ParseAddr(text)
		if err != nil {
			return netip.Prefix{}, err
		}
		addr = plain(addr)
		return netip.PrefixFrom(addr, addr.BitLen()), nil
	}
	network, err := netip.ParsePrefix(text)
	if err != nil {
		return netip.Prefix{}, err
	}
	// ::ffff:10.0.0.0/104 is 10.0.0.0/8; addresses are compared in their plain form.
	const mappedBits = 96
	if network.Addr().Is4In6() && network.Bits() >= mappedBits {
		network = netip.PrefixFrom(network.Addr().Unmap(), network.Bits()-mappedBits)
	}
	return network.Masked(), nil
}

// Client is the address that the request comes from. It is the zero Addr only
// where the connection itself has none, as on a Unix socket.
func (p Proxies) Client(r *http.Request) netip.Addr {
	client, _ := parseHop(r.RemoteAddr)
	for hop := range hopsFromTheRight(r.Header.Values("X-Forwarded-For")) {
		if !p.Trusts(client) {
			return client
		}
		addr, ok := parseHop(hop)
		if !ok {
			// A trusted proxy passed on something unreadable. To go on would mean
			// to believe what stands left of it, so the proxy answers for it.
			return client
		}
		client = addr
	}
	return client
}

// Trusts says whether an address is a proxy's.
func (p Proxies) Trusts(addr netip.Addr) bool {
	return slices.ContainsFunc(p, func(network netip.Prefix) bool { return network.Contains(addr) })
}

// hopsFromTheRight walks the entries of all header lines, nearest hop first.
func hopsFromTheRight(lines []string) iter.Seq[string] {
	return func(yield func(string) bool) {
		for _, line := range slices.Backward(lines) {
			for more := true; more; {
				hop := line
				if comma := strings.LastIndexByte(line, ','); comma >= 0 {
					line, hop = line[:comma], line[comma+1:]
				} else {
					more = false
				}
				if !yield(strings.TrimSpace(hop)) {
					return
				}
			}
		}
	}
}

// parseHop reads an address with or without a port and brackets.
func parseHop(text string) (netip.Addr, bool) {
	if hop, err := netip.ParseAddrPort(text); err == nil {
		return plain(hop.Addr()), true
	}
	text = strings.TrimSuffix(strings.TrimPrefix(text, "["), "]")
	addr, err := netip.ParseAddr(text)
	return plain(addr), err == nil
}

// plain gives each host one spelling: no mapped IPv4, no zone.
func plain(addr netip.Addr) netip.Addr { return addr.Unmap().WithZone("") }

type contextKey struct{}

// Wrap finds out the client's address once and leaves it for From.
func (p Proxies) Wrap(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		ctx := context.WithValue(r.Context(), contextKey{}, p.Client(r))
		next.ServeHTTP(w, r.WithContext(ctx))
	})
}

// From is the address of the client whose request ctx belongs to.
func From(ctx context.Context) netip.Addr {
	addr, _ := ctx.Value(contextKey{}).(netip.Addr)
	return addr
}

// Network is that which the request's client belongs to, for logs: enough to see
// where trouble comes from, and nobody's address. It is cut as the audit trail's.
func Network(ctx context.Context) netip.Prefix {
	address, bits := From(ctx), 48
	if address.Is4() {
		bits = 24
	}
	network, _ := address.Prefix(bits) // the zero address has the zero network
	return network
}
