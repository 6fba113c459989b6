package main

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"

	"github.com/goccy/go-yaml"

	"github.com/counterpart/counterpart/api"
	"github.com/counterpart/counterpart/internal/vocab/event"
	"github.com/counterpart/counterpart/internal/vocab/permission"
	"github.com/counterpart/counterpart/internal/vocab/scope"
	"github.com/counterpart/counterpart/internal/web/edition"
)

// The hosts of api/, which the server replaces by its own (package site).
const (
	apiHost = "https://api.example.com"
	appHost = "https://app.example.com"
	service = "Service"
)

// names are what pages may speak of.
type names struct {
	codes, events, scopes map[string]bool
}

// explained is a code in internal/cli/errors.yaml.
type explained struct {
	Status  int    `yaml:"status" json:"status"`
	Message string `yaml:"message" json:"message"`
	Cause   string `yaml:"cause" json:"cause"`
	Do      string `yaml:"do" json:"do"`
}

// collect makes all pages.
func collect(root string) (*site, error) {
	s := &site{root: root, files: map[string][]byte{}}
	written, err := s.guides()
	if err != nil {
		return nil, err
	}
	reference, err := s.reference()
	if err != nil {
		return nil, err
	}
	s.menu = append(written, reference)
	s.add(&page{path: notFound, title: "There is no such page", body: "The address may be an old one. Use the search, or begin at the " + link("", "first page") + ".\n"})
	mark, err := os.ReadFile(filepath.Join(root, "internal/web/html/static/mark.svg"))
	if err != nil {
		return nil, err
	}
	s.files["mark.svg"] = mark
	s.llms()
	return s, s.follow()
}

func (s *site) read(name string) (string, error) {
	text, err := os.ReadFile(filepath.Join(s.root, name))
	return string(text), err
}

// reference is the part of the site that nobody writes by hand.
func (s *site) reference() (group, error) {
	description, err := api.Load()
	if err != nil {
		return group{}, err
	}
	editions, err := edition.New(edition.Config{Description: description, Service: service, BaseURL: apiHost, AuthURL: appHost})
	if err != nil {
		return group{}, err
	}
	codes := map[string]explained{}
	text, err := s.read("internal/cli/errors.yaml")
	if err != nil {
		return group{}, err
	}
	if err := yaml.Unmarshal([]byte(text), &codes); err != nil {
		return group{}, err
	}
	s.names = known(codes)
	if err := s.words(); err != nil {
		return group{}, err
	}
	w := &writer{site: s, editions: editions, codes: codes}
	return w.write()
}

func known(codes map[string]explained) names {
	n := names{codes: map[string]bool{}, events: map[string]bool{}, scopes: map[string]bool{}}
	for code := range codes {
		n.codes[code] = true
	}
	for _, t := range event.All() {
		n.events[string(t.Name)] = true
	}
	for _, row := range scope.Rows() {
		n.scopes[string(row.Scope)] = true
	}
	for _, row := range permission.Rows() {
		n.events[string(row.Permission)] = true // they look alike
	}
	return n
}

var wordOfAPI = regexp.MustCompile(`\b[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+\b`)

// words adds those of the descriptions: what an enumeration lists looks like a code.
func (s *site) words() error {
	files, err := filepath.Glob(filepath.Join(s.root, "api/*.yaml"))
	if err != nil {
		return err
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			return err
		}
		for _, word := range wordOfAPI.FindAllString(string(text), -1) {
			s.names.codes[word] = true
		}
	}
	return nil
}

// title and description of a page that somebody wrote: its first heading and its
// first paragraph.
var (
	heading   = regexp.MustCompile(`(?s)\A# ([^\n]+)\n+(.*)\z`)
	sentence  = regexp.MustCompile("(?s)\\A[A-Z`].*?[.](?:\\s|$)")
	markdowns = regexp.MustCompile("[`*]|\\[([^]]*)\\]\\([^)]*\\)")
)

func written(path, source, text string) *page {
	p := &page{path: path, source: source, body: text}
	if found := heading.FindStringSubmatch(text); found != nil {
		p.title, p.body = strings.ReplaceAll(found[1], "`", ""), found[2]
	}
	p.description = strings.Join(strings.Fields(markdowns.ReplaceAllString(sentence.FindString(p.body), "$1")), " ")
	return p
}
