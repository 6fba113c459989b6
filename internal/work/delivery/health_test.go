package delivery_test

import (
	"net/http"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/counterpart/counterpart/internal/base/ident"
	"github.com/counterpart/counterpart/internal/core/audit"
	"github.com/counterpart/counterpart/internal/core/webhooks"
	"github.com/counterpart/counterpart/internal/work"
)

// run runs jobs once each, in order.
func (p *partner) run(t *testing.T, jobs ...string) {
	t.Helper()
	for _, name := range jobs {
		if err := p.Node(0).Jobs.Once(t.Context(), name); err != nil {
			t.Fatal(err)
		}
	}
}

// hears runs the jobs that tell of health, twice, and fails the test unless the
// app's maker, and nobody else, gets letters with these subjects.
func (p *partner) hears(t *testing.T, subjects ...string) (texts []string) {
	t.Helper()
	for range 2 {
		p.run(t, "webhook_health", work.Notices)
	}
	for _, subject := range subjects {
		letter := p.Mail.Wait(t, p.app.Maker.Email)
		if want := strings.ReplaceAll(subject, "APP", p.app.Name); letter.Subject != want {
			t.Errorf("the maker hears %q, want %q", letter.Subject, want)
		}
		texts = append(texts, letter.Text)
	}
	if !p.Mail.Empty() {
		t.Error("more letters went out")
	}
	return texts
}

// quiet takes the letters that went out on the way to a connected app.
func (p *partner) quiet(t *testing.T) {
	t.Helper()
	p.run(t, work.Notices)
	for _, to := range []string{p.app.Maker.Email, p.app.Maker.Email, p.owner.Email} {
		p.Mail.Wait(t, to)
	}
	if !p.Mail.Empty() {
		t.Fatal("more letters went out")
	}
}

// operations are what the app's organization sees of its webhooks, oldest first.
func (p *partner) actions(t *testing.T) (list []audit.Action) {
	t.Helper()
	entries, err := p.Node(0).Audit.OfOrganization(t.Context(), p.app.Organization, ident.AuditEntry{}, 100)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		if e.Subject == p.hook.ID.String() {
			list = append([]audit.Action{e.Action}, list...)
		}
	}
	return list
}

func TestOwnersHearHowTheirWebhookIsDoing(t *testing.T) {
	t.Parallel()
	p := newPartner(t)
	p.quiet(t)
	p.supplier(t, "Flour and Co")
	p.deliver(t)
	p.hears(t)

	p.receiver.Answers(http.StatusInternalServerError, "")
	p.supplier(t, "Yeast and Co")
	p.deliver(t)
	failing := p.Clock.Now()
	p.Clock.Move(time.Minute)
	p.deliver(t) // its second failure: it fails since the first
	p.Clock.Move(time.Hour - time.Minute - time.Second)
	p.hears(t)
	p.Clock.Move(time.Second)
	text := p.hears(t, "A webhook of “APP” fails")[0]
	if since := failing.Format("since 2 January 2006 at 15:04 UTC"); !strings.Contains(text, since) || !strings.Contains(text, "“127.0.0.1:") {
		t.Errorf("the letter says:\n%s", text)
	}
	if strings.Contains(text, "/hook") || strings.Contains(text, p.hook.Secret) {
		t.Errorf("the letter tells too much:\n%s", text)
	}
	p.Clock.Move(24 * time.Hour)
	p.deliver(t)
	p.hears(t)

	p.receiver.Answers(http.StatusOK, "")
	p.try(t)
	p.deliver(t)
	p.Clock.Move(time.Second) // entries of one instant have no order
	p.hears(t, "A webhook of “APP” works again")
	if now, err := p.Node(0).Webhooks.Webhook(t.Context(), p.app.App, p.hook.ID); err != nil || !now.Enabled {
		t.Errorf("the webhook is %+v, %v", now, err)
	}
	if diff := cmp.Diff([]audit.Action{"webhook.added", "webhook.failing", "webhook.tested", "webhook.recovered"}, p.actions(t)); diff != "" {
		t.Error(diff)
	}
}

func TestAFailureThatPassesIsNotTold(t *testing.T) {
	t.Parallel()
	p := newPartner(t)
	p.quiet(t)
	p.receiver.Answers(http.StatusServiceUnavailable, "")
	p.supplier(t, "Flour and Co")
	p.deliver(t)
	p.receiver.Answers(http.StatusOK, "")
	p.Clock.Move(time.Minute)
	p.deliver(t)
	p.Clock.Move(2 * time.Hour)
	p.hears(t)
}

func TestAWebhookThatIsSwitchedOffNeitherFailsNorRecovers(t *testing.T) {
	t.Parallel()
	p := newPartner(t)
	p.quiet(t)
	p.receiver.Answers(http.StatusInternalServerError, "")
	p.supplier(t, "Flour and Co")
	p.deliver(t)
	p.set(t, false)
	p.Clock.Move(2 * time.Hour)
	p.hears(t)
	p.set(t, true) // since then it has taken everything that it was sent: nothing
	p.hears(t)
	p.try(t)
	p.deliver(t)
	p.Clock.Move(time.Hour)
	p.hears(t, "A webhook of “APP” fails")
	p.set(t, false)
	p.hears(t)
}

// try sends a test: it needs no token that is still good.
func (p *partner) try(t *testing.T) {
	t.Helper()
	if _, err := p.Node(0).Webhooks.Try(t.Context(), p.app.App, p.hook.Webhook, ""); err != nil {
		t.Fatal(err)
	}
}

// set switches the webhook on or off.
func (p *partner) set(t *testing.T, on bool) {
	t.Helper()
	_, err := p.Node(0).Webhooks.Update(t.Context(), p.app.App, p.hook.ID, 0, func(d *webhooks.Details) { d.Enabled = on })
	if err != nil {
		t.Fatal(err)
	}
}

func TestManyWorkersTellOfHealthOnce(t *testing.T) {
	t.Parallel()
	p := newPartner(t)
	p.quiet(t)
	notifyAtOnce := func() int64 {
		var noticed atomic.Int64
		var all sync.WaitGroup
		for range 6 {
			all.Go(func() {
				n, err := p.Node(0).Webhooks.NotifyHealth(t.Context(), ident.EveryShard())
				if err != nil {
					t.Error(err)
				}
				noticed.Add(int64(n))
			})
		}
		all.Wait()
		return noticed.Load()
	}
	p.receiver.Answers(http.StatusInternalServerError, "")
	p.supplier(t, "Flour and Co")
	p.deliver(t)
	p.Clock.Move(time.Hour)
	if n := notifyAtOnce(); n != 1 {
		t.Errorf("that it fails was told %d times", n)
	}
	p.receiver.Answers(http.StatusOK, "")
	p.deliver(t)
	p.Clock.Move(time.Second) // entries of one instant have no order
	if n := notifyAtOnce(); n != 1 {
		t.Errorf("that it recovered was told %d times", n)
	}
	if diff := cmp.Diff([]audit.Action{"webhook.added", "webhook.failing", "webhook.recovered"}, p.actions(t)); diff != "" {
		t.Error(diff)
	}
}
