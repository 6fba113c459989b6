package approval

import (
	"testing"
	"time"

	"github.com/counterpart/counterpart/internal/base/ident"
	"github.com/counterpart/counterpart/internal/base/secret"
)

func TestACodeTellsItsGrant(t *testing.T) {
	t.Parallel()
	id := ident.New[ident.Grant](37, time.Unix(1_800_000_000, 0))
	code := newCode(id)
	if got, ok := grantOf(code); !ok || got != id {
		t.Errorf("%s reads back as %s, %t", id, got, ok)
	}
	if !proves(code, secret.Hash(code)) || proves(code, secret.Hash(newCode(id))) || proves(code, nil) {
		t.Error("a code proves what it should not, or not what it should")
	}
}

// FuzzCode shows that no text but the one that was handed out redeems a grant.
func FuzzCode(f *testing.F) {
	id := ident.New[ident.Grant](37, time.Unix(1_800_000_000, 0))
	code := newCode(id)
	hash := secret.Hash(code)
	f.Add(code)
	f.Add(code[:len(code)-1])
	f.Add("cpac_")
	f.Fuzz(func(t *testing.T, text string) {
		got, ok := grantOf(text)
		if ok && secret.Pattern.FindString(text) != text {
			t.Errorf("%q is read as a code of %s", text, got)
		}
		if ok && proves(text, hash) && text != code {
			t.Errorf("%q redeems another's grant", text)
		}
	})
}
