package audit_test

import (
	"net/netip"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/counterpart/counterpart/internal/base/actor"
	"github.com/counterpart/counterpart/internal/base/ident"
)

// addresses are those of either book, newest first.
func (f *fixture) addresses(t *testing.T) map[string][]netip.Addr {
	t.Helper()
	found := map[string][]netip.Addr{}
	for name, read := range f.books() {
		entries, err := read(t.Context(), ident.AuditEntry{}, 10)
		if err != nil {
			t.Fatal(err)
		}
		for _, entry := range entries {
			found[name] = append(found[name], entry.Actor.Address)
		}
	}
	return found
}

func TestAnAddressIsKeptWholeFor90DaysAndThenItsNetwork(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	four, six := netip.MustParseAddr("198.51.100.7"), netip.MustParseAddr("2001:db8:1:2::7")
	for _, address := range []netip.Addr{four, six, {}} {
		f.note(actor.With(t.Context(), actor.Actor{Kind: actor.User, ID: "usr_1", Address: address}), t, "member.added", nil)
	}
	blurs := func(count int64, left ...netip.Addr) {
		t.Helper()
		inBusinesses, err := f.BlurAddresses(t.Context(), ident.EveryShard())
		if err != nil {
			t.Fatal(err)
		}
		onControl, err := f.BlurControlAddresses(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		if n := inBusinesses + onControl; n != count {
			t.Errorf("%d were blurred; want %d", n, count)
		}
		want := map[string][]netip.Addr{"organization": left, "business": left}
		if diff := cmp.Diff(want, f.addresses(t), cmpopts.EquateComparable(netip.Addr{})); diff != "" {
			t.Error(diff)
		}
	}
	const kept = 90 * 24 * time.Hour
	f.clock.Move(kept - 2*time.Second - time.Microsecond) // the first is two seconds older than the last
	blurs(0, netip.Addr{}, six, four)
	f.clock.Move(time.Microsecond)
	blurs(2, netip.Addr{}, six, netip.MustParseAddr("198.51.100.0"))
	f.clock.Move(time.Second)
	blurs(2, netip.Addr{}, netip.MustParseAddr("2001:db8:1::"), netip.MustParseAddr("198.51.100.0"))
	f.clock.Move(kept)
	blurs(0, netip.Addr{}, netip.MustParseAddr("2001:db8:1::"), netip.MustParseAddr("198.51.100.0"))
}
