package fault_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/counterpart/counterpart/internal/vocab/fault"
)

var (
	errGone    = fault.Declare(fault.NotFound, "TEST_GONE", "The record is gone.")
	errTaken   = fault.Declare(fault.Conflict, "TEST_TAKEN", "The name %q is taken by %s.")
	errCeiling = fault.Declare(fault.Forbidden, "TEST_CEILING", "Your %[2]s plan allows %[1]d invoices per year.")
)

func TestARefusalReadsAsDeclared(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		err    error
		want   string
		params map[string]string
	}{
		{errGone, "The record is gone.", nil},
		{errGone.With(), "The record is gone.", nil},
		{errTaken.With("flour", "cus_1"), `The name "flour" is taken by cus_1.`, map[string]string{"p0": "flour", "p1": "cus_1"}},
		{errCeiling.With(100, "Free"), "Your Free plan allows 100 invoices per year.", map[string]string{"p0": "100", "p1": "Free"}},
	} {
		refusal, ok := fault.As(c.err)
		if !ok {
			t.Fatalf("%v is no refusal", c.err)
		}
		if got := refusal.Error(); got != c.want {
			t.Errorf("want %q, got %q", c.want, got)
		}
		if diff := cmp.Diff(c.params, refusal.Params()); diff != "" {
			t.Errorf("%s: params: %s", c.want, diff)
		}
	}
}

func TestARefusalIsFoundThroughItsWrapping(t *testing.T) {
	t.Parallel()
	err := fmt.Errorf("rename customer cus_2: %w", errTaken.With("flour", "cus_1"))
	if !errors.Is(err, errTaken) || errors.Is(err, errGone) {
		t.Error("errors.Is does not tell which refusal it is")
	}
	refusal, ok := fault.As(err)
	if !ok || refusal.Code != "TEST_TAKEN" || refusal.Kind != fault.Conflict {
		t.Errorf("got %+v, %t", refusal, ok)
	}
	if want := `The name "flour" is taken by cus_1.`; refusal.Error() != want {
		t.Errorf("want %q, got %q", want, refusal.Error())
	}

	bare, ok := fault.As(fmt.Errorf("read it: %w", errGone))
	if !ok || bare.Code != "TEST_GONE" || bare.Params() != nil {
		t.Errorf("got %+v, %t", bare, ok)
	}
}

func TestOurOwnFaultsAreNoRefusals(t *testing.T) {
	t.Parallel()
	var problems fault.Problems
	problems.Want(false, "name should not be empty")
	for _, err := range []error{nil, errors.New("connection refused"), problems.Err()} {
		if refusal, ok := fault.As(err); ok {
			t.Errorf("%v is taken for %s", err, refusal.Code)
		}
	}
}

func TestDetailsTravelBesideTheMessage(t *testing.T) {
	t.Parallel()
	details := []string{"first", "second"}
	refusal, _ := fault.As(fmt.Errorf("save: %w", errTaken.WithDetails(details, "a", "b")))
	if diff := cmp.Diff(any(details), refusal.Details); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff(map[string]string{"p0": "a", "p1": "b"}, refusal.Params()); diff != "" {
		t.Error(diff)
	}
	if again := errTaken.With("a", "b"); again.Details != nil {
		t.Errorf("details stuck to the declaration: %v", again.Details)
	}
}

func TestWhatIsWrittenDownOfARefusalIsUpToTheMask(t *testing.T) {
	t.Parallel()
	hide := func(value string) string {
		if value == "flour" {
			return "[5 characters]"
		}
		return value
	}
	masked := errTaken.WithDetails("flour", "flour", "cus_1").Masked(hide)
	if want := "The name [5 characters] is taken by cus_1."; masked.Error() != want || masked.Details != nil {
		t.Errorf("want %q, got %q with %v", want, masked.Error(), masked.Details)
	}
	if diff := cmp.Diff(map[string]string{"p0": "[5 characters]", "p1": "cus_1"}, masked.Params()); diff != "" {
		t.Error(diff)
	}
	if got := errCeiling.With(100, "flour").Masked(hide).Error(); got != "Your [5 characters] plan allows 100 invoices per year." {
		t.Errorf("got %q", got)
	}
}

func TestAProblemTellsWhatTheCallerWorded(t *testing.T) {
	t.Parallel()
	var problems fault.Problems
	problems.Want(false, "%s should not be %s", fault.Untrusted("colour"), "red")
	want := []fault.Problem{{Text: "colour should not be red", Untrusted: []string{"colour"}}}
	if diff := cmp.Diff(want, problems.Items()); diff != "" {
		t.Error(diff)
	}
	want[0].Text = "COLOUR SHOULD NOT BE RED"
	if diff := cmp.Diff(want, problems.Reworded(strings.ToUpper).Items()); diff != "" {
		t.Error("reworded", diff)
	}
	if diff := cmp.Diff([]string{"colour should not be red"}, problems.List()); diff != "" {
		t.Error("rewording changed the original", diff)
	}
}

func TestACodeIsDeclaredOnce(t *testing.T) {
	t.Parallel()
	defer func() {
		if said, _ := recover().(string); !strings.Contains(said, "TEST_GONE") {
			t.Errorf("want a panic that names the code, got %q", said)
		}
	}()
	fault.Declare(fault.Invalid, "TEST_GONE", "Another message.")
}

func TestAllListsEveryDeclarationByCode(t *testing.T) {
	t.Parallel()
	var codes []string
	for _, d := range fault.All() {
		codes = append(codes, d.Code)
	}
	want := []string{"RECORD_CHANGED", "TEST_CEILING", "TEST_GONE", "TEST_TAKEN", "UNKNOWN_CURSOR"}
	if diff := cmp.Diff(want, codes); diff != "" {
		t.Error(diff)
	}
	fault.All()[0] = nil
	if slices.Contains(fault.All(), nil) {
		t.Error("a caller can change the list")
	}
}

func TestProblemsListAllThatIsWrong(t *testing.T) {
	t.Parallel()
	var none fault.Problems
	none.Want(true, "never said")
	if err := none.Err(); err != nil || none.List() != nil {
		t.Errorf("nothing is wrong, and yet: %v", err)
	}

	var some fault.Problems
	some.Want(false, "values must contain no more than %d elements", 25)
	some.Want(true, "never said")
	some.Want(false, "name should not be empty")
	want := []string{"values must contain no more than 25 elements", "name should not be empty"}
	if diff := cmp.Diff(want, some.List()); diff != "" {
		t.Error(diff)
	}
	found, ok := errors.AsType[*fault.Problems](fmt.Errorf("check: %w", some.Err()))
	if !ok || len(found.List()) != 2 {
		t.Errorf("got %v, %t", found, ok)
	}
}
