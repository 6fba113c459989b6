package journal

import (
	"context"
	"fmt"
	"sync"
	"time"

	"github.com/counterpart/counterpart/internal/base/ident"
	"github.com/counterpart/counterpart/internal/base/pg"
	"github.com/counterpart/counterpart/internal/core/journal/internal/db"
)

// partsLife is how long a node goes by what it knows of parts. Where a part was
// split meanwhile, what is written together needs two servers to agree, and is
// right all the same.
const partsLife = time.Minute

// part names shards that lie together: on one server all of them, on a cluster
// those in one of the pieces that it spreads over its servers.
type part int64

// parts knows which shards lie together, and which parts could not be written the
// last time.
type parts struct {
	db *pg.DB

	mu   sync.Mutex
	of   map[ident.Shard]part
	read time.Time // on the machine's clock
	away map[part]bool
}

func newParts(database *pg.DB) *parts { return &parts{db: database, away: map[part]bool{}} }

// known tells in which part each shard lies.
func (p *parts) known(ctx context.Context) (map[ident.Shard]part, error) {
	p.mu.Lock()
	of, read := p.of, p.read
	p.mu.Unlock()
	if of != nil && time.Since(read) < partsLife {
		return of, nil
	}
	rows, err := db.New(p.db).Parts(ctx)
	if err != nil && of != nil {
		return of, nil // as it was: whoever writes will be told what is wrong
	}
	if err != nil {
		return nil, fmt.Errorf("read which shards lie together: %w", err)
	}
	of = make(map[ident.Shard]part, len(rows))
	for _, row := range rows {
		of[ident.Shard(row.Shard)] = part(row.Part)
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.of, p.read = of, time.Now()
	return of, nil
}

func (p *parts) isAway(of part) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.away[of]
}

// tell notes whether the server of a part took what was written.
func (p *parts) tell(of part, away bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if away {
		p.away[of] = true
	} else {
		delete(p.away, of)
	}
}
