// Package erasure shows that what is erased is gone: from tables, events, deliveries and
// dumps.
package erasure
