// Package sales owns what a business sells: customers, invoices and credit
// notes, and the payments that settle them.
//
//	invoice   DRAFT ──issue──▶ ISSUED ◀──▶ PARTIALLY_PAID ◀──▶ PAID
//	            │                 └──void──▶ VOID
//	            └──delete
//
//	customer  active ◀──archive, restore──▶ archived
//	             ├──merge──▶ gone, its records are another's
//	             └──erase──▶ nameless for good, its amounts stay
//
// Every operation opens the books first (package ledger), so a business's operations come
// one after the other. What follows from that needs no further locks: numbers
// have no gaps, the ceilings of the plan are exact, and of two that would use up
// the same money one is refused.
//
// Issuing, crediting, paying and refunding post to the journal in the same
// transaction and move the customer's balance by the same amount, so the
// receivable account always holds the sum of the customers' balances. How far an
// invoice is paid is worked out in one place (settle), from the allocations that
// payments have to it.
//
// A credit note is an invoice the other way round: made and issued at once,
// against one invoice, and never more than is due of it. It counts towards no
// ceiling, and its event is invoice.credited.
//
// Mails with invoices wait in an outbox and are sent by package work, as are the
// looks at which invoices have become overdue.
package sales
