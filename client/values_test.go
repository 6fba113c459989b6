package counterpart

import (
	"encoding/json"
	"testing"
	"time"
)

func TestAChangeHasThreeStates(t *testing.T) {
	t.Parallel()
	text, err := json.Marshal(SupplierChange{Phone: Set("+49 30 1"), Notes: Null[string](), Address: Set(NewSupplierAddress{City: "Bremen"})})
	if want := `{"phone":"+49 30 1","address":{"city":"Bremen"},"notes":null}`; err != nil || string(text) != want {
		t.Errorf("wrote %s (%v), want %s", text, err, want)
	}
	var read SupplierChange
	if err := json.Unmarshal(text, &read); err != nil {
		t.Fatal(err)
	}
	phone, has := read.Phone.Get()
	if _, noted := read.Notes.Get(); !has || phone != "+49 30 1" || noted || read.Notes.IsZero() || !read.Name.IsZero() {
		t.Errorf("read %+v", read)
	}
}

func TestWhatIsNewLeavesZeroValuesOut(t *testing.T) {
	t.Parallel()
	text, err := json.Marshal(NewInvoice{CustomerID: "cus_1", DueDate: Date{2026, time.December, 1}, Lines: []NewInvoiceLine{{Description: "Bread", UnitPrice: "4.20"}}})
	if want := `{"customerId":"cus_1","dueDate":"2026-12-01","lines":[{"description":"Bread","unitPrice":"4.20"}]}`; err != nil || string(text) != want {
		t.Errorf("wrote %s (%v), want %s", text, err, want)
	}
	text, err = json.Marshal(ImportedInvoice{NewInvoice: NewInvoice{CustomerID: "cus_1"}, ClientRef: "7"})
	if want := `{"customerId":"cus_1","lines":null,"clientRef":"7"}`; err != nil || string(text) != want {
		t.Errorf("wrote %s (%v), want %s", text, err, want)
	}
}

func TestDates(t *testing.T) {
	t.Parallel()
	var read struct{ Due, None Date }
	if err := json.Unmarshal([]byte(`{"due":"2026-11-14","none":null}`), &read); err != nil {
		t.Fatal(err)
	}
	if read.Due != DateOf(time.Date(2026, 11, 14, 23, 59, 0, 0, time.UTC)) || !read.None.IsZero() || read.None.String() != "" || read.Due.String() != "2026-11-14" {
		t.Errorf("read %v", read)
	}
	if got := read.Due.In(time.UTC); got.Format(time.RFC3339) != "2026-11-14T00:00:00Z" {
		t.Errorf("it begins at %s", got)
	}
	if text, err := json.Marshal(read); err != nil || string(text) != `{"Due":"2026-11-14","None":null}` {
		t.Errorf("wrote %s, %v", text, err)
	}
	for _, text := range []string{`"2026-02-30"`, `"14.11.2026"`, `7`} {
		if json.Unmarshal([]byte(text), &read.Due) == nil {
			t.Errorf("%s was taken for a date", text)
		}
	}
}

func TestAmountsAreExact(t *testing.T) {
	t.Parallel()
	number, err := Amount("-1190.10").Rat()
	if err != nil || number.FloatString(2) != "-1190.10" {
		t.Errorf("%v, %v", number, err)
	}
	for _, text := range []Amount{"", "1e3", "1/2", "0x10", "12,50"} {
		if _, err := text.Rat(); err == nil {
			t.Errorf("%q was taken for an amount", text)
		}
	}
}

func TestAQueryLeavesZeroValuesOut(t *testing.T) {
	t.Parallel()
	if got := (InvoiceQuery{}).values().Encode(); got != "" {
		t.Error(got)
	}
	got := InvoiceQuery{Status: InvoiceIssued, DueBefore: Date{2026, time.November, 14}, CustomerID: "cus_1"}.values().Encode()
	if want := "customerId=cus_1&dueBefore=2026-11-14&status=ISSUED"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
}
