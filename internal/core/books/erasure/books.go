package erasure

import (
	"context"
	"errors"
	"fmt"

	"github.com/counterpart/counterpart/internal/base/ident"
	"github.com/counterpart/counterpart/internal/core/books/erasure/internal/db"
)

// EraseBooks deletes all books of a business that is erased, which closed them.
// Each table is a transaction of its own, after those that point to it; where it
// stopped it can be called again.
func (s *Queue) EraseBooks(ctx context.Context, business ident.Business) error {
	q, of := db.New(s.db), db.EraseLedgerParams{Shard: business.Shard, BusinessID: business.UUID}
	err := errors.Join(
		q.EraseRefunds(ctx, db.EraseRefundsParams(of)),
		q.EraseAllocations(ctx, db.EraseAllocationsParams(of)),
		q.ErasePayments(ctx, db.ErasePaymentsParams(of)),
		q.EraseInvoiceMails(ctx, db.EraseInvoiceMailsParams(of)),
		q.EraseInvoices(ctx, db.EraseInvoicesParams(of)),
		q.EraseImports(ctx, db.EraseImportsParams(of)),
		q.ErasePlanYears(ctx, db.ErasePlanYearsParams(of)),
		q.EraseCustomers(ctx, db.EraseCustomersParams(of)),
		q.EraseSuppliers(ctx, db.EraseSuppliersParams(of)),
		q.ErasePlanned(ctx, db.ErasePlannedParams(of)),
		q.EraseLines(ctx, db.EraseLinesParams(of)),
		q.EraseEntries(ctx, db.EraseEntriesParams(of)),
		q.EraseAccounts(ctx, db.EraseAccountsParams(of)),
		q.EraseLedger(ctx, db.EraseLedgerParams(of)),
	)
	if err != nil {
		return fmt.Errorf("erase the books of business %s: %w", business, err)
	}
	return nil
}
