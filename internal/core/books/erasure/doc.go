// Package erasure remembers which records were erased or deleted and may have
// left traces outside the books.
//
// The operation that erases a customer or supplier scrubs the books and plans the
// rest, in one transaction. What lies elsewhere (events, kept answers, what
// endpoints answered, apps' values) is swept afterwards by package work, which
// knows all those places. Of a record that was merely deleted, apps' values alone
// are swept: history may go on telling of it.
//
//	operation ──Plan──▶ due ──Swept──▶ due again, after what was under way ──Swept──▶ … ──Swept──▶ gone
//	                ▲     │
//	                └─────┘ PutOff: a sweep that failed
//
// Sweeping twice does no harm, so a sweep that breaks off is repeated as a whole.
package erasure
