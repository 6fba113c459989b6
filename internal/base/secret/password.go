package secret

import (
	"context"
	"crypto/rand"
	"crypto/subtle"
	"encoding/base64"
	"errors"
	"fmt"
	"runtime"
	"strings"
	"time"

	"golang.org/x/crypto/argon2"
	"golang.org/x/text/unicode/norm"

	"github.com/counterpart/counterpart/internal/base/unavailable"
)

// Cost is what one password hash costs: the parameters of argon2id.
type Cost struct {
	Memory  uint32 // KiB
	Passes  uint32
	Threads uint8
}

// PasswordCost is the cost of a new hash: 19 MiB, two passes, one thread, the
// minimum that OWASP recommends for argon2id. When it is raised, NeedsRehash
// finds the older hashes at their owners' next sign-in.
var PasswordCost = Cost{Memory: 19 * 1024, Passes: 2, Threads: 1}

const (
	saltSize = 16
	sumSize  = 32
	// maxMemory bounds what a stored hash may ask for: a damaged row must not
	// take the machine down.
	maxMemory = 1024 * 1024
	maxPasses = 16
)

var errNotPHC = errors.New("stored password hash is not argon2id in PHC form")

// Queue is where a hash waits for its turn. Strangers share one; whoever is
// known already, by a session, a mailed link or a browser that signed in before,
// does not wait behind them.
type Queue int

// The queues.
const (
	Strangers Queue = iota
	Known
	queues
)

const (
	// mostPatience is how long a hash waits for its turn.
	mostPatience = 3 * time.Second
	// mostWaiting is how many wait for each place. At its cost on an ordinary
	// processor, so many hashes take about as long as anybody waits.
	mostWaiting = 64
	// comeAgain is what those are told who are not let wait.
	comeAgain = 5 * time.Second
)

var errBusy = errors.New("too many passwords wait to be hashed")

// Hasher computes argon2id.
type Hasher func(password, salt []byte, cost Cost) []byte

// Passwords hashes and checks passwords, a bounded number at a time: a flood of
// sign-ins waits in line instead of eating the memory, and the line has an end.
// Who would wait for longer than three seconds is told to come again.
type Passwords struct {
	cost   Cost
	hash   Hasher
	places [queues]places
}

// places are how many hashes of a queue run at once, and how many wait.
type places struct{ taken, waiting chan struct{} }

// NewPasswords allows that many hashes at once, and as many beside them to those
// who are known; 0 means one for each processor. Only tests have a cost of their
// own.
func NewPasswords(cost Cost, atOnce int) *Passwords {
	return NewPasswordsBy(argon2id, cost, atOnce)
}

// NewPasswordsBy is NewPasswords for tests that hash in their own way.
func NewPasswordsBy(hash Hasher, cost Cost, atOnce int) *Passwords {
	if atOnce <= 0 {
		atOnce = runtime.GOMAXPROCS(0)
	}
	p := &Passwords{cost: cost, hash: hash}
	for i := range p.places {
		p.places[i] = places{make(chan struct{}, atOnce), make(chan struct{}, atOnce*mostWaiting)}
	}
	return p
}

func argon2id(password, salt []byte, c Cost) []byte {
	return argon2.IDKey(password, salt, c.Passes, c.Memory, c.Threads, sumSize)
}

// Hash makes what is stored of a password, in PHC form.
func (p *Passwords) Hash(ctx context.Context, in Queue, password string) (string, error) {
	salt := make([]byte, saltSize)
	_, _ = rand.Read(salt) // never fails: it ends the program instead
	sum, err := p.sum(ctx, in, p.cost, salt, password)
	if err != nil {
		return "", err
	}
	return phc{p.cost, salt, sum}.String(), nil
}

// Check reports whether the password is the stored one. For a user who does not
// exist, or has no password, the stored hash is "": the answer is no, after as
// much work as any other, so that time does not tell who has an account.
func (p *Passwords) Check(ctx context.Context, in Queue, stored, password string) (bool, error) {
	if stored == "" {
		_, err := p.sum(ctx, in, p.cost, make([]byte, saltSize), password)
		return false, err
	}
	want, err := parsePHC(stored)
	if err != nil {
		return false, err
	}
	got, err := p.sum(ctx, in, want.cost, want.salt, password)
	return err == nil && subtle.ConstantTimeCompare(want.sum, got) == 1, err
}

// NeedsRehash reports whether a stored hash was made at another cost than
// this. Whoever has just checked the password can hash it again.
func (p *Passwords) NeedsRehash(stored string) bool {
	h, err := parsePHC(stored)
	return err != nil || h.cost != p.cost
}

func (p *Passwords) sum(ctx context.Context, in Queue, c Cost, salt []byte, password string) ([]byte, error) {
	leave, err := p.places[in].enter(ctx)
	if err != nil {
		return nil, err
	}
	defer leave()
	// One password has several spellings in Unicode, and keyboards differ.
	return p.hash([]byte(norm.NFC.String(password)), salt, c), nil
}

// enter waits for a place, if there is room to wait.
func (p places) enter(ctx context.Context) (leave func(), err error) {
	leave = func() { <-p.taken }
	select {
	case p.taken <- struct{}{}:
		return leave, nil
	default:
	}
	select {
	case p.waiting <- struct{}{}:
		defer func() { <-p.waiting }()
	default:
		return nil, unavailable.After(comeAgain, errBusy)
	}
	patience := time.NewTimer(mostPatience)
	defer patience.Stop()
	select {
	case p.taken <- struct{}{}:
		return leave, nil
	case <-patience.C:
		return nil, unavailable.After(comeAgain, errBusy)
	case <-ctx.Done():
		return nil, fmt.Errorf("wait to hash a password: %w", context.Cause(ctx))
	}
}

// phc is a password hash in the PHC string format:
// $argon2id$v=19$m=19456,t=2,p=1$salt$sum
type phc struct {
	cost      Cost
	salt, sum []byte
}

func (h phc) String() string {
	return fmt.Sprintf("$argon2id$v=%d$m=%d,t=%d,p=%d$%s$%s", argon2.Version, h.cost.Memory, h.cost.Passes, h.cost.Threads,
		base64.RawStdEncoding.EncodeToString(h.salt), base64.RawStdEncoding.EncodeToString(h.sum))
}

func parsePHC(text string) (phc, error) {
	parts := strings.Split(text, "$")
	if len(parts) != 6 || parts[0] != "" || parts[1] != "argon2id" || parts[2] != fmt.Sprintf("v=%d", argon2.Version) {
		return phc{}, errNotPHC
	}
	var h phc
	if _, err := fmt.Sscanf(parts[3], "m=%d,t=%d,p=%d", &h.cost.Memory, &h.cost.Passes, &h.cost.Threads); err != nil {
		return phc{}, errNotPHC
	}
	if c := h.cost; c.Memory > maxMemory || c.Passes < 1 || c.Passes > maxPasses || c.Threads < 1 {
		return phc{}, errNotPHC
	}
	var saltErr, sumErr error
	h.salt, saltErr = base64.RawStdEncoding.DecodeString(parts[4])
	h.sum, sumErr = base64.RawStdEncoding.DecodeString(parts[5])
	if saltErr != nil || sumErr != nil || len(h.sum) != sumSize {
		return phc{}, errNotPHC
	}
	return h, nil
}
