package approval

import (
	"crypto/rand"
	"encoding/base32"
	"strings"

	"github.com/counterpart/counterpart/internal/base/ident"
	"github.com/counterpart/counterpart/internal/base/secret"
)

// A code is the grant's id, with its shard, and 256 random bits.
const (
	codePrefix  = string(secret.AuthorizationCode) + "_"
	grantPrefix = "gra_" // what an id has in front, and a code has not
	grantLen    = 28     // shard and id
	randomLen   = 52
)

var encoding = base32.NewEncoding("0123456789abcdefghjkmnpqrstvwxyz").WithPadding(base32.NoPadding)

// newCode makes the text that redeems a grant.
func newCode(id ident.Grant) string {
	var random [32]byte
	// crypto/rand.Read never returns an error: it ends the program instead.
	_, _ = rand.Read(random[:])
	return secret.WithChecksum(codePrefix + strings.TrimPrefix(id.String(), grantPrefix) + encoding.EncodeToString(random[:]))
}

// grantOf tells which grant a text would redeem, if it is a code of ours. What
// was mistyped or invented is told without a look-up.
func grantOf(code string) (ident.Grant, bool) {
	head, whole := secret.CutChecksum(code)
	body, ours := strings.CutPrefix(head, codePrefix)
	if !whole || !ours || len(body) != grantLen+randomLen {
		return ident.Grant{}, false
	}
	id, err := ident.Parse[ident.Grant](grantPrefix + body[:grantLen])
	return id, err == nil
}

// proves reports whether the text is the one that was handed out, in constant
// time. A device's grant has none.
func proves(code string, hash []byte) bool { return secret.Equal(hash, code) }
