package delivery

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"strconv"
	"strings"
	"time"
)

// signatureHeader carries the signature.
const signatureHeader = "X-Webhook-Signature"

// signature is the header that lets a receiver know that a body is ours, and
// fresh: t=…,v1=… with one v1 for each secret that is good at the time. The key
// is the secret's whole text, as the receiver keeps it.
func signature(at time.Time, body []byte, secrets ...string) string {
	stamp := strconv.FormatInt(at.Unix(), 10)
	parts := []string{"t=" + stamp}
	for _, key := range secrets {
		mac := hmac.New(sha256.New, []byte(key))
		mac.Write([]byte(stamp + "."))
		mac.Write(body)
		parts = append(parts, "v1="+hex.EncodeToString(mac.Sum(nil)))
	}
	return strings.Join(parts, ",")
}
