package keys

import (
	"context"
	"crypto/ecdsa"
	"encoding/json"

	"github.com/go-jose/go-jose/v4"
)

// Current opens the key that signs now, as a thief of the database and of the
// operator's key could.
func (s *Service) Current(ctx context.Context) (id string, private *ecdsa.PrivateKey, err error) {
	known, err := s.keys(ctx)
	if err != nil {
		return "", nil, err
	}
	current, _ := known.current(s.deps.Now())
	private, err = s.private(current)
	return current.id.String(), private, err
}

// Forge signs any claims with any key, under any type.
func Forge(algorithm jose.SignatureAlgorithm, key any, id, typ string, claims map[string]any) (string, error) {
	signer, err := jose.NewSigner(jose.SigningKey{Algorithm: algorithm, Key: jose.JSONWebKey{Key: key, KeyID: id}},
		(&jose.SignerOptions{}).WithType(jose.ContentType(typ)))
	if err != nil {
		return "", err
	}
	payload, err := json.Marshal(claims)
	if err != nil {
		return "", err
	}
	signed, err := signer.Sign(payload)
	if err != nil {
		return "", err
	}
	return signed.CompactSerialize()
}
