package ident

import (
	"crypto/rand"
	"encoding/base32"
	"encoding/binary"
	"errors"
	"hash/fnv"
	"strings"
	"time"

	"github.com/google/uuid"
)

// Shards is the number of logical shards. It never changes: the number is cut
// into every id ever handed out.
const Shards = 1024

// Control is the shard number that control-plane ids carry.
const Control Shard = 0

// Shard is the number of a logical shard, 0 to Shards-1.
type Shard int16

// ErrMalformed says that a text is not an id of the wanted kind. Faces answer
// it like an id that does not exist.
var ErrMalformed = errors.New("malformed id")

const (
	alphabet  = "0123456789abcdefghjkmnpqrstvwxyz"
	shardLen  = 2
	uuidLen   = 26
	shardBits = 5
	longest   = 48 // more than any id's text has
)

var encoding = base32.NewEncoding(alphabet).WithPadding(base32.NoPadding)

// ID is the id of one kind of thing.
type ID[K kind] struct {
	Shard Shard
	UUID  uuid.UUID
}

// typed is any of the id types of kinds.go, so that callers write
// ident.New[ident.Event] and not the kind behind it.
type typed[I any] interface {
	of(Shard, uuid.UUID) I
	parse(string) (I, error)
}

// New makes an id in the given shard at the given time.
func New[I typed[I]](shard Shard, at time.Time) I { return Of[I](shard, newV7(at)) }

// Of puts an id together from its stored parts.
func Of[I typed[I]](shard Shard, id uuid.UUID) I {
	var zero I
	return zero.of(shard, id)
}

// Parse reads an id. Upper case, look-alike letters and any other spelling are
// refused: an id has exactly one text.
func Parse[I typed[I]](text string) (I, error) {
	var zero I
	return zero.parse(text)
}

func (ID[K]) of(shard Shard, id uuid.UUID) ID[K] { return ID[K]{Shard: shard, UUID: id} }

func (ID[K]) parse(text string) (ID[K], error) {
	var id ID[K]
	err := id.UnmarshalText([]byte(text))
	return id, err
}

// UUIDs are the ids without their shards, as queries for several take them.
func UUIDs[K kind](ids []ID[K]) []uuid.UUID {
	list := make([]uuid.UUID, len(ids))
	for i, id := range ids {
		list[i] = id.UUID
	}
	return list
}

// IsZero reports whether the id names nothing.
func (id ID[K]) IsZero() bool { return id == ID[K]{} }

// At tells when the id was made, to the millisecond.
func (id ID[K]) At() time.Time { return TimeOf(id.UUID) }

// String is the id's text; the zero id has none.
func (id ID[K]) String() string {
	var room [longest]byte
	return string(id.write(room[:0]))
}

// MarshalText makes ids JSON strings, map keys and log attributes.
func (id ID[K]) MarshalText() ([]byte, error) { return id.write(make([]byte, 0, longest)), nil }

// write puts the id's text behind what there is. Every call spells a dozen ids, so
// that takes no memory of its own.
func (id ID[K]) write(text []byte) []byte {
	if id.IsZero() {
		return text
	}
	var k K
	return writeParts(append(append(text, k.prefix()...), '_'), id.Shard, id.UUID)
}

// writeParts puts what comes after an id's prefix behind what there is.
func writeParts(text []byte, shard Shard, id uuid.UUID) []byte {
	return encoding.AppendEncode(append(text, shard.String()...), id[:])
}

// UnmarshalText is Parse for decoders.
func (id *ID[K]) UnmarshalText(text []byte) error {
	var k K
	rest, ok := strings.CutPrefix(string(text), k.prefix()+"_")
	if !ok {
		return ErrMalformed
	}
	shard, raw, err := parts(rest)
	if err != nil {
		return err
	}
	*id = ID[K]{Shard: shard, UUID: raw}
	return nil
}

// Parts reads an id of whatever kind.
func Parts(text string) (Shard, uuid.UUID, error) {
	_, rest, _ := strings.Cut(text, "_")
	return parts(rest)
}

// parts reads what comes after an id's prefix.
func parts(rest string) (Shard, uuid.UUID, error) {
	if len(rest) != shardLen+uuidLen {
		return 0, uuid.Nil, ErrMalformed
	}
	shard, err := ParseShard(rest[:shardLen])
	if err != nil {
		return 0, uuid.Nil, err
	}
	// The decoder leaves line ends out, so what it read may be too short.
	raw, err := encoding.DecodeString(rest[shardLen:])
	if err != nil || len(raw) != len(uuid.UUID{}) {
		return 0, uuid.Nil, ErrMalformed
	}
	id := uuid.UUID(raw)
	// 26 characters hold 130 bits; two spare bits must be zero, else one id had four texts.
	var room [longest]byte
	if id == uuid.Nil && shard == 0 || string(writeParts(room[:0], shard, id)) != rest {
		return 0, uuid.Nil, ErrMalformed
	}
	return shard, id, nil
}

// String is the shard's two characters.
func (s Shard) String() string {
	return string([]byte{alphabet[s>>shardBits&31], alphabet[s&31]})
}

// EveryShard lists all of them.
func EveryShard() []Shard {
	all := make([]Shard, Shards)
	for i := range all {
		all[i] = Shard(i)
	}
	return all
}

// Numbers are shards as a query takes a list of them.
func Numbers(shards []Shard) []int16 {
	list := make([]int16, len(shards))
	for i, s := range shards {
		list[i] = int16(s)
	}
	return list
}

// ParseShard reads a shard's two characters.
func ParseShard(text string) (Shard, error) {
	if len(text) != shardLen {
		return 0, ErrMalformed
	}
	hi, lo := strings.IndexByte(alphabet, text[0]), strings.IndexByte(alphabet, text[1])
	if hi < 0 || lo < 0 {
		return 0, ErrMalformed
	}
	return Shard(hi<<shardBits | lo), nil
}

// RandomShard picks a home for something new.
func RandomShard() Shard {
	var b [2]byte
	fill(b[:])
	return Shard(binary.BigEndian.Uint16(b[:]) % Shards)
}

// HashShard picks the home of what is found by a text of its own, such as the
// sessions of a user.
func HashShard(text string) Shard {
	h := fnv.New64a()
	h.Write([]byte(text))
	// The low bits of FNV-1a depend on the low bits of the input alone; fold
	// the high half in.
	sum := h.Sum64()
	return Shard((sum ^ sum>>32) % Shards)
}

// HomeOf is the shard of what is kept for an app over all businesses.
func HomeOf(app App) Shard { return HashShard(app.String()) }

// Random fills a UUID that carries no time, for what must not tell its age.
func Random() uuid.UUID {
	id, err := uuid.NewRandom()
	if err != nil {
		panic("the system has no randomness: " + err.Error())
	}
	return id
}

// TimeOf reads the time out of a UUIDv7, to the millisecond.
func TimeOf(id uuid.UUID) time.Time {
	var ms [8]byte
	copy(ms[2:], id[:6])
	return time.UnixMilli(int64(binary.BigEndian.Uint64(ms[:]))).UTC()
}

// First is the least UUIDv7 that can be made at or after a time, for asking what
// was made from then on.
func First(at time.Time) uuid.UUID {
	return v7(max(at.Add(time.Microsecond-1).UnixMicro(), 0), uuid.UUID{})
}

// newV7 makes a UUIDv7 at the given time. The twelve bits after the millisecond
// hold the microseconds, so ids made in one millisecond mostly keep their order.
func newV7(at time.Time) uuid.UUID {
	var id uuid.UUID
	fill(id[6:])
	return v7(at.UnixMicro(), id)
}

// v7 writes a time and the version into a UUID.
func v7(micros int64, id uuid.UUID) uuid.UUID {
	var ms [8]byte
	binary.BigEndian.PutUint64(ms[:], uint64(micros/1000))
	copy(id[:6], ms[2:])
	fraction := uint16(micros % 1000 * 4096 / 1000)
	id[6] = 0x70 | byte(fraction>>8)
	id[7] = byte(fraction)
	id[8] = 0x80 | id[8]&0x3f
	return id
}

func fill(b []byte) {
	// crypto/rand.Read never returns an error: it ends the program instead.
	_, _ = rand.Read(b)
}
