// Package purchases owns whom a business buys from: its suppliers.
//
//	active ◀──archive, restore──▶ archived
//	   ├──────────delete───────────┘
//	   └──erase──▶ nameless for good
//
// An archived supplier can still be read and changed; it is only out of the way.
package purchases
