package admin_test

import (
	"net/http"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/counterpart/counterpart/internal/apptest"
	"github.com/counterpart/counterpart/internal/core/apps"
	"github.com/counterpart/counterpart/internal/vocab/scope"
)

func TestAnOperatorSeesWhatASuspensionDoesAndSuspends(t *testing.T) {
	t.Parallel()
	receiver := apptest.NewReceiver(t)
	r := newRoom(t, receiver.Reachable(t))
	app := r.ReviewedApp(t, scope.SuppliersRead, scope.SuppliersWrite)
	maker := app.Maker.Registers(t).SignIn(t, r.Node(0))
	path := "/admin/apps/" + app.ID.String()
	impact := func(want map[string]any) {
		t.Helper()
		if diff := cmp.Diff(want, r.says(t, http.StatusOK, "GET "+path+"/impact", nil)); diff != "" {
			t.Error(diff)
		}
	}
	impact(map[string]any{"installations": 0.0, "calls": 0.0, "errors": 0.0, "webhooks": 0.0, "deliveriesWaiting": 0.0})

	maker.API(t, "POST /developer/apps/"+app.ID.String()+"/webhooks", map[string]any{"url": receiver.URL, "events": []string{"supplier.created"}}).Is(t, http.StatusCreated)
	olivia := r.User(t, "Olivia")
	tokens := app.Given(t, olivia, r.Business(t, olivia), scope.SuppliersRead, scope.SuppliersWrite)
	app.Given(t, olivia, r.Business(t, olivia), scope.SuppliersRead)
	receiver.Answers(http.StatusInternalServerError, "")
	tokens.Send(t, r.Node(0), "POST /suppliers", map[string]any{"name": "Flour and Co"}).Is(t, http.StatusCreated)
	tokens.Send(t, r.Node(0), "POST /suppliers", map[string]any{}).Is(t, http.StatusBadRequest)
	r.Node(0).DeliverAll(t)
	must(t, r.Node(0).Journal.Flush(t.Context()))
	r.RunJobs(t) // which list installations by app
	impact(map[string]any{"installations": 2.0, "calls": 2.0, "errors": 1.0, "webhooks": 1.0, "deliveriesWaiting": 1.0})

	r.API(t, "POST "+path+"/suspend", map[string]any{"reason": ""}).Is(t, http.StatusBadRequest)
	const why = "It sends addresses to a third party."
	r.says(t, http.StatusOK, "POST "+path+"/suspend", map[string]any{"reason": "It leaks."})
	shown := r.says(t, http.StatusOK, "POST "+path+"/suspend", map[string]any{"reason": why})
	if shown["status"] != "SUSPENDED" || shown["suspensionReason"] != why || shown["suspendedAt"] != "2026-11-08T09:30:00.000Z" {
		t.Errorf("shown as %v", shown)
	}
	tokens.Call(t, r.Node(0), "GET /suppliers").Refuses(t, http.StatusUnauthorized, "INVALID_TOKEN")
	var made map[string]any
	maker.API(t, "GET /developer/apps/"+app.ID.String(), nil).Is(t, http.StatusOK).Read(t, &made)
	if made["suspensionReason"] != why {
		t.Errorf("its makers are told %v", made["suspensionReason"])
	}
	shown = r.says(t, http.StatusOK, "POST "+path+"/unsuspend", nil)
	if shown["status"] != "ACTIVE" || shown["suspensionReason"] != nil {
		t.Errorf("shown as %v", shown)
	}
	if diff := cmp.Diff([]string{r.opal.ID.String(), r.opal.ID.String()}, r.authors(t, "app.suspended", app.ID.String())); diff != "" {
		t.Error(diff)
	}
	r.API(t, "GET /admin/apps/app_x/impact", nil).Refuses(t, http.StatusNotFound, "APP_NOT_FOUND")
}

func TestAnOperatorListsApps(t *testing.T) {
	t.Parallel()
	r := newRoom(t)
	r.Clock.Move(time.Second)
	first := r.ReviewedApp(t, scope.InvoicesRead)
	r.Clock.Move(time.Second)
	second := r.DraftApp(t)
	ids := func(query string) (ids []any) {
		for _, app := range r.says(t, http.StatusOK, "GET /admin/apps"+query, nil)["data"].([]any) {
			ids = append(ids, app.(map[string]any)["id"])
		}
		return ids
	}
	for query, want := range map[string][]any{
		"":                             {second.ID.String(), first.ID.String(), apps.CommandLine.String()},
		"?limit=1":                     {second.ID.String()},
		"?after=" + second.ID.String(): {first.ID.String(), apps.CommandLine.String()},
		"?organizationId=" + first.Organization.String(): {first.ID.String()},
	} {
		if diff := cmp.Diff(want, ids(query)); diff != "" {
			t.Errorf("%s: %s", query, diff)
		}
	}
	if got := r.says(t, http.StatusOK, "GET /admin/apps/"+first.ID.String(), nil); got["organizationId"] != first.Organization.String() || got["review"] != "APPROVED" {
		t.Errorf("got %v", got)
	}
}
