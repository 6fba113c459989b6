package webhook_test

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"strings"
	"time"

	"github.com/counterpart/counterpart/client/webhook"
)

func ExampleHandler() {
	// While a secret is being rotated, both are given.
	verifier := webhook.Verifier{Secrets: []string{os.Getenv("WEBHOOK_SECRET"), os.Getenv("WEBHOOK_SECRET_NEXT"), "whsec_example"}}
	hooks := webhook.Handler(verifier, func(ctx context.Context, e webhook.Event) error {
		// Keep it where it is safe, once for each e.ID, and return. Work on it later.
		fmt.Println(e.Type, "in", e.BusinessID)
		return nil
	})

	body := `{"id":"whd_1","eventId":"evt_1","type":"invoice.paid","apiVersion":"2026-11-01","businessId":"biz_1","created":1794695887,"data":{}}`
	request := httptest.NewRequest(http.MethodPost, "/hooks", strings.NewReader(body))
	request.Header.Set(webhook.SignatureHeader, webhook.Sign(time.Now(), []byte(body), "whsec_example"))
	answer := httptest.NewRecorder()
	hooks.ServeHTTP(answer, request)
	fmt.Println(answer.Code)
	// Output:
	// invoice.paid in biz_1
	// 204
}

func ExampleOn() {
	hooks := webhook.NewMux(webhook.Verifier{Secrets: []string{"whsec_example"}}) // webhook.Inbox(db, "counterpart_inbox") works on each delivery once
	webhook.On(hooks, func(ctx context.Context, e webhook.Event, paid webhook.InvoicePaid) error {
		fmt.Println("ship", paid.Number, "for", e.BusinessID)
		return nil
	})
	webhook.On(hooks, func(ctx context.Context, e webhook.Event, gone webhook.BusinessRedact) error {
		fmt.Println("erase", gone.ID, "by", gone.DueBy)
		return nil
	})
	http.Handle("POST /hooks", hooks)

	body := `{"id":"whd_1","eventId":"evt_1","type":"invoice.paid","apiVersion":"2026-11-01","businessId":"biz_1","created":1794695887,"data":{"id":"inv_1","number":"INV-1"}}`
	request := httptest.NewRequest(http.MethodPost, "/hooks", strings.NewReader(body))
	request.Header.Set(webhook.SignatureHeader, webhook.Sign(time.Now(), []byte(body), "whsec_example"))
	http.DefaultServeMux.ServeHTTP(httptest.NewRecorder(), request)
	// Output: ship INV-1 for biz_1
}

func ExampleVerify() {
	body := []byte(`{"id":"whd_1","type":"invoice.paid"}`)
	header := webhook.Sign(time.Now(), body, "whsec_example")

	fmt.Println(webhook.Verify(header, body, "whsec_example"))
	err := webhook.Verify(header, []byte(`{"id":"whd_1","type":"invoice.voided"}`), "whsec_example")
	fmt.Println(errors.Is(err, webhook.ErrMismatch))
	// Output:
	// <nil>
	// true
}

func ExampleParse() {
	event, err := webhook.Parse([]byte(`{"id":"whd_1","eventId":"evt_1","type":"invoice.paid","apiVersion":"2026-11-01","businessId":"biz_1","created":1794695887,"data":{"id":"inv_1","total":"1190.00"}}`))
	if err != nil {
		fmt.Println(err)
		return
	}
	var paid struct{ ID, Total string }
	if err := event.Decode(&paid); err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(event.Created.Format(time.DateOnly), paid.ID, paid.Total)
	// Output: 2026-11-14 inv_1 1190.00
}
