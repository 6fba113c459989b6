package html

import (
	"net/netip"
	"net/url"
	"regexp"
	"strings"
)

// openings are what a page needs of the policy beyond what every page has.
type openings struct {
	forms  []string // sources that the answers to its forms may lead to
	frames []string // the origins that it frames
	script bool     // whether our own script runs
	asks   bool     // and may ask us
}

// opening is a View that needs more than every page has.
type opening interface{ openings() openings }

// policy is what a page is sent under. Most name no source of scripts, so none
// run; nothing may frame a page, and its forms lead nowhere but here.
func policy(view View) string {
	var o openings
	if v, ok := view.(opening); ok {
		o = v.openings()
	}
	rules := []string{"default-src 'none'", "style-src 'self'", "font-src 'self'", "img-src 'self'"}
	if o.script {
		rules = append(rules, "script-src 'self'")
	}
	if o.asks {
		rules = append(rules, "connect-src 'self'")
	}
	if len(o.frames) > 0 {
		rules = append(rules, "frame-src "+strings.Join(o.frames, " "))
	}
	forms := strings.Join(append([]string{"form-action 'self'"}, o.forms...), " ")
	return strings.Join(append(rules, forms, "frame-ancestors 'none'", "base-uri 'none'"), "; ")
}

// destinations are the sources that a form-action needs for an answer that
// redirects to an app. Chromium holds every hop against it, and what the app's
// callback does next is another hop: on to its front end, or from a program on
// this device to a page that says it worked. So the app's origin alone would
// break half of all apps, after their code is spent.
func destinations(redirectURI string) []string {
	to := origin(redirectURI)
	switch {
	case to == "":
		return nil
	case !loopback(redirectURI):
		return []string{to, "https:"}
	case strings.Contains(to, "["): // a source cannot name an IPv6 address
		return []string{"http:", "https:"}
	}
	return []string{to, "http://localhost:*", "http://127.0.0.1:*", "https:"}
}

// plainHost keeps out what a policy would read as its own: a host may legally
// hold a semicolon.
var plainHost = regexp.MustCompile(`^([A-Za-z0-9.-]+|\[[0-9A-Fa-f:.]+\])(:[0-9]+)?$`)

// origin is the origin of an address; empty when it has none that a policy can
// name.
func origin(address string) string {
	u, err := url.Parse(address)
	if err != nil || (u.Scheme != "https" && u.Scheme != "http") || !plainHost.MatchString(u.Host) {
		return ""
	}
	// As the browser writes it, since the bridge compares letter by letter.
	host := strings.ToLower(u.Host)
	if port := u.Port(); (u.Scheme == "https" && port == "443") || (u.Scheme == "http" && port == "80") {
		host = strings.TrimSuffix(host, ":"+port)
	}
	return u.Scheme + "://" + host
}

// loopback reports whether an address is one of the reader's own device.
func loopback(address string) bool {
	u, err := url.Parse(address)
	if err != nil {
		return false
	}
	if u.Hostname() == "localhost" {
		return true
	}
	ip, err := netip.ParseAddr(u.Hostname())
	return err == nil && ip.IsLoopback()
}
