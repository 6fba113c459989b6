package device

import (
	"crypto/rand"
	"math/big"
	"strings"

	"github.com/counterpart/counterpart/internal/base/ident"
)

// alphabet has no vowels, so that no code is a word, and nothing that looks like
// something else (RFC 8628, 6.1).
const (
	alphabet    = "BCDFGHJKLMNPQRSTVWXZ"
	userCodeLen = 8
)

// userCode is the letters of a user code, without the hyphen.
type userCode string

func newUserCode() userCode {
	var letters [userCodeLen]byte
	for i := range letters {
		// crypto/rand.Int never fails with the system's own reader.
		n, _ := rand.Int(rand.Reader, big.NewInt(int64(len(alphabet))))
		letters[i] = alphabet[n.Int64()]
	}
	return userCode(letters[:])
}

// read takes a code as people type it: in either case, with or without the
// hyphen and spaces. ok is false for what we never give out.
func read(typed string) (letters userCode, ok bool) {
	text := strings.Map(func(r rune) rune {
		switch {
		case r == '-' || r == ' ':
			return -1
		case 'a' <= r && r <= 'z':
			return r - 'a' + 'A'
		}
		return r
	}, typed)
	return userCode(text), len(text) == userCodeLen && strings.Trim(text, alphabet) == ""
}

// String is the code as devices show it.
func (c userCode) String() string { return string(c[:userCodeLen/2] + "-" + c[userCodeLen/2:]) }

func (c userCode) shard() ident.Shard { return ident.HashShard(string(c)) }
