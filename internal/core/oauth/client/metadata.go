package client

import (
	"encoding/json"
	"errors"
	"net/url"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/counterpart/counterpart/internal/core/apps"
	"github.com/counterpart/counterpart/internal/core/oauth"
	"github.com/counterpart/counterpart/internal/vocab/fault"
	"github.com/counterpart/counterpart/internal/vocab/mailing"
	"github.com/counterpart/counterpart/internal/vocab/scope"
)

// Metadata is what a client says of itself (RFC 7591), as stored: checked, and
// with the defaults filled in.
type Metadata struct {
	ClientName              string   `json:"client_name,omitempty"`
	RedirectURIs            []string `json:"redirect_uris"`
	GrantTypes              []string `json:"grant_types"`
	ResponseTypes           []string `json:"response_types"`
	TokenEndpointAuthMethod string   `json:"token_endpoint_auth_method"`
	Scope                   string   `json:"scope"`
	ApplicationType         string   `json:"application_type"`
	ClientURI               string   `json:"client_uri,omitempty"`
	LogoURI                 string   `json:"logo_uri,omitempty"`
	TermsURI                string   `json:"tos_uri,omitempty"`
	PolicyURI               string   `json:"policy_uri,omitempty"`
	Contacts                []string `json:"contacts,omitempty"`
	SoftwareID              string   `json:"software_id,omitempty"`
	SoftwareVersion         string   `json:"software_version,omitempty"`
}

const (
	longestURI  = 512
	longestName = 80
	longestText = 255
	mostOfAList = 10

	// unnamed is what people see of a client that gives no name.
	unnamed = "Unnamed app"
)

// How a client may authenticate at the token endpoint.
const (
	methodBasic = "client_secret_basic"
	methodPost  = "client_secret_post"
	methodNone  = "none"
)

// AuthMethods lists them as the discovery document does.
var AuthMethods = []string{methodBasic, methodPost, methodNone}

// terms is what may be said, and how much of it.
type terms struct {
	mostRedirectURIs int
	methods          []string // the first is the default
	// many says that the text is written for other servers too: what they alone
	// understand is left out, where a registration with us is refused for it.
	many bool
}

var (
	registrationTerms = terms{mostRedirectURIs: 5, methods: AuthMethods}
	documentTerms     = terms{mostRedirectURIs: mostOfAList, methods: []string{methodNone}, many: true}

	responseTypes    = []string{"code"}
	applicationTypes = []string{"web", "native"}
)

// readMetadata reads what a client says of itself. Members that we do not know
// are ignored, as RFC 7591 wants it.
func (s *Service) readMetadata(members map[string]json.RawMessage, t terms) (Metadata, error) {
	uris, err := readRedirectURIs(members["redirect_uris"], t.mostRedirectURIs, s.deps.Apps.CheckRedirectURI)
	if err != nil {
		return Metadata{}, err
	}
	r := reader{members: members, terms: t}
	said := Metadata{
		RedirectURIs:            uris,
		ClientName:              strings.TrimSpace(r.text("client_name", longestName)),
		GrantTypes:              r.choices("grant_types", oauth.GrantTypes, oauth.GrantAuthorizationCode),
		ResponseTypes:           r.choices("response_types", responseTypes, responseTypes[0]),
		TokenEndpointAuthMethod: r.choice("token_endpoint_auth_method", t.methods),
		Scope:                   r.scope(),
		ApplicationType:         r.choice("application_type", applicationTypes),
		ClientURI:               r.uri("client_uri"),
		LogoURI:                 r.uri("logo_uri"),
		TermsURI:                r.uri("tos_uri"),
		PolicyURI:               r.uri("policy_uri"),
		Contacts:                r.list("contacts"),
		SoftwareID:              r.text("software_id", longestText),
		SoftwareVersion:         r.text("software_version", longestText),
	}
	if mailing.HoldsPage(said.ClientName) {
		r.refuse("client_name must not hold the address of a page")
	}
	return said, r.err
}

// readRedirectURIs holds the one member that must be there to its own rule.
func readRedirectURIs(raw json.RawMessage, most int, check func(uri string) error) ([]string, error) {
	uris, ok := texts(raw)
	if !ok || len(uris) == 0 || len(uris) > most {
		return nil, invalidRedirectURI("redirect_uris must be a list of 1 to %d URIs", most)
	}
	for i, uri := range uris {
		if err := check(uri); err != nil {
			return nil, invalidRedirectURI("redirect_uris.%d %s", i, err)
		}
		if slices.Contains(uris[:i], uri) {
			return nil, invalidRedirectURI("redirect_uris.%d is a repetition", i)
		}
	}
	return uris, nil
}

// reader takes members one by one and keeps the first thing that is wrong.
type reader struct {
	members map[string]json.RawMessage
	terms   terms
	err     error
}

func (r *reader) refuse(format string, args ...any) {
	if r.err == nil {
		r.err = invalidMetadata(format, args...)
	}
}

func (r *reader) text(name string, longest int) string {
	text, ok := oauth.Text(r.members[name])
	if !ok || utf8.RuneCountInString(text) > longest {
		r.refuse("%s must be a text of at most %d characters", name, longest)
		return ""
	}
	return text
}

func (r *reader) uri(name string) string {
	text := r.text(name, longestURI)
	if text == "" {
		return ""
	}
	u, err := url.Parse(text)
	if err != nil || !visible(text) || u.Scheme != "https" && u.Scheme != "http" || u.Host == "" || u.User != nil {
		r.refuse("%s must be a web address", name)
	}
	return text
}

func (r *reader) list(name string) []string {
	list, ok := texts(r.members[name])
	if !ok || len(list) > mostOfAList || slices.ContainsFunc(list, func(text string) bool { return len(text) > longestText }) {
		r.refuse("%s must be a list of at most %d texts of at most %d characters", name, mostOfAList, longestText)
		return nil
	}
	return list
}

// choice reads one of several values, of which the first is the default.
func (r *reader) choice(name string, from []string) string {
	text := r.text(name, longestText)
	switch {
	case text == "":
		return from[0]
	case !slices.Contains(from, text):
		r.refuse("%s must be one of %s", name, strings.Join(from, ", "))
	}
	return text
}

// choices reads a list of several values.
func (r *reader) choices(name string, from []string, fallback string) []string {
	list := r.list(name)
	known := slices.DeleteFunc(slices.Clone(list), func(text string) bool { return !slices.Contains(from, text) })
	if len(known) < len(list) && !r.terms.many {
		r.refuse("%s must be some of %s", name, strings.Join(from, ", "))
	}
	if len(known) == 0 {
		return []string{fallback}
	}
	return known
}

// scope reads what may be asked for: all that apps may ask for, unless the client
// asks for less.
func (r *reader) scope() string {
	text := strings.TrimSpace(r.text("scope", longestScope))
	if text == "" {
		return scope.Partner().String()
	}
	names := slices.DeleteFunc(strings.Split(text, " "), func(name string) bool { return name == "" })
	asked, partner := scope.Stored(names), scope.Partner()
	if unknown := partner.Missing(asked); len(unknown) > 0 && !r.terms.many {
		r.refuse("no app can ask for the scope %s", printed(string(unknown[0])))
	}
	return partner.Intersect(asked).String()
}

// longestScope fits every scope there is, several times over.
const longestScope = 2000

// newApp is the app that a client describes.
func (m Metadata) newApp(clientID string) (apps.NewApp, error) {
	scopes, err := scope.Parse(m.Scope)
	app := apps.NewApp{
		ClientID: clientID, Name: m.ClientName, Type: apps.Confidential, RedirectURIs: m.RedirectURIs, Scopes: scopes,
	}
	if app.Name == "" {
		app.Name = unnamed
	}
	if m.TokenEndpointAuthMethod == methodNone {
		app.Type = apps.Public
	}
	if strings.HasPrefix(m.PolicyURI, "https://") && !strings.Contains(m.PolicyURI, "#") {
		app.PrivacyURL = m.PolicyURI
	}
	return app, err
}

// refusedBy turns what the registry says of an app into what its client is told.
func refusedBy(err error) error {
	if problems, ok := errors.AsType[*fault.Problems](err); ok {
		return invalidMetadata("%s", strings.Join(problems.List(), "; "))
	}
	return err
}

func texts(raw json.RawMessage) (list []string, ok bool) {
	if len(raw) == 0 || string(raw) == "null" {
		return nil, true
	}
	var members []json.RawMessage
	if json.Unmarshal(raw, &members) != nil {
		return nil, false
	}
	for _, member := range members {
		text, ok := oauth.Text(member)
		if !ok || text == "" {
			return nil, false
		}
		list = append(list, text)
	}
	return list, true
}

// visible reports whether a text is visible ASCII without spaces.
func visible(text string) bool {
	return text != "" && !strings.ContainsFunc(text, func(r rune) bool { return r <= ' ' || r > '~' })
}

// printed is a text of the client's choosing, fit for a description: RFC 6749
// allows it no quotes, backslashes and nothing but ASCII.
func printed(text string) string {
	const longest = 64
	text = strings.Map(func(r rune) rune {
		if r < ' ' || r > '~' || r == '"' || r == '\\' {
			return '?'
		}
		return r
	}, text)
	return text[:min(len(text), longest)]
}
