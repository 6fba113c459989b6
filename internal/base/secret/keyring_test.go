package secret_test

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/counterpart/counterpart/internal/base/secret"
)

// keyText is the configured text of a key whose bytes are all n.
func keyText(n byte) string {
	return base64.StdEncoding.EncodeToString(bytes.Repeat([]byte{n}, 32))
}

func ring(t *testing.T, text string) *secret.Keyring {
	t.Helper()
	r, err := secret.ParseKeyring(text)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func TestWhatIsSealedOpensAgain(t *testing.T) {
	t.Parallel()
	keys := ring(t, "k1:"+keyText(1))
	rapid.Check(t, func(t *rapid.T) {
		plain := rapid.SliceOf(rapid.Byte()).Draw(t, "plain")
		context := rapid.String().Draw(t, "context")
		sealed := keys.Seal(context, plain)
		got, err := keys.Open(context, sealed)
		if err != nil || !bytes.Equal(plain, got) {
			t.Fatalf("sealed %x, opened %x, %v", plain, got, err)
		}
	})
}

func TestSealedBytesAreBoundToTheirContextAndCannotBeChanged(t *testing.T) {
	t.Parallel()
	keys := ring(t, "k1:"+keyText(1))
	sealed := keys.Seal("webhook 1", []byte("whsec_x"))

	if _, err := keys.Open("webhook 2", sealed); !errors.Is(err, secret.ErrUnsealable) {
		t.Errorf("opens in another context: %v", err)
	}
	for i := range sealed {
		changed := bytes.Clone(sealed)
		changed[i] ^= 1
		if _, err := keys.Open("webhook 1", changed); !errors.Is(err, secret.ErrUnsealable) {
			t.Errorf("opens with byte %d changed: %v", i, err)
		}
	}
	for n := range sealed {
		if _, err := keys.Open("webhook 1", sealed[:n]); !errors.Is(err, secret.ErrUnsealable) {
			t.Errorf("opens when cut to %d bytes: %v", n, err)
		}
	}
	if bytes.Equal(sealed, keys.Seal("webhook 1", []byte("whsec_x"))) {
		t.Error("equal secrets can be told by their sealed bytes")
	}
}

func TestKeysRotateWithoutLosingWhatIsSealed(t *testing.T) {
	t.Parallel()
	before := ring(t, "k1:"+keyText(1))
	during := ring(t, "k2:"+keyText(2)+", k1:"+keyText(1))
	after := ring(t, "k2:"+keyText(2))
	old := before.Seal("c", []byte("plain"))

	if before.Stale(old) || !during.Stale(old) {
		t.Error("what the first key did not seal is stale, and nothing else")
	}
	fresh, changed, err := during.Rewrap("c", old)
	if err != nil || !changed {
		t.Fatalf("rewrap: %v, %v", changed, err)
	}
	if again, changed, err := during.Rewrap("c", fresh); err != nil || changed || !bytes.Equal(again, fresh) {
		t.Errorf("what is fresh is left alone: %v, %v", changed, err)
	}
	if got, err := after.Open("c", fresh); err != nil || string(got) != "plain" {
		t.Errorf("after the rotation: %q, %v", got, err)
	}
	if _, err := after.Open("c", old); err == nil || !strings.Contains(err.Error(), `no key "k1"`) {
		t.Errorf("a missing key is not named: %v", err)
	}
}

func TestKeyConfigurationMistakesAreExplained(t *testing.T) {
	t.Parallel()
	for name, row := range map[string]struct{ text, want string }{
		"empty":          {"", `want "id:key"`},
		"no id":          {keyText(1), `want "id:key"`},
		"odd id":         {"K 1:" + keyText(1), "lower-case letters"},
		"not base64":     {"k1:%%%", `"k1" is not base64`},
		"padding":        {"k1:" + keyText(1) + "=", `"k1" is not base64`},
		"line break":     {"k1:" + keyText(1)[:20] + "\n" + keyText(1)[20:], `"k1" is not base64`},
		"spare bits":     {"k1:" + strings.TrimRight(keyText(1), "E=") + "F=", `"k1" is not base64`},
		"two alphabets":  {"k1:" + "-/" + keyText(1)[2:], `"k1" is not base64`},
		"short":          {"k1:" + base64.StdEncoding.EncodeToString([]byte("too short")), "has 9 bytes, want 32"},
		"id twice":       {"k1:" + keyText(1) + ",k1:" + keyText(2), `entry 2: id or key repeats that of "k1"`},
		"key twice":      {"k1:" + keyText(1) + ",k2:" + keyText(1), `entry 2: id or key repeats that of "k1"`},
		"trailing comma": {"k1:" + keyText(1) + ",", "entry 2"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			_, err := secret.ParseKeyring(row.text)
			if err == nil || !strings.Contains(err.Error(), row.want) {
				t.Fatalf("want an error with %q, got %v", row.want, err)
			}
			if strings.Contains(err.Error(), keyText(1)) {
				t.Error("the error shows a key")
			}
		})
	}
}

func TestBothAlphabetsOfBase64AreTaken(t *testing.T) {
	t.Parallel()
	raw := bytes.Repeat([]byte{0xfb, 0xff}, 16)
	standard := ring(t, "k1:"+base64.StdEncoding.EncodeToString(raw))
	url := ring(t, "k1:"+base64.RawURLEncoding.EncodeToString(raw))
	if _, err := url.Open("c", standard.Seal("c", []byte("plain"))); err != nil {
		t.Error(err)
	}
}

func TestAKeyIsRecognisedByItsBytes(t *testing.T) {
	t.Parallel()
	one, both := ring(t, "k1:"+keyText(1)), ring(t, "k3:"+keyText(2)+",k2:"+strings.TrimRight(keyText(1), "="))
	if !one.Shares(both) || !both.Shares(one) {
		t.Error("a key under another id and in another spelling is not recognised")
	}
	if one.Shares(ring(t, "k1:"+keyText(2))) {
		t.Error("two keys under one id are taken for one")
	}
	fingerprint := one.Keys()[0].Fingerprint
	if len(fingerprint) != 16 || bytes.Contains(bytes.Repeat([]byte{1}, 32), fingerprint) {
		t.Errorf("the fingerprint is %x", fingerprint)
	}
}

func TestAKeyringNeverShowsItsKeys(t *testing.T) {
	t.Parallel()
	type config struct {
		Keys   secret.Keyring
		hidden secret.Keyring
		mac    *secret.MAC
	}
	const marker = byte(0xa7)
	keys := ring(t, "k1:"+keyText(marker))
	c := config{*keys, *keys, keys.MAC(tokens)}

	var out bytes.Buffer
	for _, verb := range []string{"%v", "%+v", "%#v", "%s", "%x", "%d"} {
		fmt.Fprintf(&out, verb+" "+verb+" "+verb+"\n", keys, c, *c.mac)
	}
	slog.New(slog.NewJSONHandler(&out, nil)).Info("started", "keys", keys, "config", c)
	text, err := json.Marshal(c)
	if err != nil {
		t.Fatal(err)
	}
	out.Write(text)

	for _, form := range []string{keyText(marker), "167 167 167", "a7a7a7", "0xa7, 0xa7"} {
		if strings.Contains(out.String(), form) {
			t.Errorf("a key is shown as %q in:\n%s", form, out.String())
		}
	}
	if want := "keyring[k1]"; keys.String() != want {
		t.Errorf("want %q, got %q", want, keys)
	}
}

var tokens = secret.Purpose{Name: "tokens", Life: time.Hour}

func TestMACsOfAnOlderKeyCanBeRefused(t *testing.T) {
	t.Parallel()
	message := []byte("family 7, generation 3")
	id, sum := ring(t, "k1:"+keyText(1)).MAC(tokens).Sum(message)
	keys := ring(t, "k2:"+keyText(2)+",k1:"+keyText(1))
	mac, other := keys.MAC(tokens), keys.MAC(secret.Purpose{Name: "forms"})
	keys.Refuse(func(keyID string, p secret.Purpose) bool { return p == tokens })
	if mac.Valid(id, message, sum) {
		t.Error("a refused key is taken")
	}
	if id, sum := mac.Sum(message); !mac.Valid(id, message, sum) {
		t.Error("the first key is refused")
	}
	id, sum = ring(t, "k1:"+keyText(1)).MAC(secret.Purpose{Name: "forms"}).Sum(message)
	if !other.Valid(id, message, sum) {
		t.Error("what is refused for one purpose is refused for another")
	}
}

func TestMACsSurviveARotationAndArePerPurpose(t *testing.T) {
	t.Parallel()
	before := ring(t, "k1:"+keyText(1))
	during := ring(t, "k2:"+keyText(2)+",k1:"+keyText(1))
	message := []byte("family 7, generation 3")

	id, sum := before.MAC(tokens).Sum(message)
	if !during.MAC(tokens).Valid(id, message, sum) {
		t.Error("a message of before the rotation is refused")
	}
	if newID, _ := during.MAC(tokens).Sum(message); newID != "k2" {
		t.Errorf("the newest key is not used: %q", newID)
	}
	if before.MAC(secret.Purpose{Name: "cursors"}).Valid(id, message, sum) {
		t.Error("a sum of one purpose is taken for another")
	}
	if before.MAC(tokens).Valid(id, []byte("family 7, generation 4"), sum) {
		t.Error("a sum is taken for another message")
	}
	if ring(t, "k2:"+keyText(2)).MAC(tokens).Valid(id, message, sum) {
		t.Error("a sum under a dropped key is taken")
	}
}
