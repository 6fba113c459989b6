// Package ledger owns a business's chart of accounts and its journal: accounts,
// entries, locked periods, balances.
//
// An entry is a list of debits and credits that balance, by a rule of the
// database too. It never changes and never goes; a mistake is reversed:
//
//	posted ──reverse──▶ posted, and reversed by another entry
//
// Whoever writes into the books opens them first (Open), which locks the
// business's one row: books are written by one at a time, so numbers have no
// gaps and no two operations wait for each other. Sales posts through Books.Post.
package ledger
