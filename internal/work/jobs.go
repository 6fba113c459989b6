package work

import (
	"context"
	"log/slog"
	"time"

	"github.com/counterpart/counterpart/internal/base/mail"
	"github.com/counterpart/counterpart/internal/base/pg"
	"github.com/counterpart/counterpart/internal/core/tenancy"
)

// Deps is what the jobs work with.
type Deps struct {
	DB      *pg.DB
	Tenancy *tenancy.Service
	Mail    mail.Sender
	Log     *slog.Logger
	Brand   string // the service's name, as mails say it
	AppURL  string // origin of the app host, where links in mails lead
}

// The names of jobs that deeds kick.
const (
	Mail = "mail"
)

// Jobs is the table of all background work. The order is that of a catch-up:
// partitions first, since every other job may write.
func Jobs(d Deps) []Job {
	return []Job{
		{Name: "partitions", Every: time.Hour, Run: d.partitions},
		{Name: Mail, Every: time.Minute, Run: d.mail},
		{Name: "sessions", Every: 6 * time.Hour, Run: forgetting(d.Tenancy.PurgeSessions)},
		{Name: "resets", Every: 6 * time.Hour, Run: forgetting(d.Tenancy.PurgeResets)},
		{Name: "invitations", Every: 24 * time.Hour, Run: forgetting(d.Tenancy.PurgeInvitations)},
	}
}

// partitions makes the days to come and drops the days gone by.
func (d Deps) partitions(ctx context.Context, now time.Time) error {
	if err := MakePartitions(ctx, d.DB, now); err != nil {
		return err
	}
	return DropPartitions(ctx, d.DB, now)
}

// forgetting clears away what nobody can use any more; how much, nobody asks.
func forgetting(purge func(context.Context) (int64, error)) func(context.Context, time.Time) error {
	return func(ctx context.Context, _ time.Time) error {
		_, err := purge(ctx)
		return err
	}
}
