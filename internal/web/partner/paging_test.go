package partner_test

import (
	"fmt"
	"net/http"
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

func TestAListIsTheSameHoweverMuchIsAddedMeanwhile(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	added := 0
	add := func() any {
		d.svc.Clock.Move(time.Millisecond) // ids are in the order of their making
		added++
		return d.send(t, http.StatusCreated, "POST /suppliers", record{"name": fmt.Sprint("Mill ", added)})["id"]
	}
	var made []any
	for range 7 {
		made = append(made, add())
	}
	// readAll pages through the list, and adds something after every page.
	readAll := func(order string, most int) (ids []any) {
		for after := ""; len(ids) < most; {
			page := d.send(t, http.StatusOK, "GET /suppliers?limit=3&order="+order+after, nil)
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
		for _, cursor := range []string{"nonsense", "sup_" + d.bakery.ID.String()[len("biz_"):], d.account(t, "1010")} {
			d.tokens.Call(t, d.svc.Node(0), "GET /suppliers?after="+cursor).Refuses(t, http.StatusBadRequest, "UNKNOWN_CURSOR")
		}
	})
	t.Run("API-10 a total is counted where it is asked for", func(t *testing.T) {
		page := d.send(t, http.StatusOK, "GET /suppliers?limit=1&includeTotal=true", nil)
		if page["total"] != float64(added) || page["hasMore"] != true {
			t.Errorf("it counts %v, of %d", page["total"], added)
		}
	})
}
