package cli

import (
	_ "embed"
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strings"

	"github.com/goccy/go-yaml"
)

//go:embed errors.yaml
var errorsTable []byte

// explained is what a code means, and what to do about it.
type explained struct {
	Code    string `json:"code" yaml:"-"`
	Status  int    `json:"status" yaml:"status"`
	Message string `json:"message" yaml:"message"`
	Cause   string `json:"cause" yaml:"cause"`
	Do      string `json:"do" yaml:"do"`
}

func explanations() (map[string]explained, error) {
	table := map[string]explained{}
	if err := yaml.Unmarshal(errorsTable, &table); err != nil {
		return nil, fmt.Errorf("read the table of codes: %w", err)
	}
	for code, row := range table {
		row.Code = code
		table[code] = row
	}
	return table, nil
}

type errorCodes struct {
	Code string `arg:"" optional:"" help:"The code, such as RECORD_CHANGED; all by default."`
}

// Help shows how it is used.
func (errorCodes) Help() string {
	return examples(
		"counterpart errors RECORD_CHANGED", "",
		"counterpart errors", "all of them",
	)
}

// Run explains a code. It asks nobody.
func (c errorCodes) Run(r *run) error {
	table, err := explanations()
	if err != nil {
		return err
	}
	codes := slices.Sorted(maps.Keys(table))
	if c.Code == "" {
		return r.explainAll(table, codes)
	}
	row, known := table[strings.ToUpper(c.Code)]
	if !known {
		hint := "All: counterpart errors"
		if near := nearest(c.Code, codes); near != "" {
			hint = fmt.Sprintf("Did you mean %q?", near)
		}
		return wrong(exitUsage, hint, "There is no code %q.", c.Code)
	}
	if r.flags.JSON {
		return r.printValue(row)
	}
	r.fields(
		field{"Code", row.Code}, field{"Status", fmt.Sprintf("%d %s", row.Status, http.StatusText(row.Status))},
		field{"Says", row.Message}, field{"Why", row.Cause}, field{"Do", row.Do},
	)
	return nil
}

func (r *run) explainAll(table map[string]explained, codes []string) error {
	list := make([]explained, len(codes))
	rows := make([][]any, len(codes))
	for i, code := range codes {
		list[i] = table[code]
		rows[i] = []any{code, table[code].Status, table[code].Cause}
	}
	if r.flags.JSON {
		return r.printValue(map[string]any{"data": list})
	}
	r.table([]string{"CODE", "STATUS", "WHY"}, rows)
	return nil
}
