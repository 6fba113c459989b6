package books

import (
	"slices"
	"strings"

	"github.com/counterpart/counterpart/internal/vocab/fault"
)

// Address is where somebody is. Every part may be missing; an address without
// any part is none.
type Address struct {
	Line1      *string `json:"line1"`
	Line2      *string `json:"line2"`
	City       *string `json:"city"`
	Region     *string `json:"region"`
	PostalCode *string `json:"postalCode"`
	Country    *string `json:"country"` // ISO 3166-1, two letters
}

// Trimmed is the address without what says nothing; nil when nothing is left.
func (a *Address) Trimmed() *Address {
	if a == nil {
		return nil
	}
	t := Address{
		Line1: Line(a.Line1), Line2: Line(a.Line2), City: Line(a.City),
		Region: Line(a.Region), PostalCode: Line(a.PostalCode), Country: Line(a.Country),
	}
	if t == (Address{}) {
		return nil
	}
	return &t
}

// Check notes what is wrong with the address, which is the member of that name.
func (a *Address) Check(p *fault.Problems, name string) {
	if a == nil {
		return
	}
	WantLine(p, name+".line1", a.Line1, 200)
	WantLine(p, name+".line2", a.Line2, 200)
	WantLine(p, name+".city", a.City, 100)
	WantLine(p, name+".region", a.Region, 100)
	WantLine(p, name+".postalCode", a.PostalCode, 20)
	p.Want(a.Country == nil || isCountry(*a.Country), "%s.country must be an ISO 3166-1 alpha-2 code", name)
}

// Equal reports whether both say the same.
func (a *Address) Equal(b *Address) bool {
	if a == nil || b == nil {
		return a == b
	}
	return slices.EqualFunc(a.parts(), b.parts(), Same[string])
}

func (a *Address) parts() []*string {
	return []*string{a.Line1, a.Line2, a.City, a.Region, a.PostalCode, a.Country}
}

// Same reports whether two values that may be missing are the same.
func Same[T comparable](a, b *T) bool {
	if a == nil || b == nil {
		return a == b
	}
	return *a == *b
}

// countries are the officially assigned codes of ISO 3166-1.
var countries = strings.Fields(`
	AD AE AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BV BW BY BZ
	CA CC CD CF CG CH CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE EG EH ER ES ET FI FJ FK FM FO FR
	GA GB GD GE GF GG GH GI GL GM GN GP GQ GR GS GT GU GW GY HK HM HN HR HT HU ID IE IL IM IN IO IQ IR IS IT JE JM JO JP
	KE KG KH KI KM KN KP KR KW KY KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MF MG MH MK ML MM MN MO MP MQ MR MS MT
	MU MV MW MX MY MZ NA NC NE NF NG NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM PN PR PS PT PW PY QA RE RO RS RU RW
	SA SB SC SD SE SG SH SI SJ SK SL SM SN SO SR SS ST SV SX SY SZ TC TD TF TG TH TJ TK TL TM TN TO TR TT TV TW TZ
	UA UG UM US UY UZ VA VC VE VG VI VN VU WF WS YE YT ZA ZM ZW`)

func isCountry(code string) bool {
	_, found := slices.BinarySearch(countries, code)
	return found
}
