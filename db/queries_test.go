package db_test

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/counterpart/counterpart/db"
	"github.com/counterpart/counterpart/internal/base/testenv"
)

// consoleRead marks a query that reads across shards on purpose.
const consoleRead = "-- console read:"

func TestEveryQueryOnAShardedTableNamesTheShard(t *testing.T) {
	t.Parallel()
	for _, file := range queryFiles(t) {
		for name, query := range named(read(t, file)) {
			for _, fault := range unsharded(query) {
				t.Errorf("%s: %s: %s", filepath.Base(filepath.Dir(file)), name, fault)
			}
		}
	}
}

// mayLock are the files that may take advisory locks, which one server has.
var mayLock = map[string]string{
	"db/db.go":                       "one migrates, on the server that the tables are made on",
	"internal/base/pgtest/pgtest.go": "tests of one machine share a template",
	"internal/work/locks.go":         "jobs get leases of slices (CLU-07)",
}

func TestNothingWaitsForALockOfOneServer(t *testing.T) {
	t.Parallel()
	t.Run("CLU-03 nothing but migrations takes an advisory lock", func(t *testing.T) {
		read := 0
		for _, folder := range []string{"cmd", "db", "internal"} {
			err := filepath.WalkDir(filepath.Join(testenv.Root(), folder), func(path string, entry fs.DirEntry, err error) error {
				if err != nil || entry.IsDir() || strings.HasSuffix(path, "_test.go") || !slices.Contains([]string{".go", ".sql"}, filepath.Ext(path)) {
					return err
				}
				text, err := os.ReadFile(path)
				if err != nil {
					return err
				}
				read++
				name, err := filepath.Rel(testenv.Root(), path)
				if takes := strings.Contains(strings.ToLower(string(text)), "pg_advisory") || strings.Contains(strings.ToLower(string(text)), "pg_try_advisory"); takes != (mayLock[name] != "") {
					t.Errorf("%s takes an advisory lock: %t; lock a row instead", name, takes)
				}
				return err
			})
			if err != nil {
				t.Fatal(err)
			}
		}
		if read < 100 {
			t.Errorf("only %d files were read", read)
		}
	})
}

// queryFiles are the files that the domains' queries stand in.
func queryFiles(t *testing.T) []string {
	t.Helper()
	files := slices.Concat(core(t, "*/*.sql"), core(t, "*/*/*.sql"))
	if len(files) == 0 {
		t.Fatal("no queries found")
	}
	return files
}

// core lists the files of the domains that match a pattern.
func core(t *testing.T, pattern string) []string {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(testenv.Root(), "internal/core", pattern))
	if err != nil {
		t.Fatal(err)
	}
	return files
}

func read(t *testing.T, file string) string {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// named splits a file into its queries.
func named(text string) map[string]string {
	queries := map[string]string{}
	for _, part := range strings.Split(text, "-- name: ")[1:] {
		name, rest, _ := strings.Cut(part, " ")
		queries[name] = rest
	}
	return queries
}

var (
	comment = regexp.MustCompile(`--[^\n]*`)
	mention = regexp.MustCompile(`(?i)\b(from|join|update|into|,)\s+([a-z_]+\.[a-z_]+)(?:\s+(?:as\s+)?([a-z_]+))?\s*(\([^)]*\))?`)
)

// keywords can follow a table's name where it has no alias.
var keywords = map[string]bool{
	"where": true, "set": true, "on": true, "using": true, "values": true, "select": true, "order": true, "limit": true,
	"join": true, "left": true, "inner": true, "cross": true, "group": true, "for": true, "returning": true, "default": true,
}

// unsharded tells which sharded tables a query touches without naming a shard.
func unsharded(query string) (faults []string) {
	if strings.Contains(query, consoleRead) {
		if locks := regexp.MustCompile(`(?i)\bfor\s+(update|share|no key|key)`); locks.MatchString(query) {
			return []string{"a console read never locks"}
		}
		return nil
	}
	sql := comment.ReplaceAllString(query, "")
	for _, m := range mention.FindAllStringSubmatch(sql, -1) {
		verb, table, alias, columns := strings.ToLower(m[1]), m[2], m[3], m[4]
		if placement(table) != db.Sharded {
			continue
		}
		if keywords[strings.ToLower(alias)] {
			alias = ""
		}
		if verb == "into" {
			if !regexp.MustCompile(`\(\s*shard\b`).MatchString(columns) {
				faults = append(faults, fmt.Sprintf("inserts into %s without the shard as its first column", table))
			}
			continue
		}
		of := `(?:` + regexp.QuoteMeta(table) + `\.)?`
		if alias != "" {
			of = `\b` + regexp.QuoteMeta(alias) + `\.`
		}
		compared := regexp.MustCompile(of + `shard\s*=|=\s*` + of + `shard\b`)
		if !compared.MatchString(sql) {
			faults = append(faults, fmt.Sprintf("reads %s without shard =", table))
		}
	}
	return faults
}

func TestTheCheckOfQueriesSeesAMissingShard(t *testing.T) {
	t.Parallel()
	for query, want := range map[string]int{
		"SELECT id FROM events.log WHERE id = @id":                                                    1,
		"SELECT id FROM events.log WHERE shard = @shard AND id = @id":                                 0,
		"SELECT l.id FROM events.log l WHERE l.id = @id":                                              1,
		"SELECT l.id FROM events.log AS l WHERE l.shard = @shard":                                     0,
		"UPDATE events.counters SET last_seq = 1 WHERE business_id = @b":                              1,
		"INSERT INTO events.outbox (shard, event_id) VALUES (@shard, @id)":                            0,
		"INSERT INTO events.outbox (event_id) VALUES (@id)":                                           1,
		"SELECT 1 FROM events.log l JOIN events.outbox o ON o.event_id = l.id WHERE l.shard = @shard": 1,
		"SELECT 1 FROM events.log l JOIN events.outbox o ON o.shard = l.shard WHERE l.shard = @shard": 0,
		"-- console read: the operator's list\nSELECT id FROM events.log":                             0,
		"-- console read: the operator's list\nSELECT id FROM events.log FOR UPDATE":                  1,
		"SELECT id FROM accounts.users":                                                               0,
		"DELETE FROM events.outbox WHERE event_id = @id":                                              1,
		"-- shard = only in a comment\nDELETE FROM events.outbox WHERE event_id = @id":                1,
		"SELECT 1 FROM tenancy.memberships m JOIN tenancy.businesses b ON b.id = m.business_id":       1,
		"SELECT 1 FROM tenancy.memberships m JOIN tenancy.businesses b ON b.shard = m.business_shard": 0,
	} {
		if diff := cmp.Diff(want, len(unsharded(query))); diff != "" {
			t.Errorf("%s: %s", query, diff)
		}
	}
}
