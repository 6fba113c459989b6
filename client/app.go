package counterpart

import (
	"cmp"
	"context"
	"crypto/rand"
	"crypto/sha256"
	"crypto/subtle"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"sync"
	"time"
)

// Config is what New needs to know. Printing it leaves the secret out.
type Config struct {
	// Host is the API host; everything else is found from there.
	Host     string
	ClientID string
	// ClientSecret is empty for a public client.
	ClientSecret string
	RedirectURI  string
	// Store keeps the tokens; in memory when nil.
	Store TokenStore
	// Version of the API that calls speak; APIVersion when empty.
	Version string
	// HTTP sends the requests; 30 seconds a try when nil. Redirects are not followed.
	HTTP  *http.Client
	Retry Retry
	// Pace waits for the limit's reset where nothing is left, instead of being refused.
	Pace bool
	// AppName is what the app is called, for the service's log.
	AppName string
	// Logger hears of versions that end and of requests that are tried again. Nothing
	// secret is said. Nil is silent.
	Logger *slog.Logger
	// OnDisconnect is called when a business has ended the app's access.
	OnDisconnect func(ctx context.Context, business string, err *DisconnectedError)
}

// Format leaves the secret out, whatever the verb.
func (c Config) Format(s fmt.State, _ rune) { show(s, "Config", c.Host, c.ClientID) }

// LogValue does so for slog.
func (c Config) LogValue() slog.Value {
	return slog.GroupValue(slog.String("host", c.Host), slog.String("client", c.ClientID))
}

func (c Config) logger() *slog.Logger {
	if c.Logger == nil {
		return slog.New(slog.DiscardHandler)
	}
	return c.Logger
}

// show prints what may be seen of a value that holds a secret.
func show(s fmt.State, name string, parts ...string) {
	_, _ = fmt.Fprintf(s, "counterpart.%s(%s)", name, strings.Join(parts, " "))
}

// App is an app at the service: how it gets to the tokens of a business. Make one
// with New and share it; it is safe for concurrent use.
type App struct {
	config    Config
	host      *url.URL
	transport *transport
	tokens    *keeper

	mu       sync.Mutex // guards what follows, and has metadata read by one at a time
	metadata metadata
	readAt   time.Time
}

// metadata is the server's own description (RFC 8414), as much of it as is used.
type metadata struct {
	Issuer        string `json:"issuer"`
	Authorization string `json:"authorization_endpoint"`
	Token         string `json:"token_endpoint"`
	Revocation    string `json:"revocation_endpoint"`
	Device        string `json:"device_authorization_endpoint"`
	VersionHeader string `json:"api_version_header"`
}

const (
	wellKnown    = "/.well-known/oauth-authorization-server"
	metadataKept = time.Hour
)

// New reads what the service says of itself, and makes the app.
func New(ctx context.Context, c Config) (*App, error) {
	host, err := url.Parse(c.Host)
	if err != nil || host.Host == "" || strings.Trim(host.Path, "/") != "" {
		return nil, fmt.Errorf("counterpart: %q is not the address of a host", c.Host)
	}
	c.Version = cmp.Or(c.Version, APIVersion)
	a := &App{config: c, host: &url.URL{Scheme: host.Scheme, Host: host.Host}, transport: newTransport(c)}
	if c.Store == nil {
		c.Store = Memory()
	}
	a.tokens = newKeeper(a, c.Store)
	_, err = a.discover(ctx)
	return a, err
}

// Format leaves the secret out, whatever the verb.
func (a *App) Format(s fmt.State, _ rune) { show(s, "App", a.host.String(), a.config.ClientID) }

// LogValue does so for slog.
func (a *App) LogValue() slog.Value { return a.config.LogValue() }

// discover is the service's description, read once an hour.
func (a *App) discover(ctx context.Context) (metadata, error) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if !a.readAt.IsZero() && time.Since(a.readAt) < metadataKept {
		return a.metadata, nil
	}
	got, err := a.transport.send(ctx, outgoing{method: http.MethodGet, url: &url.URL{Scheme: a.host.Scheme, Host: a.host.Host, Path: wellKnown}})
	if err != nil {
		return metadata{}, err
	}
	if !got.ok() {
		return metadata{}, got.oauthError()
	}
	var said metadata
	if err := json.Unmarshal(got.body, &said); err != nil || said.Issuer != a.host.String() {
		return metadata{}, fmt.Errorf("%w: %s says that it is %q", ErrWrongIssuer, a.host, said.Issuer)
	}
	a.metadata, a.readAt = said, time.Now()
	return said, nil
}

// Authorization is a request to connect that was begun. Keep it in the person's
// session, and send them to URL.
type Authorization struct {
	URL      string
	State    string
	Verifier string
}

// Format leaves state and verifier out, whatever the verb.
func (b Authorization) Format(s fmt.State, _ rune) { show(s, "Authorization") }

// LogValue does so for slog.
func (b Authorization) LogValue() slog.Value { return slog.StringValue("counterpart.Authorization()") }

// profileScope tells which business was connected, so it is always asked for.
const profileScope = "profile:read"

// Authorize begins to connect the app to a business of a person's. Beside the scopes,
// profile:read is asked for, which tells the business.
func (a *App) Authorize(scopes ...string) Authorization {
	a.mu.Lock()
	endpoint := a.metadata.Authorization
	a.mu.Unlock()
	began := Authorization{State: randomText(), Verifier: randomText()}
	challenge := sha256.Sum256([]byte(began.Verifier))
	began.URL = endpoint + "?" + url.Values{
		"response_type": {"code"}, "client_id": {a.config.ClientID}, "redirect_uri": {a.config.RedirectURI},
		"scope": {withProfile(scopes)}, "state": {began.State},
		"code_challenge": {base64.RawURLEncoding.EncodeToString(challenge[:])}, "code_challenge_method": {"S256"},
	}.Encode()
	return began
}

func withProfile(scopes []string) string {
	if !slices.Contains(scopes, profileScope) {
		scopes = append([]string{profileScope}, scopes...)
	}
	return strings.Join(scopes, " ")
}

// randomText is 256 bits of chance, as text that a URL takes.
func randomText() string {
	chance := make([]byte, 32)
	_, _ = rand.Read(chance) // never fails
	return base64.RawURLEncoding.EncodeToString(chance)
}

// Exchange takes what came back to the redirect URI, and returns the business that
// was connected. It returns ErrDenied where the person said no.
func (a *App) Exchange(ctx context.Context, began Authorization, callback url.Values) (*Business, error) {
	if began.State == "" || subtle.ConstantTimeCompare([]byte(callback.Get("state")), []byte(began.State)) != 1 {
		return nil, ErrStateMismatch
	}
	if issuer := callback.Get("iss"); issuer != a.host.String() {
		return nil, fmt.Errorf("%w: the callback comes from %q", ErrWrongIssuer, issuer)
	}
	if code := callback.Get("error"); code != "" {
		return nil, &OAuthError{Code: code, Description: callback.Get("error_description")}
	}
	set, err := a.grant(ctx, "", url.Values{
		"grant_type": {"authorization_code"}, "code": {callback.Get("code")},
		"redirect_uri": {a.config.RedirectURI}, "code_verifier": {began.Verifier},
	})
	if err != nil {
		return nil, err
	}
	return a.connected(ctx, set, a.tokens)
}

// ExchangeSession trades the session token of an embedded page for access to its
// business, for an hour and without the store.
func (a *App) ExchangeSession(ctx context.Context, sessionToken string) (*Business, error) {
	set, err := a.grant(ctx, "", url.Values{
		"grant_type": {"urn:ietf:params:oauth:grant-type:token-exchange"}, "subject_token": {sessionToken},
		"subject_token_type": {"urn:ietf:params:oauth:token-type:jwt"},
	})
	if err != nil {
		return nil, err
	}
	return a.connected(ctx, set, newKeeper(a, Memory()))
}

// Business is a business that connected the app before. Nothing is asked until it is
// used.
func (a *App) Business(id string) *Business { return newBusiness(id, a, a.tokens) }

// connected saves first tokens under the business that they are for.
func (a *App) connected(ctx context.Context, set TokenSet, keep *keeper) (*Business, error) {
	asking := newKeeper(a, Memory())
	_ = asking.store.Save(ctx, "", set) // memory takes it
	me, err := newBusiness("", a, asking).Me(ctx)
	if err != nil {
		return nil, fmt.Errorf("counterpart: ask which business was connected: %w", err)
	}
	if err := keep.store.Save(ctx, me.Business.ID, set); err != nil {
		return nil, &NotSavedError{me.Business.ID, set, err}
	}
	return newBusiness(me.Business.ID, a, keep), nil
}

// grant asks the token endpoint. With a key the request may be sent twice.
func (a *App) grant(ctx context.Context, key string, fields url.Values) (TokenSet, error) {
	endpoints, err := a.discover(ctx)
	if err != nil {
		return TokenSet{}, err
	}
	got, err := a.post(ctx, endpoints.Token, key, key == "", fields)
	if err != nil {
		return TokenSet{}, err
	}
	var said struct {
		Access  string `json:"access_token"`
		Refresh string `json:"refresh_token"`
		Scope   string `json:"scope"`
		Expires int    `json:"expires_in"`
	}
	if err := json.Unmarshal(got.body, &said); err != nil || said.Access == "" {
		return TokenSet{}, errors.New("counterpart: the token endpoint's answer has no token")
	}
	return TokenSet{Access: said.Access, Refresh: said.Refresh, Scope: said.Scope, Expires: time.Now().Add(time.Duration(said.Expires) * time.Second)}, nil
}

// post sends a form to an endpoint of the authorization server.
func (a *App) post(ctx context.Context, to, key string, once bool, fields url.Values) (*answer, error) {
	address, err := url.Parse(to)
	if err != nil || address.Host == "" {
		return nil, errors.New("counterpart: the service does not say where to ask for that")
	}
	fields.Set("client_id", a.config.ClientID)
	if a.config.ClientSecret != "" {
		fields.Set("client_secret", a.config.ClientSecret)
	}
	header := http.Header{"Content-Type": {"application/x-www-form-urlencoded"}}
	if key != "" {
		header.Set("Idempotency-Key", key)
	}
	got, err := a.transport.send(ctx, outgoing{method: http.MethodPost, url: address, header: header, body: []byte(fields.Encode()), once: once})
	if err == nil && !got.ok() {
		return nil, got.oauthError()
	}
	return got, err
}
