package partner

import (
	"context"
	"encoding/json"
	"net/http"
	"unicode/utf8"

	"github.com/counterpart/counterpart/internal/base/ident"
	"github.com/counterpart/counterpart/internal/core/books/sales"
	"github.com/counterpart/counterpart/internal/vocab/permission"
	"github.com/counterpart/counterpart/internal/vocab/scope"
	"github.com/counterpart/counterpart/internal/web/gate"
	"github.com/counterpart/counterpart/internal/web/route"
)

const (
	mostImported  = 200 // invoices in one call
	largestImport = 4 << 20
	longestRef    = 100
	modePartial   = "PARTIAL"
	modeAllOrNone = "ALL_OR_NOTHING"
)

func (f *Face) importRoutes() []route.Route {
	return []route.Route{
		{Pattern: "POST /invoices/bulk-import", Scope: scope.InvoicesWrite, Permission: permission.ImportInvoices, MaxBody: largestImport, Handle: route.JSON(http.StatusOK, f.importInvoices)},
		{Pattern: "GET /invoices/imports/{id}", Scope: scope.InvoicesRead, Permission: permission.ImportInvoices, Handle: route.JSON(http.StatusOK, f.readImport)},
	}
}

// imported is what came of an import, row by row.
type imported struct {
	ImportID ident.Import      `json:"importId"`
	Created  int               `json:"created"`
	Failed   int               `json:"failed"`
	Results  []sales.RowResult `json:"results"`
}

func showImport(i sales.Import) imported {
	return imported{ImportID: i.ID, Created: i.Created, Failed: i.Failed, Results: i.Results}
}

type invoiceImport struct {
	Invoices []route.Row[importedInvoice] `json:"invoices"`
	Mode     *string                      `json:"mode"` // PARTIAL if not given
}

// importedInvoice is a row: an invoice, and the app's own name for it.
type importedInvoice struct {
	newInvoice
	ClientRef *string `json:"clientRef"`
}

// Check holds a row to its form; what it says stays with the row.
func (in importedInvoice) Check(p *route.Problems) {
	in.newInvoice.Check(p)
	p.Want(utf8.RuneCountInString(said(in.ClientRef)) <= longestRef, "clientRef must be shorter than or equal to %d characters", longestRef)
}

// Check holds the import as a whole to its bounds.
func (in invoiceImport) Check(p *route.Problems) {
	p.Want(len(in.Invoices) >= 1, "invoices must contain at least 1 elements")
	p.Want(len(in.Invoices) <= mostImported, "invoices must contain no more than %d elements", mostImported)
	p.Want(in.Mode == nil || *in.Mode == modePartial || *in.Mode == modeAllOrNone, "mode must be one of %s, %s", modePartial, modeAllOrNone)
}

func (f *Face) importInvoices(ctx context.Context, in invoiceImport) (imported, error) {
	c := gate.CallerFrom(ctx)
	batch := sales.Batch{AllOrNothing: said(in.Mode) == modeAllOrNone, Tell: rowRefusal}
	for i := range in.Invoices {
		batch.Rows = append(batch.Rows, importRow(c, &in.Invoices[i]))
	}
	done, err := f.deps.Sales.ImportInvoices(ctx, c.Business.ID, batch)
	return showImport(done), err
}

func importRow(c *gate.Caller, row *route.Row[importedInvoice]) sales.ImportRow {
	asked := sales.ImportRow{ClientRef: said(row.Value.ClientRef), Malformed: row.Err()}
	if asked.Malformed == nil {
		asked.Malformed = mayIssue(c, row.Value.Issue)
	}
	if asked.Malformed == nil {
		asked.Invoice = row.Value.asked()
	}
	return asked
}

// rowRefusal puts what is wrong with a row into the shape that the whole call would
// be refused in.
func rowRefusal(err error) (said json.RawMessage, refusal bool) {
	body, ours := route.ErrorOf(err)
	if ours {
		return nil, false
	}
	said, err = json.Marshal(body)
	return said, err == nil
}

type importNamed struct {
	ID ident.Import `path:"id" absent:"IMPORT_NOT_FOUND"`
}

func (f *Face) readImport(ctx context.Context, in importNamed) (imported, error) {
	found, err := f.deps.Sales.Import(ctx, gate.CallerFrom(ctx).Business.ID, in.ID)
	return showImport(found), err
}
