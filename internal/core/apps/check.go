package apps

import (
	"errors"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/counterpart/counterpart/internal/vocab/fault"
	"github.com/counterpart/counterpart/internal/vocab/mailing"
	"github.com/counterpart/counterpart/internal/vocab/scope"
	"github.com/counterpart/counterpart/internal/vocab/version"
)

const (
	maxName         = 80
	maxURI          = 512 // also the contract's bound on a registered redirect URI
	maxClientID     = maxURI
	maxRedirectURIs = 10
	minSecret       = 8 // of a given one; those that we make are longer
	maxSecret       = 256
)

// check tells all that is wrong with a new app.
func (s *Service) check(app App, secret string) error {
	var p fault.Problems
	p.Want(app.Type == Confidential || app.Type == Public, "type must be CONFIDENTIAL or PUBLIC")
	p.Want(len(app.ClientID) <= maxClientID && printable(app.ClientID), "clientId must be at most %d visible ASCII characters", maxClientID)
	p.Want(secret == "" || app.Type != Public, "a PUBLIC app has no secret")
	p.Want(secret == "" || secretFits(secret), "secret must be %d to %d visible ASCII characters", minSecret, maxSecret)
	s.checkRedirectURIs(&p, app.RedirectURIs)
	checkScopes(&p, app.Scopes)
	return s.checkProfile(&p, app)
}

// checkProfile tells all that is wrong with what an app says of itself, beside
// what was found before.
func (s *Service) checkProfile(p *fault.Problems, app App) error {
	p.Want(nameLength(app.Name), "name must be 1 to %d characters long", maxName)
	p.Want(nameVisible(app.Name), "name must not contain control characters or marks that cannot be seen")
	mailing.WantName(p, "name", app.Name)
	s.CheckLink(p, "appUrl", app.AppURL)
	s.CheckLink(p, "privacyUrl", app.PrivacyURL)
	s.CheckLink(p, "supportUrl", app.SupportURL)
	if err := p.Err(); err != nil {
		return err
	}
	return s.checkPin(app.PinnedVersion)
}

// checkPin refuses a pin that would refuse the app's every call.
func (s *Service) checkPin(name string) error {
	if name == "" {
		return nil
	}
	if v, ok := version.Lookup(name); !ok || !v.Supported(s.deps.Now()) {
		return ErrUnsupportedVersion.With(name)
	}
	return nil
}

// CheckLink notes what is wrong with an address that we are to show as a link; an
// empty one is none.
func (s *Service) CheckLink(p *fault.Problems, name, address string) {
	p.Want(address == "" || s.linkable(address), "%s must be an https address", name)
	p.Want(!s.ours(address), "%s must not be an address of this service", name)
}

func (s *Service) checkRedirectURIs(p *fault.Problems, uris []string) {
	p.Want(len(uris) <= maxRedirectURIs, "redirectUris must contain no more than %d elements", maxRedirectURIs)
	seen := map[string]bool{}
	for i, uri := range uris {
		if err := s.CheckRedirectURI(uri); err != nil {
			p.Want(false, "redirectUris.%d %s", i, err)
		}
		p.Want(!seen[uri], "redirectUris.%d is a repetition", i)
		seen[uri] = true
	}
}

func checkScopes(p *fault.Problems, scopes scope.Set) {
	for _, s := range scope.Partner().Missing(scopes) {
		p.Want(false, "scopes: no app can ask for %s", fault.Untrusted(s))
	}
}

// nameLength is measured in characters, as people count them.
func nameLength(name string) bool {
	n := utf8.RuneCountInString(name)
	return n >= 1 && n <= maxName
}

// nameVisible refuses what could make a name look like another's on the consent
// page, or like none: control characters, line breaks, characters that turn the
// direction of writing, and others that cannot be seen.
func nameVisible(name string) bool {
	return utf8.ValidString(name) && !strings.ContainsFunc(name, hidden) && (name == "" || strings.ContainsFunc(name, inked))
}

// hidden leaves the two joiners alone: some scripts, and many emoji, need them.
func hidden(r rune) bool {
	const nonJoiner, joiner, blankBraille = '\u200c', '\u200d', '\u2800'
	switch r {
	case nonJoiner, joiner:
		return false
	case blankBraille:
		return true
	}
	return !unicode.IsGraphic(r) || unicode.Is(unicode.Other_Default_Ignorable_Code_Point, r)
}

// inked reports whether a character leaves a mark of its own on the page.
func inked(r rune) bool { return unicode.In(r, unicode.L, unicode.N, unicode.P, unicode.S) }

func secretFits(text string) bool {
	return len(text) >= minSecret && len(text) <= maxSecret && printable(text)
}

// printable reports whether a text is visible ASCII without spaces.
func printable(text string) bool {
	return text != "" && !strings.ContainsFunc(text, func(r rune) bool { return r <= ' ' || r > '~' })
}

// linkable reports whether a text is an address that we may show as a link or
// put into a frame.
func (s *Service) linkable(text string) bool {
	u, err := parseURI(text)
	return err == nil && u.Fragment == "" && (u.Scheme == "https" || s.deps.Development && loopbackHTTP(u))
}

// ours reports whether an address is on one of our own origins, however it is
// spelt. A stranger's app must not pass off our pages as its own.
func (s *Service) ours(text string) bool {
	u, err := url.Parse(text)
	if err != nil {
		return false
	}
	return slices.ContainsFunc(s.deps.Origins, func(own string) bool {
		at, err := url.Parse(own)
		return err == nil && origin(at) == origin(u)
	})
}

// origin is the scheme, host and port of an address, in one spelling.
func origin(u *url.URL) string {
	port := u.Port()
	if port == "" {
		port = map[string]string{"https": "443", "http": "80"}[u.Scheme]
	}
	return u.Scheme + "://" + strings.TrimSuffix(strings.ToLower(u.Hostname()), ".") + ":" + port
}

// CheckRedirectURI tells what is wrong with a redirect URI that an app wants to
// register with us.
func (s *Service) CheckRedirectURI(text string) error {
	if err := ValidRedirectURI(text); err != nil {
		return err
	}
	if s.ours(text) {
		return errors.New("must not be an address of this service")
	}
	return nil
}

// ValidRedirectURI tells what is wrong with a redirect URI as an app registers
// it: https, or http to the user's own machine, and nothing in it that would
// make two spellings of one address. It is compared byte for byte later.
func ValidRedirectURI(text string) error {
	if strings.ContainsAny(text, "?#*") {
		return errors.New("must have no query, fragment or wildcard")
	}
	u, err := parseURI(text)
	if err != nil {
		return err
	}
	if u.Scheme != "https" && !loopbackHTTP(u) {
		return errors.New("must be https, or http on localhost, 127.0.0.1 or [::1]")
	}
	if slices.ContainsFunc(strings.Split(u.Path, "/"), func(part string) bool { return part == "." || part == ".." }) {
		return errors.New("must not contain . or .. in its path")
	}
	return nil
}

// parseURI reads an absolute address that names a host and no user.
func parseURI(text string) (*url.URL, error) {
	if len(text) > maxURI {
		return nil, errors.New("must be at most " + strconv.Itoa(maxURI) + " characters long")
	}
	u, err := url.Parse(text)
	switch {
	case err != nil, !printable(text), strings.ContainsAny(text, "\\\"<>^`{|}"):
		return nil, errors.New("must be a valid URI")
	case !strings.HasPrefix(text, u.Scheme+"://"), u.Hostname() == "", u.User != nil, !validPort(u):
		return nil, errors.New("must be a full address: scheme, host and path")
	}
	return u, nil
}

// validPort refuses a colon without a port too: it would be another spelling.
func validPort(u *url.URL) bool {
	if u.Port() == "" {
		return !strings.HasSuffix(u.Host, ":")
	}
	n, err := strconv.ParseUint(u.Port(), 10, 16)
	return err == nil && n > 0
}

// loopbackHTTP reports whether the address is http on the user's own machine.
// Other names that lead there are not accepted: a resolver could say otherwise.
func loopbackHTTP(u *url.URL) bool {
	return u.Scheme == "http" && slices.Contains([]string{"localhost", "127.0.0.1", "::1"}, u.Hostname())
}
