package authorize

import "net/url"

// PageError is what the page says when a request cannot go on. It never goes to
// the app.
type PageError struct {
	Kind    Kind
	Message string // in the contract's words
}

// Kind is what a PageError is about, for whoever explains it.
type Kind int

// The kinds. What is malformed its makers have to mend.
const (
	Malformed Kind = iota
	UnknownClient
	RedirectMismatch
	ScopesNotPermitted
)

// Error is the message.
func (e *PageError) Error() string { return e.Message }

// Asked is an authorization request as it came.
type Asked struct {
	ClientID            string
	RedirectURI         string
	ResponseType        string
	Scope               string
	State               *string // any bytes; nil: none was sent
	CodeChallenge       string
	CodeChallengeMethod string
	Resources           []string // as many as were sent
}

// Parse reads a request's query. A parameter that is sent twice is refused: its
// readers could disagree about which one counts. resource is the exception, for
// its own rule says what to answer. Parameters that nobody knows are ignored.
func Parse(query url.Values) (Asked, *PageError) {
	for _, name := range parameters {
		if len(query[name]) > 1 {
			return Asked{}, &PageError{Malformed, "invalid_request: " + name + " was sent more than once"}
		}
	}
	asked := Asked{
		ClientID: query.Get("client_id"), RedirectURI: query.Get("redirect_uri"), ResponseType: query.Get("response_type"),
		Scope: query.Get("scope"), CodeChallenge: query.Get("code_challenge"),
		CodeChallengeMethod: query.Get("code_challenge_method"), Resources: query["resource"],
	}
	if query.Has("state") {
		asked.State = new(query.Get("state"))
	}
	return asked, nil
}

// parameters are those that may be sent once, in the order in which we complain.
var parameters = []string{
	"client_id", "redirect_uri", "response_type", "scope", "state", "code_challenge", "code_challenge_method",
}
