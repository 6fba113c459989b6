package sandboxes

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/counterpart/counterpart/internal/base/actor"
	"github.com/counterpart/counterpart/internal/core/appdata"
	"github.com/counterpart/counterpart/internal/core/books/sales"
	"github.com/counterpart/counterpart/internal/core/installs"
	"github.com/counterpart/counterpart/internal/core/tenancy"
	"github.com/counterpart/counterpart/internal/vocab/money"
	"github.com/counterpart/counterpart/internal/vocab/plan"
	"github.com/counterpart/counterpart/internal/vocab/scope"
)

// renamed is how a sandbox is called in between.
const renamed = " (renamed)"

// updateBusiness renames the sandbox, or gives it back its name.
func updateBusiness(ctx context.Context, s *scene) error {
	change := tenancy.BusinessChange{}
	if zone := s.Set["timezone"]; zone != "" {
		change.Timezone = &zone
	}
	if name := s.Set["name"]; name != "" {
		change.Name = &name
	}
	if change == (tenancy.BusinessChange{}) {
		before, again := strings.CutSuffix(s.sandbox.Name, renamed)
		if change.Name = &before; !again {
			change.Name = new(before + renamed)
		}
	}
	_, err := s.deps.Tenancy.UpdateBusiness(ctx, tenancy.By(s.User), s.sandbox.ID, change)
	s.wrote(s.sandbox.ID)
	return err
}

// reachCeiling has the sandbox on the free plan, for a moment, with a draft that is
// worth more than its turnover allows. That happens once a year of the sandbox.
func reachCeiling(ctx context.Context, s *scene) error {
	free, _ := plan.Lookup(plan.Free)
	s.Set = map[string]string{"total": free.Turnover.String()}
	draft, err := s.invoice(ctx, func(*sales.NewInvoice) {})
	if err != nil {
		return err
	}
	if _, err := s.deps.Tenancy.ChangePlan(ctx, tenancy.ByOperator(), s.sandbox.ID, plan.Free); err != nil {
		return err
	}
	// The figures are looked at whenever they change.
	_, err = s.deps.Sales.UpdateInvoice(ctx, s.sandbox.ID, draft.ID, 0, func(d *sales.InvoiceDetails) {
		d.Lines = slices.Clone(d.Lines)
		d.Lines[0].UnitPrice = d.Lines[0].UnitPrice.Add(money.FromInt(1))
	})
	_, back := s.deps.Tenancy.ChangePlan(context.WithoutCancel(ctx), tenancy.ByOperator(), s.sandbox.ID, s.sandbox.Plan)
	return errors.Join(err, back)
}

// installApp connects the app. Where it is connected that would take its tokens away.
func installApp(ctx context.Context, s *scene) error {
	_, connected, err := s.deps.Installs.Current(ctx, s.sandbox.ID, s.App.ID)
	if err != nil {
		return err
	}
	if connected {
		return errNotNow.With(s.Event, "the app is installed; use another sandbox, or uninstall the app first")
	}
	return s.connect(ctx, s.App.Scopes)
}

func (s *scene) connect(ctx context.Context, scopes scope.Set) error {
	inst, _, err := s.deps.Installs.Connect(ctx, installs.Approval{App: s.App, Business: s.sandbox.Business, User: s.User, Scopes: scopes})
	if err == nil {
		s.wrote(inst.ID)
	}
	return err
}

// widenScopes grants the app what it has registered and does not hold. Where it holds
// all, taking some away would end its tokens.
func widenScopes(ctx context.Context, s *scene) error {
	inst, connected, err := s.deps.Installs.Current(ctx, s.sandbox.ID, s.App.ID)
	switch {
	case err != nil:
		return err
	case !connected && len(s.App.Scopes) < 2:
		return errNotNow.With(s.Event, "the app has registered fewer than two scopes")
	case !connected:
		if err := s.connect(ctx, s.App.Scopes[:1]); err != nil {
			return err
		}
	case inst.Scopes.Covers(s.App.Scopes):
		return errNotNow.With(s.Event, "the app holds every scope that it has registered; register another, or use another sandbox")
	}
	s.records = []string{}
	return s.connect(ctx, s.App.Scopes)
}

// keepValue has the app keep a value on a new record.
func keepValue(ctx context.Context, s *scene) error {
	inst, connected, err := s.deps.Installs.Current(ctx, s.sandbox.ID, s.App.ID)
	if err != nil {
		return err
	}
	if !connected {
		return errNotNow.With(s.Event, "the app is not installed")
	}
	fields, err := s.deps.AppData.Fields(ctx, s.App.ID)
	if err != nil {
		return err
	}
	i := slices.IndexFunc(fields, func(f appdata.Field) bool {
		return f.Key == s.or("key", f.Key) && inst.Scopes.Has(f.Resource.ReadScope())
	})
	if i < 0 {
		return errNotNow.With(s.Event, "the app has no such field on a type of record that it may read")
	}
	record, err := s.recordOf(ctx, fields[i].Resource)
	if err != nil {
		return err
	}
	by := actor.From(ctx)
	by.Kind, by.ID, by.For = actor.App, s.App.ID.String(), s.User.String()
	access := appdata.Access{Business: s.sandbox.ID, App: s.App.ID, Granted: inst.Scopes}
	_, err = s.deps.AppData.Put(actor.With(ctx, by), access, []appdata.Entry{{
		Type: fields[i].Resource, RecordID: record, Key: fields[i].Key, Value: s.value(fields[i]),
	}})
	return err
}

// recordOf writes a record of a type, and returns its id.
func (s *scene) recordOf(ctx context.Context, t appdata.ResourceType) (string, error) {
	var err error
	switch t {
	case appdata.Customer:
		_, err = s.customer(ctx)
	case appdata.Invoice:
		_, err = s.issuedInvoice(ctx)
	case appdata.Payment:
		_, err = s.payment(ctx)
	case appdata.Account:
		_, err = s.account(ctx)
	case appdata.JournalEntry:
		_, err = s.entry(ctx)
	case appdata.Supplier:
		_, err = s.supplier(ctx)
	default:
		err = fmt.Errorf("write a record: no recipe for type %s", t)
	}
	if err != nil {
		return "", err
	}
	return s.records[len(s.records)-1], nil
}

// value is what is set, as the JSON that it is or else as a text; otherwise something
// that fits the field's type and most of its rules.
func (s *scene) value(f appdata.Field) json.RawMessage {
	if given := s.Set["value"]; given != "" {
		if f.Type == appdata.Integer || f.Type == appdata.Boolean || f.Type == appdata.JSON {
			return json.RawMessage(given)
		}
		return quoted(given)
	}
	switch f.Type {
	case appdata.Integer, appdata.Decimal:
		return numberFor(f)
	case appdata.Boolean:
		return json.RawMessage("true")
	case appdata.Date:
		return quoted(s.today.Format(time.DateOnly))
	case appdata.DateTime:
		return quoted(s.today.Format(time.RFC3339))
	case appdata.URL:
		return quoted("https://example.test/trigger")
	case appdata.Email:
		return quoted("trigger@example.test")
	case appdata.Choice:
		return quoted(f.Rules.Choices[0])
	case appdata.JSON:
		return json.RawMessage(`{"triggered":true}`)
	}
	return quoted(textFor(f.Rules))
}

func quoted(text string) json.RawMessage {
	raw, _ := json.Marshal(text)
	return raw
}

func numberFor(f appdata.Field) json.RawMessage {
	for _, bound := range []*appdata.Bound{f.Rules.Min, f.Rules.Max} {
		if bound != nil {
			raw, _ := json.Marshal(bound)
			return raw
		}
	}
	if f.Type == appdata.Decimal {
		return json.RawMessage(`"1"`)
	}
	return json.RawMessage("1")
}

// textsFor are texts of the forms that a field can ask for.
var textsFor = map[string]string{
	"ALPHANUMERIC": "Trigger1", "COUNTRY_CODE": "DE", "CURRENCY_CODE": "EUR", "DIGITS": "10115", "HEX_COLOR": "#0B6E5F",
	"PHONE": "+49305550100", "SLUG": "by-a-trigger", "UUID": "018f4e2a-7c1b-7f3a-9d2e-5b6c7d8e9f00",
}

func textFor(rules appdata.Rules) string {
	if rules.Pattern != nil {
		return textsFor[*rules.Pattern]
	}
	text := "By a trigger"
	if rules.MinLength != nil && len(text) < *rules.MinLength {
		text += strings.Repeat(".", *rules.MinLength-len(text))
	}
	if rules.MaxLength != nil && len(text) > *rules.MaxLength {
		text = text[:*rules.MaxLength]
	}
	return text
}
