package admin

import (
	"fmt"

	"github.com/counterpart/counterpart/internal/base/ident"
)

func businessID(text string) (ident.Business, error) {
	id, err := ident.Parse[ident.Business](text)
	if err != nil {
		return id, noID(text, "a business", "biz_")
	}
	return id, nil
}

func organizationID(text string) (ident.Organization, error) {
	id, err := ident.Parse[ident.Organization](text)
	if err != nil {
		return id, noID(text, "an organization", "org_")
	}
	return id, nil
}

// noID names what was typed: a command may take several ids, and one of another
// kind is easily taken for the right one.
func noID(text, of, prefix string) error {
	return fmt.Errorf("%q is not the id of %s: it should look like %s…", text, of, prefix)
}
