// Package sandboxes owns what is in the businesses that organizations make to try
// their apps on: templates, by which their books are filled, and reset.
//
//	made ──▶ filling ──▶ filled ──reset──▶ filling ──▶ filled
//	            │
//	            └──2 min: somebody else may fill it
//
// A template says the same each time: who is a customer, what was sold, what was
// paid. Its days hang on today's, so that there always is something due and
// something overdue. It is written by the operations of the books themselves, all
// in one transaction, so there is a whole sandbox or an empty one.
//
// A reset keeps the business: its id, its members, its apps with their tokens, and
// the numbers of its events, which go on. What was in the books goes without an
// event for each record, and what apps had kept on it goes too. (decision 51)
//
// A sandbox has a clock, which its owners move forward and a reset puts back to the
// service's. What its books do by date follows it, and so do the times of its records
// and events; nothing else does. (decision 55)
//
// Whose a sandbox is and who gets in, package tenancy knows.
package sandboxes
