package journal

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/google/uuid"

	"github.com/counterpart/counterpart/internal/base/clock"
	"github.com/counterpart/counterpart/internal/base/ident"
	"github.com/counterpart/counterpart/internal/core/journal/internal/db"
)

// NoteRedirect counts that an approval sent somebody back to one of an app's
// redirect URIs.
func (j *Journal) NoteRedirect(app ident.App, uri string, at time.Time) {
	j.redirects.note(redirectSlot{ident.HomeOf(app), app, clock.Day(at), uri}, func(t *tally) { t.addRedirect(at) })
}

// redirectSlot is a day of a redirect URI.
type redirectSlot struct {
	shard ident.Shard
	app   ident.App
	day   time.Time
	uri   string
}

func (s redirectSlot) home() ident.Shard { return s.shard }

func (s redirectSlot) compare(other redirectSlot) int {
	return cmp.Or(slices.Compare(s.app.UUID[:], other.app.UUID[:]), s.day.Compare(other.day), cmp.Compare(s.uri, other.uri))
}

func addRedirects(ctx context.Context, q *db.Queries, node uuid.UUID, shards []int16, rows []row[redirectSlot]) error {
	p := db.AddRedirectsParams{Shards: shards, Node: node}
	for _, r := range rows {
		p.RowShards = append(p.RowShards, int16(r.slot.shard))
		p.AppIds = append(p.AppIds, r.slot.app.UUID)
		p.Days = append(p.Days, r.slot.day)
		p.Uris = append(p.Uris, r.slot.uri)
		p.Uses = append(p.Uses, r.calls)
		p.LastAts = append(p.LastAts, r.last)
	}
	return q.AddRedirects(ctx, p)
}

// Redirected is how often people were sent back to a redirect URI.
type Redirected struct {
	Uses int64
	Last time.Time
}

// Redirects is how often people were sent back to each of an app's redirect URIs since
// an instant, to the day. One that was not used is not in it.
func (j *Journal) Redirects(ctx context.Context, app ident.App, since time.Time) (map[string]Redirected, error) {
	rows, err := db.New(j.db).RedirectsOfApp(ctx, db.RedirectsOfAppParams{Shard: ident.HomeOf(app), AppID: app.UUID, FirstDay: clock.Day(since)})
	if err != nil {
		return nil, fmt.Errorf("read the use of redirect URIs of app %s: %w", app, err)
	}
	used := make(map[string]Redirected, len(rows))
	for _, row := range rows {
		used[row.Uri] = Redirected{row.Uses, row.LastAt}
	}
	return used, nil
}
