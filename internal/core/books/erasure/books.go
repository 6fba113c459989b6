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
func (q *Queue) EraseBooks(ctx context.Context, business ident.Business) error {
	queries, of := db.New(q.db), db.EraseLedgerParams{Shard: business.Shard, BusinessID: business.UUID}
	err := errors.Join(
		queries.EraseRefunds(ctx, db.EraseRefundsParams(of)),
		queries.EraseAllocations(ctx, db.EraseAllocationsParams(of)),
		queries.ErasePayments(ctx, db.ErasePaymentsParams(of)),
		queries.EraseInvoiceMails(ctx, db.EraseInvoiceMailsParams(of)),
		queries.EraseInvoices(ctx, db.EraseInvoicesParams(of)),
		queries.EraseImports(ctx, db.EraseImportsParams(of)),
		queries.ErasePlanYears(ctx, db.ErasePlanYearsParams(of)),
		queries.EraseCustomers(ctx, db.EraseCustomersParams(of)),
		queries.EraseSuppliers(ctx, db.EraseSuppliersParams(of)),
		queries.ErasePlanned(ctx, db.ErasePlannedParams(of)),
		queries.EraseLedger(ctx, of),
		queries.EraseAccounts(ctx, db.EraseAccountsParams(of)),
	)
	if err != nil {
		return fmt.Errorf("erase the books of business %s: %w", business, err)
	}
	return nil
}
