package reference

import (
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/counterpart/counterpart/internal/vocab/event"
	"github.com/counterpart/counterpart/internal/vocab/pagepath"
	"github.com/counterpart/counterpart/internal/vocab/permission"
	"github.com/counterpart/counterpart/internal/vocab/scope"
	"github.com/counterpart/counterpart/internal/vocab/shape"
	"github.com/counterpart/counterpart/internal/vocab/version"
	"github.com/counterpart/counterpart/internal/web/edition"
	"github.com/counterpart/counterpart/internal/web/html"
	"github.com/counterpart/counterpart/internal/web/route"
)

// Config is what the reference is made of.
type Config struct {
	Editions *edition.Editions
	Routes   []route.Route // of the API host: what each takes is told in plain words
	BaseURL  string
	AppURL   string // where these pages are
	Service  string
}

// Reference is the reference of all versions.
type Reference struct {
	Config
	permissions map[string]permission.Permission // by pattern
	parts       map[string]func() []html.ReferenceModule
}

// New returns the reference.
func New(config Config) *Reference {
	b := &Reference{Config: config, permissions: map[string]permission.Permission{}, parts: map[string]func() []html.ReferenceModule{}}
	for _, row := range config.Routes {
		b.permissions[row.Pattern] = row.Permission
	}
	for _, v := range version.All() {
		b.parts[v.Name] = sync.OnceValue(func() []html.ReferenceModule { return b.modules(v) })
	}
	return b
}

// Overview is the first page of a version.
func (r *Reference) Overview(v version.Version, now time.Time) html.Reference {
	description := r.Editions.Public(v)
	info, _ := description.Root["info"].(map[string]any)
	page := html.Reference{
		ReferenceFrame: r.frame(v, now, home(v)),
		About:          r.prose(info["description"]), BaseURL: r.BaseURL, Header: r.Editions.VersionHeader(),
		Description: r.descriptionOf(v), Requests: home(v) + "/" + RequestsFile, Postman: home(v) + "/" + PostmanFile,
		Curl: curl(call{method: "GET", url: r.BaseURL + "/me", headers: r.headers(v, true)}),
	}
	for _, module := range r.parts[v.Name]() {
		page.Parts = append(page.Parts, module.ReferencePart)
	}
	return page
}

// Module is a part of a version in full, by the end of its address.
func (r *Reference) Module(v version.Version, now time.Time, name string) (html.ReferenceModule, bool) {
	for _, module := range r.parts[v.Name]() {
		if module.URL == home(v)+"/"+name {
			module.ReferenceFrame = r.frame(v, now, module.URL)
			return module, true
		}
	}
	return html.ReferenceModule{}, false
}

// Versions tells what the versions differ in.
func (r *Reference) Versions(now time.Time) html.ReferenceVersions {
	return html.ReferenceVersions{
		ReferenceFrame: r.frame(version.Current(now), now, edition.PathVersions), Header: r.Editions.VersionHeader(),
	}
}

// home is the address of a version's first page.
func home(v version.Version) string { return pagepath.Reference + "/" + v.Name }

func slug(tag string) string { return strings.ReplaceAll(strings.ToLower(tag), " ", "-") }

func (r *Reference) descriptionOf(v version.Version) string {
	return r.BaseURL + edition.Path + "?version=" + v.Name
}

func (r *Reference) frame(v version.Version, now time.Time, at string) html.ReferenceFrame {
	frame := html.ReferenceFrame{Version: v.Name, At: at}
	for _, other := range slices.Backward(version.All()) {
		if other.ReleasedAt(now) {
			frame.Versions = append(frame.Versions, r.version(other, now))
		}
	}
	for _, module := range r.parts[v.Name]() {
		frame.Modules = append(frame.Modules, module.ReferenceLink)
	}
	return frame
}

func (r *Reference) version(v version.Version, now time.Time) html.ReferenceVersion {
	shown := html.ReferenceVersion{
		ReferenceLink: html.ReferenceLink{Name: v.Name, URL: home(v)}, State: html.VersionCurrent,
		Released: v.Released, Deprecated: v.Deprecated, Sunset: v.Sunset, Description: r.descriptionOf(v),
	}
	switch {
	case !v.Supported(now):
		shown.State = html.VersionEnded
	case v.DeprecatedAt(now):
		shown.State = html.VersionDeprecated
	}
	for _, change := range shape.Of(v) {
		shown.Changes = append(shown.Changes, phrases(change.Says))
	}
	return shown
}

// eventsTag is the part in which the catalogue of events stands.
const eventsTag = "Events"

// modules are the parts of a version, as the description lists them.
func (r *Reference) modules(v version.Version) []html.ReferenceModule {
	w := &writer{Reference: r, version: v, description: r.Editions.Public(v)}
	var modules []html.ReferenceModule
	for _, tag := range edition.Objects(w.description.Root["tags"]) {
		name, _ := tag["name"].(string)
		module := html.ReferenceModule{ReferencePart: html.ReferencePart{
			ReferenceLink: html.ReferenceLink{Name: name, URL: home(v) + "/" + slug(name)}, About: r.prose(tag["description"]),
		}}
		w.begin(module.URL)
		for pattern, operation := range w.description.Operations() {
			if tags, _ := operation["tags"].([]any); slices.Contains(tags, any(name)) {
				module.Operations = append(module.Operations, w.operation(pattern, operation))
			}
		}
		module.Records = w.records()
		if name == eventsTag {
			module.Events = r.events(v)
		}
		modules = append(modules, module)
	}
	return modules
}

// events are the catalogue, with samples as a version shows them.
func (r *Reference) events(v version.Version) []html.EventEntry {
	var entries []html.EventEntry
	for _, t := range event.All() {
		sample, err := shape.Payload(v, t.Name, t.Sample())
		if err != nil {
			sample = t.Sample() // the tests make the sample of every event in every version
		}
		entries = append(entries, html.EventEntry{
			ID: "event-" + string(t.Name), Name: string(t.Name), Says: t.Says, Audience: string(t.Audience),
			Scope: string(t.Scope), ScopeSays: says(t.Scope), Sample: indented(sample),
		})
	}
	return entries
}

func says(s scope.Scope) string {
	row, _ := scope.Lookup(s)
	return row.Says
}

func permissionSays(p permission.Permission) string {
	row, ok := permission.Lookup(p)
	if !ok {
		return ""
	}
	return row.Says
}

// headers are those of a call in a version.
func (r *Reference) headers(v version.Version, token bool) []string {
	var list []string
	if token {
		list = append(list, "Authorization: Bearer $ACCESS_TOKEN")
	}
	return append(list, fmt.Sprintf("%s: %s", r.Editions.VersionHeader(), v.Name))
}
