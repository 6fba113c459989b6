package faults

import (
	"context"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/x509"
	"encoding/pem"
	"fmt"
	"math/big"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/counterpart/counterpart/internal/base/ident"
	"github.com/counterpart/counterpart/internal/base/pg"
	"github.com/counterpart/counterpart/internal/base/testenv"
	"github.com/counterpart/counterpart/internal/work"
	"github.com/counterpart/counterpart/test/fleet"
)

// alarms has a fault for every alert. The one that moves the clock comes last: tokens
// of the load live for an hour.
var alarms = []alarm{
	{alert: "NodeAway", fault: "a node of three is killed", fail: killOne},
	{alert: "ServiceDown", fault: "all nodes are killed", fail: killAll},
	{alert: "PostgresAway", fault: "PostgreSQL is stopped", also: []string{"RequestsFail", "LeasesUnheld", "JobFails"},
		why: "requests are answered with 503, leases cannot be renewed and jobs cannot run", fail: stopPrimary},
	{alert: "RedisAway", fault: "Redis is killed", fail: stopStore},
	{alert: "NoWorker", fault: "all nodes run without the role worker", fail: workersGone},
	{alert: "LeasesUnheld", fault: "a worker that is gone holds four slices for an hour to come, by a clock that was ahead", fail: ghostLeases},
	{alert: "LeasesLost", fault: "one worker after the other is stopped for as long as its leases live", fail: pauseWorkers},
	{alert: "KeysMissing", fault: "a node with another list of keys comes up while PostgreSQL is away, which then comes back", fail: otherKeys},
	{alert: "CertificateExpires", fault: "a node shows a certificate that has a week left", fail: oldCertificate},
	{alert: "RequestsFail", fault: "a table of the books is missing", fail: hideTable("books.payments", 2)},
	{alert: "RequestsSlow", fault: "two requests at a time on each node wait two seconds for a lock", fail: lockPayments(2)},
	{alert: "ConnectionsScarce", fault: "17 requests at a time on each node, which has 20 connections, wait for a lock", also: []string{"RequestsSlow"},
		why: "those requests wait for two seconds", fail: mostConnections},
	{alert: "ConnectionsUsedUp", fault: "twenty requests at a time on each node, which has twelve connections, wait for a lock", also: []string{"RequestsSlow", "ConnectionsScarce"},
		why: "those requests wait, and have all connections", fail: lockPayments(20)},
	{alert: "RedisUnsteady", fault: "connections to Redis are reset twice a second", fail: resetStore},
	{alert: "JobFails", fault: "the table of mails with invoices is missing", fail: hideTable("books.invoice_mails", 0)},
	{alert: "JobFailsAgain", fault: "the table of app data is missing, and every ten seconds something is to be erased", fail: failErasures},
	{alert: "MailsFail", fault: "the mail server closes every connection, and one mail is to be sent", fail: closeMail(1)},
	{alert: "MailsWait", fault: "the same, and six mails are to be sent", also: []string{"MailsFail"}, why: "none of them is taken", fail: closeMail(6)},
	{alert: "JobLate", fault: "the mail server takes connections and says nothing: the four runs of a job wait 30 s for each of twelve mails", also: []string{"MailsWait", "MailsFail"},
		why: "what waits is mails", fail: hushMails},
	{alert: "ErasuresWait", fault: "an erasure is due in a slice that a worker that is gone holds", also: []string{"LeasesUnheld"}, why: "the slice is nobody's", fail: erasureInGhost},
	{alert: "EventsWait", fault: "the view of who subscribes is missing", also: []string{"JobFails"}, why: "the job that looks after webhooks asks it, too", fail: hideView("apps.subscribers")},
	{alert: "DeliveriesPostponed", fault: "the secret of a webhook is damaged", fail: damageSecret},
	{alert: "DeliveriesLate", fault: "the view of what can be sent is missing, and a burst is to be delivered", fail: hideSendable},
	{alert: "DeliveriesCrowded", fault: "endpoints of twenty partners take three seconds, and a worker sends two deliveries at once", also: []string{"DeliveriesLate"},
		why: "who finds no place waits", fail: slowEndpoints},
	{alert: "OutboundBroken", fault: "nodes do not know the authority of the receiver's certificate any more", fail: otherAuthority},
	{alert: "FunctionRunsFail", fault: "every runner of functions is killed, again and again", fail: func(t *testing.T, w *watchedWorld) func() { return w.killingRunners(t) }},
	{alert: "AuthenticationFailuresRise", fault: "ten wrong client secrets in a second", fail: guessSecrets},
	{alert: "JournalDrops", fault: "the table of the request log refuses lines, for more than ten minutes by the installation's clock", fail: loseJournal},
}

func killOne(t *testing.T, w *watchedWorld) (mend func()) {
	w.fleet.all[2].process.End(syscall.SIGKILL)
	return func() { w.fleet.startAll(t) }
}

func killAll(t *testing.T, w *watchedWorld) (mend func()) {
	for _, n := range w.fleet.all {
		n.process.End(syscall.SIGKILL)
	}
	return func() { w.fleet.startAll(t) }
}

func stopPrimary(t *testing.T, w *watchedWorld) (mend func()) {
	w.primary.process.End(syscall.SIGQUIT)
	return func() {
		w.primary.start(t)
		w.standby.awaitSync(t, w.primary)
	}
}

func stopStore(t *testing.T, w *watchedWorld) (mend func()) {
	w.store.process.End(syscall.SIGKILL)
	return func() { w.store.start(t) }
}

func resetStore(t *testing.T, w *watchedWorld) (mend func()) {
	return repeat(func(ctx context.Context) {
		w.storeRelay.reset()
		fleet.Pause(ctx, 500*time.Millisecond)
	})
}

// workersGone is an installation whose operator forgot a role.
func workersGone(t *testing.T, w *watchedWorld) (mend func()) {
	return restartedWith(t, w, "ROLES", "api,app", "api,app,worker")
}

// restartedWith restarts all nodes with a setting, and mends by restarting them with
// another.
func restartedWith(t *testing.T, w *watchedWorld, name, value, mended string) (mend func()) {
	t.Helper()
	w.fleet.set(name, value)
	w.fleet.restartAll(t)
	return func() {
		w.fleet.set(name, mended)
		w.fleet.restartAll(t)
	}
}

// ghostLeases has a worker that is gone hold some slices, a partner's among them.
func ghostLeases(t *testing.T, w *watchedWorld) (mend func()) {
	const take = "UPDATE leases.slices SET owner = $1, expires_at = $2, fence = fence + 1 WHERE shard = ANY($3::smallint[])"
	own := ident.SliceOf(w.partners[0].business.Shard)
	var homes []int16
	for i := range ident.Slice(4) {
		homes = append(homes, int16(((own + i) % ident.Slices).Home()))
	}
	w.write(t, take, "gone", time.Now().Add(time.Hour), homes)
	return func() { w.write(t, take, "", time.Now().Add(-time.Hour), homes) }
}

// pauseWorkers stops each worker until the others have its slices.
func pauseWorkers(t *testing.T, w *watchedWorld) (mend func()) {
	for _, n := range w.fleet.all {
		n.process.Signal(syscall.SIGSTOP)
		fleet.Until(t, eventually, "others have the slices of "+n.name, func() bool {
			var sum float64
			for _, other := range w.fleet.all {
				if other != n {
					figure, _ := other.figure("counterpart_leases_held")
					sum += figure
				}
			}
			return sum == slicesInAll
		})
		n.process.Signal(syscall.SIGCONT)
		w.fleet.await(t, n)
		// Who looks must see them whole in between, as somebody does who looks for minutes.
		fleet.Until(t, eventually, "Prometheus sees all slices held", func() bool { return !w.prometheus.pending("LeasesUnheld") })
	}
	return func() {}
}

// guest starts another node, without the role worker, which Prometheus watches until
// the mending.
func (w *watchedWorld) guest(t *testing.T, own ...string) (n *node, mend func()) {
	t.Helper()
	n = newNode(t, "Guest")
	w.fleet.start(t, n, w.fleet.program, append(own, "COUNTERPART_ROLES=api")...)
	w.prometheus.watch(t, append([]*node{n}, w.fleet.all...)...)
	return n, func() {
		w.prometheus.watch(t, w.fleet.all...)
		n.process.End(syscall.SIGTERM)
	}
}

// otherKeys has a node start that lacks the key in use: while it can ask PostgreSQL
// it would not start at all.
func otherKeys(t *testing.T, w *watchedWorld) (mend func()) {
	way := newRelay(t, w.primary.address)
	way.cut()
	const other = "other:b3RoZXJjb3VudGVycGFydC1kZXYta2V5LW9ubHktMzI="
	n, mend := w.guest(t, "COUNTERPART_KEYS="+other, "COUNTERPART_POSTGRES="+urlOf(way.address))
	fleet.Until(t, eventually, "the guest runs", func() bool { _, err := n.figure("counterpart_postgres_up"); return err == nil || !n.process.Running() })
	way.mend()
	return mend
}

// oldCertificate has a node end TLS itself.
func oldCertificate(t *testing.T, w *watchedWorld) (mend func()) {
	cert, key := writeCertificate(t, 7*24*time.Hour)
	_, mend = w.guest(t, "COUNTERPART_TLS_CERT="+cert, "COUNTERPART_TLS_KEY="+key)
	return mend
}

// writeCertificate makes a certificate that lives for a while.
func writeCertificate(t *testing.T, life time.Duration) (cert, key string) {
	t.Helper()
	private, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	template := &x509.Certificate{SerialNumber: big.NewInt(1), NotAfter: time.Now().Add(life), DNSNames: []string{"localhost"}}
	shown, err := x509.CreateCertificate(rand.Reader, template, template, &private.PublicKey, private)
	if err != nil {
		t.Fatal(err)
	}
	sealed, err := x509.MarshalPKCS8PrivateKey(private)
	if err != nil {
		t.Fatal(err)
	}
	folder := t.TempDir()
	cert, key = filepath.Join(folder, "cert.pem"), filepath.Join(folder, "key.pem")
	for file, block := range map[string]*pem.Block{cert: {Type: "CERTIFICATE", Bytes: shown}, key: {Type: "PRIVATE KEY", Bytes: sealed}} {
		if err := os.WriteFile(file, pem.EncodeToMemory(block), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return cert, key
}

// write has the operator write something by hand.
func (w *watchedWorld) write(t *testing.T, statement string, args ...any) {
	t.Helper()
	if _, err := w.operator.DB.Exec(context.Background(), statement, args...); err != nil {
		t.Fatal(err)
	}
}

// hideTable gives a table another name, while so many on each node ask for payments.
func hideTable(name string, askers int) func(t *testing.T, w *watchedWorld) (mend func()) {
	return func(t *testing.T, w *watchedWorld) (mend func()) {
		shown := w.rename(t, "TABLE", name)
		stop := w.askForPayments(t, askers)
		return func() {
			shown()
			stop()
		}
	}
}

func hideView(name string) func(t *testing.T, w *watchedWorld) (mend func()) {
	return func(t *testing.T, w *watchedWorld) (mend func()) { return w.rename(t, "VIEW", name) }
}

// rename gives something another name until back.
func (w *watchedWorld) rename(t *testing.T, kind, name string) (back func()) {
	t.Helper()
	schema, own, _ := strings.Cut(name, ".")
	w.write(t, fmt.Sprintf("ALTER %s %s RENAME TO hidden", kind, name))
	return func() { w.write(t, fmt.Sprintf("ALTER %s %s.hidden RENAME TO %s", kind, schema, own)) }
}

// lockPayments has so many on each node ask for payments, which somebody locks for two
// seconds again and again.
func lockPayments(askers int) func(t *testing.T, w *watchedWorld) (mend func()) {
	return func(t *testing.T, w *watchedWorld) (mend func()) {
		free := repeat(func(ctx context.Context) {
			_ = w.operator.DB.InTx(ctx, func(tx *pg.Tx) error {
				_, err := tx.Exec(ctx, "LOCK TABLE books.payments IN ACCESS EXCLUSIVE MODE")
				fleet.Pause(ctx, 2*time.Second)
				return err
			})
			fleet.Pause(ctx, 100*time.Millisecond)
		})
		stop := w.askForPayments(t, askers)
		return func() {
			free()
			stop()
		}
	}
}

// mostConnections has requests hold most of a node's connections, and leave some.
func mostConnections(t *testing.T, w *watchedWorld) (mend func()) {
	few := restartedWith(t, w, "POSTGRES_MAX_CONNS", "20", "12")
	free := lockPayments(17)(t, w)
	return func() {
		free()
		few()
	}
}

// askForPayments has so many partners ask each node for their payments all the time.
func (w *watchedWorld) askForPayments(t *testing.T, askers int) (stop func()) {
	t.Helper()
	var stops []func()
	for i, n := range w.fleet.all {
		for j := range askers {
			p := w.partners[(i*askers+j)%len(w.partners)]
			stops = append(stops, repeat(func(ctx context.Context) {
				w.load.ask(ctx, n, http.MethodGet, "/payments", "", http.Header{"Authorization": {"Bearer " + p.access}})
				fleet.Pause(ctx, 50*time.Millisecond)
			}))
		}
	}
	return func() {
		for _, stop := range stops {
			stop()
		}
	}
}

// repeat does something again and again until stop.
func repeat(do func(context.Context)) (stop func()) {
	ctx, cancel := context.WithCancel(context.Background())
	var done sync.WaitGroup
	done.Go(func() {
		for ctx.Err() == nil {
			do(ctx)
		}
	})
	return func() {
		cancel()
		done.Wait()
	}
}

// closeMail has people ask for mails while the mail server closes every connection.
func closeMail(mails int) func(t *testing.T, w *watchedWorld) (mend func()) {
	return func(t *testing.T, w *watchedWorld) (mend func()) {
		w.mailRelay.cut()
		w.askForMails(t, mails)
		return w.mailRelay.mend
	}
}

func hushMails(t *testing.T, w *watchedWorld) (mend func()) {
	w.mailRelay.hush()
	w.askForMails(t, people)
	return w.mailRelay.mend
}

func (w *watchedWorld) askForMails(t *testing.T, mails int) {
	t.Helper()
	for i := range mails {
		if err := w.operator.Accounts.RequestReset(t.Context(), personAt(i)); err != nil {
			t.Fatal(err)
		}
	}
}

// erasureInGhost has something erased in a slice that nobody works on.
func erasureInGhost(t *testing.T, w *watchedWorld) (mend func()) {
	mend = ghostLeases(t, w)
	w.erase(t, 90*time.Second)
	return mend
}

// failErasures has every erasure fail, and be put off.
func failErasures(t *testing.T, w *watchedWorld) (mend func()) {
	shown := w.rename(t, "TABLE", "appdata.values")
	stop := repeat(func(ctx context.Context) {
		w.erase(t, 0)
		fleet.Pause(ctx, 10*time.Second)
	})
	return func() {
		stop()
		shown()
	}
}

// erase has a customer of a partner erased, who is to be forgotten since a while.
func (w *watchedWorld) erase(t *testing.T, since time.Duration) {
	t.Helper()
	p := w.partners[0]
	w.write(t, "INSERT INTO books.erasures (shard, business_id, id, kind, deleted, due_at) VALUES ($1, $2, $3, 'CUSTOMER', true, $4)",
		p.business.Shard, p.business.UUID, uuid.New(), w.operator.Now().Add(-since))
}

// damageSecret makes what seals the secret of a webhook unreadable.
func damageSecret(t *testing.T, w *watchedWorld) (mend func()) {
	var id uuid.UUID
	var secret []byte
	if err := w.operator.DB.QueryRow(t.Context(), "SELECT id, secret FROM webhooks.webhooks WHERE url LIKE 'https:%' AND app_id = (SELECT id FROM apps.apps WHERE client_id = $1)", w.partners[0].clientID).Scan(&id, &secret); err != nil {
		t.Fatal(err)
	}
	damaged := append([]byte{}, secret...)
	damaged[len(damaged)-1] ^= 1
	w.write(t, "UPDATE webhooks.webhooks SET secret = $2 WHERE id = $1", id, damaged)
	return func() { w.write(t, "UPDATE webhooks.webhooks SET secret = $2 WHERE id = $1", id, secret) }
}

// hideSendable has workers find nothing of what is queued: more than a function has
// runs at once.
func hideSendable(t *testing.T, w *watchedWorld) (mend func()) {
	shown := w.rename(t, "VIEW", "events.sendable")
	w.burst(t.Context(), "late")
	return shown
}

// burst has every partner make a supplier at once.
func (w *watchedWorld) burst(ctx context.Context, key string) {
	var all sync.WaitGroup
	for _, p := range w.partners[:writers] {
		all.Go(func() { w.load.supply(ctx, p, key) })
	}
	all.Wait()
}

// slowEndpoints has endpoints take long, for workers with few places.
func slowEndpoints(t *testing.T, w *watchedWorld) (mend func()) {
	const places, takes = 2, 3 * time.Second
	w.fleet.set("WEBHOOK_AT_ONCE", "2")
	w.fleet.set("HOST_AT_ONCE", fmt.Sprint(places))
	more := restartedWith(t, w, "DELIVERIES_AT_ONCE", fmt.Sprint(places), "1024")
	w.receiver.takes.Store(int64(takes))
	n := 0
	stop := repeat(func(ctx context.Context) {
		n++
		w.burst(ctx, fmt.Sprint("crowd-", n))
		fleet.Pause(ctx, takes)
	})
	return func() {
		stop()
		w.receiver.takes.Store(0)
		w.fleet.set("WEBHOOK_AT_ONCE", "16")
		w.fleet.set("HOST_AT_ONCE", "128")
		more()
	}
}

// otherAuthority has nodes trust somebody else than the receiver.
func otherAuthority(t *testing.T, w *watchedWorld) (mend func()) {
	if err := os.WriteFile(w.receiver.file, testenv.Stranger(t), 0o600); err != nil {
		t.Fatal(err)
	}
	w.receiver.server.CloseClientConnections()
	stop := repeat(func(ctx context.Context) {
		fleet.Pause(ctx, time.Second)
		w.receiver.server.CloseClientConnections() // until every node has read the file
	})
	return func() {
		stop()
		w.receiver.authority(t)
	}
}

// guessSecrets comes with wrong secrets from many addresses.
func guessSecrets(t *testing.T, w *watchedWorld) (mend func()) {
	wrong := &partner{clientID: w.partners[partners-1].clientID, secret: "wrong"}
	n := 0
	return repeat(func(ctx context.Context) {
		n++
		w.load.form(ctx, w.fleet.pick(), "/oauth/revoke", wrong, n%250, "", url.Values{"token": {"none"}})
		fleet.Pause(ctx, 50*time.Millisecond)
	})
}

// loseJournal has nodes keep lines that they cannot write, for longer than they do so.
func loseJournal(t *testing.T, w *watchedWorld) (mend func()) {
	ahead, err := w.operator.Development.Ahead(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	ahead += 11 * time.Minute
	if err := work.MakePartitions(t.Context(), w.operator.DB, time.Now().Add(ahead)); err != nil {
		t.Fatal(err)
	}
	w.write(t, "ALTER TABLE journal.requests ADD CONSTRAINT refused CHECK (false) NOT VALID")
	fleet.Pause(t.Context(), 10*time.Second) // in which lines come together
	if err := w.operator.Development.Move(t.Context(), ahead); err != nil {
		t.Fatal(err)
	}
	return func() { w.write(t, "ALTER TABLE journal.requests DROP CONSTRAINT refused") }
}
