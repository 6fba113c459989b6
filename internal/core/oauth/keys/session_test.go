package keys_test

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"maps"
	"math/big"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/go-jose/go-jose/v4"
	"github.com/google/go-cmp/cmp"

	"github.com/counterpart/counterpart/internal/base/ident"
	"github.com/counterpart/counterpart/internal/base/pg"
	"github.com/counterpart/counterpart/internal/core/oauth/keys"
)

// claims are those of a good token, with some changed; nil leaves one out.
func (f *fixture) claims(changed map[string]any) map[string]any {
	e, now := f.embedded(), f.clock.Now().Unix()
	claims := map[string]any{
		"iss": issuer, "aud": clientID, "sub": e.User, "business_id": e.Business, "installation_id": e.Installation,
		"access_generation": 3, "consent_id": e.Consent, "scope": e.Scopes.String(), "sid": e.Session, "dest": e.Destination, "jti": "7b0c3d51-5a0e-4b35-9c3f-1f6f2a0d9e11",
		"iat": now, "nbf": now, "exp": now + 60,
	}
	maps.Copy(claims, changed)
	maps.DeleteFunc(claims, func(_ string, value any) bool { return value == nil })
	return claims
}

// The signature is checked here with nothing but the key set and the standard
// library, as an app's maker in another language would.
func TestASessionToken(t *testing.T) {
	t.Parallel()
	t.Run("EXCH-02 is an ES256 JWT of 60 seconds that the key set verifies", func(t *testing.T) {
		t.Parallel()
		f := newFixture(t)
		e := f.embedded()
		parts := strings.Split(issue(t, f.one, e), ".")
		if len(parts) != 3 {
			t.Fatalf("%d parts", len(parts))
		}
		k := keySet(t, f.two)[0]
		if diff := cmp.Diff(map[string]any{"alg": "ES256", "kid": k["kid"], "typ": "st+jwt"}, decode(t, parts[0])); diff != "" {
			t.Error(diff)
		}
		claims, now := decode(t, parts[1]), float64(f.clock.Now().Unix())
		if diff := cmp.Diff(map[string]any{
			"iss": issuer, "aud": clientID, "sub": e.User.String(), "business_id": e.Business.String(),
			"installation_id": e.Installation.String(), "access_generation": 3.0, "sid": e.Session.String(), "dest": e.Destination,
			"consent_id": e.Consent.String(), "scope": "events:read invoices:read",
			"jti": claims["jti"], "iat": now, "nbf": now, "exp": now + 60,
		}, claims); diff != "" {
			t.Error(diff)
		}
		point := slices.Concat([]byte{4}, bytesOf(t, k["x"]), bytesOf(t, k["y"])) // uncompressed
		public, err := ecdsa.ParseUncompressedPublicKey(elliptic.P256(), point)
		must(t, err)
		digest := sha256.Sum256([]byte(parts[0] + "." + parts[1]))
		signature := bytesOf(t, parts[2])
		if !ecdsa.Verify(public, digest[:], new(big.Int).SetBytes(signature[:32]), new(big.Int).SetBytes(signature[32:])) {
			t.Error("the signature is wrong")
		}
	})
	t.Run("says on every node what it was issued for", func(t *testing.T) {
		t.Parallel()
		f := newFixture(t)
		e := f.embedded()
		got, err := f.two.VerifySessionToken(t.Context(), issue(t, f.one, e), clientID)
		must(t, err)
		want := keys.SessionToken{Embedded: e, ID: got.ID, IssuedAt: f.clock.Now(), ExpiresAt: f.clock.Now().Add(time.Minute)}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Error(diff)
		}
	})
	t.Run("lives for exactly a minute", func(t *testing.T) {
		t.Parallel()
		f := newFixture(t)
		token := issue(t, f.one, f.embedded())
		f.clock.Move(time.Minute - time.Microsecond)
		_, err := f.two.VerifySessionToken(t.Context(), token, clientID)
		must(t, err)
		f.clock.Move(time.Microsecond)
		if _, err := f.two.VerifySessionToken(t.Context(), token, clientID); !errors.Is(err, keys.ErrInvalidToken) {
			t.Errorf("after a minute: %v", err)
		}
	})
}

func bytesOf(t testing.TB, text any) []byte {
	t.Helper()
	raw, err := base64.RawURLEncoding.DecodeString(text.(string))
	must(t, err)
	return raw
}

func TestWhatIsNoSessionTokenOfOurs(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	kid, private, err := f.one.Current(t.Context())
	must(t, err)
	stranger, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	must(t, err)
	next, now := keySet(t, f.one)[1]["kid"].(string), f.clock.Now().Unix()
	forge := func(algorithm jose.SignatureAlgorithm, key any, id, typ string, changed map[string]any) string {
		text, err := keys.Forge(algorithm, key, id, typ, f.claims(changed))
		must(t, err)
		return text
	}
	with := func(changed map[string]any) string { return forge(jose.ES256, private, kid, "st+jwt", changed) }
	good := with(nil)
	if _, err := f.one.VerifySessionToken(t.Context(), good, clientID); err != nil {
		t.Fatalf("the forger's good token is refused: %v", err)
	}
	parts := strings.Split(good, ".")
	unsigned := base64.RawURLEncoding.EncodeToString([]byte(`{"alg":"none","kid":"`+kid+`","typ":"st+jwt"}`)) + "." + parts[1] + "."
	inHex, err := private.PublicKey.Bytes()
	must(t, err)

	for name, text := range map[string]string{
		"nothing":                  "",
		"no token at all":          "not a token",
		"two parts":                parts[0] + "." + parts[1],
		"four parts":               good + ".x",
		"as JSON":                  `{"payload":"` + parts[1] + `","protected":"` + parts[0] + `","signature":"` + parts[2] + `"}`,
		"far too long":             good + strings.Repeat("A", 5000),
		"a line break inside":      good[:40] + "\n" + good[40:],
		"a space in front":         " " + good,
		"without a signature":      parts[0] + "." + parts[1] + ".",
		"alg none":                 unsigned,
		"HS256 under our public":   forge(jose.HS256, inHex, kid, "st+jwt", nil),
		"another's key, our id":    forge(jose.ES256, stranger, kid, "st+jwt", nil),
		"another's key, its id":    forge(jose.ES256, stranger, "stranger", "st+jwt", nil),
		"no key id":                forge(jose.ES256, private, "", "st+jwt", nil),
		"the next key's id":        forge(jose.ES256, private, next, "st+jwt", nil),
		"another type":             forge(jose.ES256, private, kid, "JWT", nil),
		"no type":                  forge(jose.ES256, private, kid, "", nil),
		"another issuer":           with(map[string]any{"iss": "https://api.example.net"}),
		"no issuer":                with(map[string]any{"iss": nil}),
		"another audience":         with(map[string]any{"aud": "cl_other"}),
		"several audiences":        with(map[string]any{"aud": []string{clientID, "cl_other"}}),
		"no audience":              with(map[string]any{"aud": nil}),
		"expired":                  with(map[string]any{"iat": now - 60, "nbf": now - 60, "exp": now}),
		"no end":                   with(map[string]any{"exp": nil}),
		"longer than a minute":     with(map[string]any{"exp": now + 61}),
		"not yet":                  with(map[string]any{"nbf": now + 6}),
		"issued before the key":    with(map[string]any{"iat": now - 1}),
		"issued after the key":     with(map[string]any{"iat": now + 91*86400, "exp": now + 91*86400 + 60}),
		"no time of issue":         with(map[string]any{"iat": nil}),
		"no user":                  with(map[string]any{"sub": nil}),
		"no installation":          with(map[string]any{"installation_id": nil}),
		"no consent":               with(map[string]any{"consent_id": nil}),
		"no business":              with(map[string]any{"business_id": nil}),
		"a business that is none":  with(map[string]any{"business_id": "bakery"}),
		"no id of its own":         with(map[string]any{"jti": nil}),
		"an id that is no UUID":    with(map[string]any{"jti": "7"}),
		"times that are no number": with(map[string]any{"exp": "soon"}),
	} {
		if _, err := f.two.VerifySessionToken(t.Context(), text, clientID); !errors.Is(err, keys.ErrInvalidToken) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if _, err := f.two.VerifySessionToken(t.Context(), with(map[string]any{"aud": ""}), ""); !errors.Is(err, keys.ErrInvalidToken) {
		t.Errorf("for nobody: %v", err)
	}
}

func TestNoLetterOfASessionTokenCanBeChanged(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	token := issue(t, f.one, f.embedded())
	const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_.=\n"
	for i := range token {
		changed := letters[(strings.IndexByte(letters, token[i])+1+i%13)%len(letters)]
		text := token[:i] + string(changed) + token[i+1:]
		if _, err := f.one.VerifySessionToken(t.Context(), text, clientID); !errors.Is(err, keys.ErrInvalidToken) {
			t.Errorf("letter %d changed from %q to %q: %v", i, token[i], changed, err)
		}
	}
	for _, last := range letters { // the last letter has spare bits
		text := token[:len(token)-1] + string(last)
		if _, err := f.one.VerifySessionToken(t.Context(), text, clientID); text != token && !errors.Is(err, keys.ErrInvalidToken) {
			t.Errorf("taken with %q at its end: %v", last, err)
		}
	}
}

func TestADatabaseThatIsAwayIsOurFault(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	token := issue(t, f.one, f.embedded())
	cold := f.node(t)
	f.database.Close()
	if _, err := cold.VerifySessionToken(t.Context(), token, clientID); err == nil || errors.Is(err, keys.ErrInvalidToken) {
		t.Errorf("got %v", err)
	}
	// A node that knows the keys goes on for a while.
	if _, err := f.one.VerifySessionToken(t.Context(), token, clientID); err != nil {
		t.Error(err)
	}
}

func TestASessionTokenIsSpentOnce(t *testing.T) {
	t.Parallel()
	t.Run("EXCH-03 by one of fifty at a time", func(t *testing.T) {
		t.Parallel()
		f := newFixture(t)
		token, err := f.one.VerifySessionToken(t.Context(), issue(t, f.one, f.embedded()), clientID)
		must(t, err)
		var had atomic.Int32
		must(t, errors.Join(atOnce(50, func(i int) error {
			return f.database.InTx(t.Context(), func(tx *pg.Tx) error {
				unused, err := []*keys.Service{f.one, f.two}[i%2].Spend(t.Context(), tx, token)
				if unused {
					had.Add(1)
				}
				return err
			})
		})...))
		if had.Load() != 1 {
			t.Errorf("%d of fifty had it", had.Load())
		}
	})
	t.Run("by nobody whose transaction fails", func(t *testing.T) {
		t.Parallel()
		f := newFixture(t)
		token, err := f.one.VerifySessionToken(t.Context(), issue(t, f.one, f.embedded()), clientID)
		must(t, err)
		onPurpose := errors.New("on purpose")
		for range 2 {
			err := f.database.InTx(t.Context(), func(tx *pg.Tx) error {
				if unused, err := f.one.Spend(t.Context(), tx, token); err != nil || !unused {
					t.Errorf("it is used: %v", err)
				}
				return onPurpose
			})
			if !errors.Is(err, onPurpose) {
				t.Fatal(err)
			}
		}
	})
	t.Run("and remembered until no node would take it", func(t *testing.T) {
		t.Parallel()
		f := newFixture(t)
		token, err := f.one.VerifySessionToken(t.Context(), issue(t, f.one, f.embedded()), clientID)
		must(t, err)
		must(t, f.database.InTx(t.Context(), func(tx *pg.Tx) error { _, err := f.one.Spend(t.Context(), tx, token); return err }))
		for _, step := range []struct {
			passes time.Duration
			want   int64
		}{{time.Minute, 0}, {time.Hour - time.Microsecond, 0}, {time.Microsecond, 1}, {0, 0}} {
			f.clock.Move(step.passes)
			if purged, err := f.one.Purge(t.Context(), ident.EveryShard()); err != nil || purged != step.want {
				t.Errorf("want %d forgotten, got %d, %v", step.want, purged, err)
			}
		}
	})
}

func FuzzVerifySessionToken(f *testing.F) {
	st := newFixture(f)
	token := issue(f, st.one, st.embedded())
	f.Add(token)
	f.Add("")
	f.Add("e30.e30.e30")
	f.Fuzz(func(t *testing.T, text string) {
		if _, err := st.one.VerifySessionToken(t.Context(), text, clientID); text != token && !errors.Is(err, keys.ErrInvalidToken) {
			t.Errorf("%q is taken: %v", text, err)
		}
	})
}
