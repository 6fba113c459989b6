// Package purchases owns whom a business buys from: its suppliers.
package purchases
