package secret

import (
	"bytes"
	"crypto/aes"
	"crypto/cipher"
	"crypto/hkdf"
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"fmt"
	"log/slog"
	"regexp"
	"slices"
	"strings"
)

const (
	keySize       = 32 // AES-256
	sealedVersion = 1  // first byte of what Seal returns
)

// ErrUnsealable says that sealed bytes were changed, belong to another context,
// or need a key that the ring does not hold.
var ErrUnsealable = errors.New("sealed bytes do not open")

var keyID = regexp.MustCompile(`^[a-z0-9]{1,16}$`)

// Keyring seals what must be read again, under keys that the operator
// configures. The first key seals, every key opens: to rotate, put a new key in
// front, rewrap what is stale, then drop the old one. It never shows its keys.
type Keyring struct {
	keys     []key
	refusals *refusals // shared with the MACs
}

// Key is what may be known of a key: two that have one fingerprint are one key,
// and nothing can be computed from it.
type Key struct {
	ID          string
	Fingerprint []byte
}

// fingerprintSize is in bytes: enough that no two keys share one by chance.
const fingerprintSize = 16

// Keys lists the keys, the one that seals first.
func (r *Keyring) Keys() []Key {
	known := make([]Key, len(r.keys))
	for i, k := range r.keys {
		known[i] = Key{k.id, k.derive("fingerprint")[:fingerprintSize]}
	}
	return known
}

// Shares reports whether a key stands in both rings, under whatever id.
func (r *Keyring) Shares(other *Keyring) bool {
	return slices.ContainsFunc(r.Keys(), func(own Key) bool {
		return slices.ContainsFunc(other.Keys(), func(k Key) bool { return bytes.Equal(own.Fingerprint, k.Fingerprint) })
	})
}

// key keeps its bytes inside closures: even a printed copy of it shows nothing.
type key struct {
	id     string
	aead   cipher.AEAD
	derive func(purpose string) []byte
}

// ParseKeyring reads keys as they stand in the configuration, newest first:
// "k2:base64,k1:base64", 32 bytes each.
func ParseKeyring(text string) (*Keyring, error) {
	ring := &Keyring{}
	if err := ring.UnmarshalText([]byte(text)); err != nil {
		return nil, err
	}
	return ring, nil
}

// UnmarshalText is ParseKeyring for configuration decoders. Its errors name the
// entry by its place, never by its text.
func (r *Keyring) UnmarshalText(text []byte) error {
	var keys []key
	seen := map[string]string{}
	for i, entry := range strings.Split(string(text), ",") {
		k, raw, err := parseKey(strings.TrimSpace(entry))
		if err != nil {
			return fmt.Errorf("secret keys, entry %d: %w", i+1, err)
		}
		for id, other := range seen {
			if id == k.id || other == string(raw) {
				return fmt.Errorf("secret keys, entry %d: id or key repeats that of %q; each key needs both of its own", i+1, id)
			}
		}
		seen[k.id] = string(raw)
		keys = append(keys, k)
	}
	r.keys, r.refusals = keys, &refusals{}
	return nil
}

func parseKey(entry string) (key, []byte, error) {
	id, encoded, ok := strings.Cut(entry, ":")
	if !ok {
		return key{}, nil, errors.New(`want "id:key", such as k1:… with a key from "openssl rand -base64 32"`)
	}
	if !keyID.MatchString(id) {
		return key{}, nil, errors.New("the id before the colon must be 1 to 16 lower-case letters and digits")
	}
	raw, ok := decodeKey(encoded)
	if !ok {
		return key{}, nil, fmt.Errorf(`the key of %q is not base64; make one with "openssl rand -base64 32"`, id)
	}
	if len(raw) != keySize {
		return key{}, nil, fmt.Errorf(`the key of %q has %d bytes, want %d; make one with "openssl rand -base64 32"`, id, len(raw), keySize)
	}
	k, err := newKey(id, raw)
	return k, raw, err
}

// decodeKey takes both alphabets of base64, padded or not: people paste either.
// Each spells a key in one way alone, so spare bits and line breaks are refused.
func decodeKey(text string) ([]byte, bool) {
	for _, form := range []*base64.Encoding{base64.StdEncoding, base64.RawStdEncoding, base64.URLEncoding, base64.RawURLEncoding} {
		if raw, err := form.DecodeString(text); err == nil && form.EncodeToString(raw) == text {
			return raw, true
		}
	}
	return nil, false
}

func newKey(id string, raw []byte) (key, error) {
	root, err := hkdf.Extract(sha256.New, raw, nil)
	if err != nil {
		return key{}, fmt.Errorf("prepare key %q: %w", id, err)
	}
	derive := func(purpose string) []byte {
		derived, err := hkdf.Expand(sha256.New, root, purpose, keySize)
		if err != nil {
			panic("32 bytes are within what HKDF can give: " + err.Error())
		}
		return derived
	}
	// The configured key itself is never used: each purpose has one of its own.
	block, err := aes.NewCipher(derive("seal"))
	if err != nil {
		return key{}, fmt.Errorf("prepare key %q: %w", id, err)
	}
	aead, err := cipher.NewGCMWithRandomNonce(block)
	if err != nil {
		return key{}, fmt.Errorf("prepare key %q: %w", id, err)
	}
	return key{id: id, aead: aead, derive: derive}, nil
}

// Seal encrypts under the first key. The context says what the bytes are and
// whose ("webhook whk_…"); they open in the same context only, so a row's
// secret cannot be copied into another row.
func (r *Keyring) Seal(context string, plain []byte) []byte {
	k := r.keys[0]
	header := append([]byte{sealedVersion, byte(len(k.id))}, k.id...)
	return k.aead.Seal(header, nil, plain, additional(header, context))
}

// Open decrypts what Seal returned.
func (r *Keyring) Open(context string, sealed []byte) ([]byte, error) {
	id, header, box, ok := cutHeader(sealed)
	if !ok {
		return nil, fmt.Errorf("%w: no header", ErrUnsealable)
	}
	k, ok := r.find(id)
	if !ok {
		return nil, fmt.Errorf("%w: the configuration holds no key %q", ErrUnsealable, id)
	}
	plain, err := k.aead.Open(nil, nil, box, additional(header, context))
	if err != nil {
		return nil, fmt.Errorf("%w under key %q", ErrUnsealable, id)
	}
	return plain, nil
}

// Rewrap seals anew what stands under an older key; changed is false when the
// bytes are fine as they are.
func (r *Keyring) Rewrap(context string, sealed []byte) (fresh []byte, changed bool, err error) {
	if !r.Stale(sealed) {
		return sealed, false, nil
	}
	plain, err := r.Open(context, sealed)
	if err != nil {
		return nil, false, err
	}
	return r.Seal(context, plain), true, nil
}

// Stale reports whether the bytes are sealed under anything but the first key.
func (r *Keyring) Stale(sealed []byte) bool {
	id, _, _, ok := cutHeader(sealed)
	return !ok || id != r.keys[0].id
}

func (r *Keyring) find(id string) (key, bool) {
	for _, k := range r.keys {
		if k.id == id {
			return k, true
		}
	}
	return key{}, false
}

// String shows which keys there are, never what they are.
func (r Keyring) String() string {
	ids := make([]string, len(r.keys))
	for i, k := range r.keys {
		ids[i] = k.id
	}
	return "keyring[" + strings.Join(ids, " ") + "]"
}

// GoString is String for %#v.
func (r Keyring) GoString() string { return r.String() }

// LogValue is String for slog.
func (r Keyring) LogValue() slog.Value { return slog.StringValue(r.String()) }

func cutHeader(sealed []byte) (id string, header, box []byte, ok bool) {
	if len(sealed) < 2 || sealed[0] != sealedVersion || len(sealed) < 2+int(sealed[1]) {
		return "", nil, nil, false
	}
	end := 2 + int(sealed[1])
	return string(sealed[2:end]), sealed[:end:end], sealed[end:], true
}

// additional is what is authenticated beside the plain text. The header says
// its own length, so header and context cannot be cut differently.
func additional(header []byte, context string) []byte {
	return append(append([]byte{}, header...), context...)
}
