package idempotency

import (
	"context"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"slices"
	"time"

	"github.com/counterpart/counterpart/internal/base/clock"
	"github.com/counterpart/counterpart/internal/base/ident"
	"github.com/counterpart/counterpart/internal/base/pg"
	"github.com/counterpart/counterpart/internal/core/idempotency/internal/db"
	"github.com/counterpart/counterpart/internal/vocab/fault"
)

// ReplayKept is how long an answer is repeated.
const ReplayKept = 24 * time.Hour

// The refusals of a key that cannot be answered now, or never.
var (
	ErrKeyInProgress = fault.Declare(fault.Conflict, "IDEMPOTENCY_KEY_IN_PROGRESS",
		"A request with this idempotency key is still being carried out.")
	ErrKeyReused = fault.Declare(fault.Unprocessable, "IDEMPOTENCY_KEY_REUSED",
		"This idempotency key was used for another request.")
	ErrAnswerErased = fault.Declare(fault.Conflict, "IDEMPOTENCY_ANSWER_ERASED",
		"The request with this idempotency key was carried out; its answer was erased with somebody's personal data.")
)

// Keyed is a request that carries an idempotency key.
type Keyed struct {
	App      ident.App
	Business ident.Business
	Key      string   // with the method and the path it was sent to
	Request  [32]byte // a hash of all that makes it this request and no other
}

// Answer is what a request was answered with.
type Answer struct {
	Status  int
	Headers map[string]string
	Body    []byte
	// Keep says whether the same key gets the same answer again.
	Keep bool
	// Replayed says that it is the answer to an earlier request.
	Replayed bool
}

// Service keeps the first answer to an idempotency key, and repeats it.
type Service struct {
	db  *pg.DB
	now clock.Now
}

// New returns the service on the given database.
func New(db *pg.DB, now clock.Now) *Service { return &Service{db: db, now: now} }

// Once answers a request, once. It opens a transaction, within which do runs
// all that it does: the effect and the answer are committed together or not at
// all, so no crash leaves one without the other, or a key that is busy for ever.
// Of many at once one runs, and the others are refused.
//
// The row that is locked is made first, and committed: one that others do not see yet
// could not be locked without waiting. So it stays when the request fails, and says
// nothing: a key is in progress while its row is locked, and free otherwise. A
// crash of the server may lose it, with the transaction that has locked it.
func (s *Service) Once(ctx context.Context, k Keyed, do func(ctx context.Context) (Answer, error)) (answer Answer, err error) {
	row := s.rowOf(k)
	add := func(q *pg.Queue) error { return db.New(q).AddKey(ctx, row) }
	err = s.db.InTxAfter(ctx, pg.Unhurried, add, func(tx *pg.Tx) error {
		rows, err := s.lock(ctx, tx, row)
		if err != nil {
			return err
		}
		if first := firstAnswer(rows, row.CreatedAt); first != nil {
			// The lock is committed, though it changes nothing: that waits for the
			// standby, as the first answer may not have. Whoever was to hear that
			// gave up, and PostgreSQL shows what is not safe yet.
			answer, err = repeat(*first, k)
			return err
		}
		if answer, err = do(pg.Within(ctx, s.db, tx)); err != nil || !answer.Keep {
			return err
		}
		return s.keep(ctx, tx, k, row, answer)
	})
	return answer, err
}

// rowOf is a key's row of today. It is as old as the request: that of another day
// which comes while this one is carried out is locked with this one's.
func (s *Service) rowOf(k Keyed) db.AddKeyParams {
	now, hash := s.now(), sha256.Sum256([]byte(k.Key))
	return db.AddKeyParams{
		Shard: k.Business.Shard, Day: clock.Day(now), BusinessID: k.Business.UUID, AppID: k.App.UUID, KeyHash: hash[:], CreatedAt: now,
	}
}

// lock keeps the key from others until the transaction ends, however it ends. Of
// two that come on either side of midnight each has a row of its own: who locks
// both goes first.
func (s *Service) lock(ctx context.Context, tx *pg.Tx, row db.AddKeyParams) ([]db.LockKeyRow, error) {
	rows, err := db.New(tx).LockKey(ctx, db.LockKeyParams{
		Shard: row.Shard, FirstDay: clock.Day(row.CreatedAt.Add(-ReplayKept)), BusinessID: row.BusinessID, AppID: row.AppID, KeyHash: row.KeyHash,
	})
	switch {
	case pg.IsLocked(err):
		return nil, ErrKeyInProgress
	case err != nil:
		return nil, fmt.Errorf("lock an idempotency key: %w", err)
	// Erased with its business since it was added.
	case !slices.ContainsFunc(rows, func(r db.LockKeyRow) bool { return r.Day.Equal(row.Day) }):
		return nil, ErrKeyInProgress
	}
	return rows, nil
}

// firstAnswer is the row that has an answer which is still repeated, or nil.
func firstAnswer(rows []db.LockKeyRow, now time.Time) *db.LockKeyRow {
	i := slices.IndexFunc(rows, func(r db.LockKeyRow) bool {
		return r.Status != 0 && r.CreatedAt.After(now.Add(-ReplayKept))
	})
	if i < 0 {
		return nil
	}
	return &rows[i]
}

// repeat is the answer of a row, for the request that it was given to.
func repeat(row db.LockKeyRow, k Keyed) (Answer, error) {
	if [32]byte(row.RequestHash) != k.Request {
		return Answer{}, ErrKeyReused
	}
	if row.Erased {
		return Answer{}, ErrAnswerErased
	}
	answer := Answer{Status: int(row.Status), Body: row.Body, Replayed: true}
	if err := json.Unmarshal(row.Headers, &answer.Headers); err != nil {
		return Answer{}, fmt.Errorf("read a kept answer of app %s: %w", k.App, err)
	}
	return answer, nil
}

func (s *Service) keep(ctx context.Context, tx *pg.Tx, k Keyed, row db.AddKeyParams, answer Answer) error {
	headers, err := json.Marshal(answer.Headers)
	if err != nil {
		return fmt.Errorf("keep an answer of app %s: %w", k.App, err)
	}
	return db.New(tx.Later(pg.To("keep an answer of app %s", k.App))).KeepReplay(ctx, db.KeepReplayParams{
		Shard: row.Shard, Day: row.Day, BusinessID: row.BusinessID, AppID: row.AppID, KeyHash: row.KeyHash,
		RequestHash: k.Request[:], Status: int16(answer.Status), Headers: headers, Body: bytesOf(answer.Body), CreatedAt: row.CreatedAt,
	})
}

// bytesOf is an answer's body as it is stored: none is an empty one, where nil
// would be NULL.
func bytesOf(body []byte) []byte {
	if body == nil {
		return []byte{}
	}
	return body
}
