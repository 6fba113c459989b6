package app

import (
	"context"
	"errors"
	"time"

	"github.com/counterpart/counterpart/internal/base/clock"
	"github.com/counterpart/counterpart/internal/work"
)

// MoveClock puts the clock of all running nodes ahead: first the partitions of
// the days to come are made, then every node moves, then what fell due is done.
// It returns the new time.
func (a *App) MoveClock(ctx context.Context, by time.Duration) (time.Time, error) {
	if by < 0 {
		return time.Time{}, errors.New("the clock goes forwards only")
	}
	before, err := a.Development.Ahead(ctx)
	if err != nil {
		return time.Time{}, err
	}
	ahead := before + by
	if err := work.MakePartitions(ctx, a.DB, clock.System().Add(ahead)); err != nil {
		return time.Time{}, err
	}
	if err := a.Development.Move(ctx, ahead); err != nil {
		return time.Time{}, err
	}
	a.movable.SetOffset(ahead)
	return a.Now(), a.Jobs.All(ctx)
}

// buildClock has a command go by the time that the nodes go by.
func (a *App) buildClock(ctx context.Context, _ Options) error { return a.adoptClock(ctx) }

// adoptClock puts the clock where that of the installation is, if it can be moved.
func (a *App) adoptClock(ctx context.Context) error {
	if !a.Config.Development {
		return nil
	}
	ahead, err := a.Development.Ahead(ctx)
	if err != nil {
		return err
	}
	a.movable.SetOffset(ahead)
	return nil
}

// followClock keeps the node with the shared clock of its installation.
func (a *App) followClock(ctx context.Context) {
	a.Development.Follow(ctx, a.node, a.movable, func(err error) {
		a.Log.WarnContext(ctx, "follow the shared clock", "err", err)
	})
}
