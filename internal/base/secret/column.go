package secret

import (
	"github.com/google/uuid"

	"github.com/counterpart/counterpart/internal/base/ident"
)

// Column is a column of sealed bytes. Whoever owns the table declares it, and
// internal/app lists them all, so that what an older key sealed is found and
// sealed anew. The table is a control table.
type Column struct {
	Table string // schema.table
	Name  string
	ID    string // the column of the row's id, which is its primary key
	Shard string // the column of the id's shard; empty when ids are control ids
	// Context is what the bytes of a row are sealed for.
	Context func(shard ident.Shard, id uuid.UUID) string
}

// String names the column as operators see it.
func (c Column) String() string { return c.Table + "." + c.Name }
