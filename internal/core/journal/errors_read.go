package journal

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"github.com/counterpart/counterpart/internal/base/ident"
	"github.com/counterpart/counterpart/internal/core/journal/internal/db"
)

// ErrorGroup is calls of an app that were refused alike.
type ErrorGroup struct {
	Code        string // empty where the refusal has none
	Route       string // empty where no row fits
	Status      int
	Calls       int64
	Businesses  int64 // about how many; see crowd
	First, Last time.Time
	Latest      ident.Request // which has a line
	Message     string        // what was said then, redacted; the first sentence of several, empty where the line is not written yet
}

// ErrorGroups is what an app's calls were refused with between two instants, to the
// hour, the commonest first.
func (j *Journal) ErrorGroups(ctx context.Context, app ident.App, from, to time.Time, most int) ([]ErrorGroup, error) {
	rows, err := db.New(j.db).ErrorsOfApp(ctx, db.ErrorsOfAppParams{
		Shard: ident.HomeOf(app), AppID: app.UUID, FromHour: from.Truncate(time.Hour), ToHour: to, Most: int32(most),
	})
	if err != nil {
		return nil, fmt.Errorf("read the errors of app %s: %w", app, err)
	}
	list := make([]ErrorGroup, len(rows))
	for i, row := range rows {
		list[i] = ErrorGroup{
			Code: row.Code, Route: row.Route, Status: int(row.Status), Calls: row.Calls, Businesses: crowdSize(row.Businesses),
			First: row.FirstAt, Last: row.LastAt, Latest: ident.Of[ident.Request](ident.Control, row.LastRequest),
		}
	}
	return list, j.addMessages(ctx, app, list)
}

// RefusedWith is how often an app was refused with a code since an instant, to the
// hour, by route.
func (j *Journal) RefusedWith(ctx context.Context, app ident.App, code string, since time.Time) (map[string]int64, error) {
	rows, err := db.New(j.db).RefusedWith(ctx, db.RefusedWithParams{
		Shard: ident.HomeOf(app), AppID: app.UUID, FromHour: since.Truncate(time.Hour), Code: code,
	})
	if err != nil {
		return nil, fmt.Errorf("read what app %s was refused with %s: %w", app, code, err)
	}
	refused := make(map[string]int64, len(rows))
	for _, row := range rows {
		refused[row.Route] = row.Calls
	}
	return refused, nil
}

// addMessages adds what was said to the last call of each group.
func (j *Journal) addMessages(ctx context.Context, app ident.App, list []ErrorGroup) error {
	at, asked := map[ident.Request]int{}, make([]db.RequestsNamedParams, len(list))
	for i, g := range list {
		at[g.Latest], asked[i] = i, named(app, g.Latest)
	}
	return j.find(ctx, asked, func(l Line) { list[at[l.Request]].Message = messageIn(l.Refusal) })
}

// messageIn is the sentence of a refusal, or the first of several.
func messageIn(refusal json.RawMessage) string {
	var said struct{ Message any }
	if json.Unmarshal(refusal, &said) != nil {
		return ""
	}
	if several, ok := said.Message.([]any); ok && len(several) > 0 {
		said.Message = several[0]
	}
	text, _ := said.Message.(string)
	return text
}
