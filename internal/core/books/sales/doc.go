// Package sales owns what a business sells: customers, invoices and credit
// notes, and the payments that settle them.
//
//	invoice   DRAFT ──issue──▶ ISSUED ◀──▶ PARTIALLY_PAID ◀──▶ PAID
//	            │                 └──void──▶ VOID
//	            └──delete
//
// Issuing, crediting, paying and refunding post to the journal in the same
// transaction (package ledger), so the receivable account always holds the sum
// of the customers' balances.
package sales
