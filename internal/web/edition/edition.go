package edition

import (
	"fmt"
	"strings"

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
	config    Config
	byVersion map[string]*edition
}

// edition is the API as one version describes it.
type edition struct {
	whole  map[string]any  // every operation, the console's too
	calls  map[string]call // by pattern; only those in which something differs
	public document
}

// call is what an older version changes in an operation.
type call struct {
	body    *shape.Place
	query   map[string]*shape.Place
	answers map[int]*shape.Place
	words   map[string]string // what the newest version calls things, and what this one does
}

// New makes the editions of all versions.
func New(config Config) (*Editions, error) {
	e := &Editions{config: config, byVersion: map[string]*edition{}}
	for _, v := range version.All() {
		made, err := e.make(v)
		if err != nil {
			return nil, fmt.Errorf("edition %s: %w", v.Name, err)
		}
		e.byVersion[v.Name] = made
	}
	return e, nil
}

func (e *Editions) make(v version.Version) (*edition, error) {
	whole, err := e.config.Description.Bundle()
	if err != nil {
		return nil, err
	}
	changes := shape.After(v)
	b := binder{book{whole}, changes, map[string]*shape.Place{}}
	made := &edition{whole: whole, calls: map[string]call{}}
	if len(changes) > 0 {
		made.calls = b.calls()
		if err := b.derive(v); err != nil {
			return nil, err
		}
	}
	e.place(whole, v)
	made.public, err = publish(whole)
	return made, err
}

// place says in a description which version it is, and where the service is.
func (e *Editions) place(whole map[string]any, v version.Version) {
	info, _ := whole["info"].(map[string]any)
	info["title"], info["version"] = e.config.Service+" API", v.Name
	whole["servers"] = []any{map[string]any{"url": e.config.BaseURL, "description": "The API host."}}
	replaceTexts(whole, strings.NewReplacer("https://api.example.com", e.config.BaseURL, "https://app.example.com", e.config.AuthURL))
}

// Description is what a version promises of every operation, for those who hold
// answers to it.
func (e *Editions) Description(v version.Version) *api.Description {
	return api.Of(e.byVersion[v.Name].whole)
}
