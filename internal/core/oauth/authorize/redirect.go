package authorize

import (
	"net/url"
	"slices"
	"strconv"
	"strings"
)

// loopbacks are the ways to write the user's own machine, up to the port.
var loopbacks = []string{"http://localhost", "http://127.0.0.1", "http://[::1]"}

// redirects reports whether the client may have people sent to the URI, and by which
// of those that it registered. It is a comparison of texts, byte for byte: nothing is
// decoded or normalised, so there are no two spellings that we and a browser could
// read differently.
func (c Client) redirects(uri string) (registered string, ok bool) {
	if uri == "" || strings.Contains(uri, "#") { // a fragment would swallow what we add
		return "", false
	}
	if c.HasRedirectURI(uri) {
		return uri, true
	}
	portless, ok := withoutLoopbackPort(uri)
	return portless, ok && c.AnyLoopbackPort && c.HasRedirectURI(portless)
}

// withoutLoopbackPort cuts the port out of a URI on the user's own machine; ok
// is false for any other URI.
func withoutLoopbackPort(uri string) (portless string, ok bool) {
	for _, host := range loopbacks {
		rest, found := strings.CutPrefix(uri, host+":")
		if !found {
			continue
		}
		end := strings.IndexAny(rest, "/?")
		if end < 0 {
			end = len(rest)
		}
		return host + rest[end:], isPort(rest[:end])
	}
	return "", false
}

// isPort reports whether a text is a port as everybody writes it.
func isPort(text string) bool {
	n, err := strconv.ParseUint(text, 10, 16)
	return err == nil && n > 0 && strconv.FormatUint(n, 10) == text
}

// param is one parameter of an answer.
type param struct{ name, value string }

// withParams adds parameters to a URI's query and leaves all else as it is.
func withParams(uri string, params ...param) string {
	var b strings.Builder
	b.WriteString(uri)
	for _, p := range params {
		b.WriteString(separator(b.String()))
		b.WriteString(p.name + "=" + escape(p.value))
	}
	return b.String()
}

func separator(uri string) string {
	switch {
	case !strings.Contains(uri, "?"):
		return "?"
	case strings.HasSuffix(uri, "?"), strings.HasSuffix(uri, "&"):
		return ""
	}
	return "&"
}

// escape writes a space as %20: some readers of URLs do not know that a plus
// sign means one.
func escape(value string) string { return strings.ReplaceAll(url.QueryEscape(value), "+", "%20") }

// RedirectHost is where the user will be sent, as people read it.
func (r Request) RedirectHost() string {
	u, err := url.Parse(r.RedirectURI)
	if err != nil {
		return ""
	}
	return u.Host
}

// answer is the way back to the app: the result, the state if one was sent, and
// who answers (RFC 9207), so that a client of many servers cannot be confused.
func (r Request) answer(result param, issuer string) string {
	params := []param{result}
	if r.state != nil {
		params = append(params, param{"state", string(r.state)})
	}
	return withParams(r.RedirectURI, slices.Concat(params, []param{{"iss", issuer}})...)
}
