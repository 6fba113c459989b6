package admin_test

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/counterpart/counterpart/internal/apptest"
	"github.com/counterpart/counterpart/internal/vocab/pagepath"
)

func TestAnOperatorFindsUsers(t *testing.T) {
	t.Parallel()
	r := newRoom(t)
	r.Clock.Move(time.Second)
	olivia := r.Person(t, "Olivia")
	r.Clock.Move(time.Second)
	fritz := r.Person(t, "Fritz")
	shown := func(u *apptest.User, at string) map[string]any {
		return map[string]any{
			"id": u.ID.String(), "name": u.Name, "email": u.Email, "operator": u.Operator,
			"suspendedAt": nil, "restrictedAt": nil, "createdAt": at,
		}
	}
	atOlivia := shown(olivia, "2026-11-08T09:30:01.000Z")
	want := map[string]any{"data": []any{atOlivia}, "hasMore": false, "nextCursor": olivia.ID.String()}
	if diff := cmp.Diff(want, r.says(t, http.StatusOK, "GET /admin/users?email="+strings.ToUpper(olivia.Email), nil)); diff != "" {
		t.Error(diff)
	}
	want = map[string]any{"data": []any{}, "hasMore": false, "nextCursor": nil}
	if diff := cmp.Diff(want, r.says(t, http.StatusOK, "GET /admin/users?email=nobody@people.test", nil)); diff != "" {
		t.Error(diff)
	}
	want = map[string]any{"data": []any{shown(fritz, "2026-11-08T09:30:02.000Z"), atOlivia}, "hasMore": true, "nextCursor": olivia.ID.String()}
	if diff := cmp.Diff(want, r.says(t, http.StatusOK, "GET /admin/users?limit=2", nil)); diff != "" {
		t.Error(diff)
	}
	want = map[string]any{"data": []any{shown(r.opal.User, "2026-11-08T09:30:00.000Z")}, "hasMore": false, "nextCursor": r.opal.ID.String()}
	if diff := cmp.Diff(want, r.says(t, http.StatusOK, "GET /admin/users?limit=2&after="+olivia.ID.String(), nil)); diff != "" {
		t.Error(diff)
	}
	r.API(t, "GET /admin/users?limit=0", nil).Is(t, http.StatusBadRequest)
}

func TestAnOperatorShutsUsersOut(t *testing.T) {
	t.Parallel()
	r := newRoom(t)
	olivia := r.User(t, "Olivia")
	browser := olivia.SignIn(t, r.Node(0))
	at := func(verb string) string { return "POST /admin/users/" + olivia.ID.String() + "/" + verb }
	for _, c := range []struct{ shut, open, member, code, action string }{
		{"suspend", "unsuspend", "suspendedAt", "ACCOUNT_SUSPENDED", "user.suspended"},
		{"restrict", "unrestrict", "restrictedAt", "ACCOUNT_RESTRICTED", "user.restricted"},
	} {
		t.Run("CON-07 "+c.shut, func(t *testing.T) {
			for range 2 { // the second changes nothing
				if got := r.says(t, http.StatusOK, at(c.shut), nil)[c.member]; got != "2026-11-08T09:30:00.000Z" {
					t.Errorf("%s is %v", c.member, got)
				}
			}
			browser.API(t, "GET /account", nil).Refuses(t, http.StatusUnauthorized, c.code)
			if got := r.says(t, http.StatusOK, at(c.open), nil)[c.member]; got != nil {
				t.Errorf("%s is %v", c.member, got)
			}
			browser.API(t, "GET /account", nil).Is(t, http.StatusOK)
			if diff := cmp.Diff([]string{r.opal.ID.String()}, r.authors(t, c.action, olivia.ID.String())); diff != "" {
				t.Error(diff)
			}
		})
	}
	r.API(t, "POST /admin/users/usr_x/suspend", nil).Refuses(t, http.StatusNotFound, "USER_NOT_FOUND")
}

// authors are the operators who did something, as the record names them.
func (r *room) authors(t *testing.T, action, subject string) (ids []string) {
	t.Helper()
	rows, err := r.Node(0).DB.Query(t.Context(), "SELECT actor_id FROM audit.control_entries WHERE action = $1 AND subject = $2 AND actor_kind = 'operator' AND request_id IS NOT NULL ORDER BY id", action, subject)
	must(t, err)
	defer rows.Close()
	for rows.Next() {
		var id string
		must(t, rows.Scan(&id))
		ids = append(ids, id)
	}
	must(t, rows.Err())
	return ids
}

func TestLockoutsOfADayAreSeenAndEnded(t *testing.T) {
	t.Parallel()
	r := newRoom(t)
	olivia := r.User(t, "Olivia")
	guess := func(email string) {
		for range 12 {
			b := r.Node(0).Browser(t)
			b.Open(pagepath.SignIn)
			b.Submit(pagepath.SignIn, "email", email, "password", "a wrong one, of some length")
		}
	}
	guess(olivia.Email)
	r.Clock.Move(time.Hour)
	guess("nobody@people.test")
	var got struct {
		Data []struct {
			Action, FirstAt, LastAt string
			Subject, Network        *string
			Count                   int
		}
	}
	r.API(t, "GET /admin/lockouts", nil).Is(t, http.StatusOK).Read(t, &got)
	if len(got.Data) != 2 || got.Data[0].Subject != nil || *got.Data[1].Subject != olivia.ID.String() || got.Data[1].Action != "session.paused" ||
		*got.Data[1].Network != "127.0.0.0" || got.Data[1].Count != 1 || got.Data[1].FirstAt != "2026-11-08T09:30:00.000Z" {
		t.Errorf("got %+v", got)
	}
	r.says(t, http.StatusOK, "POST /admin/users/"+olivia.ID.String()+"/unlock", nil)
	olivia.SignIn(t, r.Node(0))
	r.Clock.Move(24*time.Hour - time.Second)
	if list := r.says(t, http.StatusOK, "GET /admin/lockouts?limit=1", nil)["data"].([]any); len(list) != 1 {
		t.Errorf("a day later: %v", list)
	}
	r.Clock.Move(2 * time.Second)
	if list := r.says(t, http.StatusOK, "GET /admin/lockouts", nil)["data"].([]any); len(list) != 0 {
		t.Errorf("more than a day later: %v", list)
	}
}
