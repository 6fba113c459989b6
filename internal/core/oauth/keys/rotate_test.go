package keys_test

import (
	"crypto/x509"
	"encoding/hex"
	"errors"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/counterpart/counterpart/internal/core/oauth/keys"
)

const day = 24 * time.Hour

func TestTheKeySet(t *testing.T) {
	t.Parallel()
	t.Run("META-04 names a current and a next key, their public halves alone", func(t *testing.T) {
		t.Parallel()
		f := newFixture(t)
		set := keySet(t, f.one)
		if len(set) != 2 {
			t.Fatalf("want two keys, got %v", set)
		}
		coordinate := regexp.MustCompile(`^[A-Za-z0-9_-]{43}$`)
		for _, k := range set {
			want := map[string]any{"kty": "EC", "crv": "P-256", "use": "sig", "alg": "ES256", "kid": k["kid"], "x": k["x"], "y": k["y"]}
			if diff := cmp.Diff(want, k); diff != "" {
				t.Error(diff)
			}
			if !coordinate.MatchString(k["x"].(string)) || !coordinate.MatchString(k["y"].(string)) {
				t.Errorf("no point: %v", k)
			}
		}
		if keyID(t, issue(t, f.one, f.embedded())) != set[0]["kid"] {
			t.Error("the first key does not sign")
		}
	})
	t.Run("META-04 keeps a rotated-out key until its last token has long expired", func(t *testing.T) {
		t.Parallel()
		f := newFixture(t)
		before := published(t, f.one)
		f.clock.Move(90*day - time.Second)
		last := issue(t, f.one, f.embedded())
		f.clock.Move(time.Second)
		changed := published(t, f.one)
		if len(changed) != 3 || !slices.Equal(before, changed[:2]) {
			t.Fatalf("before %v, after %v", before, changed)
		}
		if keyID(t, last) != before[0] || keyID(t, issue(t, f.one, f.embedded())) != before[1] {
			t.Error("the keys do not take turns")
		}
		f.clock.Move(58 * time.Second)
		if _, err := f.two.VerifySessionToken(t.Context(), last, clientID); err != nil {
			t.Error(err)
		}
		f.clock.Move(day - 59*time.Second)
		if got := published(t, f.two); !slices.Equal(changed, got) {
			t.Errorf("within the day: %v", got)
		}
		f.clock.Move(time.Second)
		if got := published(t, f.two); !slices.Equal(changed[1:], got) {
			t.Errorf("after the day: %v", got)
		}
		must(t, f.one.Ensure(t.Context()))
		if got := f.stored(t); got != 2 {
			t.Errorf("%d keys are kept", got)
		}
	})
}

func (f *fixture) stored(t testing.TB) (count int) {
	t.Helper()
	must(t, f.database.QueryRow(t.Context(), "SELECT count(*) FROM oauth.signing_keys").Scan(&count))
	return count
}

func TestHoweverManyNodesStartTheKeysAreMadeOnce(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	nodes := []*keys.Service{f.one, f.two}
	must(t, errors.Join(atOnce(20, func(i int) error {
		if i < 10 {
			return nodes[i%2].Ensure(t.Context())
		}
		_, err := nodes[i%2].JWKS(t.Context())
		return err
	})...))
	if got := f.stored(t); got != 2 {
		t.Errorf("there are %d keys", got)
	}
	if !slices.Equal(published(t, f.one), published(t, f.two)) {
		t.Error("two nodes publish different keys")
	}
}

func TestALongSleepEndsInNewKeys(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	before := published(t, f.one)
	f.clock.Move(400 * day)
	after := published(t, f.one)
	if len(after) != 2 || slices.ContainsFunc(after, func(id string) bool { return slices.Contains(before, id) }) {
		t.Errorf("before %v, after %v", before, after)
	}
	token := issue(t, f.two, f.embedded())
	if _, err := f.one.VerifySessionToken(t.Context(), token, clientID); err != nil {
		t.Error(err)
	}
}

func TestARotationOutOfTurnReachesEveryNodeBeforeItTakesEffect(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	before := published(t, f.two)
	leaked, private, err := f.one.Current(t.Context())
	must(t, err)
	must(t, f.one.Rotate(t.Context()))
	if keyID(t, issue(t, f.two, f.embedded())) != before[0] {
		t.Error("it takes effect before all nodes can know")
	}
	f.clock.Move(time.Minute)
	for _, node := range []*keys.Service{f.one, f.two} {
		token := issue(t, node, f.embedded())
		if keyID(t, token) != before[1] {
			t.Error("the next key does not sign")
		}
		if _, err := f.two.VerifySessionToken(t.Context(), token, clientID); err != nil {
			t.Error(err)
		}
	}
	forged, err := keys.Forge("ES256", private, leaked, "st+jwt", f.claims(nil))
	must(t, err)
	if _, err := f.two.VerifySessionToken(t.Context(), forged, clientID); !errors.Is(err, keys.ErrInvalidToken) {
		t.Errorf("a key signs after its term: %v", err)
	}
	if got := published(t, f.one); len(got) != 3 || !slices.Equal(before, got[:2]) {
		t.Errorf("want %v and one more, got %v", before, got)
	}
	var noted int
	must(t, f.database.QueryRow(t.Context(), "SELECT count(*) FROM audit.control_entries WHERE action = 'signing_key.rotated' AND subject = $1", leaked).Scan(&noted))
	if noted != 1 {
		t.Errorf("the record has %d entries of it", noted)
	}
}

func TestPrivateKeysAreStoredSealed(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	_, private, err := f.one.Current(t.Context())
	must(t, err)
	plain, err := x509.MarshalPKCS8PrivateKey(private)
	must(t, err)
	scalar, err := private.Bytes()
	must(t, err)
	var dump string
	must(t, f.database.QueryRow(t.Context(), "SELECT jsonb_agg(to_jsonb(k))::text FROM oauth.signing_keys k").Scan(&dump))
	for _, form := range [][]byte{plain, scalar} {
		if strings.Contains(dump, hex.EncodeToString(form)) {
			t.Error("a private key can be read from the database")
		}
	}
}
