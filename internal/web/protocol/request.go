package protocol

import (
	"encoding/json"
	"errors"
	"io"
	"mime"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/counterpart/counterpart/internal/core/oauth"
	"github.com/counterpart/counterpart/internal/core/oauth/grant"
)

const (
	typeForm = "application/x-www-form-urlencoded"
	typeJSON = "application/json"
)

// parameters are what a client sent, each of them once, but for resource.
type parameters struct {
	grant.Form
	resources []string
}

// readParameters reads a body of one of the given content types.
func readParameters(r *http.Request, types ...string) (parameters, error) {
	media, body, err := readBody(r, types...)
	if err != nil {
		return parameters{}, err
	}
	if media == typeJSON {
		return parseJSON(body)
	}
	return parseForm(string(body))
}

// readBody reads a body of one of the given content types, and says of which.
func readBody(r *http.Request, types ...string) (media string, body []byte, err error) {
	media, params, err := mime.ParseMediaType(r.Header.Get("Content-Type"))
	charset, named := params["charset"]
	if err != nil || !slices.Contains(types, media) || r.Header.Get("Content-Encoding") != "" || named && !strings.EqualFold(charset, "utf-8") {
		return "", nil, oauth.InvalidRequest("the body must be " + strings.Join(types, " or "))
	}
	body, err = io.ReadAll(r.Body)
	if _, tooLarge := errors.AsType[*http.MaxBytesError](err); tooLarge {
		return "", nil, oauth.InvalidRequest("the body is too large")
	}
	if err != nil {
		return "", nil, oauth.InvalidRequest("the body could not be read")
	}
	return media, body, nil
}

func parseForm(text string) (parameters, error) {
	values, err := url.ParseQuery(text)
	if err != nil {
		return parameters{}, oauth.InvalidRequest("the body is not a well-formed form")
	}
	p := parameters{Form: grant.Form{}}
	for name, list := range values {
		if slices.ContainsFunc(list, unstorable) || unstorable(name) {
			return parameters{}, oauth.InvalidRequest("the body must be text in UTF-8")
		}
		switch {
		case name == "resource":
			p.resources = slices.DeleteFunc(list, func(text string) bool { return text == "" })
		case len(list) > 1:
			return parameters{}, oauth.InvalidRequest("a parameter was sent more than once")
		default:
			p.Form[name] = list[0]
		}
	}
	return p, nil
}

// jsonParameters are those that a JSON body may hold, beside resource.
var jsonParameters = []string{"client_id", "client_secret", "scope", "device_name"}

func parseJSON(body []byte) (parameters, error) {
	members, err := oauth.Object(body)
	if err != nil {
		return parameters{}, oauth.InvalidRequest(err.Error())
	}
	p := parameters{Form: grant.Form{}}
	for _, name := range jsonParameters {
		text, ok := oauth.Text(members[name])
		if !ok {
			return parameters{}, oauth.InvalidRequest(name + " must be a text")
		}
		p.Form[name] = text
	}
	p.resources, err = parseResources(members["resource"])
	return p, err
}

// parseResources takes one text, or a list of them, as a form may have it.
func parseResources(raw json.RawMessage) (resources []string, err error) {
	list := []json.RawMessage{raw}
	if len(raw) > 0 && raw[0] == '[' {
		if err := json.Unmarshal(raw, &list); err != nil {
			return nil, oauth.InvalidRequest("resource must be a text")
		}
	}
	for _, one := range list {
		text, ok := oauth.Text(one)
		if !ok {
			return nil, oauth.InvalidRequest("resource must be a text")
		}
		if text != "" {
			resources = append(resources, text)
		}
	}
	return resources, nil
}

// unstorable reports whether no text column can hold a text.
func unstorable(text string) bool { return !utf8.ValidString(text) || strings.ContainsRune(text, 0) }
