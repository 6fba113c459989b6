package egress

import (
	"context"
	"errors"
	"net/netip"
	"net/url"
	"slices"
	"strconv"
	"strings"
)

const (
	maxURL    = 2048 // bytes of the longest URL that we take
	wantHTTPS = "the address must start with https://"
	notPublic = "the address is not public"
)

// CheckURL tells the one who registers a URL what is wrong with it, as far as
// that can be known before the first request: its form, its port, and whether
// its host resolves, to public addresses only.
func (c *Client) CheckURL(ctx context.Context, text string) error {
	target, err := c.parse(text)
	if err != nil {
		return err
	}
	port, err := portOf(target)
	if err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(ctx, c.limits.Time)
	defer cancel()
	addrs, err := c.guard.lookUp(ctx, target.Hostname())
	for i := 0; err == nil && i < len(addrs); i++ {
		err = c.guard.check(netip.AddrPortFrom(addrs[i], port), target.Scheme == "http")
	}
	return veiled(target.Hostname(), err)
}

// veiled gives the error that a name leads to an address that is not public the
// form of the error that it does not resolve. Whoever could tell them apart would learn
// which names exist on our inside.
func veiled(host string, err error) error {
	failed, ok := errors.AsType[*Error](err)
	if _, literal := netip.ParseAddr(host); !ok || literal == nil || failed.Reason != notPublic {
		return err
	}
	return &Error{Kind: DNS, Reason: reasons[DNS], Err: err}
}

// parse checks a URL's form. Whether its address may be reached is not its
// question; but odd spellings of IP addresses, which some resolvers read and
// some do not, are refused here.
func (c *Client) parse(text string) (*url.URL, error) {
	if len(text) > maxURL {
		return nil, malformed("the address is longer than " + strconv.Itoa(maxURL) + " bytes")
	}
	u, err := url.Parse(text)
	switch {
	case err != nil:
		return nil, malformed("the address is not a URL")
	case u.Scheme != "https" && !(u.Scheme == "http" && c.guard.development()), u.Opaque != "":
		return nil, malformed(wantHTTPS)
	case u.User != nil:
		return nil, malformed("the address must not hold a user name or password")
	case strings.Contains(text, "#"):
		return nil, malformed("the address must not have a fragment")
	case local(u.Hostname()) && !c.guard.development():
		return nil, malformed(notPublic)
	}
	port, err := portOf(u)
	if err != nil {
		return nil, err
	}
	// Before the name is looked up: else the refusal would tell that it exists.
	if !c.guard.development() && !slices.Contains(c.guard.ports, port) {
		return nil, c.guard.wrongPort(nil)
	}
	if err := checkHost(u.Hostname()); err != nil {
		return nil, err
	}
	if strings.ContainsFunc(text, func(r rune) bool { return r <= ' ' || r > '~' || strings.ContainsRune("\"<>\\^`{|}", r) }) {
		return nil, malformed("the address holds characters that must be percent-encoded")
	}
	return u, nil
}

func checkHost(host string) error {
	if host == "" {
		return malformed("the address names no host")
	}
	if strings.ContainsFunc(host, func(r rune) bool { return r <= ' ' || r > '~' }) {
		return malformed("the host must be written in ASCII (xn--…)")
	}
	if _, err := netip.ParseAddr(host); err != nil && numeric(host) {
		return malformed("the host is not a well-formed IP address")
	}
	return nil
}

// numeric reports whether a host's last label makes it an IPv4 address in the
// eyes of the URL standard (decimal, octal, hexadecimal, with parts left out).
func numeric(host string) bool {
	host = strings.TrimSuffix(host, ".")
	last := strings.ToLower(host[strings.LastIndexByte(host, '.')+1:])
	if hex, ok := strings.CutPrefix(last, "0x"); ok {
		return strings.Trim(hex, "0123456789abcdef") == ""
	}
	return last != "" && strings.Trim(last, "0123456789") == ""
}

func portOf(u *url.URL) (uint16, error) {
	text := u.Port()
	switch {
	case text == "" && u.Scheme == "http":
		return 80, nil
	case text == "":
		return 443, nil
	}
	port, err := strconv.ParseUint(text, 10, 16)
	if err != nil || port == 0 {
		return 0, malformed("the port is not a number from 1 to 65535")
	}
	return uint16(port), nil
}

func (g guard) lookUp(ctx context.Context, host string) ([]netip.Addr, error) {
	if addr, err := netip.ParseAddr(host); err == nil {
		return []netip.Addr{addr}, nil
	}
	if local(host) {
		return []netip.Addr{netip.AddrFrom4([4]byte{127, 0, 0, 1})}, nil
	}
	addrs, err := g.resolver.LookupNetIP(ctx, "ip", host)
	switch {
	case errors.Is(ctx.Err(), context.Canceled):
		return nil, ctx.Err()
	case err != nil:
		return nil, &Error{Kind: DNS, Reason: reasons[DNS], Err: err}
	}
	for i, addr := range addrs {
		addrs[i] = addr.Unmap() // the resolver gives IPv4 addresses in their IPv6 form
	}
	return addrs, nil
}

// local reports whether a name means this machine, whatever a resolver says
// (RFC 6761).
func local(host string) bool {
	host = strings.ToLower(strings.TrimSuffix(host, "."))
	return host == "localhost" || strings.HasSuffix(host, ".localhost")
}

func malformed(reason string) *Error { return &Error{Kind: Refused, Reason: reason} }
