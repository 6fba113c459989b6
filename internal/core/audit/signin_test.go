package audit_test

import (
	"context"
	"fmt"
	"net/netip"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/counterpart/counterpart/internal/base/actor"
	"github.com/counterpart/counterpart/internal/base/ident"
	"github.com/counterpart/counterpart/internal/base/pg"
	"github.com/counterpart/counterpart/internal/base/pgtest"
	"github.com/counterpart/counterpart/internal/core/audit"
)

// lines reads a query of one text column.
func (f *fixture) lines(t *testing.T, sql string, args ...any) (list []string) {
	t.Helper()
	rows, err := f.db.Query(t.Context(), sql, args...)
	if err != nil {
		t.Fatal(err)
	}
	defer rows.Close()
	for rows.Next() {
		var line string
		if err := rows.Scan(&line); err != nil {
			t.Fatal(err)
		}
		list = append(list, line)
	}
	return list
}

// Nothing that happens with every sign-in is written on the control plane, but for
// what people get a mail about.
func TestWhatHappensWithSignInsIsKeptWhereSessionsAre(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	user := ident.New[ident.User](ident.Control, pgtest.Start)
	var own, control []string
	for _, row := range audit.Rows() {
		if !row.SignIn {
			continue
		}
		if row.Mailed == audit.Nobody {
			own = append(own, string(row.Action))
		} else {
			control = append(control, string(row.Action))
		}
		f.clock.Move(time.Second)
		err := f.db.InTx(t.Context(), func(tx *pg.Tx) error {
			return f.Note(t.Context(), tx, row.Action, user, ident.Organization{}, nil)
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	home := fmt.Sprint(int(ident.HashShard(user.String())))
	if diff := cmp.Diff(own, f.lines(t, "SELECT action FROM audit.sign_in_entries WHERE subject = $1 AND shard = "+home+" ORDER BY id", user.String())); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff(control, f.lines(t, "SELECT action FROM audit.control_entries ORDER BY id")); diff != "" {
		t.Error(diff)
	}
}

func TestWhatTellsOfSignInsGoesAfter90Days(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	user := ident.New[ident.User](ident.Control, pgtest.Start)
	from := actor.With(t.Context(), actor.Actor{Kind: actor.User, ID: user.String(), Address: netip.MustParseAddr("198.51.100.7")})
	note := func(ctx context.Context, action audit.Action) {
		t.Helper()
		if err := f.db.InTx(ctx, func(tx *pg.Tx) error { return f.Note(ctx, tx, action, user, ident.Organization{}, nil) }); err != nil {
			t.Fatal(err)
		}
	}
	note(from, audit.DeviceAdded)
	note(from, audit.UserPasswordChanged)
	f.clock.Move(90 * 24 * time.Hour)
	if _, err := f.BlurControlAddresses(t.Context()); err != nil {
		t.Fatal(err)
	}
	left := f.lines(t, "SELECT action || ' ' || host(address) FROM audit.control_entries")
	if diff := cmp.Diff([]string{"user.password_changed 198.51.100.0"}, left); diff != "" {
		t.Error(diff)
	}
}

func TestSignInsOfSomebodyWhoIsErasedLoseTheirAddresses(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	user, other := ident.New[ident.User](ident.Control, pgtest.Start), ident.New[ident.User](ident.Control, pgtest.Start)
	for _, row := range []struct {
		user    ident.User
		address string
	}{{user, "198.51.100.7"}, {user, "2001:db8:1:2::7"}, {other, "198.51.100.7"}} {
		f.clock.Move(time.Second)
		ctx := actor.With(t.Context(), actor.Actor{Kind: actor.User, ID: row.user.String(), Address: netip.MustParseAddr(row.address)})
		err := f.db.InTx(ctx, func(tx *pg.Tx) error {
			return f.Note(ctx, tx, audit.SessionOpened, row.user, ident.Organization{}, nil)
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := f.BlurAddressesOf(t.Context(), user, nil); err != nil {
		t.Fatal(err)
	}
	left := f.lines(t, "SELECT host(address) FROM audit.sign_in_entries ORDER BY id")
	if diff := cmp.Diff([]string{"198.51.100.0", "2001:db8:1::", "198.51.100.7"}, left); diff != "" {
		t.Error(diff)
	}
}
