package delivery

import (
	"encoding/json"
	"os"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

// The receivers' package client/webhook holds to the same vectors, so what we
// sign is what it verifies.
func TestWeSignAsReceiversVerify(t *testing.T) {
	t.Parallel()
	text, err := os.ReadFile("../../../../client/webhook/testdata/vectors.json")
	if err != nil {
		t.Fatal(err)
	}
	var vectors []struct {
		Name    string
		Secrets []string
		Now     int64
		Header  string
		Body    string
		Signed  bool
	}
	if err := json.Unmarshal(text, &vectors); err != nil {
		t.Fatal(err)
	}
	signed := 0
	for _, v := range vectors {
		if !v.Signed {
			continue // made by hand, to be refused or for a receiver to pick from
		}
		signed++
		t.Run("HOOK-03 "+v.Name, func(t *testing.T) {
			t.Parallel()
			if diff := cmp.Diff(v.Header, signature(time.Unix(v.Now, 0), []byte(v.Body), v.Secrets...)); diff != "" {
				t.Error(diff)
			}
		})
	}
	if signed < 4 {
		t.Errorf("%d vectors are signed", signed)
	}
}
