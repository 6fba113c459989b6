package ledger

import (
	"errors"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/counterpart/counterpart/internal/vocab/event"
)

func TestAActionIsDoneOnlyTogetherWithItsEvent(t *testing.T) {
	t.Parallel()
	ctx, f := t.Context(), newService(t)
	b := f.business(t)
	posted, err := f.post(ctx, f.Service, b.ID, "1.00")
	if err != nil {
		t.Fatal(err)
	}
	cash, lines := f.account(t, b.ID, "1000"), f.twoLines(t, b.ID)
	f.deps.Events.Check = func(event.Name, []byte) error { return errors.New("on purpose") }

	_, created := f.CreateAccount(ctx, b.ID, AccountDetails{Code: "1210", Name: "Cards", Type: Asset})
	_, changed := f.UpdateAccount(ctx, b.ID, cash.ID, 0, func(d *AccountDetails) { d.Name = "Till" })
	_, archived := f.ArchiveAccount(ctx, b.ID, cash.ID, 0)
	_, entered := f.PostEntry(ctx, b.ID, NewEntry{Date: day(8), Lines: lines})
	_, reversed := f.ReverseEntry(ctx, b.ID, posted.ID, nil, "")
	for action, err := range map[string]error{
		"create an account": created, "change an account": changed, "archive an account": archived,
		"post an entry": entered, "reverse an entry": reversed, "lock a period": f.LockThrough(ctx, b.ID, new(day(1))),
	} {
		t.Run("BIZ-05 "+action, func(t *testing.T) {
			if err == nil {
				t.Error("it went through without its event")
			}
		})
	}
	f.deps.Events.Check = nil
	if got := f.account(t, b.ID, "1000"); !cmp.Equal(cash, got) {
		t.Errorf("the account is %+v", got)
	}
	if locked, err := f.LockedThrough(ctx, b.ID); err != nil || locked != nil {
		t.Errorf("the books are locked through %v, %v", locked, err)
	}
	next, err := f.post(ctx, f.Service, b.ID, "1.00")
	if err != nil || next.Number != 2 {
		t.Errorf("the next entry is number %d, %v", next.Number, err)
	}
}
