package work_test

import (
	"context"
	"slices"
	"sync/atomic"
	"testing"
	"time"

	"github.com/counterpart/counterpart/internal/apptest"
	"github.com/counterpart/counterpart/internal/base/clock"
	"github.com/counterpart/counterpart/internal/base/mail"
	"github.com/counterpart/counterpart/internal/work"
)

// slowServer takes letters, each in the time of a real server; and the first only
// when so many come at once as it waits for.
type slowServer struct {
	waitsFor   int64
	come       atomic.Int64
	complete   chan struct{}
	inHand     atomic.Int64
	mostAtOnce atomic.Int64
	taken      atomic.Int64
}

const serverTakes = 50 * time.Millisecond

func (s *slowServer) Send(ctx context.Context, _ mail.Message) error {
	defer s.inHand.Add(-1)
	n := s.inHand.Add(1)
	for most := s.mostAtOnce.Load(); n > most && !s.mostAtOnce.CompareAndSwap(most, n); most = s.mostAtOnce.Load() {
	}
	if s.come.Add(1) == s.waitsFor {
		close(s.complete)
	}
	select {
	case <-s.complete:
	case <-ctx.Done():
		return ctx.Err()
	}
	clock.Pause(ctx, serverTakes)
	s.taken.Add(1)
	return ctx.Err()
}

// manyDue makes businesses all over the shards, each with an invoice that is overdue
// and has yet to be mailed: copies of one.
func manyDue(t *testing.T, svc *apptest.Service, businesses int) {
	t.Helper()
	bakery := svc.Business(t, svc.Person(t, "Olivia"))
	invoice := sentInvoice(t, svc, bakery, "cafe@example.com")
	exec := func(sql string, args ...any) {
		t.Helper()
		if _, err := svc.Node(0).DB.Exec(t.Context(), sql, args...); err != nil {
			t.Fatal(err)
		}
	}
	exec("UPDATE books.invoices SET due_date = issue_date WHERE shard = $1 AND id = $2", invoice.Shard, invoice.UUID)
	for _, table := range []string{"tenancy.businesses", "books.ledgers", "books.accounts", "books.customers", "books.invoices", "books.invoice_lines", "books.invoice_mails"} {
		changed, of := "business_id", "business_id"
		if table == "tenancy.businesses" {
			changed, of = "id", "id"
		}
		exec(`INSERT INTO `+table+`
		      SELECT (jsonb_populate_record(r, jsonb_build_object('shard', n % 1024, '`+changed+`', md5(n::text)::uuid, 'entry_id', NULL))).*
		      FROM   `+table+` r, generate_series(1, $1::int) AS n
		      WHERE  r.shard = $2 AND r.`+of+` = $3`, businesses-1, bakery.ID.Shard, bakery.ID.UUID)
	}
	if err := work.MakePartitions(t.Context(), svc.Node(0).DB, svc.Clock.Now().Add(48*time.Hour)); err != nil {
		t.Fatal(err)
	}
	svc.Clock.Move(48 * time.Hour)
}

// The more workers there are, the more is done at once, and each thing once.
func TestWorkersShareWhatIsDue(t *testing.T) {
	t.Parallel()
	const businesses = 1024
	took := map[string]map[int]time.Duration{work.InvoiceMails: {}, "overdue_invoices": {}}
	for _, workers := range []int{1, 3} {
		svc := apptest.Start(t)
		manyDue(t, svc, businesses)
		n, server := svc.Node(0), &slowServer{waitsFor: int64(4 * workers), complete: make(chan struct{})}
		holders := shared(t, n.DB, workers)
		left := map[string]string{
			work.InvoiceMails:  "SELECT count(*) FROM books.invoice_mails WHERE sent_at IS NULL",
			"overdue_invoices": "SELECT count(*) FROM books.invoices WHERE overdue_told_at IS NULL",
		}
		for name, waiting := range left {
			began := time.Now()
			for _, holder := range holders {
				jobs := work.Jobs(work.Deps{
					DB: n.DB, Sales: n.Sales, Tenancy: n.Tenancy, Mail: server, Log: n.Log, Brand: "Service", Metrics: n.Metrics,
					Webhooks: n.Webhooks, Installs: n.Installs, Accounts: n.Accounts, Audit: n.Audit, Devices: n.Devices, Signing: n.Signing,
					Requests: n.Requests, Approvals: n.Approvals, Tokens: n.Tokens, Journal: n.Journal, Keyring: n.Keyring, Clients: n.Clients,
				})
				jobs = slices.DeleteFunc(jobs, func(job work.Job) bool { return job.Name != name })
				start(t, runner(t, n.DB, holder, jobs...))
			}
			apptest.Eventually(t, "all is done", func() bool {
				var rows int
				if err := n.DB.QueryRow(t.Context(), waiting).Scan(&rows); err != nil {
					t.Fatal(err)
				}
				return rows == 0
			})
			took[name][workers] = time.Since(began)
		}
		// That they come at once is what the server waited for.
		if taken, most := server.taken.Load(), server.mostAtOnce.Load(); taken != businesses || most > server.waitsFor {
			t.Errorf("CLU-07 %d workers sent %d mails of %d, up to %d at once", workers, taken, businesses, most)
		}
		var events int
		if err := n.DB.QueryRow(t.Context(), "SELECT count(*) FROM events.log WHERE type = 'invoice.overdue'").Scan(&events); err != nil || events != businesses {
			t.Errorf("CLU-07 %d invoices of %d are told to be overdue, %v", events, businesses, err)
		}
	}
	for name, by := range took {
		t.Logf("%s of %d businesses: %v with one worker, %v with three", name, businesses, by[1].Round(time.Millisecond), by[3].Round(time.Millisecond))
	}
}
