package console_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/counterpart/counterpart/internal/apptest"
	"github.com/counterpart/counterpart/internal/core/appdata"
	"github.com/counterpart/counterpart/internal/vocab/scope"
)

func TestMakersDeclareFields(t *testing.T) {
	t.Parallel()
	svc := apptest.Start(t)
	app := svc.ReviewedApp(t, scope.SuppliersRead, scope.SuppliersWrite)
	maker := app.Maker.Registers(t).SignIn(t, svc.Node(0))
	at := "/developer/apps/" + app.ID.String() + "/app-data-fields"
	type body = map[string]any
	field := func(key string, more body) body {
		made := body{"resourceType": "SUPPLIER", "key": key, "label": "A field", "type": "TEXT"}
		for name, value := range more {
			made[name] = value
		}
		return made
	}
	declare := func(t *testing.T, key string, more body) (path string) {
		t.Helper()
		var made struct{ ID string }
		maker.API(t, "POST "+at, field(key, more)).Is(t, http.StatusCreated).Read(t, &made)
		return at + "/" + made.ID
	}

	t.Run("DATA-05 every type can be declared, with its rules", func(t *testing.T) {
		for name, more := range map[string]body{
			"text":    {"type": "TEXT", "minLength": 1, "maxLength": 2000, "pattern": "SLUG"},
			"long":    {"type": "LONG_TEXT", "maxLength": 20000},
			"whole":   {"type": "INTEGER", "min": -5, "max": 9007199254740992},
			"decimal": {"type": "DECIMAL", "min": "0.5", "max": "10", "scale": 8},
			"yes":     {"type": "BOOLEAN"}, "day": {"type": "DATE"}, "at": {"type": "DATETIME"}, "url": {"type": "URL"},
			"mail": {"type": "EMAIL"}, "choice": {"type": "CHOICE", "choices": []string{"a", "b"}}, "json": {"type": "JSON"},
		} {
			declare(t, name, more)
		}
	})
	t.Run("DATA-05 choices are 1 to 50 distinct strings of at most 60 characters", func(t *testing.T) {
		many := make([]string, 51)
		for i := range many {
			many[i] = fmt.Sprint(i)
		}
		for _, bad := range []any{nil, []string{}, many, []string{"a", " a"}, []string{" "}, []string{strings.Repeat("ä", 61)}, []any{1}, "a"} {
			maker.API(t, "POST "+at, field("bad", body{"type": "CHOICE", "choices": bad})).Refuses(t, http.StatusBadRequest, "INVALID_CHOICES")
		}
		maker.API(t, "POST "+at, field("bad", body{"type": "CHOICE"})).Refuses(t, http.StatusBadRequest, "INVALID_CHOICES")
		good := declare(t, "good", body{"type": "CHOICE", "choices": append(many[:49:49], "  "+strings.Repeat("ä", 60))})
		maker.API(t, "PATCH "+good, body{"choices": nil}).Refuses(t, http.StatusBadRequest, "INVALID_CHOICES")
	})
	t.Run("DATA-05 what makes no sense is refused", func(t *testing.T) {
		for _, bad := range []body{
			{"key": "Upper"}, {"key": "1st"}, {"key": strings.Repeat("a", 65)}, {"label": ""}, {"label": strings.Repeat("a", 81)},
			{"type": "COLOR"}, {"resourceType": "ESTIMATE"}, {"maxLength": 2001}, {"minLength": 3, "maxLength": 2}, {"pattern": "^a+$"},
			{"label": "\u202e rood"}, {"label": "Two\nlines"}, {"description": "A\u0007bell"},
			{"min": 1}, {"choices": []string{"a"}}, {"type": "INTEGER", "min": "1"}, {"type": "INTEGER", "max": 9007199254740993},
			{"type": "DECIMAL", "min": 1}, {"type": "DECIMAL", "scale": 9}, {"type": "DECIMAL", "min": "2", "max": "1"}, {"editableByBusiness": true},
		} {
			if answer := maker.API(t, "POST "+at, field("bad", bad)).Is(t, http.StatusBadRequest); strings.Contains(string(answer.Body), `"code"`) {
				t.Errorf("%v: %s", bad, answer.Body)
			}
		}
		maker.API(t, "POST "+at, field("text", nil)).Refuses(t, http.StatusConflict, "FIELD_KEY_TAKEN")
	})
	t.Run("DATA-05 a type is for good once there are values", func(t *testing.T) {
		path := declare(t, "later", nil)
		maker.API(t, "PATCH "+path, body{"type": "INTEGER", "min": 1}).Is(t, http.StatusOK)
		owner := svc.User(t, "Olivia")
		tokens := app.Given(t, owner, svc.Business(t, owner), scope.SuppliersRead, scope.SuppliersWrite)
		var supplier struct{ ID string }
		tokens.Send(t, svc.Node(0), "POST /suppliers", body{"name": "Mill"}).Is(t, http.StatusCreated).Read(t, &supplier)
		write := func(value any) {
			tokens.Send(t, svc.Node(0), "PUT /app-data", body{"values": []body{
				{"resourceType": appdata.Supplier, "resourceId": supplier.ID, "key": "later", "value": value},
			}}).Is(t, http.StatusOK)
		}
		write(1)
		maker.API(t, "PATCH "+path, body{"type": "TEXT"}).Refuses(t, http.StatusConflict, "FIELD_TYPE_LOCKED")
		maker.API(t, "DELETE "+path, nil).Refuses(t, http.StatusConflict, "FIELD_IN_USE")
		maker.API(t, "PATCH "+path, body{"label": "Still"}, `If-Match: "1"`).Refuses(t, http.StatusPreconditionFailed, "RECORD_CHANGED")
		write(nil)
		maker.API(t, "DELETE "+path, nil).Is(t, http.StatusNoContent)
		maker.API(t, "DELETE "+path, nil).Refuses(t, http.StatusNotFound, "APP_DATA_FIELD_NOT_FOUND")
	})
	t.Run("DATA-05 an app has at most 50 fields a type of record", func(t *testing.T) {
		var list struct{ Data []struct{ ID string } }
		maker.API(t, "GET "+at, nil).Is(t, http.StatusOK).Read(t, &list)
		for i := len(list.Data); i < 50; i++ {
			declare(t, fmt.Sprint("more_", i), nil)
		}
		maker.API(t, "POST "+at, field("last", nil)).Refuses(t, http.StatusConflict, "FIELD_LIMIT")
		declare(t, "last", body{"resourceType": "CUSTOMER"})
	})
	t.Run("DATA-05 to everybody else the app does not exist", func(t *testing.T) {
		stranger := svc.User(t, "Eve").SignIn(t, svc.Node(0))
		stranger.API(t, "GET "+at, nil).Refuses(t, http.StatusNotFound, "APP_NOT_FOUND")
		stranger.API(t, "POST "+at, field("mine", nil)).Refuses(t, http.StatusNotFound, "APP_NOT_FOUND")
	})
}
