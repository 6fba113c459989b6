package secret

import (
	"crypto/rand"
	"crypto/sha256"
	"crypto/subtle"
	"encoding/base32"
	"encoding/binary"
	"hash/crc32"
	"strings"

	"github.com/counterpart/counterpart/internal/base/ident"
)

const (
	alphabet    = "0123456789abcdefghjkmnpqrstvwxyz"
	randomBytes = 32 // 256 bits
	randomLen   = 52
	shardLen    = 2
	checksumLen = 7
)

var encoding = base32.NewEncoding(alphabet).WithPadding(base32.NoPadding)

// New makes a secret text that is found by its hash alone.
func New(p Prefix) string {
	return WithChecksum(string(p) + "_" + random())
}

// NewAt makes a secret text that carries the shard in which its hash is kept.
func NewAt(p Prefix, shard ident.Shard) string {
	return WithChecksum(string(p) + "_" + shard.String() + random())
}

// WellFormed reports whether New or NewAt could have made the text. What is not
// well-formed needs no look-up: it was mistyped, cut off or invented.
func WellFormed(p Prefix, text string) bool {
	body, ok := bodyOf(p, text)
	return ok && (len(body) == randomLen || len(body) == shardLen+randomLen)
}

// Says reports whether a text says that it is a secret of a kind, good or not.
func Says(p Prefix, text string) bool { return strings.HasPrefix(text, string(p)+"_") }

// ShardOf reads the shard out of a text that NewAt made.
func ShardOf(p Prefix, text string) (shard ident.Shard, ok bool) {
	body, ok := bodyOf(p, text)
	if !ok || len(body) != shardLen+randomLen {
		return 0, false
	}
	shard, err := ident.ParseShard(body[:shardLen])
	return shard, err == nil
}

// WithChecksum closes a text with its checksum. Only what carries more than
// randomness, such as a token, has to call it.
func WithChecksum(head string) string {
	// 40 bits for a checksum of 32: eight characters, of which the first would
	// always be 0.
	var sum [5]byte
	binary.BigEndian.PutUint32(sum[1:], crc32.ChecksumIEEE([]byte(head)))
	return head + encoding.EncodeToString(sum[:])[1:]
}

// CutChecksum takes the checksum off a text, if it is right.
func CutChecksum(text string) (head string, ok bool) {
	if len(text) <= checksumLen {
		return "", false
	}
	head = text[:len(text)-checksumLen]
	return head, WithChecksum(head) == text
}

// Hash is what we keep of a secret text.
func Hash(text string) []byte {
	sum := sha256.Sum256([]byte(text))
	return sum[:]
}

// Equal reports, in constant time, whether the hash is the text's. A nil hash,
// which is what a caller has of somebody unknown, equals no text and takes just
// as long to say so.
func Equal(hash []byte, text string) bool {
	known := len(hash) == sha256.Size
	if !known {
		hash = make([]byte, sha256.Size)
	}
	same := subtle.ConstantTimeCompare(hash, Hash(text)) == 1
	return same && known
}

func bodyOf(p Prefix, text string) (string, bool) {
	head, ok := CutChecksum(text)
	if !ok {
		return "", false
	}
	body, ok := strings.CutPrefix(head, string(p)+"_")
	return body, ok && strings.Trim(body, alphabet) == ""
}

func random() string {
	var b [randomBytes]byte
	// crypto/rand.Read never returns an error: it ends the program instead.
	_, _ = rand.Read(b[:])
	return encoding.EncodeToString(b[:])
}
