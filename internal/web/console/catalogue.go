package console

import (
	"context"
	"encoding/json"
	"net/http"
	"time"

	"github.com/counterpart/counterpart/internal/core/sandboxes"
	"github.com/counterpart/counterpart/internal/vocab/event"
	"github.com/counterpart/counterpart/internal/vocab/fault"
	"github.com/counterpart/counterpart/internal/vocab/scope"
	"github.com/counterpart/counterpart/internal/vocab/shape"
	"github.com/counterpart/counterpart/internal/vocab/version"
	"github.com/counterpart/counterpart/internal/web/route"
)

// Catalogues are open to whoever is signed in: they are the same for all.
func (f *Face) catalogueRoutes() []route.Route {
	return []route.Route{
		{Pattern: "GET /developer/event-types", Handle: route.JSON(http.StatusOK, f.listEventTypes)},
		{Pattern: "GET /developer/event-types/{name}", Handle: route.JSON(http.StatusOK, f.readEventType)},
		{Pattern: "GET /developer/api-versions", Handle: route.JSON(http.StatusOK, f.listVersions)},
	}
}

var errEventTypeNotFound = fault.Declare(fault.NotFound, "EVENT_TYPE_NOT_FOUND",
	"There is no such event.")

type eventType struct {
	Name        event.Name     `json:"name"`
	Audience    event.Audience `json:"audience"`
	Scope       *scope.Scope   `json:"scope"` // null where none is needed
	Description string         `json:"description"`
	// TriggerTakes is what can be set when it is triggered; null where it cannot be.
	TriggerTakes []string `json:"triggerTakes"`
}

func eventTypeFrom(t event.Type) eventType {
	shown := eventType{Name: t.Name, Audience: t.Audience, Description: t.Says, TriggerTakes: sandboxes.TriggerTakes(t.Name)}
	if t.Scope != "" {
		shown.Scope = &t.Scope
	}
	return shown
}

func (f *Face) listEventTypes(context.Context, route.None) (out route.List[eventType], err error) {
	for _, t := range event.All() {
		out.Data = append(out.Data, eventTypeFrom(t))
	}
	return out, nil
}

type eventTypeNamed struct {
	Name    event.Name `path:"name"`
	Version string     `query:"apiVersion"`
}

// Check wants a version that there is.
func (in eventTypeNamed) Check(p *route.Problems) { wantVersion(p, in.Version) }

func wantVersion(p *route.Problems, name string) {
	_, known := version.Lookup(name)
	p.Want(known || name == "", "apiVersion must be a version of the API")
}

// eventTypeShown is an event with what its payload holds, as a version has it.
type eventTypeShown struct {
	eventType
	APIVersion string          `json:"apiVersion"`
	Schema     json.RawMessage `json:"schema"`
	Sample     json.RawMessage `json:"sample"`
}

func (f *Face) readEventType(_ context.Context, in eventTypeNamed) (eventTypeShown, error) {
	t, known := event.Lookup(in.Name)
	if !known {
		return eventTypeShown{}, errEventTypeNotFound
	}
	v, _ := version.Lookup(in.Version)
	if in.Version == "" {
		v = version.Current(f.deps.Now())
	}
	schema, err := shape.PayloadSchema(v, t)
	if err != nil {
		return eventTypeShown{}, err
	}
	sample, err := shape.Payload(v, t.Name, t.Sample())
	return eventTypeShown{eventTypeFrom(t), v.Name, schema, sample}, err
}

type apiVersion struct {
	Name         string      `json:"name"`
	Status       string      `json:"status"`
	ReleasedAt   route.Time  `json:"releasedAt"`
	DeprecatedAt *route.Time `json:"deprecatedAt"`
	SunsetAt     *route.Time `json:"sunsetAt"`
	Changes      []string    `json:"changes"` // against the one before
}

// listVersions shows the newest first, and none before its day.
func (f *Face) listVersions(context.Context, route.None) (out route.List[apiVersion], err error) {
	for _, v := range version.All() {
		if !v.ReleasedAt(f.deps.Now()) {
			continue
		}
		shown := apiVersion{
			Name: v.Name, Status: f.statusOf(v.Name), ReleasedAt: route.Time(v.Released),
			DeprecatedAt: instant(v.Deprecated), SunsetAt: instant(v.Sunset), Changes: []string{},
		}
		for _, c := range shape.Of(v) {
			shown.Changes = append(shown.Changes, c.Says)
		}
		out.Data = append([]apiVersion{shown}, out.Data...)
	}
	return out, nil
}

// instant is nil for the zero time.
func instant(at time.Time) *route.Time {
	if at.IsZero() {
		return nil
	}
	return new(route.Time(at))
}
