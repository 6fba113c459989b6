// Package erasure remembers which customers and suppliers were erased and may
// have left traces outside the books.
//
// The deed that erases one scrubs the books and plans the rest, in one
// transaction. What lies elsewhere (events, kept answers, what endpoints
// answered, apps' values) is swept afterwards by package work, which knows all
// those places:
//
//	deed ──Plan──▶ due ──Swept──▶ due again, when nothing is under way any more ──Swept──▶ gone
//	                ▲     │
//	                └─────┘ a sweep that failed
//
// Sweeping twice does no harm, so a sweep that breaks off is repeated as a whole.
package erasure
