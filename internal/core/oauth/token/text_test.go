package token

import (
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/counterpart/counterpart/internal/base/ident"
	"github.com/counterpart/counterpart/internal/base/secret"
)

var (
	at     = time.Date(2026, time.November, 8, 9, 30, 0, 123456000, time.UTC)
	family = ident.New[ident.Family](37, at)
	kinds  = []secret.Prefix{secret.AccessToken, secret.RefreshToken}
)

// salt makes the keys other ones in every run. A fuzzer starts several programs,
// and a text that one of them wrote must mean nothing to the next.
var salt = rand.Text()

// codecWith has keys by their ids, the newest first.
func codecWith(t testing.TB, ids ...string) codec {
	t.Helper()
	var entries []string
	for _, id := range ids {
		raw := sha256.Sum256([]byte(salt + id))
		entries = append(entries, id+":"+base64.StdEncoding.EncodeToString(raw[:]))
	}
	keys, err := secret.ParseKeyring(strings.Join(entries, ","))
	if err != nil {
		t.Fatal(err)
	}
	return newCodec(keys)
}

func TestATextTellsItsFamilyGenerationAndTime(t *testing.T) {
	t.Parallel()
	for _, id := range []string{"k", "k1", "2026november", "sixteenlettersid"} {
		p := codecWith(t, id)
		for _, kind := range kinds {
			text := p.write(kind, family, 1<<30+7, at)
			got, ok := p.read(kind, text)
			want := parsedToken{kind: kind, family: family, generation: 1<<30 + 7, issuedAt: at.Truncate(time.Second), text: text}
			if diff := cmp.Diff(want, got, cmp.AllowUnexported(parsedToken{})); !ok || diff != "" {
				t.Errorf("%s: %t %s", text, ok, diff)
			}
		}
	}
}

func TestATokenIsFoundByAScannerWhole(t *testing.T) {
	t.Parallel()
	// The id of the key has letters that the rest of a token never has.
	p := codecWith(t, "illusory0")
	for _, kind := range kinds {
		text := p.write(kind, family, 1, at)
		t.Run("TOK-17 "+string(kind), func(t *testing.T) {
			if found := secret.Pattern.FindString("token=" + text + "&x=y"); found != text {
				t.Errorf("found %q of %q", found, text)
			}
			if _, ok := secret.CutChecksum(text); !ok {
				t.Errorf("%q does not end in its checksum", text)
			}
		})
	}
}

func TestAKindIsNotTakenForTheOther(t *testing.T) {
	t.Parallel()
	p := codecWith(t, "k1")
	access, refresh := p.write(secret.AccessToken, family, 1, at), p.write(secret.RefreshToken, family, 1, at)
	renamed := func(text string, from, to secret.Prefix) string {
		head, _ := secret.CutChecksum(text)
		return secret.WithChecksum(strings.Replace(head, string(from), string(to), 1))
	}
	for _, c := range []struct {
		kind secret.Prefix
		text string
	}{
		{secret.RefreshToken, access},
		{secret.AccessToken, refresh},
		{secret.RefreshToken, renamed(access, secret.AccessToken, secret.RefreshToken)},
		{secret.AccessToken, renamed(refresh, secret.RefreshToken, secret.AccessToken)},
	} {
		if _, ok := p.read(c.kind, c.text); ok {
			t.Errorf("%s passes for a %s", c.text, c.kind)
		}
	}
}

func TestAnyChangedLetterIsNoticed(t *testing.T) {
	t.Parallel()
	p := codecWith(t, "k1")
	for _, kind := range kinds {
		text := p.write(kind, family, 3, at)
		head, _ := secret.CutChecksum(text)
		for i := range head {
			for _, letter := range "0123456789abcdefghjkmnpqrstvwxyz\r\n=_A" {
				changed := head[:i] + string(letter) + head[i+1:]
				if changed == head {
					continue
				}
				// Everybody can make a checksum; it is the MAC that must hold.
				if got, ok := p.read(kind, secret.WithChecksum(changed)); ok {
					t.Fatalf("with %q at %d it passes for %+v", letter, i, got)
				}
			}
			for _, longer := range []string{head[:i] + "\n" + head[i:], head[:i] + "0" + head[i:], head[:i]} {
				if got, ok := p.read(kind, secret.WithChecksum(longer)); ok {
					t.Fatalf("%q passes for %+v", longer, got)
				}
			}
		}
	}
}

func TestKeysRotateUnderLiveTokens(t *testing.T) {
	t.Parallel()
	before, during, after := codecWith(t, "k1"), codecWith(t, "k2", "k1"), codecWith(t, "k2")
	old, fresh := before.write(secret.RefreshToken, family, 1, at), during.write(secret.RefreshToken, family, 2, at)
	for _, c := range []struct {
		name string
		p    codec
		want []bool
	}{{"before", before, []bool{true, false}}, {"during", during, []bool{true, true}}, {"after", after, []bool{false, true}}} {
		_, readsOld := c.p.read(secret.RefreshToken, old)
		_, readsFresh := c.p.read(secret.RefreshToken, fresh)
		if diff := cmp.Diff(c.want, []bool{readsOld, readsFresh}); diff != "" {
			t.Errorf("%s: %s", c.name, diff)
		}
	}
}

// FuzzRead looks for a text that is read although write did not write it: any
// text at all, and one of ours with a part replaced and its checksum made good.
func FuzzRead(f *testing.F) {
	p := codecWith(f, "k2", "k1")
	own := []string{
		p.write(secret.AccessToken, family, 1, at), p.write(secret.RefreshToken, family, 1, at),
		codecWith(f, "k1").write(secret.RefreshToken, family, 2, at),
	}
	for i, text := range own {
		f.Add(text, uint8(i), uint8(30*i), "0")
		f.Add(text[:len(text)-1], uint8(i), uint8(97), "\r\n")
		f.Add(secret.WithChecksum(text), uint8(i), uint8(0), "cprt_")
	}
	f.Fuzz(func(t *testing.T, text string, which, place uint8, part string) {
		head, _ := secret.CutChecksum(own[int(which)%len(own)])
		i := int(place) % len(head)
		mended := secret.WithChecksum(head[:i] + part + head[min(len(head), i+len(part)):])
		for _, text := range []string{text, secret.WithChecksum(text), mended} {
			for _, kind := range kinds {
				got, ok := p.read(kind, text)
				if ok && !slices.Contains(own, text) {
					t.Fatalf("%q passes for %+v", text, got)
				}
				if !ok && !cmp.Equal(parsedToken{}, got, cmp.AllowUnexported(parsedToken{}), cmpopts.EquateEmpty()) {
					t.Fatalf("%q is refused and yet told: %+v", text, got)
				}
			}
		}
	})
}
