package limits

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/counterpart/counterpart/internal/base/epoch"
	"github.com/counterpart/counterpart/internal/base/ident"
	"github.com/counterpart/counterpart/internal/base/rdb"
)

// Party is whose call it is, by all that its rights hang on.
type Party struct {
	App          ident.App
	Business     ident.Business
	Installation ident.Installation
	Family       ident.Family
	User         ident.User
}

// Admission is what the limits say of a call, once it was counted.
type Admission struct {
	InBusiness Count
	InAll      Count
	// Read is the how many-th read of the app in this hour it is; zero for a call
	// that writes.
	Read int64
	// Epochs are those of the party at that moment; false when Redis is away, and
	// then nobody may go by what is remembered.
	Epochs epoch.Reading
	Known  bool
}

// Refused is the limit that refuses the call, if one does: of two the one that
// takes longer.
func (a Admission) Refused() (by Count, refused bool) {
	if a.InAll.wait() > a.InBusiness.wait() {
		return a.InAll, true
	}
	return a.InBusiness, a.InBusiness.Exhausted
}

// Admissions counts the calls of apps and reads the epochs of their rights, in
// one round trip.
type Admissions struct {
	windows *Windows
	rights  *epoch.Registry
}

// NewAdmissions returns the admissions on the given counters and epochs, which
// live in the same Redis.
func NewAdmissions(windows *Windows, rights *epoch.Registry) *Admissions {
	return &Admissions{windows: windows, rights: rights}
}

// reads is the window in which the reads of an app are counted, without a limit:
// how much is logged of them goes by it.
var reads = Rule{Name: "app-reads", Window: time.Hour}

// All that shares the app's hash tag is one script: both windows, the reads of
// this hour, and the epochs of the app, the installation and the family.
var admit = rdb.NewScript(countIn + epoch.ReadFunction + `
local reply = {count(KEYS[1])}
reply[3], reply[4] = count(KEYS[2])
reply[5] = 0
if ARGV[4] == 'read' then
  reply[5] = redis.call('INCR', KEYS[9])
  if reply[5] == 1 then redis.call('PEXPIRE', KEYS[9], ARGV[5]) end
end
return readEpochs(reply, 3, 3, ARGV[3])`)

// Count counts a call, which reads or else writes. Whatever is refused later, it
// has been counted.
func (a *Admissions) Count(ctx context.Context, p Party, read bool) (Admission, error) {
	now := a.windows.now()
	calls := append([]rdb.Call{a.call(p, read, now)}, a.rights.Calls(epoch.User(p.User), epoch.Business(p.Business))...)
	replies, err := a.windows.redis.Run(ctx, calls...)
	switch {
	case errors.Is(err, rdb.ErrAway):
		return a.told(a.alone(ctx, p, read, now, err)), nil
	case err != nil:
		return Admission{}, fmt.Errorf("count a call of app %s: %w", p.App, err)
	}
	a.windows.back(ctx)
	admission, err := a.admission(replies)
	return a.told(admission), err
}

// told has a refusal measured.
func (a *Admissions) told(admission Admission) Admission {
	if by, refused := admission.Refused(); refused {
		a.windows.hooks.Refused(Hit{Rule: by.Rule}.ground())
	}
	return admission
}

func (a *Admissions) call(p Party, read bool, now time.Time) rdb.Call {
	redis, tag := a.windows.redis, "{"+p.App.String()+"}"
	keys := []string{
		redis.Key("window", AppInBusiness.Name, tag, p.Business.String()),
		redis.Key("window", AppInAll.Name, tag),
	}
	rights := a.rights.Keys(epoch.App(p.App), epoch.Installation(p.App, p.Installation), epoch.Family(p.App, p.Family))
	hour := redis.Key("window", reads.Name, tag, number(now.Truncate(reads.Window).Unix()))
	kind := "write"
	if read {
		kind = "read"
	}
	return rdb.Call{
		Script: admit, Keys: append(append(keys, rights...), hour),
		Args: []string{
			number(now.UnixMilli()), number(AppInBusiness.Window.Milliseconds()), epoch.Fresh(), kind, number(2 * reads.Window.Milliseconds()),
		},
	}
}

// admission reads the replies: the script's, then those of the user's and the
// business's epochs.
func (a *Admissions) admission(replies []rdb.Reply) (Admission, error) {
	mixed, err := replies[0].Mixed()
	if err != nil {
		return Admission{}, fmt.Errorf("read the count of a call: %w", err)
	}
	others, err := epoch.ReadReplies(replies[1:])
	if err != nil {
		return Admission{}, err
	}
	return Admission{
		InBusiness: AppInBusiness.count(mixed[0].Number, time.Duration(mixed[1].Number)*time.Millisecond),
		InAll:      AppInAll.count(mixed[2].Number, time.Duration(mixed[3].Number)*time.Millisecond),
		Read:       mixed[4].Number,
		Epochs:     epoch.ReadReply(mixed[5:]).And(others),
		Known:      true,
	}, nil
}

// alone is the count of this node by itself, while Redis is away.
func (a *Admissions) alone(ctx context.Context, p Party, read bool, now time.Time, why error) Admission {
	a.windows.gone(ctx, why)
	admission := Admission{
		InBusiness: a.windows.alone.count(now, Hit{AppInBusiness, p.App.String() + p.Business.String()}),
		InAll:      a.windows.alone.count(now, Hit{AppInAll, p.App.String()}),
	}
	if read {
		admission.Read = a.windows.alone.count(now, Hit{reads, p.App.String()}).Used
	}
	return admission
}
