package console_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/counterpart/counterpart/internal/apptest"
)

func TestMakersKeepFunctions(t *testing.T) {
	t.Parallel()
	svc := apptest.Start(t)
	app := svc.DraftApp(t)
	maker := app.Maker.Registers(t).SignIn(t, svc.Node(0))
	at := "/developer/apps/" + app.ID.String() + "/functions"
	type body = map[string]any
	add := func(name, source string) apptest.Answer {
		return maker.API(t, "POST "+at, body{"name": name, "source": source})
	}
	const good = "export function handler(event, ctx) { return event.id }"
	var made struct {
		ID             string
		Runnable       *bool
		RunnableReason *string
		Current        struct {
			Version int
			Exports []string
		}
	}
	t.Run("CON-04 a module with a handler is kept, and says that it can run", func(t *testing.T) {
		add("on-invoice", good).Is(t, http.StatusCreated).Read(t, &made)
		if made.Runnable == nil || !*made.Runnable || made.RunnableReason != nil || made.Current.Version != 1 || made.Current.Exports[0] != "handler" {
			t.Errorf("got %+v", made)
		}
		add("by-default", "export default async () => {}").Is(t, http.StatusCreated)
		add("on-invoice", good).Refuses(t, http.StatusConflict, "FUNCTION_NAME_TAKEN")
	})
	t.Run("CON-04 FUNCTION_SOURCE_NO_HANDLER for what is no module with one", func(t *testing.T) {
		for _, bad := range []string{
			"", "module.exports.handler = function () {}", "export const run = () => 1", "function handler() {}", "// export default 1",
			"`export function handler() {}`", "export function handler( {", "export const handler = (e: string) => e", "<html>", strings.Repeat("[", 200<<10),
		} {
			add("bad", bad).Refuses(t, http.StatusBadRequest, "FUNCTION_SOURCE_NO_HANDLER")
		}
		var refusal struct {
			Details []struct {
				Line, Column int
				Message      string
			}
		}
		add("bad", "export default 1\nlet let = 2").Refuses(t, http.StatusBadRequest, "FUNCTION_SOURCE_NO_HANDLER").Read(t, &refusal)
		if len(refusal.Details) == 0 || refusal.Details[0].Line != 2 || refusal.Details[0].Message == "" {
			t.Errorf("got %+v", refusal)
		}
		add("bad", `import "fs"; export default 1`).Refuses(t, http.StatusBadRequest, "FUNCTION_SOURCE_IMPORTS")
		add("bad", good+"/*"+strings.Repeat("x", 256<<10)+"*/").Is(t, http.StatusBadRequest)
		add("Bad Name", good).Is(t, http.StatusBadRequest)
	})
	one := at + "/" + made.ID
	t.Run("CON-04 the last ten sources are kept", func(t *testing.T) {
		for n := 2; n <= 12; n++ {
			maker.API(t, "PUT "+one+"/source", body{"source": fmt.Sprintf("export const handler = () => %d", n)}).Is(t, http.StatusOK)
		}
		var read struct {
			Versions []struct{ Version int }
		}
		maker.API(t, "GET "+one, nil).Is(t, http.StatusOK).Read(t, &read)
		if len(read.Versions) != 10 || read.Versions[0].Version != 12 || read.Versions[9].Version != 3 {
			t.Errorf("got %+v", read)
		}
		var source struct{ Source string }
		maker.API(t, "GET "+one+"/source", nil).Is(t, http.StatusOK).Read(t, &source)
		same(t, "export const handler = () => 12", source.Source)
		maker.API(t, "GET "+one+"/source?version=3", nil).Is(t, http.StatusOK).Read(t, &source)
		same(t, "export const handler = () => 3", source.Source)
		for _, version := range []int{2, -1, 1<<32 + 3} {
			maker.API(t, fmt.Sprintf("GET %s/source?version=%d", one, version), nil).Refuses(t, http.StatusNotFound, "FUNCTION_VERSION_NOT_FOUND")
		}
		maker.API(t, "PUT "+one+"/live", body{"version": 1<<32 + 3}).Refuses(t, http.StatusNotFound, "FUNCTION_VERSION_NOT_FOUND")
		maker.API(t, "POST "+one+"/run", body{"version": 1<<32 + 3}).Refuses(t, http.StatusNotFound, "FUNCTION_VERSION_NOT_FOUND")
	})
	t.Run("CON-04 what cannot be kept is refused", func(t *testing.T) {
		maker.API(t, "PUT "+one+"/source", body{"source": good + "// \x00"}).Is(t, http.StatusBadRequest)
		maker.API(t, "PUT "+one+"/config", body{"values": []body{{"name": "A", "secret": false, "value": "a\x00b"}}}).Is(t, http.StatusBadRequest)
	})
	t.Run("CON-04 a function is removed", func(t *testing.T) {
		maker.API(t, "DELETE "+one, nil).Is(t, http.StatusNoContent)
		maker.API(t, "GET "+one, nil).Refuses(t, http.StatusNotFound, "FUNCTION_NOT_FOUND")
		maker.API(t, "PUT "+one+"/source", body{"source": good}).Refuses(t, http.StatusNotFound, "FUNCTION_NOT_FOUND")
		var list struct{ Data []any }
		maker.API(t, "GET "+at, nil).Is(t, http.StatusOK).Read(t, &list)
		same(t, 1, len(list.Data))
	})
}
