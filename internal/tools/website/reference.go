package main

import (
	"time"

	"github.com/counterpart/counterpart/internal/vocab/version"
	"github.com/counterpart/counterpart/internal/web/edition"
	"github.com/counterpart/counterpart/internal/web/html"
	"github.com/counterpart/counterpart/internal/web/partner"
	"github.com/counterpart/counterpart/internal/web/reference"
)

// writer writes the reference.
type writer struct {
	*site
	editions *edition.Editions
	codes    map[string]explained
	current  version.Version
	book     *reference.Reference
	modules  []html.ReferenceModule
	clients  clients
	// answeredBy are the operations that may answer with a code.
	answeredBy map[string][]string
}

func (w *writer) write() (group, error) {
	all := version.All()
	w.current = all[len(all)-1]
	w.book = reference.New(reference.Config{
		Editions: w.editions, Routes: partner.New(partner.Deps{}).Table().Routes,
		BaseURL: apiHost, AppURL: appHost, Service: service,
	})
	frame := w.book.Overview(w.current, w.now())
	for _, part := range frame.Parts {
		module, _ := w.book.Module(w.current, w.now(), lastElement(part.URL))
		w.modules = append(w.modules, module)
	}
	var err error
	if w.clients, err = w.readClients(); err != nil {
		return group{}, err
	}
	cli, err := w.commandLine()
	if err != nil {
		return group{}, err
	}
	clients, err := w.clientPages()
	if err != nil {
		return group{}, err
	}
	events, err := w.events()
	if err != nil {
		return group{}, err
	}
	operations := w.operations()
	lists := []*page{w.errors(), w.oauthErrors(), w.scopes(), w.permissions(), w.limits(), w.headers()}
	more := []*page{w.discovery(), w.openapi(), w.versions()}
	return group{Label: "Reference", Groups: []group{
		{Label: "Business API", Groups: operations, Collapsed: true},
		{Label: "Events", Pages: events, Collapsed: true},
		{Label: "Errors, scopes, limits", Pages: lists},
		{Label: "Documents and versions", Pages: more},
		{Label: "Clients", Pages: clients},
		{Label: "Command line", Pages: cli, Collapsed: true},
	}}, nil
}

// now is a moment at which the newest version is the current one.
func (w *writer) now() time.Time { return w.current.Released }
