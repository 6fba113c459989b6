package pg

import (
	"context"
	"fmt"
	"time"
)

// Server is what an operator's check wants to know of a server.
type Server struct {
	Version  int       // such as 15 or 16
	Clock    time.Time // when the server answered, by its own clock
	Durable  bool      // what is written survives the loss of power
	Waits    bool      // a commit waits until it is written
	Allowed  int       // connections, for all who are no superuser
	Occupied int       // connections that are open, ours among them
}

const inspect = `
SELECT current_setting('server_version_num')::int / 10000,
       clock_timestamp(),
       current_setting('fsync')::bool AND current_setting('full_page_writes')::bool,
       current_setting('synchronous_commit') <> 'off',
       current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int
         - coalesce(current_setting('reserved_connections', true)::int, 0),
       (SELECT count(*) FROM pg_stat_activity WHERE backend_type = 'client backend')::int`

// Inspect asks a server how it is set up.
func (db *DB) Inspect(ctx context.Context) (s Server, err error) {
	err = db.QueryRow(ctx, inspect).Scan(&s.Version, &s.Clock, &s.Durable, &s.Waits, &s.Allowed, &s.Occupied)
	if err != nil {
		return Server{}, fmt.Errorf("ask PostgreSQL how it is set up: %w", err)
	}
	return s, nil
}
