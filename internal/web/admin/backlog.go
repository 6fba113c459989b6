package admin

import (
	"context"
	"net/http"
	"time"

	"github.com/counterpart/counterpart/internal/base/ident"
	"github.com/counterpart/counterpart/internal/core/webhooks/delivery"
	"github.com/counterpart/counterpart/internal/web/route"
)

func (f *Face) backlogRoutes() []route.Route {
	return []route.Route{
		{Pattern: "GET /admin/delivery-backlog", Handle: route.JSON(http.StatusOK, f.backlog)},
	}
}

// backlogs are the deliveries that are due and not sent.
type backlogs struct {
	Healthy backlog `json:"healthy"` // to webhooks that take what they are sent
	Failing backlog `json:"failing"` // to those that did not take the last one
}

type backlog struct {
	Due           int `json:"due"`
	OldestSeconds int `json:"oldestSeconds"` // for how long the one that waits longest has been due
}

func backlogFrom(b delivery.Backlog) backlog { return backlog{b.Due, int(b.Oldest / time.Second)} }

func (f *Face) backlog(ctx context.Context, _ route.None) (backlogs, error) {
	healthy, failing, err := f.deps.Delivery.Backlogs(ctx, ident.EveryShard(), nil)
	return backlogs{backlogFrom(healthy), backlogFrom(failing)}, err
}
