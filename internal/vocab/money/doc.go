// Package money holds exact decimal amounts and the currencies of ISO 4217.
//
// An amount is a decimal number, never a float: it is read from and written to
// JSON as plain decimal text, and so is what the database is given, it keeps the
// digits it was written with, and adding, subtracting and multiplying lose
// nothing. Only Round loses digits, half to even, and only when it is asked to.
//
// Amounts have no currency of their own: quantities, unit prices and tax rates
// are amounts too.
package money
