package token

import (
	"crypto/rand"
	"encoding/base32"
	"encoding/binary"
	"strings"
	"time"

	"github.com/counterpart/counterpart/internal/base/ident"
	"github.com/counterpart/counterpart/internal/base/secret"
)

const (
	familyPrefix = "fam_" // what an id has in front, and a token has not
	familyLen    = 28     // shard and id
	payloadLen   = 64     // 40 bytes: generation, time of issue, 32 random ones
	macLen       = 52
)

var encoding = base32.NewEncoding("0123456789abcdefghjkmnpqrstvwxyz").WithPadding(base32.NoPadding)

// parsedToken is a token that somebody shows and that we once made.
type parsedToken struct {
	kind       secret.Prefix
	family     ident.Family
	generation int
	issuedAt   time.Time // to the second
	text       string
}

// codec makes the texts of tokens and reads them.
type codec struct{ macs map[secret.Prefix]*secret.MAC }

func newCodec(keys *secret.Keyring) codec {
	return codec{map[secret.Prefix]*secret.MAC{
		secret.AccessToken:  keys.MAC(secret.AccessTokens),
		secret.RefreshToken: keys.MAC(secret.RefreshTokens),
	}}
}

func (p codec) write(kind secret.Prefix, family ident.Family, generation int, at time.Time) string {
	var payload [40]byte
	binary.BigEndian.PutUint32(payload[:], uint32(generation))
	binary.BigEndian.PutUint32(payload[4:], uint32(at.Unix()))
	// crypto/rand.Read never returns an error: it ends the program instead.
	_, _ = rand.Read(payload[8:])
	signed := string(kind) + "_" + strings.TrimPrefix(family.String(), familyPrefix) + encoding.EncodeToString(payload[:])
	key, sum := p.macs[kind].Sum([]byte(signed))
	return secret.WithChecksum(closed(signed, []byte(key), sum))
}

// closed puts what was signed together with its signature.
func closed(signed string, key, sum []byte) string {
	return signed + encoding.EncodeToString(key) + encoding.EncodeToString(sum)
}

// read is false for any text that write did not write, to the letter.
func (p codec) read(kind secret.Prefix, text string) (parsedToken, bool) {
	head, whole := secret.CutChecksum(text)
	signedLen := len(kind) + len("_") + familyLen + payloadLen
	if !whole || !strings.HasPrefix(head, string(kind)+"_") || len(head) <= signedLen+macLen {
		return parsedToken{}, false
	}
	signed, seal := head[:signedLen], head[signedLen:]
	key, err := encoding.DecodeString(seal[:len(seal)-macLen])
	if err != nil {
		return parsedToken{}, false
	}
	sum, err := encoding.DecodeString(seal[len(seal)-macLen:])
	// Base32 has spare bits and forgives line breaks, so we also compare with
	// how we would have written it: a token has exactly one text.
	if err != nil || !p.macs[kind].Valid(string(key), []byte(signed), sum) || closed(signed, key, sum) != head {
		return parsedToken{}, false
	}
	return opened(kind, signed, text)
}

// opened takes apart what our own MAC vouches for.
func opened(kind secret.Prefix, signed, text string) (parsedToken, bool) {
	body := signed[len(kind)+len("_"):]
	family, err := ident.Parse[ident.Family](familyPrefix + body[:familyLen])
	if err != nil {
		return parsedToken{}, false
	}
	payload, err := encoding.DecodeString(body[familyLen:])
	if err != nil {
		return parsedToken{}, false
	}
	return parsedToken{
		kind: kind, family: family, text: text,
		generation: int(binary.BigEndian.Uint32(payload)),
		issuedAt:   time.Unix(int64(binary.BigEndian.Uint32(payload[4:])), 0).UTC(),
	}, true
}
