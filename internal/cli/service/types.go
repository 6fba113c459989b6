package service

import (
	"encoding/json"
	"fmt"
	"time"
)

// List is the form of most lists.
type List[T any] struct {
	Data []T `json:"data"`
}

// Organization makes apps.
type Organization struct {
	ID        string    `json:"id"`
	Name      string    `json:"name"`
	Role      string    `json:"role"`
	CreatedAt time.Time `json:"createdAt"`
}

// App is an app of an organization.
type App struct {
	ID               string    `json:"id"`
	ClientID         string    `json:"clientId"`
	Name             string    `json:"name"`
	Type             string    `json:"type"`
	Status           string    `json:"status"`
	Review           string    `json:"review"`
	AppURL           *string   `json:"appUrl"`
	PrivacyURL       *string   `json:"privacyUrl"`
	SupportURL       *string   `json:"supportUrl"`
	Scopes           []string  `json:"scopes"`
	RedirectURIs     []string  `json:"redirectUris"`
	PinnedAPIVersion *string   `json:"pinnedApiVersion"`
	OrganizationID   string    `json:"organizationId"`
	Version          int       `json:"version"`
	CreatedAt        time.Time `json:"createdAt"`
	Webhooks         int       `json:"webhooks"` // in lists alone
}

// AppMade is a new app, with the secret that is shown this once.
type AppMade struct {
	App
	ClientSecret *string `json:"clientSecret"`
}

// NewApp is what an app is made from.
type NewApp struct {
	Name         string   `json:"name"`
	Type         string   `json:"type"`
	AppURL       string   `json:"appUrl,omitempty"`
	PrivacyURL   string   `json:"privacyUrl,omitempty"`
	SupportURL   string   `json:"supportUrl,omitempty"`
	RedirectURIs []string `json:"redirectUris,omitempty"`
	Scopes       []string `json:"scopes,omitempty"`
}

// Secret is what can be told of a client secret.
type Secret struct {
	ID         string     `json:"id"`
	Prefix     string     `json:"prefix"`
	CreatedAt  time.Time  `json:"createdAt"`
	LastUsedAt *time.Time `json:"lastUsedAt"`
	MadeBy     *struct {
		Name *string `json:"name"`
	} `json:"madeBy"`
}

// SecretMade is a new client secret, shown this once.
type SecretMade struct {
	Secret
	ClientSecret string `json:"clientSecret"`
}

// Warning is what may be a slip.
type Warning struct {
	Code    string `json:"code"`
	Message string `json:"message"`
}

// Redirects are an app's redirect URIs.
type Redirects struct {
	Data []struct {
		URI        string     `json:"uri"`
		Warnings   []Warning  `json:"warnings"`
		Uses       int        `json:"uses"`
		LastUsedAt *time.Time `json:"lastUsedAt"`
	} `json:"data"`
	Version int `json:"version"`
}

// AskedScope is a scope that an app may ask for, and why it does.
type AskedScope struct {
	Scope    string    `json:"scope"`
	Risk     string    `json:"risk"`
	Says     string    `json:"says"`
	Reason   *string   `json:"reason"`
	Warnings []Warning `json:"warnings"`
}

// AskedScopes are all of an app.
type AskedScopes struct {
	Data    []AskedScope `json:"data"`
	Version int          `json:"version"`
}

// ReasonedScope is a scope with its reason, to be saved.
type ReasonedScope struct {
	Scope  string  `json:"scope"`
	Reason *string `json:"reason,omitempty"`
}

// EventType is a kind of event that a webhook can listen to.
type EventType struct {
	Name         string   `json:"name"`
	Audience     string   `json:"audience"`
	Scope        *string  `json:"scope"`
	Description  string   `json:"description"`
	TriggerTakes []string `json:"triggerTakes"` // nil: it cannot be triggered
}

// Triggered is what a trigger did.
type Triggered struct {
	BusinessID string   `json:"businessId"`
	EventIDs   []string `json:"eventIds"`
	Records    []string `json:"records"`
}

// Webhook is where an app is told of events.
type Webhook struct {
	ID                      string     `json:"id"`
	URL                     string     `json:"url"`
	Description             string     `json:"description"`
	Events                  []string   `json:"events"`
	Enabled                 bool       `json:"enabled"`
	IgnoreOwnChanges        bool       `json:"ignoreOwnChanges"`
	PreviousSecretExpiresAt *time.Time `json:"previousSecretExpiresAt"`
	Version                 int        `json:"version"`
	CreatedAt               time.Time  `json:"createdAt"`
}

// WebhookMade is a new webhook, with the secret that is shown this once.
type WebhookMade struct {
	Webhook
	Secret string `json:"secret"`
}

// NewWebhook is what a webhook is made from.
type NewWebhook struct {
	URL              string   `json:"url"`
	Description      string   `json:"description,omitempty"`
	Events           []string `json:"events"`
	Enabled          *bool    `json:"enabled,omitempty"`
	IgnoreOwnChanges bool     `json:"ignoreOwnChanges,omitempty"`
}

// Rotated is a webhook's new secret, shown this once.
type Rotated struct {
	Secret                  string    `json:"secret"`
	PreviousSecretExpiresAt time.Time `json:"previousSecretExpiresAt"`
}

// Function is code of an app's that runs with the service.
type Function struct {
	ID             string            `json:"id"`
	Name           string            `json:"name"`
	Runnable       bool              `json:"runnable"`
	RunnableReason *string           `json:"runnableReason"`
	Current        FunctionVersion   `json:"current"`
	Events         []string          `json:"events"`
	Enabled        bool              `json:"enabled"`
	SwitchedOffAt  *time.Time        `json:"switchedOffAt"`
	UpdatedAt      time.Time         `json:"updatedAt"`
	Versions       []FunctionVersion `json:"versions"` // newest first; of one function alone
}

// Before is the version that is kept from before the live one; 0 where none is.
func (f Function) Before() int {
	for _, v := range f.Versions {
		if v.Version < f.Current.Version {
			return v.Version
		}
	}
	return 0
}

// FunctionVersion is what is known of a function's source.
type FunctionVersion struct {
	Version   int       `json:"version"`
	SHA256    string    `json:"sha256"`
	Bytes     int       `json:"bytes"`
	CreatedAt time.Time `json:"createdAt"`
}

// FunctionRun is one time that a function ran, or is to. What is after At is of one
// run alone.
type FunctionRun struct {
	ID          string    `json:"id"`
	FunctionID  string    `json:"functionId"`
	Status      string    `json:"status"`
	Outcome     *string   `json:"outcome"`
	Version     *int      `json:"version"`
	ByHand      bool      `json:"byHand"`
	Type        string    `json:"type"`
	EventID     *string   `json:"eventId"`
	BusinessID  string    `json:"businessId"`
	DurationMs  float64   `json:"durationMs"`
	CPUMs       float64   `json:"cpuMs"`
	MemoryBytes *int      `json:"memoryBytes"`
	Calls       int       `json:"calls"`
	Failure     *string   `json:"failure"`
	At          time.Time `json:"at"`

	Output json.RawMessage `json:"output"`
	Log    []struct {
		AtMs float64 `json:"atMs"`
		Text string  `json:"text"`
	} `json:"log"`
	LinesDropped int        `json:"linesDropped"`
	NextRetryAt  *time.Time `json:"nextRetryAt"`
}

// FunctionRuns is a page of runs, newest first.
type FunctionRuns struct {
	Data      []FunctionRun `json:"data"`
	NextAfter *string       `json:"nextAfter"` // nil where the list ends
}

// Listener is a machine that is offered what is due from sandboxes.
type Listener struct {
	ID     string   `json:"id"`
	Name   string   `json:"name"`
	Events []string `json:"events"`
}

// ListenerMade is a listener with what its program needs.
type ListenerMade struct {
	Listener
	Secret      string   `json:"secret"`
	Connection  string   `json:"connection"`
	BusinessIDs []string `json:"businessIds"`
}

// Offer is a delivery to be sent on, once.
type Offer struct {
	Offer      string            `json:"offer"`
	ID         string            `json:"id"`
	EventID    *string           `json:"eventId"`
	Type       string            `json:"type"`
	BusinessID string            `json:"businessId"`
	Redelivery int               `json:"redelivery"`
	Attempt    int               `json:"attempt"`
	Headers    map[string]string `json:"headers"`
	Body       string            `json:"body"`
}

// Try names the attempt, however often it is offered.
func (o Offer) Try() string { return fmt.Sprint(o.ID, " ", o.Redelivery, " ", o.Attempt) }

// OfferAnswer is how sending an offer on went.
type OfferAnswer struct {
	Offer      string              `json:"offer"`
	Status     int                 `json:"status,omitempty"`
	Headers    map[string][]string `json:"headers,omitempty"`
	Body       string              `json:"body,omitempty"`
	Encoding   string              `json:"encoding,omitempty"`
	Truncated  bool                `json:"truncated,omitempty"`
	Failure    string              `json:"failure,omitempty"`
	Error      string              `json:"error,omitempty"`
	DurationMs float64             `json:"durationMs"`
	Retry      *bool               `json:"retry,omitempty"`
}

// OfferAnswered is what became of the delivery.
type OfferAnswered struct {
	Refused     *string    `json:"refused"`
	Status      string     `json:"status"`
	NextRetryAt *time.Time `json:"nextRetryAt"`
}

// Probe is what a webhook made of a wrong signature.
type Probe struct {
	Outcome string `json:"outcome"`
	Says    string `json:"says"`
}

// Delivery is an event on its way to a webhook.
type Delivery struct {
	ID           string     `json:"id"`
	WebhookID    string     `json:"webhookId"`
	EventID      *string    `json:"eventId"`
	Type         string     `json:"type"`
	BusinessID   string     `json:"businessId"`
	Status       string     `json:"status"`
	Attempts     int        `json:"attempts"`
	NextRetryAt  *time.Time `json:"nextRetryAt"`
	ResponseCode *int       `json:"responseCode"`
	LastError    *string    `json:"lastError"`
	CreatedAt    time.Time  `json:"createdAt"`
	AppID        string     `json:"appId"` // in traces alone
	Log          []Attempt  `json:"log"`   // where one is looked at
}

// Attempt is one try at a delivery.
type Attempt struct {
	Attempt    int       `json:"attempt"`
	Redelivery int       `json:"redelivery"`
	At         time.Time `json:"at"`
	DurationMs float64   `json:"durationMs"`
	Signature  *string   `json:"signature"`
	Response   *struct {
		Status int `json:"status"`
	} `json:"response"`
	Failure *string `json:"failure"`
	Error   *string `json:"error"`
}

// DeliveryRequest is a delivery as it is sent.
type DeliveryRequest struct {
	URL     string            `json:"url"`
	Headers map[string]string `json:"headers"`
	Body    string            `json:"body"`
}

// DeliveryInspection is a delivery with all that is known of it.
type DeliveryInspection struct {
	Delivery
	Request *DeliveryRequest `json:"request"`
}

// Redelivered says how many deliveries were queued once more.
type Redelivered struct {
	Queued    int        `json:"queued"`
	Skipped   int        `json:"skipped"`
	NextSince *time.Time `json:"nextSince"`
}

// LoggedRequest is a call of an app.
type LoggedRequest struct {
	ID         string    `json:"id"`
	At         time.Time `json:"at"`
	BusinessID string    `json:"businessId"`
	Method     string    `json:"method"`
	Route      *string   `json:"route"`
	Path       string    `json:"path"` // not in streams
	Status     int       `json:"status"`
	Code       *string   `json:"code"`
	DurationMs float64   `json:"durationMs"`
	StandsFor  int       `json:"standsFor"`
}

// Trace is the way of a request, an event, a delivery or a run.
type Trace struct {
	Request *LoggedRequest `json:"request"`
	Events  []struct {
		ID         string    `json:"id"`
		Type       string    `json:"type"`
		BusinessID string    `json:"businessId"`
		At         time.Time `json:"at"`
	} `json:"events"`
	Deliveries []Delivery  `json:"deliveries"`
	Runs       []TracedRun `json:"runs"`
}

// TracedRun is a run, with whose it is.
type TracedRun struct {
	FunctionRun
	AppID        string `json:"appId"`
	FunctionName string `json:"functionName"`
}

// Sandbox is a business to try apps on.
type Sandbox struct {
	ID        string     `json:"id"`
	Name      string     `json:"name"`
	Template  string     `json:"template"`
	Currency  string     `json:"currency"`
	Timezone  string     `json:"timezone"`
	Time      time.Time  `json:"time"`
	FilledAt  *time.Time `json:"filledAt"`
	CreatedAt time.Time  `json:"createdAt"`
}

// SandboxToken lets an app into a sandbox for five minutes.
type SandboxToken struct {
	AccessToken string   `json:"accessToken"`
	ExpiresIn   int      `json:"expiresIn"`
	Scopes      []string `json:"scopes"`
}

// Event is an entry of a business's log.
type Event struct {
	ID         string `json:"id"`
	Type       string `json:"type"`
	BusinessID string `json:"businessId"`
	Created    int64  `json:"created"`
	Data       struct {
		ID string `json:"id"`
	} `json:"data"`
}

// Events is a page of that log.
type Events struct {
	Data       []Event `json:"data"`
	HasMore    bool    `json:"hasMore"`
	NextCursor *string `json:"nextCursor"`
}

// Metadata is what the service says of itself (RFC 8414).
type Metadata struct {
	Issuer                string `json:"issuer"`
	AuthorizationEndpoint string `json:"authorization_endpoint"`
	VersionHeader         string `json:"api_version_header"`
}
