package partner_test

import (
	"fmt"
	"net/http"
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/counterpart/counterpart/internal/vocab/version"
)

func TestAListIsTheSameHoweverMuchIsAddedMeanwhile(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	added := 0
	add := func() any {
		f.svc.Clock.Move(time.Millisecond) // ids are in the order of their making
		added++
		return f.send(t, http.StatusCreated, "POST /suppliers", record{"name": fmt.Sprint("Mill ", added)})["id"]
	}
	var made []any
	for range 7 {
		made = append(made, add())
	}
	// readAll pages through the list, and adds something after every page.
	readAll := func(order string, most int) (ids []any) {
		for after := ""; len(ids) < most; {
			page := f.send(t, http.StatusOK, "GET /suppliers?limit=3&order="+order+after, nil)
			for _, item := range page["data"].([]any) {
				ids = append(ids, item.(record)["id"])
			}
			if page["hasMore"] == false {
				break
			}
			after = "&after=" + page["nextCursor"].(string)
			made = append(made, add())
		}
		return ids
	}
	t.Run("API-10 newest first, what is added meanwhile is not on the way", func(t *testing.T) {
		want := slices.Clone(made)
		slices.Reverse(want)
		if diff := cmp.Diff(want, readAll("desc", 100)); diff != "" {
			t.Error(diff)
		}
	})
	t.Run("API-10 oldest first, what is added meanwhile comes at the end", func(t *testing.T) {
		got := readAll("asc", 12)
		if diff := cmp.Diff(made[:len(got)], got); diff != "" {
			t.Error(diff)
		}
	})
	t.Run("API-10 a cursor that is not known is refused", func(t *testing.T) {
		foreign := f.svc.Business(t, f.owner).ID.String()[len("biz_"):] // of another shard
		for _, cursor := range []string{"nonsense", "sup_" + foreign, f.account(t, "1010")} {
			f.tokens.Call(t, f.svc.Node(0), "GET /suppliers?after="+cursor).Refuses(t, http.StatusBadRequest, "UNKNOWN_CURSOR")
		}
	})
	t.Run("API-10 a total is counted where it is asked for", func(t *testing.T) {
		page := f.send(t, http.StatusOK, "GET /suppliers?limit=1&includeTotal=true", nil)
		if page["total"] != float64(added) || page["hasMore"] != true {
			t.Errorf("it counts %v, of %d", page["total"], added)
		}
	})
}

// TestAListGoesOnAfterADeletion deletes the record that the cursor names, in
// every list whose records can be deleted.
func TestAListGoesOnAfterADeletion(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	writes := f.writes(version.Current(f.svc.Clock.Now()))
	for _, kind := range []string{"suppliers", "customers", "invoices", "payments"} {
		for _, order := range []string{"asc", "desc"} {
			t.Run("API-10 a cursor survives the deletion of its record: "+kind+" "+order, func(t *testing.T) {
				for range 3 {
					f.svc.Clock.Move(time.Millisecond)
					writes["DELETE /"+kind+"/{id}"](t) // makes a record that can be deleted
				}
				all := data(f.send(t, http.StatusOK, "GET /"+kind+"?order="+order, nil))
				f.send(t, http.StatusNoContent, "DELETE /"+kind+"/"+all[0]["id"].(string), nil)
				rest := data(f.send(t, http.StatusOK, "GET /"+kind+"?order="+order+"&after="+all[0]["id"].(string), nil))
				if diff := cmp.Diff(all[1:], rest, cmpopts.IgnoreMapEntries(func(name string, _ any) bool { return name == "balance" || name == "version" || name == "updatedAt" })); diff != "" {
					t.Error(diff)
				}
			})
		}
	}
}
