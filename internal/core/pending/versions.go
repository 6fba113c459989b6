package pending

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"maps"
	"strconv"

	"github.com/counterpart/counterpart/internal/base/ident"
	"github.com/counterpart/counterpart/internal/core/books/sales"
	"github.com/counterpart/counterpart/internal/vocab/fault"
)

// versions say, by id, which state of the records a person sees. Journal entries never
// change, and are not among them.
type versions map[string]string

// versionsOf looks up the records that the facts show.
func (s *Service) versionsOf(ctx context.Context, business ident.Business, facts Facts) (versions, error) {
	seen := versions{}
	if facts.Customer != nil {
		seen[facts.Customer.ID] = ""
	}
	if _, err := ident.Parse[ident.Invoice](facts.Record); err == nil {
		seen[facts.Record] = ""
	}
	for _, settled := range facts.Settles {
		seen[settled.Invoice] = ""
	}
	return s.current(ctx, business, seen)
}

// unchanged reports whether the records are still those that the person sees, or saw.
func (s *Service) unchanged(ctx context.Context, a Action) (bool, error) {
	now, err := s.current(ctx, a.Business, a.seen)
	return maps.Equal(a.seen, now), err
}

// current are the states that some records are in now. One that is gone has none.
func (s *Service) current(ctx context.Context, business ident.Business, records versions) (versions, error) {
	now := versions{}
	for record := range records {
		version, err := s.version(ctx, business, record)
		if refusal, refused := fault.As(err); refused && refusal.Kind == fault.NotFound {
			continue
		}
		if err != nil {
			return nil, err
		}
		now[record] = version
	}
	return now, nil
}

func (s *Service) version(ctx context.Context, business ident.Business, record string) (string, error) {
	if id, err := ident.Parse[ident.Customer](record); err == nil {
		customer, err := s.deps.Sales.Customer(ctx, business, id)
		return shownOf(customer), err
	}
	id, err := ident.Parse[ident.Invoice](record)
	if err != nil {
		return "", err
	}
	invoice, err := s.deps.Sales.Invoice(ctx, business, id)
	return strconv.Itoa(invoice.Version), err
}

// shownOf stands for what is shown of a customer. Its version would change with its
// balance, and so with each of several actions that were approved together.
func shownOf(c sales.Customer) string {
	email := ""
	if c.Email != nil {
		email = *c.Email
	}
	sum := sha256.Sum256([]byte(strconv.Quote(c.Name) + strconv.Quote(email)))
	return hex.EncodeToString(sum[:8])
}
