package address_test

import (
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/counterpart/counterpart/internal/web/address"
)

func TestTheClientIsTheNearestHopThatIsNoTrustedProxy(t *testing.T) {
	t.Parallel()
	proxies := parse(t, "10.0.0.0/8", "192.0.2.1", "2001:db8:1::/48")
	for _, c := range []struct {
		name, peer string
		forwarded  []string
		want       string
	}{
		{"without a proxy", "198.51.100.7:4711", nil, "198.51.100.7"},
		{"without a proxy, over IPv6", "[2001:db8:9::7]:4711", nil, "2001:db8:9::7"},
		{"a client forges the header", "198.51.100.7:4711", []string{"6.6.6.6"}, "198.51.100.7"},
		{"a client names a trusted proxy", "198.51.100.7:4711", []string{"6.6.6.6, 10.0.0.1"}, "198.51.100.7"},
		{"behind one proxy", "10.0.0.1:4711", []string{"198.51.100.7"}, "198.51.100.7"},
		{"behind one proxy given by its address", "192.0.2.1:4711", []string{"198.51.100.7"}, "198.51.100.7"},
		{"its neighbour is not trusted", "192.0.2.2:4711", []string{"198.51.100.7"}, "192.0.2.2"},
		{"behind two proxies", "10.0.0.1:4711", []string{"198.51.100.7, 10.0.0.2"}, "198.51.100.7"},
		{"behind a proxy, the client forges", "10.0.0.1:4711", []string{"6.6.6.6, 198.51.100.7"}, "198.51.100.7"},
		{"behind a proxy, the client forges a trusted hop", "10.0.0.1:4711", []string{"6.6.6.6, 10.0.0.9, 198.51.100.7, 10.0.0.2"}, "198.51.100.7"},
		{"the header comes in lines", "10.0.0.1:4711", []string{"6.6.6.6", "198.51.100.7", "10.0.0.2"}, "198.51.100.7"},
		{"a proxy writes ports", "10.0.0.1:4711", []string{"198.51.100.7:50123"}, "198.51.100.7"},
		{"a proxy writes IPv6", "10.0.0.1:4711", []string{"2001:db8:9::7"}, "2001:db8:9::7"},
		{"a proxy writes IPv6 in brackets", "10.0.0.1:4711", []string{"[2001:db8:9::7]"}, "2001:db8:9::7"},
		{"a proxy writes IPv6 with a port", "10.0.0.1:4711", []string{"[2001:db8:9::7]:50123"}, "2001:db8:9::7"},
		{"a proxy on IPv6", "[2001:db8:1::5]:4711", []string{"198.51.100.7"}, "198.51.100.7"},
		{"a proxy as mapped IPv6", "[::ffff:10.0.0.1]:4711", []string{"::ffff:198.51.100.7"}, "198.51.100.7"},
		{"a peer with a zone", "[fe80::1%eth0]:4711", nil, "fe80::1"},
		{"a proxy that says unknown", "10.0.0.1:4711", []string{"6.6.6.6, unknown"}, "10.0.0.1"},
		{"a proxy that says nothing", "10.0.0.1:4711", []string{"6.6.6.6, "}, "10.0.0.1"},
		{"an inner proxy that says unknown", "10.0.0.1:4711", []string{"6.6.6.6, unknown, 10.0.0.2"}, "10.0.0.2"},
		{"garbage left of the client", "10.0.0.1:4711", []string{"'; --, 198.51.100.7"}, "198.51.100.7"},
		{"an empty header", "10.0.0.1:4711", []string{""}, "10.0.0.1"},
		{"only proxies", "10.0.0.1:4711", []string{"10.0.0.3, 10.0.0.2"}, "10.0.0.3"},
		{"a connection without an address", "@", []string{"198.51.100.7"}, "invalid IP"},
	} {
		t.Run("CLI-09 "+c.name, func(t *testing.T) {
			t.Parallel()
			r := &http.Request{RemoteAddr: c.peer, Header: http.Header{"X-Forwarded-For": c.forwarded}}
			if diff := cmp.Diff(c.want, proxies.Client(r).String()); diff != "" {
				t.Errorf("client (-want +got):\n%s", diff)
			}
		})
	}
}

func TestNobodyForgesAnAddress(t *testing.T) {
	t.Parallel()
	proxies := parse(t, "10.0.0.0/8")
	client := netip.MustParseAddr("198.51.100.7")

	t.Run("CLI-09 whatever an untrusted peer sends", func(t *testing.T) {
		t.Parallel()
		rapid.Check(t, func(t *rapid.T) {
			r := &http.Request{RemoteAddr: client.String() + ":4711", Header: http.Header{
				"X-Forwarded-For": rapid.SliceOf(header()).Draw(t, "forwarded"),
				"X-Real-Ip":       rapid.SliceOf(header()).Draw(t, "real ip"),
				"Forwarded":       rapid.SliceOf(header()).Draw(t, "rfc 7239"),
			}}
			if got := proxies.Client(r); got != client {
				t.Fatalf("client is %s", got)
			}
		})
	})

	t.Run("CLI-09 whatever a client sends through a trusted proxy", func(t *testing.T) {
		t.Parallel()
		rapid.Check(t, func(t *rapid.T) {
			sent := rapid.SliceOf(header()).Draw(t, "forwarded")
			r := &http.Request{RemoteAddr: "10.0.0.1:4711", Header: http.Header{"X-Forwarded-For": append(sent, client.String())}}
			if got := proxies.Client(r); got != client {
				t.Fatalf("client is %s", got)
			}
		})
	})
}

// header draws lists of addresses, trusted ones among them, and plain garbage.
func header() *rapid.Generator[string] {
	hop := rapid.OneOf(
		rapid.SampledFrom([]string{"10.0.0.1", "10.9.9.9:80", "6.6.6.6", "::1", "[::ffff:10.0.0.1]:80", "unknown", ""}),
		rapid.String(),
	)
	return rapid.Map(rapid.SliceOf(hop), func(hops []string) string { return strings.Join(hops, ", ") })
}

func TestTrustedProxiesAreNetworksOrAddresses(t *testing.T) {
	t.Parallel()
	got := parse(t, "10.1.2.3/8", " 192.0.2.1 ", "2001:db8::/32", "::1", "::ffff:172.16.0.0/108", "::ffff:192.0.2.9")
	want := "[10.0.0.0/8 192.0.2.1/32 2001:db8::/32 ::1/128 172.16.0.0/12 192.0.2.9/32]"
	if diff := cmp.Diff(want, fmt.Sprint(got)); diff != "" {
		t.Errorf("proxies (-want +got):\n%s", diff)
	}
	for _, bad := range []string{"", "proxy.internal", "10.0.0.0/33", "10.0.0", "*"} {
		if _, err := address.ParseProxies([]string{bad}); err == nil || !strings.Contains(err.Error(), "10.0.0.0/8") {
			t.Errorf("ParseProxies(%q) says %v", bad, err)
		}
	}
}

func TestHandlersLearnTheAddressFromTheContext(t *testing.T) {
	t.Parallel()
	proxies := parse(t, "127.0.0.0/8", "::1")
	server := httptest.NewServer(proxies.Wrap(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		fmt.Fprint(w, address.From(r.Context()))
	})))
	t.Cleanup(server.Close)

	req, err := http.NewRequestWithContext(t.Context(), http.MethodGet, server.URL, nil)
	if err != nil {
		t.Fatal(err)
	}
	req.Header.Set("X-Forwarded-For", "6.6.6.6, 198.51.100.7")
	resp, err := server.Client().Do(req)
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	body, err := io.ReadAll(resp.Body)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff("198.51.100.7", string(body)); diff != "" {
		t.Errorf("address (-want +got):\n%s", diff)
	}
}

func parse(t *testing.T, texts ...string) address.Proxies {
	t.Helper()
	proxies, err := address.ParseProxies(texts)
	if err != nil {
		t.Fatal(err)
	}
	return proxies
}
