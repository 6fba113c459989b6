package passkeytest

import (
	"bytes"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"encoding/json"
	"slices"
	"testing"

	"github.com/go-webauthn/webauthn/protocol/webauthncbor"
)

// Phone keeps passkeys, and asks its owner before it uses one.
type Phone struct {
	// Origin is where the browser is, or says it is.
	Origin string
	// Counts says that it counts the uses of its passkeys, as security keys do.
	Counts bool
	// Careless says that it uses passkeys without asking for a finger or a PIN.
	Careless bool
	// Backups says that it keeps copies of its passkeys elsewhere.
	Backups bool

	keys []*Key
}

// Key is one passkey.
type Key struct {
	ID     []byte
	User   []byte // whose it is, as the service said
	Count  uint32 // how often it was used, if the phone counts
	secret *ecdsa.PrivateKey
}

// New is a phone on which a browser shows an origin.
func New(origin string) *Phone { return &Phone{Origin: origin} }

// Keys are the passkeys that it keeps, the first first.
func (p *Phone) Keys() []*Key { return slices.Clone(p.keys) }

// Copy is another phone with the same passkeys, each counting on its own.
func (p *Phone) Copy() *Phone {
	twin := *p
	twin.keys = nil
	for _, k := range p.keys {
		same := *k
		twin.keys = append(twin.keys, &same)
	}
	return &twin
}

// bytes64 is base64url, as WebAuthn writes bytes in JSON.
type bytes64 []byte

// MarshalText writes it.
func (b bytes64) MarshalText() ([]byte, error) {
	return []byte(base64.RawURLEncoding.EncodeToString(b)), nil
}

// UnmarshalText reads it.
func (b *bytes64) UnmarshalText(text []byte) (err error) {
	*b, err = base64.RawURLEncoding.DecodeString(string(text))
	return err
}

// asked is what a page asks for, as far as a phone looks at it.
type asked struct {
	Challenge bytes64
	RP        struct{ ID string }
	RPID      string `json:"rpId"`
	User      struct{ ID bytes64 }
	Allow     []known `json:"allowCredentials"`
}

type known struct{ ID bytes64 }

// Create makes a passkey as a page asks for, and returns what the page sends.
func (p *Phone) Create(t testing.TB, options string) string {
	t.Helper()
	a := read(t, options)
	secret, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	must(t, err)
	key := &Key{ID: random(32), User: a.User.ID, secret: secret}
	p.keys = append(p.keys, key)
	object, err := webauthncbor.Marshal(map[string]any{
		"fmt": "none", "attStmt": map[string]any{}, "authData": p.data(a.RP.ID, key, attested(t, key)),
	})
	must(t, err)
	return write(t, key, map[string]any{
		"clientDataJSON": p.client(t, "webauthn.create", a), "attestationObject": bytes64(object), "transports": []string{"internal", "hybrid"},
	})
}

// Get signs in with the first passkey that a page asks for, and returns what the page
// sends.
func (p *Phone) Get(t testing.TB, options string) string {
	t.Helper()
	a := read(t, options)
	for _, key := range p.keys {
		if len(a.Allow) == 0 || slices.ContainsFunc(a.Allow, func(k known) bool { return bytes.Equal(k.ID, key.ID) }) {
			return p.sign(t, a, key)
		}
	}
	t.Fatal("the phone has no such passkey")
	return ""
}

// GetWith signs in with one of its passkeys, whatever the page asks for.
func (p *Phone) GetWith(t testing.TB, options string, key *Key) string {
	t.Helper()
	return p.sign(t, read(t, options), key)
}

func (p *Phone) sign(t testing.TB, a asked, key *Key) string {
	t.Helper()
	if p.Counts {
		key.Count++
	}
	client, data := p.client(t, "webauthn.get", a), p.data(a.RPID, key, nil)
	of := sha256.Sum256(client)
	digest := sha256.Sum256(slices.Concat(data, of[:]))
	signature, err := ecdsa.SignASN1(rand.Reader, key.secret, digest[:])
	must(t, err)
	return write(t, key, map[string]any{
		"clientDataJSON": client, "authenticatorData": bytes64(data), "signature": bytes64(signature), "userHandle": bytes64(key.User),
	})
}

// client is what the browser says of the page.
func (p *Phone) client(t testing.TB, what string, a asked) bytes64 {
	t.Helper()
	said, err := json.Marshal(map[string]any{"type": what, "challenge": a.Challenge, "origin": p.Origin, "crossOrigin": false})
	must(t, err)
	return said
}

// The flags of what an authenticator says.
const (
	present   = 1 << 0
	verified  = 1 << 2
	eligible  = 1 << 3
	backedUp  = 1 << 4
	withKey   = 1 << 6
	zeroModel = 16 // bytes of a make that is not told
)

// data is what the authenticator says: for whom, how, and how often.
func (p *Phone) data(rp string, key *Key, fresh []byte) []byte {
	flags := byte(present)
	if !p.Careless {
		flags |= verified
	}
	if p.Backups {
		flags |= eligible | backedUp
	}
	if fresh != nil {
		flags |= withKey
	}
	of := sha256.Sum256([]byte(rp))
	said := append(of[:], flags)
	return append(binary.BigEndian.AppendUint32(said, key.Count), fresh...)
}

// attested is a new passkey's id and public key.
func attested(t testing.TB, key *Key) []byte {
	t.Helper()
	point, err := key.secret.PublicKey.Bytes() // 4, x, y
	must(t, err)
	cose, err := webauthncbor.Marshal(map[int]any{1: 2, 3: -7, -1: 1, -2: point[1:33], -3: point[33:]})
	must(t, err)
	said := binary.BigEndian.AppendUint16(make([]byte, zeroModel), uint16(len(key.ID)))
	return slices.Concat(said, key.ID, cose)
}

func read(t testing.TB, options string) (a asked) {
	t.Helper()
	must(t, json.Unmarshal([]byte(options), &a))
	return a
}

func write(t testing.TB, key *Key, response map[string]any) string {
	t.Helper()
	said, err := json.Marshal(map[string]any{
		"id": bytes64(key.ID), "rawId": bytes64(key.ID), "type": "public-key", "authenticatorAttachment": "platform", "response": response,
	})
	must(t, err)
	return string(said)
}

func random(n int) []byte {
	b := make([]byte, n)
	_, _ = rand.Read(b) // never fails: it ends the program instead
	return b
}

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
