package app_test

import (
	"cmp"
	"context"
	"errors"
	"io"
	"net/http"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	gocmp "github.com/google/go-cmp/cmp"
	"github.com/pquerna/otp/totp"

	"github.com/counterpart/counterpart/db"
	"github.com/counterpart/counterpart/internal/app"
	"github.com/counterpart/counterpart/internal/apptest"
	"github.com/counterpart/counterpart/internal/base/ident"
	"github.com/counterpart/counterpart/internal/base/pgtest"
	"github.com/counterpart/counterpart/internal/base/rdbtest"
	"github.com/counterpart/counterpart/internal/base/secret"
	"github.com/counterpart/counterpart/internal/core/keyring"
	"github.com/counterpart/counterpart/internal/core/tenancy"
	"github.com/counterpart/counterpart/internal/vocab/event"
	"github.com/counterpart/counterpart/internal/vocab/pagepath"
	"github.com/counterpart/counterpart/internal/vocab/scope"
	"github.com/counterpart/counterpart/internal/work"
)

// The keys of a rotation from the first to the second.
var (
	k1 = "k1:" + strings.Repeat("A", 43)
	k2 = "k2:" + strings.Repeat("B", 42) + "A"
)

func listing(keys ...string) func(*app.Config) {
	return func(c *app.Config) { c.Keys = strings.Join(keys, ",") }
}

// rotation is an installation whose keys are rotated: a user with a second
// factor, a webhook, and apps that call and refresh.
type rotation struct {
	*apptest.Service
	receiver *apptest.Receiver
	olivia   *apptest.User
	factor   string // the secret of the authenticator app
	business tenancy.Business
	app      *apptest.App
	hook     apptest.Hook
	clients  []*client
}

// client is an app's server, which has one family of tokens.
type client struct {
	app    *apptest.App
	tokens apptest.Tokens
}

func newRotation(t *testing.T) *rotation {
	t.Helper()
	r := &rotation{receiver: apptest.NewReceiver(t)}
	r.Service = apptest.Start(t, apptest.Nodes(2), apptest.Configure(listing(k1)), r.receiver.Reachable(t))
	r.beats(t, 0, 1)
	r.olivia = r.User(t, "Olivia")
	r.business = r.Business(t, r.olivia)
	r.enrol(t)
	r.app = r.ReviewedApp(t, scope.SuppliersRead, scope.SuppliersWrite)
	r.hook = r.app.Hook(t, r.receiver, event.SupplierCreated)
	for range 4 {
		app := r.ReviewedApp(t, scope.ProfileRead)
		r.clients = append(r.clients, &client{app, app.Given(t, r.olivia, r.business, scope.ProfileRead)})
	}
	return r
}

// beats has nodes say that they run, as they do every few seconds.
func (r *rotation) beats(t *testing.T, nodes ...int) {
	t.Helper()
	for _, i := range nodes {
		if err := r.Node(i).Keyring.Beat(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
}

// roll restarts one node after the other with another list, a minute apart.
func (r *rotation) roll(t *testing.T, keys ...string) {
	t.Helper()
	for i := range 2 {
		r.Clock.Move(2 * time.Minute)
		r.beats(t, 0, 1)
		r.Restart(t, i, listing(keys...))
		r.beats(t, i)
	}
}

// pass lets time pass, and does what is due on the first node.
func (r *rotation) pass(t *testing.T, d time.Duration) {
	t.Helper()
	if err := work.MakePartitions(t.Context(), r.Node(0).DB, r.Clock.Now().Add(d)); err != nil {
		t.Fatal(err)
	}
	r.Clock.Move(d)
	r.beats(t, 0, 1)
	r.RunJobs(t)
	r.beats(t, 0, 1)
}

func (r *rotation) enrol(t *testing.T) {
	t.Helper()
	begun, err := r.Node(0).Accounts.BeginSecondFactor(t.Context(), r.olivia.ID)
	if err != nil {
		t.Fatal(err)
	}
	r.factor = begun.Key
	if _, err := r.Node(0).Accounts.ConfirmSecondFactor(t.Context(), r.olivia.ID, r.code(t)); err != nil {
		t.Fatal(err)
	}
}

// code is what the authenticator app shows a step later: each code works once.
func (r *rotation) code(t *testing.T) string {
	t.Helper()
	r.Clock.Move(30 * time.Second)
	code, err := totp.GenerateCode(r.factor, r.Clock.Now())
	if err != nil {
		t.Fatal(err)
	}
	return code
}

// signsIn signs the user in with a code.
func (r *rotation) signsIn(t *testing.T, node *apptest.Node) {
	t.Helper()
	browser := node.Browser(t)
	browser.SignIn(r.olivia.Email, apptest.Password)
	browser.IsAt(pagepath.SecondFactor)
	browser.Submit(pagepath.SecondFactor, "code", r.code(t))
	browser.IsSignedIn()
}

// delivers makes a supplier and has a node deliver the event.
func (r *rotation) delivers(t *testing.T, node *apptest.Node) {
	t.Helper()
	before := len(r.receiver.Got())
	tokens := r.app.Given(t, r.olivia, r.business, scope.SuppliersRead, scope.SuppliersWrite)
	tokens.Send(t, node, "POST /suppliers", map[string]string{"name": "Mill"}).Is(t, http.StatusCreated)
	node.DeliverAll(t)
	if got := len(r.receiver.Got()) - before; got != 1 {
		t.Fatalf("%d deliveries came in", got)
	}
	r.receiver.Last(t).SignedBy(t, r.hook.Secret)
}

// key is what is known of a key.
func (r *rotation) key(t *testing.T, id string) keyring.Status {
	t.Helper()
	all, err := r.Node(0).Keyring.Status(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	i := slices.IndexFunc(all, func(s keyring.Status) bool { return s.ID == id })
	if i < 0 {
		t.Fatalf("nothing is known of key %q", id)
	}
	return all[i]
}

func TestAKeyIsRetired(t *testing.T) {
	t.Parallel()
	t.Run("OPS-05 after a rotation second factors, webhooks and tokens need the old key no more", func(t *testing.T) {
		t.Parallel()
		r := newRotation(t)
		r.roll(t, k1, k2)
		r.roll(t, k2, k1)
		r.pass(t, 2*time.Minute)
		if got := r.key(t, "k1"); got.State != keyring.Needed || len(got.Sealed) > 0 {
			t.Errorf("after the sweep, %+v", got)
		}
		sealed := 0
		for _, c := range r.key(t, "k2").Sealed {
			sealed += c.Rows
		}
		if sealed < 4 { // a second factor, a webhook, two signing keys
			t.Errorf("the new key has sealed %d", sealed)
		}
		for _, c := range r.clients {
			c.tokens = c.tokens.RefreshedBy(t, r.Node(1))
		}
		r.pass(t, 29*24*time.Hour)
		if got := r.key(t, "k1").State; got != keyring.Needed {
			t.Errorf("while refresh tokens may carry its MAC, it is %s", got)
		}
		r.pass(t, 2*24*time.Hour)
		if got := r.key(t, "k1").State; got != keyring.Retired {
			t.Errorf("when nothing depends on it, it is %s", got)
		}
		node := r.Restart(t, 0, listing(k2))
		r.beats(t, 0)
		r.signsIn(t, node)
		r.delivers(t, node)
	})
	t.Run("OPS-05 after a leak it is given up at once, and its MACs end on every node", func(t *testing.T) {
		t.Parallel()
		r := newRotation(t)
		r.roll(t, k1, k2)
		r.roll(t, k2, k1)
		r.Clock.Move(2 * time.Minute)
		r.beats(t, 0, 1)
		old, fresh := r.clients[0].tokens, r.clients[1].tokens.RefreshedBy(t, r.Node(1))
		old.Call(t, r.Node(1), "GET /me").Is(t, http.StatusOK)
		if err := r.Node(0).Keyring.Retire(t.Context(), "k1", keyring.Price{}); err == nil || !strings.Contains(err.Error(), "still vouches") {
			t.Fatalf("it is given up without a word: %v", err)
		}
		if err := r.Node(0).Keyring.Retire(t.Context(), "k1", keyring.Price{MACs: true}); err != nil {
			t.Fatal(err)
		}
		r.beats(t, 0, 1)
		for i := range 2 {
			old.Call(t, r.Node(i), "GET /me").Refuses(t, http.StatusUnauthorized, "INVALID_TOKEN")
			fresh.Call(t, r.Node(i), "GET /me").Is(t, http.StatusOK)
		}
		node := r.Restart(t, 1, listing(k2))
		r.beats(t, 1)
		r.signsIn(t, node)
		r.delivers(t, node)
	})
	t.Run("OPS-05 a lost key holds the nodes up until the operator says so", func(t *testing.T) {
		t.Parallel()
		r := newRotation(t)
		r.Clock.Move(2 * time.Minute)
		lost := r.Restart(t, 0, listing(k2))
		if err := lost.Keyring.Join(t.Context()); !errors.Is(err, keyring.ErrList) || !strings.Contains(err.Error(), `"k1" is still needed`) {
			t.Fatalf("it starts without a key that is needed: %v", err)
		}
		if err := lost.Keyring.Retire(t.Context(), "k1", keyring.Price{MACs: true}); err == nil {
			t.Error("what is sealed is given up without a word")
		}
		if err := lost.Keyring.Retire(t.Context(), "k1", keyring.Price{MACs: true, Sealed: true}); err != nil {
			t.Fatal(err)
		}
		r.beats(t, 0)
	})
}

// hooks puts so many more webhooks beside the one that there is.
func (r *rotation) hooks(t *testing.T, many int) {
	t.Helper()
	node := r.Node(0)
	of := app.Sealed[slices.IndexFunc(app.Sealed, func(c secret.Column) bool { return c.String() == "webhooks.webhooks.secret" })]
	for range many {
		id := ident.New[ident.Webhook](r.hook.ID.Shard, r.Clock.Now())
		sealed := node.Keys.Seal(of.Context(id.Shard, id.UUID), []byte("one of many"))
		_, err := node.DB.Exec(t.Context(), `
			INSERT INTO webhooks.webhooks
			SELECT (jsonb_populate_record(w, jsonb_build_object('id', $1::uuid, 'secret', $2::bytea, 'enabled', false))).*
			FROM   webhooks.webhooks w
			WHERE  w.id = $3`, id.UUID, sealed, r.hook.ID.UUID)
		if err != nil {
			t.Fatal(err)
		}
	}
}

func (r *rotation) sealedBy(t *testing.T, id string) (rows int) {
	t.Helper()
	for _, c := range r.key(t, id).Sealed {
		rows += c.Rows
	}
	return rows
}

func TestEverythingIsSealedAnewAtOnce(t *testing.T) {
	t.Parallel()
	t.Run("OPS-05 rewrapping is refused in the middle of a rotation, goes on where it was cut off, and then the old key can go", func(t *testing.T) {
		t.Parallel()
		r := newRotation(t)
		r.hooks(t, 500)
		all := r.sealedBy(t, "k1")
		r.roll(t, k1, k2)
		r.roll(t, k2, k1)
		if _, err := r.Node(0).Keyring.Rewrap(t.Context()); !errors.Is(err, keyring.ErrRotating) {
			t.Fatalf("while k1 may be in front somewhere: %v", err)
		}
		r.Clock.Move(2 * time.Minute)
		r.beats(t, 0, 1)
		cut, cutOff := context.WithCancel(t.Context())
		ended := make(chan error, 1)
		go func() {
			_, err := r.Node(0).Keyring.Rewrap(cut)
			ended <- err
		}()
		apptest.Eventually(t, "some is sealed anew", func() bool { return r.sealedBy(t, "k2") > 50 })
		cutOff()
		t.Logf("cut off with %d of %d under the old key: %v", r.sealedBy(t, "k1"), all, <-ended)
		var both sync.WaitGroup
		for i := range 2 {
			both.Go(func() {
				if _, err := r.Node(i).Keyring.Rewrap(t.Context()); err != nil {
					t.Error(err)
				}
			})
		}
		r.signsIn(t, r.Node(1)) // people and deliveries meanwhile
		r.delivers(t, r.Node(1))
		both.Wait()
		if left, now := r.sealedBy(t, "k1"), r.sealedBy(t, "k2"); left != 0 || now != all {
			t.Errorf("%d under the old key, %d of %d under the new one", left, now, all)
		}
		if err := r.Node(0).Keyring.Retire(t.Context(), "k1", keyring.Price{MACs: true}); err != nil {
			t.Fatal(err)
		}
		r.roll(t, k2)
		for i := range 2 {
			r.signsIn(t, r.Node(i))
			r.delivers(t, r.Node(i))
		}
	})
}

func TestARotationUnderTraffic(t *testing.T) {
	t.Parallel()
	t.Run("OPS-05 no call and no refresh fails while the keys are rotated over the nodes", func(t *testing.T) {
		t.Parallel()
		r := newRotation(t)
		for _, list := range [][]string{{k1, k2}, {k2, k1}} {
			for i := range 2 {
				r.Clock.Move(2 * time.Minute)
				r.beats(t, 0, 1)
				before := []*apptest.Node{r.Node(0), r.Node(1)}
				next := r.Restart(t, i, listing(list...))
				after := slices.Clone(before)
				after[i] = next
				var all sync.WaitGroup
				joined := make(chan struct{})
				for _, c := range r.clients {
					all.Go(func() {
						c.works(t, before, 5) // the new node is not there yet
						<-joined
						c.works(t, append(before, after...), 10) // the old one is still answering
						c.works(t, after, 5)
					})
				}
				r.beats(t, i)
				close(joined)
				all.Wait()
			}
		}
	})
}

// works refreshes at one node and calls at another, all of them in turn.
func (c *client) works(t *testing.T, nodes []*apptest.Node, times int) {
	t.Helper()
	for n := range times {
		answer := c.app.Token(t, nodes[n%len(nodes)], "refresh_token", "refresh_token", c.tokens.Refresh)
		if answer.Status != http.StatusOK {
			t.Errorf("a refresh answers %d: %s", answer.Status, answer.Body)
			return
		}
		answer.Read(t, &c.tokens)
		if called := c.tokens.Call(t, nodes[(n+1)%len(nodes)], "GET /me"); called.Status != http.StatusOK {
			t.Errorf("a call answers %d: %s", called.Status, called.Body)
			return
		}
	}
}

func TestNodesWithDifferentKeys(t *testing.T) {
	t.Parallel()
	t.Run("OPS-05 a node does not start with a new key in front that a running node does not hold", func(t *testing.T) {
		t.Parallel()
		at := shared(t)
		serve(t, at(k1))
		refusedStart(t, at(k2, k1), `1 running nodes do not hold key "k2" yet`)
		serve(t, at(k1, k2)).isReady(t)
	})
	t.Run("OPS-05 a node without a key that is still needed does not start", func(t *testing.T) {
		t.Parallel()
		at := shared(t)
		first := serve(t, at(k1))
		first.stop()
		if err := <-first.ended; err != nil {
			t.Fatal(err)
		}
		refusedStart(t, at(k2), `key "k1" is still needed and not in the list`)
		other := "k1:" + strings.Repeat("C", 42) + "A"
		refusedStart(t, at(other), `key "k1" is another one than other nodes have under this id`)
		serve(t, at(k2, k1)) // the one that was stopped does not count
	})
	t.Run("OPS-05 a running node is not ready without the key that another one uses, and says which", func(t *testing.T) {
		t.Parallel()
		at := shared(t)
		old := serve(t, at(k1))
		old.isReady(t)
		// The newer node has heard nothing of the old one, as when that could not reach PostgreSQL for a while.
		if _, err := old.DB.Exec(t.Context(), "UPDATE keyring.nodes SET seen_at = seen_at - interval '1 hour'"); err != nil {
			t.Fatal(err)
		}
		serve(t, at(k2, k1)).isReady(t)
		old.says(t, "without a key", func(status int, got readiness) bool {
			return status == http.StatusServiceUnavailable && got.Status == "unready" &&
				strings.Contains(got.Checks["keys"], `key "k2" is still needed and not in the list`)
		})
	})
	t.Run("OPS-05 a retired key does not come back to the front", func(t *testing.T) {
		t.Parallel()
		r := newRotation(t)
		r.roll(t, k1, k2)
		r.roll(t, k2, k1)
		r.Clock.Move(2 * time.Minute)
		r.beats(t, 0, 1)
		if err := r.Node(0).Keyring.Retire(t.Context(), "k1", keyring.Price{MACs: true}); err != nil {
			t.Fatal(err)
		}
		if err := r.Restart(t, 0, listing(k1, k2)).Keyring.Join(t.Context()); !errors.Is(err, keyring.ErrList) || !strings.Contains(err.Error(), `"k1" is retired`) {
			t.Errorf("it does: %v", err)
		}
	})
}

// shared returns settings of nodes on one database.
func shared(t *testing.T) func(keys ...string) func(*app.Config) {
	t.Helper()
	database, prefix := pgtest.Clone(t), rdbtest.Prefix()
	return func(keys ...string) func(*app.Config) {
		return func(c *app.Config) {
			c.Postgres, c.RedisPrefix = database, prefix
			listing(keys...)(c)
		}
	}
}

// refusedStart fails the test unless a node gives up at its start, in these words.
func refusedStart(t *testing.T, change func(*app.Config), says string) {
	t.Helper()
	built, err := app.Build(context.Background(), nodeConfig(t, change), app.Options{Logs: io.Discard})
	if err != nil {
		t.Fatal(err)
	}
	defer built.Close()
	if err := built.Serve(t.Context()); err == nil || !strings.Contains(err.Error(), says) {
		t.Errorf("want an end with %q, got %v", says, err)
	}
}

// unsealed are the columns of bytes that are not sealed: hashes, MACs, pictures,
// public keys, and what is sent or shown as it is.
var unsealed = []string{
	"accounts.recovery_codes.code_hash", "accounts.password_resets.token_hash", "accounts.sign_ups.token_hash", "accounts.sessions.token_hash", "tenancy.invitations.token_hash",
	"accounts.devices.token_hash", "accounts.guesses.lane", "accounts.challenges.hash", "accounts.email_changes.token_hash", "accounts.developer_tokens.token_hash",
	"accounts.passkeys.credential_id", "accounts.passkeys.public_key", "audit.repeats.key",
	"apps.logos.image", "apps.secrets.secret_hash", "listings.pictures.image",
	"oauth.requests.handle_hash", "oauth.requests.browser_hash", "oauth.requests.state", "oauth.grants.code_hash", "oauth.families.access_hash", "oauth.families.refresh_hash",
	"oauth.refresh_answers.key_hash", "oauth.refresh_answers.answer", // sealed, but under no key of the ring
	"oauth.device_codes.user_code_mac", "oauth.device_codes.device_code_hash", "oauth.signing_keys.public_key",
	"idempotency.replays.key_hash", "idempotency.replays.request_hash", "idempotency.replays.body",
	"pending.actions.key_hash", "pending.actions.request_hash",
	"webhooks.attempts.body",
	"keyring.keys.fingerprint",
}

func TestEverySealedColumnIsSwept(t *testing.T) {
	t.Parallel()
	t.Run("OPS-05 each column of bytes is one that is swept, or known to hold nothing sealed", func(t *testing.T) {
		t.Parallel()
		rows, err := pgtest.New(t).Query(t.Context(), `
			SELECT c.table_schema || '.' || c.table_name || '.' || c.column_name
			FROM   information_schema.columns c
			JOIN   pg_class k ON k.oid = (c.table_schema || '.' || c.table_name)::regclass
			WHERE  c.data_type = 'bytea' AND k.relkind IN ('r', 'p') AND NOT k.relispartition
			  AND  c.table_schema NOT IN ('pg_catalog', 'information_schema')
			ORDER  BY 1`)
		if err != nil {
			t.Fatal(err)
		}
		defer rows.Close()
		var there []string
		for rows.Next() {
			var name string
			if err := rows.Scan(&name); err != nil {
				t.Fatal(err)
			}
			there = append(there, name)
		}
		known := slices.Clone(unsealed)
		for _, c := range app.Sealed {
			known = append(known, c.String())
		}
		slices.Sort(known)
		if diff := gocmp.Diff(known, there); diff != "" {
			t.Errorf("a new column belongs into app.Sealed, or into the list of this test: %s", diff)
		}
	})
	t.Run("OPS-05 what is swept are control tables, whose rows are found without a shard", func(t *testing.T) {
		t.Parallel()
		for _, c := range app.Sealed {
			if !slices.ContainsFunc(db.Tables, func(of db.Table) bool { return of.Name == c.Table && of.Placement == db.Control }) {
				t.Errorf("%s is in no control table", c)
			}
		}
	})
	t.Run("OPS-05 of a world nothing that is sealed stands anywhere else", func(t *testing.T) {
		t.Parallel()
		r := newRotation(t)
		r.delivers(t, r.Node(0))
		sealed := r.Node(0).Keys.Seal("", nil)[:4] // version, length and id of the key
		for _, column := range unsealed {
			table, name := column[:strings.LastIndex(column, ".")], column[strings.LastIndex(column, ".")+1:]
			var found int
			err := r.Node(0).DB.QueryRow(t.Context(), "SELECT count(*) FROM "+table+" WHERE substring("+name+" FROM 1 FOR 4) = $1", sealed).Scan(&found)
			if err != nil || found > 0 {
				t.Errorf("%s holds %d sealed, %v", column, found, err)
			}
		}
	})
}

func TestMACsLiveAsLongAsWhatCarriesThem(t *testing.T) {
	t.Parallel()
	t.Run("OPS-05 MACs of an old key die once nothing good can carry them, each kind in its time", func(t *testing.T) {
		t.Parallel()
		r := newRotation(t)
		old, message := r.Node(0), []byte("what is carried")
		r.roll(t, k1, k2)
		r.roll(t, k2, k1)
		last := r.key(t, "k1").LastUsedAt
		byLife := slices.SortedFunc(slices.Values(secret.Purposes()), func(a, b secret.Purpose) int { return cmp.Compare(a.Life, b.Life) })
		for _, p := range byLife {
			id, sum := old.Keys.MAC(p).Sum(message)
			for _, late := range []time.Duration{0, 2 * time.Minute} {
				r.Clock.Move(last.Add(p.Life + late).Sub(r.Clock.Now()))
				r.beats(t, 0, 1)
				for i := range 2 {
					if got := r.Node(i).Keys.MAC(p).Valid(id, message, sum); got != (late == 0) {
						t.Errorf("%v after the life of a %s it is taken: %t", late, p.Name, got)
					}
				}
			}
		}
	})
}
