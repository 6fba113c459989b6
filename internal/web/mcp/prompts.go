package mcp

import (
	"context"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
)

// prompt is a request that a user can choose instead of typing it.
type prompt struct {
	Name        string
	Title       string
	Description string
	Writes      bool // it takes tools that write
	Arguments   []argument
	Text        string // with {argument} where an argument goes
}

// argument is what the user fills in.
type argument struct {
	Name        string
	Description string
	form        form
}

var (
	aDay   = matches(`^[0-9]{4}-[0-9]{2}-[0-9]{2}$`)
	aMonth = matches(`^[0-9]{4}-[0-9]{2}$`)
	anID   = matches(`^[a-z]{2,4}_[0-9a-hjkmnp-tv-z]{28}$`)
	words  = func(text string) bool { return text != "" && len(text) <= 1000 }
)

// prompts are all of them.
var prompts = []prompt{
	{
		Name: "overdue_report", Title: "Overdue invoices", Description: "Lists overdue invoices by customer, with totals. Reads only.",
		Arguments: []argument{{"asOf", "The day, as YYYY-MM-DD.", aDay}},
		Text: `Report the invoices that are overdue on {asOf}. List invoices with dueBefore {asOf}, once for each of the statuses ISSUED and PARTIALLY_PAID, all pages. ` +
			`Group them by customer, show number, due date and amountDue of each, the total of each customer and of all. Change nothing.`,
	},
	{
		Name: "month_end_check", Title: "Month-end check", Description: "What is left to do before a month can be closed. Reads only.",
		Arguments: []argument{{"month", "The month, as YYYY-MM.", aMonth}},
		Text: `Check what is left to do before {month} can be closed: drafts that were meant to be issued, invoices that are unpaid, payments with amountUnallocated above zero, ` +
			`whether the period is locked (resource counterpart://business), and the trial balance on the last day of the month. Answer with a list of what is left, each with ids. Change nothing.`,
	},
	{
		Name: "explain_invoice", Title: "Explain an invoice", Description: "The life of an invoice: lines, payments, credits, journal entries, events. Reads only.",
		Arguments: []argument{{"id", "The invoice's id.", anID}},
		Text: `Explain the invoice {id} to somebody who has not seen it: what was sold to whom, when it was issued, sent and paid, which payments and credit notes settle it, ` +
			`which journal entries it caused and what events tell of it. Say what is not known. Change nothing.`,
	},
	{
		Name: "draft_invoice", Title: "Draft an invoice", Description: "Finds the customer, drafts an invoice, shows it and stops.", Writes: true,
		Arguments: []argument{{"customer", "The customer's name.", words}, {"what", "What is invoiced, with quantities and prices.", words}},
		Text: `Draft an invoice. Customer: {customer}. What: {what}. Find the customer first; if none or several fit, ask. Ask for prices that are missing. ` +
			`Create the draft, show it with its total, and stop: do not issue or send it.`,
	},
}

// shown is the prompt as clients list it.
func (p prompt) shown() *sdk.Prompt {
	shown := &sdk.Prompt{Name: p.Name, Title: p.Title, Description: p.Description}
	for _, a := range p.Arguments {
		shown.Arguments = append(shown.Arguments, &sdk.PromptArgument{Name: a.Name, Description: a.Description, Required: true})
	}
	return shown
}

// get fills a prompt in. Nothing but the user's own words goes into it.
func (p prompt) get(_ context.Context, request *sdk.GetPromptRequest) (*sdk.GetPromptResult, error) {
	var pairs []string
	for _, a := range p.Arguments {
		given := request.Params.Arguments[a.Name]
		if !a.form(given) {
			return nil, &jsonrpc.Error{Code: jsonrpc.CodeInvalidParams, Message: a.Name + ": " + a.Description}
		}
		pairs = append(pairs, "{"+a.Name+"}", clean(given))
	}
	text := strings.NewReplacer(pairs...).Replace(p.Text)
	return &sdk.GetPromptResult{
		Description: p.Description, Messages: []*sdk.PromptMessage{{Role: "user", Content: &sdk.TextContent{Text: text}}},
	}, nil
}
