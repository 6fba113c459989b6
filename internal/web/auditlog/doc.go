// Package auditlog is the shape in which the record of who did what is read: by a
// business through the Business API, by an organization through the console. Who
// may read is the faces' affair.
package auditlog
