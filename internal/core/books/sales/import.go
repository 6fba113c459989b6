package sales

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/counterpart/counterpart/internal/base/ident"
	"github.com/counterpart/counterpart/internal/base/pg"
	"github.com/counterpart/counterpart/internal/core/books/ledger"
	"github.com/counterpart/counterpart/internal/core/books/sales/internal/db"
	"github.com/counterpart/counterpart/internal/core/events"
	"github.com/counterpart/counterpart/internal/vocab/event"
)

// Batch is a bulk import before it is carried out.
type Batch struct {
	Rows         []ImportRow
	AllOrNothing bool // one refused row refuses all
	// Tell puts a refusal into the words of whoever asked, as they are kept with
	// the import. What is no refusal stops it.
	Tell func(err error) (said json.RawMessage, refusal bool)
}

// ImportRow is one invoice of a batch.
type ImportRow struct {
	ClientRef string // the caller's own name for it, if any
	Invoice   NewInvoice
	Malformed error // what is wrong with its form, if the caller could tell already
}

// Import is what came of a batch.
type Import struct {
	ID      ident.Import
	Created int
	Failed  int
	Results []RowResult
}

// RowResult is what came of a row, as the answer shows it.
type RowResult struct {
	Index     int             `json:"index"`
	ClientRef string          `json:"clientRef,omitempty"`
	Status    string          `json:"status"`
	InvoiceID *ident.Invoice  `json:"invoiceId,omitempty"`
	Error     json.RawMessage `json:"error,omitempty"`
}

// What can come of a row.
const (
	RowCreated = "CREATED"
	RowFailed  = "FAILED"
)

// ImportInvoices creates many invoices, each in a savepoint of its own. A
// business whose plan has no room for the first is refused as for one invoice.
// It opens a transaction.
func (s *Service) ImportInvoices(ctx context.Context, business ident.Business, batch Batch) (Import, error) {
	var done Import
	err := s.deps.DB.InTx(ctx, func(tx *pg.Tx) error {
		b, err := s.deps.Ledger.Open(ctx, tx, business)
		if err != nil {
			return err
		}
		if _, err := s.underCeiling(ctx, tx, b); err != nil {
			return err
		}
		done = Import{ID: ident.New[ident.Import](business.Shard, b.Now())}
		if err := s.importRows(ctx, tx, b, batch, &done); err != nil {
			return err
		}
		if batch.AllOrNothing && done.Failed > 0 {
			return errImportRejected.WithDetails(done.failures(), done.Failed, len(batch.Rows))
		}
		return s.keepImport(ctx, tx, b, done)
	})
	if err != nil {
		return Import{}, err
	}
	return done, nil
}

func (s *Service) importRows(ctx context.Context, tx *pg.Tx, b *ledger.Books, batch Batch, done *Import) error {
	for index, row := range batch.Rows {
		result := RowResult{Index: index, ClientRef: row.ClientRef, Status: RowCreated}
		made, err := s.importRow(ctx, tx, b, row)
		if err == nil {
			result.InvoiceID = &made.ID
			done.Created++
		} else {
			said, refusal := batch.Tell(err)
			if !refusal {
				return fmt.Errorf("import row %d: %w", index, err)
			}
			result.Status, result.Error = RowFailed, said
			done.Failed++
		}
		done.Results = append(done.Results, result)
	}
	return nil
}

func (s *Service) importRow(ctx context.Context, tx *pg.Tx, b *ledger.Books, row ImportRow) (made Invoice, err error) {
	if row.Malformed != nil {
		return Invoice{}, row.Malformed
	}
	before := *b
	err = tx.Savepoint(ctx, func(tx *pg.Tx) error {
		made, err = s.create(ctx, tx, b, row.Invoice)
		return err
	})
	if err != nil {
		b.Undo(before)
	}
	return made, err
}

// failures are the results of the rows that were refused.
func (i Import) failures() []RowResult {
	var failed []RowResult
	for _, result := range i.Results {
		if result.Status == RowFailed {
			failed = append(failed, result)
		}
	}
	return failed
}

// keepImport keeps what came of an import and records the event.
func (s *Service) keepImport(ctx context.Context, tx *pg.Tx, b *ledger.Books, done Import) error {
	results, err := json.Marshal(done.Results)
	if err != nil {
		return fmt.Errorf("write the results of import %s: %w", done.ID, err)
	}
	err = db.New(tx).AddImport(ctx, db.AddImportParams{
		Shard: b.Business.Shard, BusinessID: b.Business.UUID, ID: done.ID.UUID,
		Created: int32(done.Created), Failed: int32(done.Failed), Results: results, CreatedAt: b.Now(),
	})
	if err != nil {
		return fmt.Errorf("keep import %s: %w", done.ID, err)
	}
	return s.deps.Events.Record(ctx, tx, b.Business, events.Happening{Type: event.InvoiceImportCompleted, Data: map[string]any{
		"id": done.ID, "importId": done.ID, "created": done.Created, "failed": done.Failed,
	}})
}

// Import finds what came of an import.
func (s *Service) Import(ctx context.Context, business ident.Business, id ident.Import) (Import, error) {
	if id.Shard != business.Shard {
		return Import{}, errImportNotFound
	}
	row, err := db.New(s.deps.DB).ImportByID(ctx, db.ImportByIDParams{Shard: business.Shard, BusinessID: business.UUID, ID: id.UUID})
	if errors.Is(err, pg.ErrNoRows) {
		return Import{}, errImportNotFound
	}
	if err != nil {
		return Import{}, fmt.Errorf("find import %s: %w", id, err)
	}
	found := Import{ID: id, Created: int(row.Created), Failed: int(row.Failed)}
	if err := json.Unmarshal(row.Results, &found.Results); err != nil {
		return Import{}, fmt.Errorf("read the results of import %s: %w", id, err)
	}
	return found, nil
}
