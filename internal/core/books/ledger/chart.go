package ledger

import (
	"context"
	"fmt"
	"time"

	"github.com/counterpart/counterpart/internal/base/ident"
	"github.com/counterpart/counterpart/internal/base/pg"
	"github.com/counterpart/counterpart/internal/core/books/ledger/internal/db"
	"github.com/counterpart/counterpart/internal/core/tenancy"
)

// chart is what every business starts with. It is theirs from then on: they
// rename, add and archive as they like, but the accounts with a role stay.
var chart = []struct {
	code, name string
	kind       Type
	role       Role
}{
	{code: "1000", name: "Cash", kind: Asset},
	{code: "1010", name: "Bank account", kind: Asset, role: Bank},
	{code: "1100", name: "Accounts receivable", kind: Asset, role: Receivable},
	{code: "1200", name: "Inventory", kind: Asset},
	{code: "1300", name: "Prepaid expenses", kind: Asset},
	{code: "1500", name: "Equipment", kind: Asset},
	{code: "1590", name: "Accumulated depreciation", kind: Asset},
	{code: "2000", name: "Accounts payable", kind: Liability},
	{code: "2100", name: "Tax payable", kind: Liability, role: TaxPayable},
	{code: "2200", name: "Wages payable", kind: Liability},
	{code: "2500", name: "Loans", kind: Liability},
	{code: "3000", name: "Owner's equity", kind: Equity},
	{code: "3100", name: "Owner's drawings", kind: Equity},
	{code: "3200", name: "Retained earnings", kind: Equity},
	{code: "4000", name: "Sales", kind: Income, role: Sales},
	{code: "4900", name: "Other income", kind: Income},
	{code: "5000", name: "Cost of goods sold", kind: Expense},
	{code: "6000", name: "Wages and salaries", kind: Expense},
	{code: "6100", name: "Rent", kind: Expense},
	{code: "6200", name: "Office supplies", kind: Expense},
	{code: "6300", name: "Travel", kind: Expense},
	{code: "6400", name: "Bank charges", kind: Expense},
	{code: "6500", name: "Professional fees", kind: Expense},
	{code: "6600", name: "Advertising", kind: Expense},
	{code: "6700", name: "Depreciation", kind: Expense},
}

// CreateBooks opens the books of a new business: its ledger and the accounts that
// every business starts with. Nobody can have subscribed to anything of a
// business that did not exist, so no event is recorded.
func (s *Service) CreateBooks(ctx context.Context, tx *pg.Tx, b tenancy.Business) error {
	now := s.deps.Now()
	q := db.New(tx)
	if err := q.AddLedger(ctx, db.AddLedgerParams{Shard: b.ID.Shard, BusinessID: b.ID.UUID, Now: now}); err != nil {
		return fmt.Errorf("open the books of business %s: %w", b.ID, err)
	}
	if err := q.AddChart(ctx, firstChart(b.ID, now)); err != nil {
		return fmt.Errorf("write the chart of business %s: %w", b.ID, err)
	}
	return nil
}

func firstChart(business ident.Business, now time.Time) db.AddChartParams {
	p := db.AddChartParams{Shard: business.Shard, BusinessID: business.UUID, Now: now}
	for i, a := range chart {
		// A microsecond apart, so that lists keep the chart's order.
		made := now.Add(time.Duration(i-len(chart)) * time.Microsecond)
		p.Ids = append(p.Ids, ident.New[ident.Account](business.Shard, made).UUID)
		p.Codes = append(p.Codes, a.code)
		p.Names = append(p.Names, a.name)
		p.Types = append(p.Types, string(a.kind))
		p.Roles = append(p.Roles, string(a.role))
	}
	return p
}
