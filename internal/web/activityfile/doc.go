// Package activityfile writes what apps did in a business as a table for
// spreadsheets: the Business API and the pages give out the same file. Who may have
// it is the faces' affair.
package activityfile
