package ident

import "testing"

func TestNoTwoKindsShareAPrefix(t *testing.T) {
	t.Parallel()
	seen := map[string]bool{}
	for _, k := range []kind{
		business{}, user{}, organization{}, app{}, installation{}, consent{}, session{},
		invitation{}, clientSecret{}, event{}, auditEntry{}, request{}, family{}, grant{}, authRequest{}, deviceCode{},
	} {
		if seen[k.prefix()] {
			t.Errorf("%s_ is taken twice", k.prefix())
		}
		seen[k.prefix()] = true
	}
}
