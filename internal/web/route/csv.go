package route

import (
	"context"
	"encoding/csv"
	"net/http"
	"reflect"
	"strings"
)

// CSV makes a handler of a function that writes a table (text/csv), row by row. The
// request is decoded and checked as JSON does; the function may refuse it until the
// table begins. An error that comes later breaks the answer off, so that nobody takes
// a part for the whole.
func CSV[In any](handle func(ctx context.Context, in In, begin func(name string, columns ...string) *Table) error) Handler {
	plan := planOf(reflect.TypeFor[In]())
	return func(w http.ResponseWriter, r *http.Request) error {
		var in In
		if err := plan.decode(r, reflect.ValueOf(&in)); err != nil {
			return err
		}
		return WriteTable(w, func(begin func(string, ...string) *Table) error { return handle(r.Context(), in, begin) })
	}
}

// WriteTable answers with the table that a function begins, unless it refuses before.
func WriteTable(w http.ResponseWriter, write func(begin func(name string, columns ...string) *Table) error) error {
	var table *Table
	err := write(func(name string, columns ...string) *Table {
		table = NewTable(w, name, columns...)
		return table
	})
	if err != nil || table == nil {
		return err
	}
	table.End()
	return nil
}

// Table is an answer that is written row by row.
type Table struct{ out *csv.Writer }

// NewTable begins an answer that a browser keeps as a file.
func NewTable(w http.ResponseWriter, name string, columns ...string) *Table {
	w.Header().Set("Content-Type", "text/csv; charset=utf-8; header=present")
	w.Header().Set("Content-Disposition", `attachment; filename="`+name+`"`)
	table := &Table{csv.NewWriter(w)}
	_ = table.out.Write(columns)
	return table
}

// End sends what is not sent yet. An error there means that the client is gone.
func (t *Table) End() { t.out.Flush() }

// Row adds a row. It fails when the client is gone.
func (t *Table) Row(cells ...string) error {
	for i, cell := range cells {
		cells[i] = inert(cell)
	}
	return t.out.Write(cells)
}

// inert keeps a spreadsheet from taking a text for a formula: other people's words
// stand in our tables.
func inert(cell string) string {
	if cell != "" && strings.ContainsRune("=+-@\t\r\n", rune(cell[0])) {
		return "'" + cell
	}
	return cell
}
