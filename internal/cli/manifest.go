package cli

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/goccy/go-yaml"

	"github.com/counterpart/counterpart/internal/cli/service"
	"github.com/counterpart/counterpart/internal/cli/store"
)

// manifestFile is where an app is described, beside its code. It holds no secret.
const manifestFile = "counterpart.yaml"

// manifest describes an app. Members have the API's names.
type manifest struct {
	Manifest         int                        `yaml:"manifest"`
	IDs              map[string]string          `yaml:"ids"` // the app by profile
	Name             string                     `yaml:"name"`
	Type             string                     `yaml:"type"`
	AppURL           string                     `yaml:"appUrl"`
	PrivacyURL       string                     `yaml:"privacyUrl"`
	SupportURL       string                     `yaml:"supportUrl"`
	PinnedAPIVersion *string                    `yaml:"pinnedApiVersion"`
	RedirectURIs     []string                   `yaml:"redirectUris"`
	Scopes           map[string]string          `yaml:"scopes"` // each with the reason that review reads
	Webhooks         map[string]manifestWebhook `yaml:"webhooks"`
	Fields           map[string]manifestField   `yaml:"fields"` // by type of record and key, such as INVOICE.route

	said map[string]any // the file as it is: what it does not name, it leaves alone
}

// names reports whether the file says something of this.
func (m manifest) names(member string) bool {
	_, named := m.said[member]
	return named
}

// part is what the file says of one thing, member by member.
func (m manifest) part(of, name string) map[string]any {
	all, _ := m.said[of].(map[string]any)
	one, _ := all[name].(map[string]any)
	return maps.Clone(one)
}

// manifestField is checked by its names alone: the service judges the rest.
type manifestField struct {
	Label              any `yaml:"label"`
	Description        any `yaml:"description"`
	Type               any `yaml:"type"`
	MinLength          any `yaml:"minLength"`
	MaxLength          any `yaml:"maxLength"`
	Pattern            any `yaml:"pattern"`
	Min                any `yaml:"min"`
	Max                any `yaml:"max"`
	Scale              any `yaml:"scale"`
	Choices            any `yaml:"choices"`
	VisibleToBusiness  any `yaml:"visibleToBusiness"`
	EditableByBusiness any `yaml:"editableByBusiness"`
}

type manifestWebhook struct {
	URL              string   `yaml:"url"`
	Description      string   `yaml:"description"`
	Events           []string `yaml:"events"`
	Enabled          *bool    `yaml:"enabled"`
	IgnoreOwnChanges bool     `yaml:"ignoreOwnChanges"`
}

// readManifest reads a file and checks all that can be checked before anything is
// done.
func (r *run) readManifest(c *service.Client, name string) (manifest, error) {
	text, err := r.read(name)
	if err != nil {
		return manifest{}, err
	}
	var plan manifest
	if err := yaml.UnmarshalWithOptions(text, &plan, yaml.Strict()); err != nil {
		first, _, _ := strings.Cut(err.Error(), "\n")
		return manifest{}, wrong(exitFailed, "", "%s is refused: %s", name, first)
	}
	asJSON, err := yaml.YAMLToJSON(text)
	if err != nil {
		return manifest{}, err
	}
	if err := json.Unmarshal(asJSON, &plan.said); err != nil {
		return manifest{}, err
	}
	problems, err := r.check(c, plan)
	if err != nil {
		return manifest{}, err
	}
	if len(problems) > 0 {
		return manifest{}, wrong(exitFailed, "Nothing was done.", "%s is refused, %s: %s", name, count(len(problems), "problem", "problems"), located(text, problems))
	}
	return plan, nil
}

// appOf is the app that a manifest was written for, at this service; empty if there is
// none yet.
func (r *run) appOf(plan manifest) (string, error) {
	at, err := r.site()
	return plan.IDs[at.label()], err
}

// flaw is something wrong with a manifest, and the text in it that it is about.
type flaw struct{ at, says string }

// located names the line of each flaw.
func located(text []byte, flaws []flaw) string {
	lines := strings.Split(string(text), "\n")
	var says []string
	for _, f := range flaws {
		if n := slices.IndexFunc(lines, func(line string) bool { return f.at != "" && strings.Contains(line, f.at) }); n >= 0 {
			f.says = fmt.Sprintf("line %d, %s", n+1, f.says)
		}
		says = append(says, f.says)
	}
	return strings.Join(says, "; ")
}

// check holds a plan to what the service knows.
func (r *run) check(c *service.Client, plan manifest) ([]flaw, error) {
	var scopes service.List[struct {
		Scope string `json:"scope"`
	}]
	if err := c.Read(r.ctx, "/developer/scopes", nil, &scopes); err != nil {
		return nil, err
	}
	events, err := r.eventTypes(c)
	if err != nil {
		return nil, err
	}
	var flaws []flaw
	if plan.Manifest != 1 {
		flaws = append(flaws, flaw{"manifest:", "manifest: the form of the file is 1"})
	}
	if plan.Name == "" {
		flaws = append(flaws, flaw{"name:", "name: it is missing"})
	}
	if plan.Type != "CONFIDENTIAL" && plan.Type != "PUBLIC" {
		flaws = append(flaws, flaw{"type:", "type: it is CONFIDENTIAL or PUBLIC"})
	}
	var known []string
	for _, s := range scopes.Data {
		known = append(known, s.Scope)
	}
	for _, name := range slices.Sorted(maps.Keys(plan.Scopes)) {
		if !slices.Contains(known, name) {
			flaws = append(flaws, flaw{name, fmt.Sprintf("scopes: %q is not a scope.%s", name, didYouMean(name, known))})
		}
	}
	for _, key := range slices.Sorted(maps.Keys(plan.Webhooks)) {
		flaws = append(flaws, checkEvents(key, plan, events)...)
	}
	for _, name := range slices.Sorted(maps.Keys(plan.Fields)) {
		if on, key, both := strings.Cut(name, "."); !both || on == "" || key == "" {
			flaws = append(flaws, flaw{name, fmt.Sprintf("fields: %q is named by type of record and key, such as INVOICE.route", name)})
		}
	}
	return flaws, nil
}

func checkEvents(key string, plan manifest, types []service.EventType) (flaws []flaw) {
	known := namesOf(types)
	for _, name := range plan.Webhooks[key].Events {
		i := slices.Index(known, name)
		if i < 0 {
			flaws = append(flaws, flaw{name, fmt.Sprintf("webhooks.%s.events: %q is not an event.%s", key, name, didYouMean(name, known))})
			continue
		}
		// A file of an app that is there may leave its scopes alone.
		if scope := types[i].Scope; scope != nil && (plan.names("scopes") || len(plan.IDs) == 0) {
			if _, asked := plan.Scopes[*scope]; !asked {
				flaws = append(flaws, flaw{name, fmt.Sprintf("webhooks.%s.events: %s needs the scope %s, which is not among the scopes.", key, name, *scope)})
			}
		}
	}
	return flaws
}

func didYouMean(name string, known []string) string {
	if near := nearest(name, known); near != "" {
		return fmt.Sprintf(" Did you mean %q?", near)
	}
	return ""
}

// creation makes an app and what belongs to it, one call after another. The secrets
// come once, so they are written down as they come: what fails later loses none.
type creation struct {
	*run
	client  *service.Client
	org     service.Organization
	plan    manifest
	file    string // the manifest, to write the id to
	envFile string
}

func (c creation) create() error {
	answer, err := c.client.Do(c.ctx, service.Call{
		Method: http.MethodPost, Path: service.Path("developer", "organizations", c.org.ID, "apps"),
		Body: service.NewApp{
			Name: c.plan.Name, Type: c.plan.Type, AppURL: c.plan.AppURL, PrivacyURL: c.plan.PrivacyURL, SupportURL: c.plan.SupportURL,
			RedirectURIs: c.plan.RedirectURIs, Scopes: slices.Sorted(maps.Keys(c.plan.Scopes)),
		},
	})
	if err != nil {
		return err
	}
	var made service.AppMade
	if err := answer.Read(&made); err != nil {
		return err
	}
	if err := c.keepSecret(&made, &answer); err != nil {
		return err
	}
	if err := c.noteID(made.ID); err != nil {
		return err
	}
	hooks, err := c.finish(made)
	if err != nil {
		p := c.problemOf(err)
		c.note("The app %s (%s) was made, but not all that belongs to it.", made.Name, made.ID)
		return p
	}
	return c.tell(answer.Body, made, hooks)
}

// keepSecret writes the credentials to the file for them, and out of the answer.
func (c creation) keepSecret(made *service.AppMade, answer *service.Answer) error {
	if c.envFile == "" {
		return nil
	}
	values := [][2]string{{"COUNTERPART_CLIENT_ID", made.ClientID}}
	if made.ClientSecret != nil {
		values = append(values, [2]string{"COUNTERPART_CLIENT_SECRET", *made.ClientSecret})
	}
	if err := c.writeEnv(c.envFile, values...); err != nil {
		// Better shown than lost.
		c.showMade(*made)
		return err
	}
	made.ClientSecret = nil
	body, err := withoutMember(answer.Body, "clientSecret")
	answer.Body = body
	return err
}

// finish saves what cannot be said when an app is made: reasons, the pinned version,
// fields, webhooks.
func (c creation) finish(made service.AppMade) (map[string]json.RawMessage, error) {
	has, err := c.standing(c.client, made.ID)
	if err != nil {
		return nil, err
	}
	a := &applying{run: c.run, client: c.client, plan: c.plan, has: has, envFile: c.envFile}
	_, _, err = a.perform(a.steps())
	return a.made, err
}

// tell says what was made.
func (c creation) tell(app json.RawMessage, made service.AppMade, hooks map[string]json.RawMessage) error {
	if c.flags.JSON {
		said := map[string]any{"app": app}
		if len(hooks) > 0 {
			said["webhooks"] = hooks
		}
		if c.envFile != "" {
			said["secretWrittenTo"] = c.envFile
		}
		return c.printValue(said)
	}
	c.showMade(made)
	if err := c.showHooks(hooks); err != nil {
		return err
	}
	if c.envFile != "" {
		c.note("Its credentials are in %s, which only you can read. They are not shown again.", c.envFile)
	} else if made.ClientSecret != nil {
		c.note("Keep the secret: it is not shown again.")
	}
	return nil
}

// showHooks shows the webhooks that were made, with the secrets that were not written
// to a file.
func (r *run) showHooks(hooks map[string]json.RawMessage) error {
	for _, key := range slices.Sorted(maps.Keys(hooks)) {
		var hook service.WebhookMade
		if err := json.Unmarshal(hooks[key], &hook); err != nil {
			return err
		}
		r.fields(field{"Webhook " + key, hook.ID})
		if hook.Secret != "" {
			r.fields(field{"Secret of " + key, hook.Secret})
		}
	}
	return nil
}

func (r *run) showMade(made service.AppMade) {
	list := []field{{"ID", made.ID}, {"Name", made.Name}, {"Client id", made.ClientID}}
	if made.ClientSecret != nil {
		list = append(list, field{"Client secret", *made.ClientSecret})
	}
	r.fields(append(list, field{"Type", made.Type}, field{"Scopes", made.Scopes})...)
}

// noteID writes the app's id to the manifest, so that the folder knows its app.
func (c creation) noteID(id string) error {
	if c.file == "" || c.file == "-" {
		return nil
	}
	at, err := c.site()
	if err != nil {
		return err
	}
	text, err := os.ReadFile(c.path(c.file))
	if err != nil {
		return err
	}
	row := fmt.Sprintf("%q: %s", at.label(), id)
	lines := strings.Split(string(text), "\n")
	ids := slices.IndexFunc(lines, func(line string) bool { return strings.HasPrefix(line, "ids:") })
	switch {
	case ids < 0:
		first := slices.IndexFunc(lines, func(line string) bool { return strings.HasPrefix(line, "manifest:") })
		lines = slices.Insert(lines, first+1, "ids: { "+row+" }")
	case strings.HasSuffix(strings.TrimSpace(lines[ids]), "}"):
		lines[ids] = strings.TrimRight(strings.TrimSuffix(strings.TrimSpace(lines[ids]), "}"), " ") + ", " + row + " }"
	default:
		lines = slices.Insert(lines, ids+1, "  "+row)
	}
	info, err := os.Stat(c.path(c.file))
	if err != nil {
		return err
	}
	return os.WriteFile(c.path(c.file), []byte(strings.Join(lines, "\n")), info.Mode().Perm())
}

// writeEnv sets variables in a file of them, and leaves the others as they are. Only
// its owner reads it from then on.
func (r *run) writeEnv(name string, values ...[2]string) error {
	path := r.path(name)
	text, err := os.ReadFile(path)
	if err != nil && !os.IsNotExist(err) {
		return fmt.Errorf("write the secrets: %w", err)
	}
	var lines []string
	if trimmed := strings.TrimRight(string(text), "\n"); trimmed != "" {
		lines = strings.Split(trimmed, "\n")
	}
	for _, value := range values {
		lines = slices.DeleteFunc(lines, func(line string) bool { return strings.HasPrefix(line, value[0]+"=") })
		lines = append(lines, value[0]+"="+value[1])
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return fmt.Errorf("write the secrets: %w", err)
	}
	return store.Replace(path, []byte(strings.Join(lines, "\n")+"\n"))
}

// withoutMember leaves a member out of a JSON object, and the others in their order.
func withoutMember(object []byte, name string) ([]byte, error) {
	decoder := json.NewDecoder(bytes.NewReader(object))
	if _, err := decoder.Token(); err != nil {
		return nil, err
	}
	out := bytes.NewBufferString("{")
	for decoder.More() {
		key, err := decoder.Token()
		if err != nil {
			return nil, err
		}
		var value json.RawMessage
		if err := decoder.Decode(&value); err != nil {
			return nil, err
		}
		if key == name {
			continue
		}
		if out.Len() > 1 {
			out.WriteByte(',')
		}
		fmt.Fprintf(out, "%q:%s", key, value)
	}
	out.WriteByte('}')
	return out.Bytes(), nil
}
