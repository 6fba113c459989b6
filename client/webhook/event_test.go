package webhook_test

import (
	"encoding/json"
	"errors"
	"reflect"
	"testing"
	"time"

	"github.com/counterpart/counterpart/client/webhook"
)

func TestABodyIsRead(t *testing.T) {
	t.Parallel()
	got, err := webhook.Parse([]byte(`{"id":"whd_1","eventId":"evt_1","type":"invoice.paid","apiVersion":"2026-11-01","businessId":"biz_1","created":1794695887,"data":{"id":"inv_1"},"new":1}`))
	if err != nil {
		t.Fatal(err)
	}
	want := webhook.Event{
		ID: "whd_1", EventID: "evt_1", Type: "invoice.paid", APIVersion: "2026-11-01", BusinessID: "biz_1",
		Created: time.Date(2026, 11, 14, 22, 38, 7, 0, time.UTC), Data: json.RawMessage(`{"id":"inv_1"}`),
	}
	if !reflect.DeepEqual(want, got) || got.Test() {
		t.Errorf("want %+v, got %+v", want, got)
	}
	var invoice struct{ ID string }
	if err := got.Decode(&invoice); err != nil || invoice.ID != "inv_1" {
		t.Errorf("%v, %v", invoice, err)
	}
	if err := got.Decode(new(int)); err == nil {
		t.Error("an object was read into a number")
	}
}

func TestATestIsKnownAsOne(t *testing.T) {
	t.Parallel()
	got, err := webhook.Parse([]byte(`{"id":"whd_1","eventId":null,"type":"invoice.paid","businessId":"test","data":{"test":true}}`))
	if err != nil || !got.Test() {
		t.Errorf("%+v, %v", got, err)
	}
}

func TestWhatIsNoEventIsRefused(t *testing.T) {
	t.Parallel()
	for _, body := range []string{"", "null", "[]", "1", "{", "{}", `{"id":"whd_1"}`, `{"type":"invoice.paid"}`, `{"id":1,"type":"invoice.paid"}`} {
		if _, err := webhook.Parse([]byte(body)); !errors.Is(err, webhook.ErrMalformed) {
			t.Errorf("%s: %v", body, err)
		}
	}
}
