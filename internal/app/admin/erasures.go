package admin

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/counterpart/counterpart/internal/base/ident"
	"github.com/counterpart/counterpart/internal/core/audit"
	"github.com/counterpart/counterpart/internal/vocab/fault"
)

// Erasure is that something was erased, as it is kept beside backups.
type Erasure struct {
	At       time.Time      `json:"at"`
	Action   audit.Action   `json:"action"`
	Subject  string         `json:"subject"`
	Business ident.Business `json:"business,omitzero"`
	// Outcome says, once it was to be erased again, what became of that: erased,
	// nothing there, or why not.
	Outcome string `json:"outcome,omitempty"`
}

// Erasures lists what was erased lately.
func (o *Operator) Erasures(ctx context.Context, lately time.Duration) ([]Erasure, error) {
	list, err := o.app.Audit.Erasures(ctx, o.app.Now().Add(-lately))
	shown := make([]Erasure, len(list))
	for i, e := range list {
		shown[i] = Erasure{At: e.At, Action: e.Action, Subject: e.Subject, Business: e.Business}
	}
	return shown, err
}

// ErrNotErased says that something could not be erased again.
var ErrNotErased = errors.New("not all could be erased again: see the outcomes, mend what they say, and apply the list once more")

// EraseAgain erases what a restored backup brought back. It goes on after a failure,
// and may be repeated: what is erased is left as it is.
func (o *Operator) EraseAgain(ctx context.Context, list []Erasure) ([]Erasure, error) {
	var failed error
	for i := range list {
		err := o.eraseAgain(ctx, list[i])
		refusal, refused := fault.As(err)
		switch {
		case err == nil:
			list[i].Outcome = "erased"
		case refused && refusal.Kind == fault.NotFound:
			list[i].Outcome = "nothing there" // it was made after the point that the backup is of, or is erased
		default:
			list[i].Outcome, failed = err.Error(), ErrNotErased
		}
	}
	return list, failed
}

func (o *Operator) eraseAgain(ctx context.Context, e Erasure) error {
	switch e.Action {
	case audit.UserErased:
		found, err := o.FindUser(ctx, e.Subject)
		if err != nil {
			return err
		}
		_, err = o.EraseUser(ctx, e.Subject, found.Email)
		return err
	case audit.BusinessErased:
		id, err := ident.Parse[ident.Business](e.Subject)
		if err != nil {
			return err
		}
		return o.app.Tenancy.EraseBusiness(ctx, id)
	case audit.CustomerErased:
		id, err := ident.Parse[ident.Customer](e.Subject)
		if err != nil {
			return err
		}
		_, err = o.app.Sales.EraseCustomer(ctx, e.Business, id, 0)
		return err
	case audit.SupplierErased:
		id, err := ident.Parse[ident.Supplier](e.Subject)
		if err != nil {
			return err
		}
		_, err = o.app.Purchases.Erase(ctx, e.Business, id, 0)
		return err
	}
	return fmt.Errorf("%q is no erasure that this program knows", e.Action)
}
