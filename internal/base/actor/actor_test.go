package actor_test

import (
	"net/netip"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/counterpart/counterpart/internal/base/actor"
)

func TestTheLastSignatureCounts(t *testing.T) {
	t.Parallel()
	if diff := cmp.Diff(actor.Actor{Kind: actor.System}, actor.From(t.Context()), cmpopts.EquateComparable(netip.Addr{})); diff != "" {
		t.Errorf("unsigned: %s", diff)
	}
	operator := actor.With(t.Context(), actor.Actor{Kind: actor.Operator})
	user := actor.Actor{Kind: actor.User, ID: "usr_1", Request: "req_1", Address: netip.MustParseAddr("198.51.100.7")}
	if diff := cmp.Diff(user, actor.From(actor.With(operator, user)), cmpopts.EquateComparable(netip.Addr{})); diff != "" {
		t.Error(diff)
	}
}

func TestTheNetworkOfAnAddress(t *testing.T) {
	t.Parallel()
	for address, want := range map[string]string{
		"198.51.100.7":        "198.51.100.0",
		"::ffff:198.51.100.7": "198.51.100.0",
		"2001:db8:1:2::7":     "2001:db8:1::",
		"fe80:1:2:3::7%eth0":  "fe80:1:2::",
	} {
		if got := actor.Network(netip.MustParseAddr(address)).String(); got != want {
			t.Errorf("of %s: %s, want %s", address, got, want)
		}
	}
	if got := actor.Network(netip.Addr{}); got.IsValid() {
		t.Errorf("of none: %s", got)
	}
}
