package keys

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/go-jose/go-jose/v4"
)

// JWKS is the key set document (RFC 7517): the public halves of the current
// key, the next one, and those whose tokens somebody may still look at.
func (s *Service) JWKS(ctx context.Context) ([]byte, error) {
	known, err := s.anyhow(ctx)
	if err != nil {
		return nil, err
	}
	document := jose.JSONWebKeySet{Keys: []jose.JSONWebKey{}}
	for _, k := range known.keys {
		if k.published(s.deps.Now()) {
			document.Keys = append(document.Keys, jose.JSONWebKey{
				Key: k.public, KeyID: k.id.String(), Algorithm: string(jose.ES256), Use: "sig",
			})
		}
	}
	text, err := json.Marshal(document)
	if err != nil {
		return nil, fmt.Errorf("write the key set: %w", err)
	}
	return text, nil
}
