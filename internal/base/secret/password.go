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

	"golang.org/x/crypto/argon2"
	"golang.org/x/text/unicode/norm"
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

// Passwords hashes and checks passwords, a bounded number at a time: a flood of
// sign-ins waits in line instead of eating the memory.
type Passwords struct {
	cost  Cost
	slots chan struct{}
}

// NewPasswords allows that many hashes at once; 0 means one for each processor.
// Only tests have a cost of their own.
func NewPasswords(cost Cost, atOnce int) *Passwords {
	if atOnce <= 0 {
		atOnce = runtime.GOMAXPROCS(0)
	}
	return &Passwords{cost, make(chan struct{}, atOnce)}
}

// Hash makes what is stored of a password, in PHC form. It waits for a slot as
// long as the context allows.
func (p *Passwords) Hash(ctx context.Context, password string) (string, error) {
	salt := make([]byte, saltSize)
	_, _ = rand.Read(salt) // never fails: it ends the program instead
	sum, err := p.sum(ctx, p.cost, salt, password)
	if err != nil {
		return "", err
	}
	return phc{p.cost, salt, sum}.String(), nil
}

// Check reports whether the password is the stored one. For a user who does not
// exist, or has no password, the stored hash is "": the answer is no, after as
// much work as any other, so that time does not tell who has an account.
func (p *Passwords) Check(ctx context.Context, stored, password string) (bool, error) {
	if stored == "" {
		_, err := p.sum(ctx, p.cost, make([]byte, saltSize), password)
		return false, err
	}
	want, err := parsePHC(stored)
	if err != nil {
		return false, err
	}
	got, err := p.sum(ctx, want.cost, want.salt, password)
	return err == nil && subtle.ConstantTimeCompare(want.sum, got) == 1, err
}

// NeedsRehash reports whether a stored hash was made at another cost than
// this. Whoever has just checked the password can hash it again.
func (p *Passwords) NeedsRehash(stored string) bool {
	h, err := parsePHC(stored)
	return err != nil || h.cost != p.cost
}

func (p *Passwords) sum(ctx context.Context, c Cost, salt []byte, password string) ([]byte, error) {
	select {
	case p.slots <- struct{}{}:
		defer func() { <-p.slots }()
	case <-ctx.Done():
		return nil, fmt.Errorf("wait to hash a password: %w", context.Cause(ctx))
	}
	// One password has several spellings in Unicode, and keyboards differ.
	text := norm.NFC.String(password)
	return argon2.IDKey([]byte(text), salt, c.Passes, c.Memory, c.Threads, sumSize), nil
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
