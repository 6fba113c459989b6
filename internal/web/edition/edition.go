package edition

import (
	"fmt"
	"strings"
	"sync"

	"github.com/counterpart/counterpart/api"
	"github.com/counterpart/counterpart/internal/vocab/shape"
	"github.com/counterpart/counterpart/internal/vocab/version"
)

// Config is what the editions are made of, and where the service is.
type Config struct {
	Description *api.Description
	Service     string // the service's name, which the version's header has too
	BaseURL     string // the API origin
	AuthURL     string // the app origin, where people read the reference
}

// Editions are all versions of the API. They are made once and only read.
type Editions struct {
	config        Config
	versionHeader string
	byVersion     map[string]*edition
	documents     map[string]func() document // written when first asked for
}

// edition is the API as one version describes it.
type edition struct {
	whole  map[string]any  // every operation, the console's too
	public map[string]any  // what apps see of it
	text   []byte          // the same, written down
	calls  map[string]call // by pattern; only those in which something differs
}

// call is what an older version changes in an operation.
type call struct {
	body    *shape.Place
	query   map[string]*shape.Place
	answers map[int]*shape.Place
	words   map[string]string // what the newest version calls things, and what this one does
	phrases map[string]string // what the newest version says of things, and what is true in this one
}

// New makes the editions of all versions.
func New(config Config) (*Editions, error) {
	made, err := derived(config.Description)
	if err != nil {
		return nil, err
	}
	e := &Editions{config: config, versionHeader: config.Service + "-Version", byVersion: made, documents: map[string]func() document{}}
	for name, edition := range made {
		e.documents[name] = sync.OnceValue(func() document { return e.write(edition) })
	}
	return e, nil
}

// known are the editions of a description, by the description: they are the same
// for all services, and a test starts many.
var known sync.Map

func derived(description *api.Description) (map[string]*edition, error) {
	once, _ := known.LoadOrStore(description, sync.OnceValues(func() (map[string]*edition, error) {
		all := map[string]*edition{}
		for _, v := range version.All() {
			made, err := derive(description, v)
			if err != nil {
				return nil, fmt.Errorf("edition %s: %w", v.Name, err)
			}
			all[v.Name] = made
		}
		return all, nil
	}))
	return once.(func() (map[string]*edition, error))()
}

// derive makes one version's edition of a description.
func derive(description *api.Description, v version.Version) (*edition, error) {
	whole, err := description.Bundle()
	if err != nil {
		return nil, err
	}
	if info, ok := whole["info"].(map[string]any); ok {
		info["title"], info["version"] = somebody+" API", v.Name
	}
	whole["servers"] = []any{map[string]any{"url": apiHost, "description": "The API host."}}
	made := &edition{whole: whole}
	b := binder{Document{whole}, shape.After(v), map[string]*shape.Place{}}
	if len(b.changes) > 0 {
		made.calls = b.calls()
		if err := b.derive(v); err != nil {
			return nil, err
		}
	}
	if err := tellEvents(whole, v); err != nil {
		return nil, err
	}
	made.public = publish(whole)
	made.text, err = encode(made.public)
	return made, err
}

// What stands in api/ for the service's name and its hosts.
const (
	somebody = "Counterpart"
	apiHost  = "https://api.example.com"
	appHost  = "https://app.example.com"
)

// Description is what a version promises of every operation, for those who hold
// answers to it.
func (e *Editions) Description(v version.Version) *api.Description {
	return api.Of(e.byVersion[v.Name].whole)
}

// Public is what apps see of a version. It is shared: nobody changes it.
func (e *Editions) Public(v version.Version) Document { return Document{e.byVersion[v.Name].public} }

// Hosted puts the service's own hosts into a text of api/.
func (e *Editions) Hosted(text string) string {
	return strings.NewReplacer(apiHost, e.config.BaseURL, appHost, e.config.AuthURL).Replace(text)
}
