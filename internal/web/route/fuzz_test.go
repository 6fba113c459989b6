package route_test

import (
	"bytes"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"reflect"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/counterpart/counterpart/internal/web/route"
)

// FuzzDecode holds the decoder to what it promises for any query and body: it
// never breaks, refuses in the standard shape, and what it accepts is what
// encoding/json reads from the same body, with nothing left over.
func FuzzDecode(f *testing.F) {
	for _, body := range []string{
		``, `{}`, `null`, `{"text":"a","colour":null,"count":1}`, `{"text":"a","text":"b"}`, `{"Text":"a"}`,
		`{"lines":[{"item":"x"},{"item":1}],"labels":{"a":"b"}}`, `{"extra":[[[{"a":1,"a":2}]]],"raw":1e99}`,
		"{\"text\":\"\xff\"}", `{"text":"\ud800\u0000"}`, `{"due":"2026-11-14T22:38:07Z","author":"` + anUser + `"}`, `{} {}`,
	} {
		f.Add("limit=1&types=a,b&notify=true", []byte(body))
	}
	f.Add("limit=1;after=%zz&&=&types", []byte(nil))

	var accepted *note
	handle := route.Mux(route.Face{Routes: []route.Route{{
		Pattern: "POST /notes/{id}",
		Handle: func(w http.ResponseWriter, r *http.Request) error {
			return route.JSON(http.StatusOK, keep(&accepted))(w, r)
		},
	}}})
	f.Fuzz(func(t *testing.T, query string, body []byte) {
		accepted = nil
		req := httptest.NewRequest(http.MethodPost, "/notes/"+anID, bytes.NewReader(body))
		req.URL.RawQuery = query
		req.Header.Set("Content-Type", "application/json")
		rec := httptest.NewRecorder()
		handle.ServeHTTP(rec, req)

		if accepted == nil {
			refusedProperly(t, rec)
			return
		}
		acceptedProperly(t, *accepted, body)
	})
}

func refusedProperly(t *testing.T, rec *httptest.ResponseRecorder) {
	var refusal struct {
		StatusCode int    `json:"statusCode"`
		Error      string `json:"error"`
	}
	if err := json.Unmarshal(rec.Body.Bytes(), &refusal); err != nil {
		t.Fatalf("%v in %s", err, rec.Body)
	}
	if rec.Code != http.StatusBadRequest || refusal.StatusCode != rec.Code || refusal.Error != "Bad Request" {
		t.Fatalf("refused with %d %s", rec.Code, rec.Body)
	}
}

func acceptedProperly(t *testing.T, got note, body []byte) {
	for _, text := range append([]string{got.Text}, got.Types...) {
		if !utf8.ValidString(text) || strings.ContainsRune(text, 0) {
			t.Fatalf("accepted the text %q", text)
		}
	}
	if len(body) == 0 {
		return
	}
	want := note{page: got.page, ID: got.ID, Notify: got.Notify, Types: got.Types}
	decoder := json.NewDecoder(bytes.NewReader(body))
	decoder.DisallowUnknownFields()
	decoder.UseNumber()
	if err := decoder.Decode(&want); err != nil {
		t.Fatalf("accepted what encoding/json refuses: %v", err)
	}
	if !reflect.DeepEqual(want, got) {
		t.Fatalf("read %+v, encoding/json reads %+v", got, want)
	}
}
