package mcp

import (
	"context"
	"net/http"
	"slices"
	"strings"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/counterpart/counterpart/internal/web/route"
)

// next is what a model is told to do about a refusal: one fixed sentence a code.
var next = map[string]string{
	"PERMISSION_DENIED":               "Tell the user that their role in this business does not allow this.",
	"INVOICE_NOT_FOUND":               "List the invoices and use an id from there.",
	"CUSTOMER_NOT_FOUND":              "List the customers and use an id from there.",
	"SUPPLIER_NOT_FOUND":              "List the suppliers and use an id from there.",
	"PAYMENT_NOT_FOUND":               "List the payments and use an id from there.",
	"ACCOUNT_NOT_FOUND":               "List the accounts and use an id from there.",
	"JOURNAL_ENTRY_NOT_FOUND":         "List the journal entries and use an id from there.",
	"EVENT_NOT_FOUND":                 "List the events and use an id from there.",
	"RECORD_NOT_FOUND":                "Read the record first and use its id.",
	"UNKNOWN_CURSOR":                  "Begin the list again without after.",
	"RECORD_CHANGED":                  "Read the record again and use its version.",
	"INVOICE_NOT_EDITABLE":            "Tell the user that it is no draft any more.",
	"CUSTOMER_ARCHIVED":               "Tell the user that this customer is archived.",
	"CUSTOMER_ERASED":                 "Tell the user that this customer was erased.",
	"SUPPLIER_ERASED":                 "Tell the user that this supplier was erased.",
	"ACCOUNT_ARCHIVED":                "Use an account that is not archived.",
	"ACCOUNT_NOT_INCOME":              "Use an account of type INCOME, or leave accountId out.",
	"PERIOD_LOCKED":                   "Tell the user that this day of the books is closed.",
	"PLAN_INVOICE_LIMIT_REACHED":      "Tell the user that the business's plan allows no more invoices.",
	"PLAN_TURNOVER_LIMIT_REACHED":     "Tell the user that the business's plan allows no more turnover.",
	"UNKNOWN_EVENT_TYPE_TYPES":        "Leave types out, or use types that list_events has shown.",
	"UNKNOWN_APP_DATA_FIELD":          "Tell the user that the app has declared no such field.",
	"INVALID_APP_DATA_VALUE":          "Change the values as the message says.",
	"APP_CANNOT_ACCESS_TYPE_RECORD":   "Tell the user that the app may not read such records.",
	"RESOURCEIDS_ACCEPTS_MOST_50_IDS": "Name at most 50 records.",
	"IDEMPOTENCY_KEY_REUSED":          "Make up a new requestKey for a call with other arguments.",
	"IDEMPOTENCY_KEY_IN_PROGRESS":     "Wait a second and repeat the same call with the same requestKey.",
	"PENDING_REFUSED":                 "Do not ask again unless the user says so.",
	"PENDING_EXPIRED":                 "Ask the user; with a new requestKey they are asked to approve again.",
	"PENDING_CHANGED":                 "Read the record again, show the user what has changed, and use a new requestKey.",
	"INVOICE_ALREADY_ISSUED":          "Read the invoice; it is issued.",
	"INVOICE_NOT_SENDABLE":            "Issue the invoice first.",
	"NO_EMAIL_ADDRESS":                "Tell the user that the customer has no email address.",
	"JOURNAL_UNBALANCED":              "Make debits and credits equal.",
	"IDEMPOTENCY_ANSWER_ERASED":       "Read the record; the call was carried out before.",
}

// byStatus is the sentence for all other codes.
var byStatus = map[int]string{
	http.StatusBadRequest:          "Change the arguments as the message says.",
	http.StatusForbidden:           "Tell the user that this is not allowed.",
	http.StatusNotFound:            "Look the record up again; do not guess ids.",
	http.StatusConflict:            "Read the record again, and tell the user what stands in the way.",
	http.StatusPreconditionFailed:  "Read the record again and use its version.",
	http.StatusUnprocessableEntity: "Make up a new requestKey for a call with other arguments.",
}

// wrongArguments is the refusal of arguments that do not fit the tool's schema.
func wrongArguments(err error) route.Error {
	body, _ := route.ErrorOf(route.Refuse(http.StatusBadRequest, err.Error()))
	return body
}

// refusal is a tool's result that says no. Values in it that people may have typed are
// texts.
func (t *tool) refusal(ctx context.Context, body route.Error, header http.Header) *sdk.CallToolResult {
	texts := newTexts(longestInRecord)
	content := map[string]any{
		"requestId": route.RequestID(ctx).String(), "status": body.StatusCode, "message": message(body),
		"retry": retry(body, header), "next": advice(body),
	}
	if body.Code != "" {
		content["code"] = body.Code
	}
	if len(body.Params) > 0 {
		params := map[string]any{}
		for name, value := range body.Params {
			params[name] = texts.value("", value)
		}
		content["params"] = params
	}
	texts.into(content)
	result := resultOf(content)
	result.IsError = true
	return result
}

// message is what a refusal says, in our own words: a value that is no fact is named
// by its place among the params.
func message(body route.Error) string {
	switch said := body.Message.(type) {
	case string:
		for _, name := range sortedKeys(body.Params) {
			if value := body.Params[name]; value != "" && !isFact("", value) {
				said = strings.ReplaceAll(said, value, "{"+name+"}")
			}
		}
		return cut(clean(said), longestInRecord)
	case []string:
		return cut(clean(strings.Join(said, "; ")), longestInRecord)
	case []any:
		lines := make([]string, 0, len(said))
		for _, line := range said {
			text, _ := line.(string)
			lines = append(lines, text)
		}
		return cut(clean(strings.Join(lines, "; ")), longestInRecord)
	}
	return ""
}

// retry tells whether the same call may be answered otherwise.
func retry(body route.Error, header http.Header) string {
	if body.Code == "IDEMPOTENCY_KEY_IN_PROGRESS" {
		return "same key"
	}
	if wait := header.Get("Retry-After"); wait != "" {
		return "after " + wait + " s"
	}
	return "no"
}

func advice(body route.Error) string {
	if sentence, ok := next[body.Code]; ok {
		return sentence
	}
	return byStatus[body.StatusCode]
}

func sortedKeys[V any](m map[string]V) []string {
	keys := make([]string, 0, len(m))
	for key := range m {
		keys = append(keys, key)
	}
	slices.Sort(keys)
	return keys
}
