package pending

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/counterpart/counterpart/internal/base/ident"
	"github.com/counterpart/counterpart/internal/base/pg"
	"github.com/counterpart/counterpart/internal/core/idempotency"
	"github.com/counterpart/counterpart/internal/core/pending/internal/db"
	"github.com/counterpart/counterpart/internal/vocab/money"
)

// Call is a tool that was called, by an app that the gate has let through.
type Call struct {
	Business     ident.Business
	Installation ident.Installation
	App          ident.App
	User         ident.User // for whom the app acts
	Tool         Tool
	Key          string          // the request key
	Arguments    json.RawMessage // in any order and spacing
	Record       string          // the id among the arguments; empty where there is none

	currency money.Currency // of the books
}

// Operation carries a tool out, and returns the id of the record that it answers with.
type Operation func(ctx context.Context) (record string, err error)

// instant is how a refusal says when.
const instant = "2006-01-02T15:04:05.000Z"

// Perform carries a tool out if its person has approved that, and otherwise asks them
// for it and returns ErrApprovalNeeded. do runs once at most; where the person is asked
// first, all that it did is taken back. It opens a transaction, or a savepoint of the
// one that it runs within.
func (s *Service) Perform(ctx context.Context, c Call, do Operation) error {
	var answer error
	err := s.deps.DB.InTx(ctx, func(tx *pg.Tx) (err error) {
		// From here on nobody else writes into these books, or asks about them.
		books, err := s.deps.Ledger.Open(ctx, tx, c.Business)
		if err != nil {
			return err
		}
		c.currency = books.Currency
		answer, err = s.perform(pg.Within(ctx, s.deps.DB, tx), tx, c, do)
		return err
	})
	if err != nil {
		return err
	}
	return answer
}

// perform returns the call's answer, a refusal or nil, where the transaction is to be
// committed, and otherwise an error.
func (s *Service) perform(ctx context.Context, tx *pg.Tx, c Call, do Operation) (answer, err error) {
	if err := s.Writable(ctx, c.Business, c.Installation); err != nil {
		return nil, err
	}
	key := sha256.Sum256([]byte(c.Key))
	request, err := fingerprint(c)
	if err != nil {
		return nil, err
	}
	row, err := db.New(tx).ByKey(ctx, db.ByKeyParams{
		Shard: c.Business.Shard, BusinessID: c.Business.UUID, InstallationID: c.Installation.UUID, KeyHash: key[:],
	})
	if errors.Is(err, pg.ErrNoRows) {
		return s.ask(ctx, tx, c, key, request, do)
	}
	if err != nil {
		return nil, fmt.Errorf("find the action of a key of installation %s: %w", c.Installation, err)
	}
	action, err := s.from(row)
	switch {
	case err != nil:
		return nil, err
	case action.request != request, action.User != c.User:
		return nil, idempotency.ErrKeyReused
	}
	return s.goOn(ctx, tx, action, do)
}

// goOn answers a call whose person was asked before.
func (s *Service) goOn(ctx context.Context, tx *pg.Tx, a Action, do Operation) (answer, err error) {
	switch a.State {
	case Asked, Approved:
	case Refused:
		return ErrRefused, nil
	case Changed:
		return ErrChanged, nil
	default: // done, too: the answer to its key is forgotten by now
		return ErrExpired, nil
	}
	same, err := s.unchanged(ctx, a)
	switch {
	case err != nil:
		return nil, err
	case !same:
		return ErrChanged, s.markChanged(ctx, db.New(tx), a)
	case a.State == Asked:
		return a.needed(), nil
	}
	return nil, s.carryOut(ctx, tx, a, do)
}

// carryOut does what was approved. An operation that is refused leaves the approval as
// it was.
func (s *Service) carryOut(ctx context.Context, tx *pg.Tx, a Action, do Operation) error {
	n, err := db.New(tx).MarkDone(ctx, db.MarkDoneParams{
		Shard: a.Business.Shard, BusinessID: a.Business.UUID, ID: a.ID.UUID, Now: s.deps.Now(),
	})
	if err != nil {
		return fmt.Errorf("use the approval of action %s: %w", a.ID, err)
	}
	if n == 0 { // the last moment has passed
		return ErrExpired
	}
	_, err = do(ctx)
	return err
}

// ask rehearses a call and asks its person.
func (s *Service) ask(ctx context.Context, tx *pg.Tx, c Call, key, request [32]byte, do Operation) (answer, err error) {
	if err := s.room(ctx, tx, c); err != nil {
		return nil, err
	}
	facts, err := s.rehearse(ctx, tx, c, do)
	if err != nil {
		return nil, err
	}
	now := s.deps.Now()
	a := Action{
		ID: ident.New[ident.PendingAction](c.Business.Shard, now), Business: c.Business, Installation: c.Installation, App: c.App, User: c.User,
		Tool: c.Tool, State: Asked, Facts: facts, CreatedAt: now, ExpiresAt: now.Add(Valid), request: request,
	}
	if a.seen, err = s.versionsOf(ctx, c.Business, facts); err != nil {
		return nil, err
	}
	if err := add(ctx, tx, a, key); err != nil {
		return nil, fmt.Errorf("ask for the approval of %s: %w", c.Tool, err)
	}
	return a.needed(), nil
}

func add(ctx context.Context, tx *pg.Tx, a Action, key [32]byte) error {
	facts, err := json.Marshal(a.Facts)
	if err != nil {
		return err
	}
	seen, err := json.Marshal(a.seen)
	if err != nil {
		return err
	}
	return db.New(tx).Add(ctx, db.AddParams{
		Shard: a.Business.Shard, ID: a.ID.UUID, BusinessID: a.Business.UUID, InstallationID: a.Installation.UUID, AppID: a.App.UUID,
		UserID: a.User.UUID, Tool: string(a.Tool), KeyHash: key[:], RequestHash: a.request[:], Facts: facts, Seen: seen,
		CreatedAt: a.CreatedAt, ExpiresAt: a.ExpiresAt,
	})
}

func (a Action) needed() error {
	return ErrApprovalNeeded.With(a.ID, a.ExpiresAt.UTC().Format(instant))
}

// room refuses a question where too many wait. The books are open, so of many at once
// none slips in.
func (s *Service) room(ctx context.Context, tx *pg.Tx, c Call) error {
	now := s.deps.Now()
	open, err := db.New(tx).Open(ctx, db.OpenParams{
		Shard: c.Business.Shard, BusinessID: c.Business.UUID, InstallationID: c.Installation.UUID, Since: now.Add(-Valid), Now: now,
	})
	if err != nil {
		return fmt.Errorf("count what installation %s asks for: %w", c.Installation, err)
	}
	if open >= MostOpen {
		return errLimit.With(MostOpen)
	}
	return nil
}

// Writable refuses while writing is paused, because the person has refused so much.
func (s *Service) Writable(ctx context.Context, business ident.Business, installation ident.Installation) error {
	rows, err := db.New(s.deps.DB).LastDecisions(ctx, db.LastDecisionsParams{
		Shard: business.Shard, BusinessID: business.UUID, InstallationID: installation.UUID, Most: refusedInARow,
	})
	if err != nil {
		return fmt.Errorf("list what was decided on installation %s: %w", installation, err)
	}
	if len(rows) < refusedInARow {
		return nil
	}
	for _, row := range rows {
		if State(row.State) != Refused {
			return nil
		}
	}
	if left := rows[0].DecidedAt.Add(pause).Sub(s.deps.Now()); left > 0 {
		return errPaused.After(left)
	}
	return nil
}

// errRehearsed takes a rehearsal back.
var errRehearsed = errors.New("it was a rehearsal")

// rehearse runs the operation to see what comes of it, and takes that back. Mails are
// counted where they are asked for, so sending is run only if it will be refused.
func (s *Service) rehearse(ctx context.Context, tx *pg.Tx, c Call, do Operation) (facts Facts, err error) {
	if c.Tool == SendInvoice {
		if facts, sendable, err := s.sending(ctx, c); sendable || err != nil {
			return facts, err
		}
	}
	err = tx.Savepoint(ctx, func(tx *pg.Tx) error {
		ctx := pg.Within(ctx, s.deps.DB, tx)
		record, err := do(ctx)
		if err != nil {
			return err
		}
		if facts, err = s.describe(ctx, c, record); err != nil {
			return err
		}
		return errRehearsed
	})
	if errors.Is(err, errRehearsed) {
		return facts, nil
	}
	return Facts{}, err
}

// fingerprint is what makes a call this one and no other.
func fingerprint(c Call) (sum [32]byte, err error) {
	var arguments any
	decoder := json.NewDecoder(bytes.NewReader(c.Arguments))
	decoder.UseNumber()
	if err := decoder.Decode(&arguments); err != nil {
		return sum, fmt.Errorf("read the arguments of %s: %w", c.Tool, err)
	}
	canonical, err := json.Marshal([]any{c.Tool, arguments})
	if err != nil {
		return sum, fmt.Errorf("read the arguments of %s: %w", c.Tool, err)
	}
	return sha256.Sum256(canonical), nil
}
