package partner

import (
	"context"
	"encoding/json"

	"github.com/counterpart/counterpart/internal/vocab/event"
	"github.com/counterpart/counterpart/internal/vocab/scope"
	"github.com/counterpart/counterpart/internal/web/gate"
	"github.com/counterpart/counterpart/internal/web/route"
)

// eventType is a row of the catalogue.
type eventType struct {
	Name        event.Name      `json:"name"`
	Audience    event.Audience  `json:"audience"`
	Scope       *scope.Scope    `json:"scope"` // null where none is needed
	Description string          `json:"description"`
	Available   bool            `json:"available"` // to this token
	Schema      json.RawMessage `json:"schema"`
	Sample      json.RawMessage `json:"sample"`
}

// listEventTypes shows the whole catalogue: a developer looks here for what
// another scope would bring.
func (f *Face) listEventTypes(ctx context.Context, _ route.None) (route.List[eventType], error) {
	c := gate.CallerFrom(ctx)
	granted := readsAs(c).Granted
	var out route.List[eventType]
	for _, row := range event.All() {
		shown := eventType{
			Name: row.Name, Audience: row.Audience, Description: row.Says,
			Available: c.ByApp() && row.OpenTo(granted), Schema: row.Schema(), Sample: row.Sample(),
		}
		if row.Scope != "" {
			shown.Scope = new(row.Scope)
		}
		out.Data = append(out.Data, shown)
	}
	return out, nil
}
