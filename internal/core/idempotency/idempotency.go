package idempotency

import (
	"context"
	"crypto/sha256"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
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
func (s *Service) Once(ctx context.Context, k Keyed, do func(ctx context.Context) (Answer, error)) (answer Answer, err error) {
	err = s.db.InTx(ctx, func(tx *pg.Tx) error {
		if err := s.lock(ctx, tx, k); err != nil {
			return err
		}
		var known bool
		if answer, known, err = s.find(ctx, tx, k); err != nil || known {
			return err
		}
		if answer, err = do(pg.Within(ctx, s.db, tx)); err != nil || !answer.Keep {
			return err
		}
		return s.keep(ctx, tx, k, answer)
	})
	return answer, err
}

// lock keeps the key from others until the transaction ends, however it ends.
func (s *Service) lock(ctx context.Context, tx *pg.Tx, k Keyed) error {
	name := sha256.Sum256([]byte(k.Business.String() + " " + k.App.String() + " " + k.Key))
	locked, err := db.New(tx).LockKey(ctx, int64(binary.BigEndian.Uint64(name[:])))
	if err != nil {
		return fmt.Errorf("lock an idempotency key of app %s: %w", k.App, err)
	}
	if !locked {
		return ErrKeyInProgress
	}
	return nil
}

func (s *Service) find(ctx context.Context, tx *pg.Tx, k Keyed) (answer Answer, known bool, err error) {
	since, hash := s.now().Add(-ReplayKept), sha256.Sum256([]byte(k.Key))
	row, err := db.New(tx).Replay(ctx, db.ReplayParams{
		Shard: k.Business.Shard, FirstDay: clock.Day(since), BusinessID: k.Business.UUID, AppID: k.App.UUID, KeyHash: hash[:], Since: since,
	})
	switch {
	case errors.Is(err, pg.ErrNoRows):
		return Answer{}, false, nil
	case err != nil:
		return Answer{}, false, fmt.Errorf("find the answer to an idempotency key of app %s: %w", k.App, err)
	case [32]byte(row.RequestHash) != k.Request:
		return Answer{}, false, ErrKeyReused
	case row.Erased:
		return Answer{}, false, ErrAnswerErased
	}
	answer = Answer{Status: int(row.Status), Body: row.Body, Replayed: true}
	if err := json.Unmarshal(row.Headers, &answer.Headers); err != nil {
		return Answer{}, false, fmt.Errorf("read a kept answer of app %s: %w", k.App, err)
	}
	return answer, true, nil
}

func (s *Service) keep(ctx context.Context, tx *pg.Tx, k Keyed, answer Answer) error {
	now, hash := s.now(), sha256.Sum256([]byte(k.Key))
	headers, err := json.Marshal(answer.Headers)
	if err != nil {
		return fmt.Errorf("keep an answer of app %s: %w", k.App, err)
	}
	err = db.New(tx).KeepReplay(ctx, db.KeepReplayParams{
		Shard: k.Business.Shard, Day: clock.Day(now), BusinessID: k.Business.UUID, AppID: k.App.UUID, KeyHash: hash[:], RequestHash: k.Request[:],
		Status: int16(answer.Status), Headers: headers, Body: bytesOf(answer.Body), CreatedAt: now,
	})
	if err != nil {
		return fmt.Errorf("keep an answer of app %s: %w", k.App, err)
	}
	return nil
}

// bytesOf is an answer's body as it is stored: none is an empty one, where nil
// would be NULL.
func bytesOf(body []byte) []byte {
	if body == nil {
		return []byte{}
	}
	return body
}
