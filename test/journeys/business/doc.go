// Package business walks the pages on which a business looks after itself: its
// people and their roles, its audit log, its plan, its records.
package business
