package plan_test

import (
	"math"
	"testing"

	"github.com/counterpart/counterpart/internal/vocab/money"
	"github.com/counterpart/counterpart/internal/vocab/plan"
)

func TestACeilingIsReachedByTheLastInvoiceThatFits(t *testing.T) {
	t.Parallel()
	for code, ceiling := range map[plan.Code]int{plan.Free: 100, plan.Starter: 1_200, plan.Growth: 12_000} {
		p := lookup(t, code)
		if p.InvoicesReached(ceiling-1) || !p.InvoicesReached(ceiling) || !p.InvoicesReached(ceiling+1) {
			t.Errorf("%s: the ceiling is not %d", code, ceiling)
		}
	}
	if lookup(t, plan.Scale).InvoicesReached(math.MaxInt - 1) {
		t.Error("SCALE has a ceiling")
	}
}

func TestOnlyTheFreePlanCapsTurnover(t *testing.T) {
	t.Parallel()
	free := lookup(t, plan.Free)
	if free.TurnoverReached(money.MustParse("24999.99")) || !free.TurnoverReached(money.MustParse("25000.00")) {
		t.Error("FREE is not capped at 25000")
	}
	for _, p := range plan.All() {
		if p.Code != plan.Free && p.TurnoverReached(money.MustParse("999999999999.99")) {
			t.Errorf("%s caps turnover", p.Code)
		}
	}
}

func TestAnUnknownPlanAllowsNothing(t *testing.T) {
	t.Parallel()
	p, ok := plan.Lookup("PLATINUM")
	if ok || !p.InvoicesReached(0) {
		t.Errorf("got %+v", p)
	}
}

func lookup(t *testing.T, code plan.Code) plan.Plan {
	t.Helper()
	p, ok := plan.Lookup(code)
	if !ok || p.Code != code || p.Name == "" {
		t.Fatalf("odd row of %s: %+v", code, p)
	}
	return p
}
