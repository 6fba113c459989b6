package secret

import (
	"crypto/rand"
	"strings"
)

const (
	recoveryCodes = 10
	recoveryBytes = 15 // 120 bits: a fast hash will do, since nobody tries so many
	recoveryGroup = 4
)

// NewRecoveryCodes makes the ten codes that stand in for a lost second factor,
// in a form that people can write down: "7k3a-b5d8-g0m2-n4p6-q1r9-s2t0".
func NewRecoveryCodes() []string {
	codes := make([]string, recoveryCodes)
	for i := range codes {
		var b [recoveryBytes]byte
		_, _ = rand.Read(b[:]) // never fails: it ends the program instead
		codes[i] = grouped(encoding.EncodeToString(b[:]))
	}
	return codes
}

// HashRecoveryCode is what we keep of a recovery code, and how one that was
// typed in is looked for. Case, spaces and dashes do not matter, nor whether an
// o was read for a zero, or an i or l for a one.
func HashRecoveryCode(typed string) []byte {
	return Hash(typedCode.Replace(strings.ToLower(typed)))
}

var typedCode = strings.NewReplacer(" ", "", "-", "", "o", "0", "i", "1", "l", "1")

func grouped(code string) string {
	var b strings.Builder
	for i, letter := range code {
		if i > 0 && i%recoveryGroup == 0 {
			b.WriteByte('-')
		}
		b.WriteRune(letter)
	}
	return b.String()
}
