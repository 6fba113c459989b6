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

// Counter counts the calls of one party. It knows where in Redis that is done: a
// party calls often, and to spell its keys takes longer than to use them.
type Counter struct {
	*Admissions
	party Party
	keys  []string // of the windows, and of the rights that share the app's hash tag
	reads string   // the key of an hour's reads, but for the hour
	// The keys of the rights that have a hash tag of their own.
	user, business []string
}

// Of is the counter of a party.
func (a *Admissions) Of(p Party) *Counter {
	redis, tag := a.windows.redis, "{"+p.App.String()+"}"
	return &Counter{
		Admissions: a, party: p,
		keys: append([]string{
			redis.Key("window", AppInBusiness.Name, tag, p.Business.String()),
			redis.Key("window", AppInAll.Name, tag),
		}, a.rights.Keys(epoch.App(p.App), epoch.Installation(p.App, p.Installation), epoch.Family(p.App, p.Family))...),
		reads: redis.Key("window", reads.Name, tag, ""),
		user:  a.rights.Keys(epoch.User(p.User)), business: a.rights.Keys(epoch.Business(p.Business)),
	}
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
func (c *Counter) Count(ctx context.Context, read bool) (Admission, error) {
	now, fresh := c.windows.now(), epoch.Fresh()
	replies, err := c.windows.redis.Run(ctx, c.call(read, now, fresh), epoch.Call(c.user, fresh), epoch.Call(c.business, fresh))
	switch {
	case errors.Is(err, rdb.ErrAway):
		return c.told(c.alone(ctx, read, now, err)), nil
	case err != nil:
		return Admission{}, fmt.Errorf("count a call of app %s: %w", c.party.App, err)
	}
	c.windows.back(ctx)
	counted, err := admission(replies)
	return c.told(counted), err
}

// told has a refusal measured.
func (c *Counter) told(a Admission) Admission {
	if by, refused := a.Refused(); refused {
		c.windows.hooks.Refused(Hit{Rule: by.Rule}.ground())
	}
	return a
}

// What the script is told of the windows.
var windowMillis, readsMillis = number(AppInBusiness.Window.Milliseconds()), number(2 * reads.Window.Milliseconds())

func (c *Counter) call(read bool, now time.Time, fresh string) rdb.Call {
	hour := c.reads + number(now.Truncate(reads.Window).Unix())
	kind := "write"
	if read {
		kind = "read"
	}
	return rdb.Call{
		Script: admit, Keys: append(c.keys[:len(c.keys):len(c.keys)], hour),
		Args: []string{number(now.UnixMilli()), windowMillis, fresh, kind, readsMillis},
	}
}

// admission reads the replies: the script's, then those of the user's and the
// business's epochs.
func admission(replies []rdb.Reply) (Admission, error) {
	var room [12]rdb.Value
	counted, err := replies[0].Mixed(room[:0])
	if err != nil {
		return Admission{}, fmt.Errorf("read the count of a call: %w", err)
	}
	a := Admission{
		InBusiness: AppInBusiness.count(counted[0].Number, time.Duration(counted[1].Number)*time.Millisecond),
		InAll:      AppInAll.count(counted[2].Number, time.Duration(counted[3].Number)*time.Millisecond),
		Read:       counted[4].Number,
		Epochs:     epoch.Reading{Epochs: make([]string, 0, 5)},
		Known:      true,
	}
	a.Epochs.Add(counted[5:])
	for _, reply := range replies[1:] {
		values, err := reply.Mixed(room[:0])
		if err != nil {
			return Admission{}, fmt.Errorf("read the epochs of a call: %w", err)
		}
		a.Epochs.Add(values)
	}
	return a, nil
}

// alone is the count of this node by itself, while Redis is away.
func (c *Counter) alone(ctx context.Context, read bool, now time.Time, why error) Admission {
	p := c.party
	c.windows.gone(ctx, why)
	admission := Admission{
		InBusiness: c.windows.alone.count(now, Hit{AppInBusiness, p.App.String() + p.Business.String()}),
		InAll:      c.windows.alone.count(now, Hit{AppInAll, p.App.String()}),
	}
	if read {
		admission.Read = c.windows.alone.count(now, Hit{reads, p.App.String()}).Used
	}
	return admission
}
