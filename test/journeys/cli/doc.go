// Package cli walks through the command line "counterpart" as people who make apps
// do, against a whole service. Each script has a service of its own. Its answers are
// held to api/ as all others are.
package cli
