package partner_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/counterpart/counterpart/internal/vocab/permission"
	"github.com/counterpart/counterpart/internal/vocab/scope"
	"github.com/counterpart/counterpart/internal/web/partner"
	"github.com/counterpart/counterpart/internal/web/route"
)

// routesBy lists the Business API's routes by the scope that they take.
func routesBy() map[scope.Scope][]route.Route {
	by := map[scope.Scope][]route.Route{}
	for _, row := range partner.New(partner.Deps{}).Table().Routes {
		by[row.Scope] = append(by[row.Scope], row)
	}
	return by
}

// Scopes of our own tools are left out: the console takes a session.
func partnerScopes() []scope.Row {
	return slices.DeleteFunc(scope.Rows(), func(r scope.Row) bool { return r.FirstParty })
}

func TestEveryScopeOpensRoutes(t *testing.T) {
	t.Parallel()
	by := routesBy()
	for _, row := range partnerScopes() {
		if len(by[row.Scope]) == 0 {
			t.Errorf("no route takes %s", row.Scope)
		}
	}
}

func TestAScopeOpensThePermissionsOfItsRoutes(t *testing.T) {
	t.Parallel()
	by := routesBy()
	opened := map[scope.Module][]permission.Permission{}
	for _, row := range partnerScopes() {
		opened[row.Module] = append(opened[row.Module], row.Opens()...)
	}
	for _, row := range partnerScopes() {
		for _, p := range row.Opens() {
			if !slices.ContainsFunc(by[row.Scope], func(r route.Route) bool { return r.Permission == p }) {
				t.Errorf("%s opens %s, which no route of it asks for", row.Scope, p)
			}
		}
		for _, r := range by[row.Scope] {
			// What became of an import is read with the permission to import.
			if r.Permission != "" && !slices.Contains(opened[row.Module], r.Permission) {
				t.Errorf("%s takes %s and asks for %s, which no scope of %q opens", r.Pattern, row.Scope, r.Permission, row.Module)
			}
		}
	}
}

func TestAScopePromisesWhatRoutesDo(t *testing.T) {
	t.Parallel()
	by := routesBy()
	for _, row := range partnerScopes() {
		for _, verb := range verbs(row) {
			if !slices.ContainsFunc(by[row.Scope], func(r route.Route) bool { return does(r.Pattern, verb) }) {
				t.Errorf("%s: it says %q, but no route does %q", row.Scope, row.Says, verb)
			}
		}
	}
}

func TestEveryVerbOfTheConsentPageIsARouteWithItsPermission(t *testing.T) {
	t.Parallel()
	by := routesBy()
	for _, row := range partnerScopes() {
		for _, act := range row.Acts {
			verb, _, _ := strings.Cut(act.Verb, " ")
			if !slices.ContainsFunc(by[row.Scope], func(r route.Route) bool {
				return does(r.Pattern, verb) && (act.Needs == "" || r.Permission == act.Needs)
			}) {
				t.Errorf("%s: the consent page says %q, but no route does it with %s", row.Scope, act.Verb, act.Needs)
			}
		}
	}
}

// verbs are what a sentence such as "Add, change and archive accounts …" promises.
func verbs(row scope.Row) []string {
	if row.Risk == scope.Read {
		return []string{"see"}
	}
	words := strings.Fields(strings.ToLower(strings.ReplaceAll(row.Says, ",", " ,")))
	list := words[:1]
	for i, word := range words[1:] {
		if before := words[i]; before == "," || before == "and" {
			list = append(list, word)
		}
	}
	return list
}

// does reports whether a route is what a verb means.
func does(pattern, verb string) bool {
	method, path, _ := strings.Cut(pattern, " ")
	last := path[strings.LastIndex(path, "/")+1:]
	switch verb {
	case "see":
		return method == "GET"
	case "add", "create", "record", "post":
		return method == "POST" && path == "/"+last
	case "change":
		return method == "PATCH"
	case "delete":
		return method == "DELETE"
	}
	return method == "POST" && (last == verb || strings.HasSuffix(last, "-"+verb))
}
