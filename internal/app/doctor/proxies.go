package doctor

import (
	"context"
	"fmt"
	"net/netip"
	"strings"

	"github.com/counterpart/counterpart/internal/web/address"
)

// claimed is where the doctor pretends to call from: an address that nobody has
// (RFC 5737). A proxy must not pass it on.
var claimed = netip.MustParseAddr("192.0.2.1")

// sight is as whom a node sees this machine, through what stands before it.
type sight struct {
	host  string
	seen  netip.Addr
	local netip.Addr // by which address of this machine the doctor went
}

// proxies judges whether nodes see who calls. Nodes that do not say, since they have
// other keys or are older, are judged by the settings alone.
func (c *clinic) proxies(context.Context) {
	const name = "Proxies"
	trusted := strings.Join(c.config.TrustedProxies, ", ")
	if c.config.HTTPS() && c.config.TLSCert == "" && trusted == "" {
		c.warn(name, "Somebody before the nodes ends TLS, and no proxy is trusted: all people have the proxy's address, and share its limits and lockouts.", "Name the proxy's addresses in --trusted-proxies.")
		return
	}
	believed := "X-Forwarded-For is believed from " + trusted + "."
	if trusted == "" {
		believed = "None is trusted; the address of the connection counts."
	}
	if len(c.seen) == 0 {
		c.ok(name, "%s The lines `request` of the access log have as network what nodes take a caller for: it should not be the proxy's.", believed)
	}
	for _, s := range c.seen {
		c.sight(name, believed, s)
	}
}

// sight judges what nodes made of one request.
func (c *clinic) sight(name, believed string, s sight) {
	proxies, err := address.ParseProxies(c.config.TrustedProxies)
	if err != nil {
		return // said of the configuration
	}
	const do = "Let the proxy write X-Forwarded-For anew, in nginx `proxy_set_header X-Forwarded-For $remote_addr;`, and name its address in --trusted-proxies."
	taken := fmt.Sprintf("%s: nodes take this machine for %s", s.host, s.seen)
	switch {
	case s.seen == claimed:
		c.wrong(name, s.host+": the proxy passes on what callers say of themselves in X-Forwarded-For, so anybody can take any address, and no limit holds.", do)
	case s.seen == s.local:
		c.ok(name, "%s, which it is. %s", taken, believed)
	case proxies.Trusts(s.seen):
		c.wrong(name, taken+", which is a proxy's address: all people share its limits and lockouts.", do)
	case s.seen.IsPrivate() || s.seen.IsLoopback():
		c.warn(name, fmt.Sprintf("%s, and it called from %s. If the first is a proxy's, all people share its limits and lockouts.", taken, s.local), do)
	default:
		c.ok(name, "%s. %s", taken, believed)
	}
}
