package cli

import (
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"reflect"
	"slices"
	"strings"

	"github.com/counterpart/counterpart/internal/cli/service"
)

// standing is what the service has of an app, as far as a manifest can speak of it.
type standing struct {
	app      service.App
	scopes   service.AskedScopes
	webhooks []service.Webhook
	fields   []json.RawMessage // whole, as a manifest may name any of their members
}

func (r *run) standing(client *service.Client, id string) (s standing, err error) {
	if err = client.Read(r.ctx, service.Path("developer", "apps", id), nil, &s.app); err != nil {
		return s, err
	}
	if err = client.Read(r.ctx, scopesPath(s.app), nil, &s.scopes); err != nil {
		return s, err
	}
	if s.webhooks, err = r.webhooksOf(client, s.app); err != nil {
		return s, err
	}
	var fields service.List[json.RawMessage]
	if err = client.Read(r.ctx, fieldsPath(s.app), nil, &fields); err != nil {
		return s, err
	}
	s.fields = fields.Data
	return s, nil
}

// The ways in which something changes.
const (
	opAdd    = "add"
	opChange = "change"
	opRemove = "remove"
)

// change is one difference between what is there and what the manifest says.
type change struct {
	Path  string `json:"path"`
	Op    string `json:"op"`
	Value any    `json:"value,omitempty"`
}

// leftAlone is something that is there, and that the manifest does not know.
type leftAlone struct {
	Path   string `json:"path"`
	Reason string `json:"reason"`
}

// step is a call that makes changes.
type step struct {
	path    string
	changes []change
	do      func() error
}

// applying brings an app to what its manifest says. It is not done at one stroke: what
// fails leaves what was done before it, and applying again goes on from there.
type applying struct {
	*run
	client  *service.Client
	plan    manifest
	has     standing
	prune   bool
	envFile string

	version int // of the app, which scopes, redirect URIs and settings share
	kept    []leftAlone
	made    map[string]json.RawMessage // the webhooks that were made, by their key
}

// steps are the calls that are needed, in the order in which they can be made: events
// need scopes, and a scope that goes may be needed until the last.
func (a *applying) steps() []step {
	a.version, a.kept, a.made = a.has.app.Version, nil, map[string]json.RawMessage{}
	all := []step{a.scopesStep(false), a.redirectsStep()}
	all = append(all, a.fieldSteps()...)
	all = append(all, a.webhookSteps()...)
	all = append(all, a.settingsStep())
	all = append(all, a.removals()...)
	all = append(all, a.scopesStep(true))
	return slices.DeleteFunc(all, func(s step) bool { return len(s.changes) == 0 })
}

// scopesStep adds scopes and gives reasons, or takes away what is not asked for.
func (a *applying) scopesStep(last bool) step {
	s := step{path: "scopes"}
	if !a.plan.names("scopes") {
		return s
	}
	wanted := maps.Clone(a.plan.Scopes)
	for _, have := range a.has.scopes.Data {
		reason, asked := wanted[have.Scope]
		switch {
		case !asked && last:
			s.changes = append(s.changes, change{s.path, opRemove, have.Scope})
		case !asked:
			wanted[have.Scope] = textOf(have.Reason)
		case !last && reason != textOf(have.Reason):
			s.changes = append(s.changes, change{s.path + "." + have.Scope, opChange, reason})
		}
	}
	for _, scope := range slices.Sorted(maps.Keys(wanted)) {
		known := slices.ContainsFunc(a.has.scopes.Data, func(have service.AskedScope) bool { return have.Scope == scope })
		if !known && !last {
			s.changes = append(s.changes, change{s.path, opAdd, scope})
		}
	}
	s.do = func() error {
		list := []service.ReasonedScope{}
		for _, scope := range slices.Sorted(maps.Keys(wanted)) {
			one := service.ReasonedScope{Scope: scope}
			if reason := wanted[scope]; reason != "" {
				one.Reason = &reason
			}
			list = append(list, one)
		}
		return a.save(http.MethodPut, scopesPath(a.has.app), map[string]any{"scopes": list})
	}
	return s
}

func textOf(text *string) string {
	if text == nil {
		return ""
	}
	return *text
}

func (a *applying) redirectsStep() step {
	s := step{path: "redirectUris"}
	if !a.plan.names(s.path) {
		return s
	}
	s.changes = listChanges(s.path, a.has.app.RedirectURIs, a.plan.RedirectURIs)
	s.do = func() error {
		return a.save(http.MethodPut, redirectsPath(a.has.app), map[string]any{s.path: append([]string{}, a.plan.RedirectURIs...)})
	}
	return s
}

// settingsStep saves the settings of the app itself.
func (a *applying) settingsStep() step {
	s := step{path: "app"}
	have, want := membersOf(a.has.app), map[string]any{}
	for _, name := range []string{"name", "appUrl", "privacyUrl", "supportUrl", "pinnedApiVersion"} {
		if !a.plan.names(name) {
			continue
		}
		value := a.plan.said[name]
		if value == "" {
			value = nil // there is none
		}
		if !reflect.DeepEqual(have[name], value) {
			want[name] = value
			s.changes = append(s.changes, change{name, opChange, value})
		}
	}
	s.do = func() error { return a.save(http.MethodPatch, service.Path("developer", "apps", a.has.app.ID), want) }
	return s
}

// save changes the app, if nobody else has since it was read.
func (a *applying) save(method, path string, body any) error {
	answer, err := a.client.Do(a.ctx, service.Call{Method: method, Path: path, Header: service.IfMatch(a.version), Body: body})
	if err != nil {
		return err
	}
	var saved struct {
		Version int `json:"version"`
	}
	err = answer.Read(&saved)
	a.version = saved.Version
	return err
}

// fieldSteps declare and change fields. A field is known by its type of record and key.
func (a *applying) fieldSteps() (list []step) {
	for _, name := range slices.Sorted(maps.Keys(a.plan.Fields)) {
		want, path := a.plan.part("fields", name), "fields."+name
		if have, found := a.fieldNamed(name); found {
			s := step{path: path, changes: memberChanges(path, have, want)}
			s.do = func() error {
				return a.call(http.MethodPatch, fieldsPath(a.has.app, fmt.Sprint(have["id"])), versionOf(have), want)
			}
			list = append(list, s)
			continue
		}
		want["resourceType"], want["key"], _ = strings.Cut(name, ".")
		list = append(list, step{path, []change{{path, opAdd, nil}}, func() error { return a.call(http.MethodPost, fieldsPath(a.has.app), 0, want) }})
	}
	return list
}

func (a *applying) fieldNamed(name string) (members map[string]any, found bool) {
	for _, text := range a.has.fields {
		members := membersOf(text)
		if fieldName(members) == name {
			return members, true
		}
	}
	return nil, false
}

func versionOf(members map[string]any) int {
	version, _ := members["version"].(float64)
	return int(version)
}

func fieldName(members map[string]any) string {
	return fmt.Sprintf("%v.%v", members["resourceType"], members["key"])
}

// webhookSteps make and change webhooks. A webhook is known by its URL: another one is
// another receiver, which has a secret of its own.
func (a *applying) webhookSteps() (list []step) {
	for _, key := range slices.Sorted(maps.Keys(a.plan.Webhooks)) {
		want, path := a.plan.part("webhooks", key), "webhooks."+key
		at := slices.IndexFunc(a.has.webhooks, func(hook service.Webhook) bool { return hook.URL == a.plan.Webhooks[key].URL })
		if at < 0 {
			list = append(list, step{path, []change{{path, opAdd, want["url"]}}, func() error { return a.makeWebhook(key) }})
			continue
		}
		hook := a.has.webhooks[at]
		list = append(list, step{path, memberChanges(path, membersOf(hook), want), func() error {
			return a.call(http.MethodPatch, webhookPath(a.has.app, hook), hook.Version, want)
		}})
	}
	return list
}

// makeWebhook makes one. Its secret comes once, so it is written down at once.
func (a *applying) makeWebhook(key string) error {
	hook := a.plan.Webhooks[key]
	answer, err := a.client.Do(a.ctx, service.Call{
		Method: http.MethodPost, Path: webhooksPath(a.has.app),
		Body: service.NewWebhook{URL: hook.URL, Description: hook.Description, Events: hook.Events, Enabled: hook.Enabled, IgnoreOwnChanges: hook.IgnoreOwnChanges},
	})
	if err != nil {
		return err
	}
	a.made[key] = answer.Body
	if a.envFile == "" {
		return nil
	}
	var made service.WebhookMade
	if err := answer.Read(&made); err != nil {
		return err
	}
	name := "COUNTERPART_WEBHOOK_SECRET"
	if len(a.plan.Webhooks) > 1 {
		name += "_" + strings.ToUpper(strings.ReplaceAll(key, "-", "_"))
	}
	if err := a.writeEnv(a.envFile, [2]string{name, made.Secret}); err != nil {
		return err
	}
	a.made[key], err = withoutMember(answer.Body, "secret")
	return err
}

// removals take away the webhooks and fields that the manifest does not know, where
// that is wanted.
func (a *applying) removals() (list []step) {
	remove := func(path, call string) {
		if !a.prune {
			a.kept = append(a.kept, leftAlone{path, "no --prune"})
			return
		}
		list = append(list, step{path, []change{{path, opRemove, nil}}, func() error { return a.call(http.MethodDelete, call, 0, nil) }})
	}
	for _, hook := range a.has.webhooks {
		known := func(w manifestWebhook) bool { return w.URL == hook.URL }
		if !slices.ContainsFunc(slices.Collect(maps.Values(a.plan.Webhooks)), known) {
			remove("webhooks "+hook.URL, webhookPath(a.has.app, hook))
		}
	}
	for _, text := range a.has.fields {
		members := membersOf(text)
		if _, known := a.plan.Fields[fieldName(members)]; !known {
			remove("fields."+fieldName(members), fieldsPath(a.has.app, fmt.Sprint(members["id"])))
		}
	}
	return list
}

// call makes a call; with a version, if that is what is there still.
func (a *applying) call(method, path string, version int, body any) error {
	call := service.Call{Method: method, Path: path, Body: body}
	if version > 0 {
		call.Header = service.IfMatch(version)
	}
	_, err := a.client.Do(a.ctx, call)
	return err
}

// perform makes the changes, and tells which were made, and where it stopped.
func (a *applying) perform(steps []step) (done []change, at string, err error) {
	for _, s := range steps {
		if err := s.do(); err != nil {
			return done, s.path, err
		}
		done = append(done, s.changes...)
	}
	return done, "", nil
}

// membersOf are the members of a value's JSON.
func membersOf(value any) (members map[string]any) {
	text, err := json.Marshal(value)
	if err == nil {
		_ = json.Unmarshal(text, &members) // what was just written is readable
	}
	return members
}

// memberChanges compares the members that are named; lists as a whole, in any order.
func memberChanges(path string, have, want map[string]any) (list []change) {
	for _, name := range slices.Sorted(maps.Keys(want)) {
		had, isList := have[name].([]any)
		if to, both := want[name].([]any); isList && both {
			list = append(list, listChanges(path+"."+name, texts(had), texts(to))...)
		} else if !reflect.DeepEqual(have[name], want[name]) {
			list = append(list, change{path + "." + name, opChange, want[name]})
		}
	}
	return list
}

func texts(list []any) (out []string) {
	for _, one := range list {
		out = append(out, fmt.Sprint(one))
	}
	return out
}

func listChanges(path string, have, want []string) (list []change) {
	for _, one := range want {
		if !slices.Contains(have, one) {
			list = append(list, change{path, opAdd, one})
		}
	}
	for _, one := range have {
		if !slices.Contains(want, one) {
			list = append(list, change{path, opRemove, one})
		}
	}
	return list
}
