package mailing_test

import (
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/counterpart/counterpart/internal/vocab/mailing"
)

func TestWhichNamesHoldTheAddressOfAPage(t *testing.T) {
	t.Parallel()
	for name, holds := range map[string]bool{
		"Old Mill Bakery": false, "Dr. Müller & Co. KG": false, "Booking.com": false, "A/B Testing": false, "St. Mary/St. John": false,
		"Bread, 24/7": false, "wwwhat?": false, "Ratio 3:4": false,
		"http://evil.example": true, "HTTPS://EVIL": true, "www.evil": true, "to www.evil": true, "evil.example/login": true,
		"evil.example:80": true, "evil.example?x": true, "evil.example#x": true, "evil．example/x": true,
	} {
		if got := mailing.HoldsPage(name); got != holds {
			t.Errorf("%q: %v", name, got)
		}
	}
}

func TestAShownNameHoldsNoPageAndEndsNoQuotation(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		name := rapid.StringMatching(`([a-z]{1,4}|[./:?#“”"「」« -]|://|www\.|。|．){0,12}`).Draw(t, "name")
		shown := mailing.Shown(name)
		if mailing.HoldsPage(shown) {
			t.Errorf("%q is shown as %q", name, shown)
		}
		if strings.ContainsAny(shown, `“”"`) {
			t.Errorf("%q ends its quotation: %q", name, shown)
		}
	})
}
