package db_test

import (
	"cmp"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/counterpart/counterpart/db"
	"github.com/counterpart/counterpart/internal/base/testenv"
)

// consoleRead marks a query that reads across shards on purpose.
const consoleRead = "-- console read:"

func TestEveryQueryOnAShardedTableNamesTheShard(t *testing.T) {
	t.Parallel()
	sharded, seen := shardedTables(t), map[string]bool{}
	for _, file := range queryFiles(t) {
		for name, query := range named(read(t, file)) {
			name = owner(t, filepath.Dir(file)) + "." + name
			seen[name] = true
			for _, fault := range unsharded(query, sharded) {
				t.Errorf("CLU-02 %s: %s", name, fault)
			}
		}
	}
	for name := range statements(t) {
		if !seen[name] {
			t.Errorf("%s was not read", name)
		}
	}
}

// mayLock are the files that may take advisory locks, which one server has.
var mayLock = map[string]string{
	"db/db.go":                       "one migrates, on the server that the tables are made on",
	"internal/base/pgtest/pgtest.go": "tests of one machine share a template",
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

// A cluster locks a control table by the table, and shares it in a way that makes two
// who share it wait for each other for ever.
func TestNoRowOfAControlTableIsShared(t *testing.T) {
	t.Parallel()
	sharded := shardedTables(t)
	for _, file := range queryFiles(t) {
		for name, query := range named(read(t, file)) {
			if !sharesRows.MatchString(query) {
				continue
			}
			for _, m := range mention.FindAllStringSubmatch(comment.ReplaceAllString(query, ""), -1) {
				if table := m[2]; strings.Contains(table, ".") && !sharded(table) {
					t.Errorf("CLU-02 %s.%s shares rows of %s: lock a row of a sharded table instead", owner(t, filepath.Dir(file)), name, table)
				}
			}
		}
	}
}

var sharesRows = regexp.MustCompile(`FOR (KEY )?SHARE`)

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
	comment  = regexp.MustCompile(`--[^\n]*`)
	mention  = regexp.MustCompile(`(?i)\b(from|join|update|into|using|,)\s+(?:lateral\s+)?([a-z_]+\.[a-z_]+|§)`)
	called   = regexp.MustCompile(`(?i)^(?:\s+(?:as\s+)?([a-z_]+))?\s*(\([^)]*\))?`)
	opening  = regexp.MustCompile(`(?i)\(\s*(?:select|with|insert|update|delete)\b`)
	unioning = regexp.MustCompile(`(?i)\b(?:union(?:\s+all)?|except|intersect)\b`)
	// A shard is bound by a parameter, or a list of them.
	toParameter = regexp.MustCompile(`(?i)(?:\b([a-z_]+)\.)?\bshard\s*=\s*(?:any\s*\(\s*)?(?:@|sqlc\.arg)`)
	toItem      = regexp.MustCompile(`(?i)\b([a-z_]+)\.shard\s*=\s*([a-z_]+)\.shard\b`)
	locks       = regexp.MustCompile(`(?i)\bfor\s+(update|share|no key|key)`)
)

// keywords can follow a table's name where it has no alias.
var keywords = map[string]bool{
	"where": true, "set": true, "on": true, "using": true, "values": true, "select": true, "order": true, "limit": true,
	"join": true, "left": true, "inner": true, "cross": true, "group": true, "for": true, "returning": true, "default": true,
}

// levels splits a statement into its queries, each with a mark where another
// stands within it: a shard that is given outside says nothing inside, for a
// cluster does not carry it there.
func levels(sql string) (list []string) {
	for at := opening.FindStringIndex(sql); at != nil; at = opening.FindStringIndex(sql) {
		end, depth := at[0], 0
		for i, c := range sql[at[0]:] {
			if c == '(' {
				depth++
			} else if c == ')' {
				depth--
			}
			if depth == 0 {
				end = at[0] + i
				break
			}
		}
		list = append(list, levels(sql[at[0]+1:end])...)
		sql = sql[:at[0]] + " § " + sql[end+1:]
	}
	return append(list, unioning.Split(sql, -1)...)
}

// unsharded tells which sharded tables a statement touches without being told the
// shard there.
func unsharded(query string, sharded func(table string) bool) (faults []string) {
	if strings.Contains(query, consoleRead) {
		if locks.MatchString(query) {
			return []string{"a console read never locks"}
		}
		return nil
	}
	for _, level := range levels(comment.ReplaceAllString(query, "")) {
		faults = append(faults, unbound(level, sharded)...)
	}
	return faults
}

// unbound tells it of one level.
func unbound(level string, sharded func(table string) bool) (faults []string) {
	items, bound := map[string]string{}, map[string]bool{}
	for _, at := range mention.FindAllStringSubmatchIndex(level, -1) {
		verb, table := strings.ToLower(level[at[2]:at[3]]), level[at[4]:at[5]]
		named := called.FindStringSubmatch(level[at[1]:])
		alias, columns := named[1], named[2]
		if keywords[strings.ToLower(alias)] {
			alias = ""
		}
		_, name, _ := strings.Cut(table, ".")
		alias = cmp.Or(alias, name)
		switch {
		case table == "§":
			bound[alias] = true // which is judged by itself
		case !sharded(table):
		case verb == "into" && !firstColumn.MatchString(columns):
			faults = append(faults, fmt.Sprintf("inserts into %s without the shard as its first column", table))
		case verb != "into":
			items[alias] = table
		}
	}
	for _, m := range toParameter.FindAllStringSubmatch(level, -1) {
		if m[1] != "" {
			bound[m[1]] = true
			continue
		}
		for alias := range items { // one that needs no name
			bound[alias] = len(items) == 1
		}
	}
	for range items { // from one to the next
		for _, m := range toItem.FindAllStringSubmatch(level, -1) {
			either := bound[m[1]] || bound[m[2]]
			bound[m[1]], bound[m[2]] = either, either
		}
	}
	for alias, table := range items {
		if !bound[alias] {
			faults = append(faults, fmt.Sprintf("reads %s without shard = where it stands", table))
		}
	}
	return faults
}

var (
	firstColumn = regexp.MustCompile(`^\(\s*shard\b`)
	viewed      = regexp.MustCompile(`(?is)CREATE(?: OR REPLACE)? VIEW ([a-z_.]+) AS(.*?);`)
)

// shardedTables tells whether a table is sharded, or a view that shows one.
func shardedTables(t *testing.T) func(table string) bool {
	t.Helper()
	views := map[string]bool{}
	files, err := filepath.Glob(filepath.Join(testenv.Root(), "db/migrations/*.sql"))
	if err != nil || len(files) == 0 {
		t.Fatal("no migrations found", err)
	}
	is := func(table string) bool { return placement(table) == db.Sharded || views[table] }
	for _, file := range files {
		for _, view := range viewed.FindAllStringSubmatch(read(t, file), -1) {
			for _, m := range mention.FindAllStringSubmatch(view[2], -1) {
				views[view[1]] = views[view[1]] || is(m[2])
			}
		}
	}
	return is
}

func TestTheCheckOfQueriesSeesAMissingShard(t *testing.T) {
	t.Parallel()
	sharded := shardedTables(t)
	for query, want := range map[string]int{
		"SELECT id FROM events.log WHERE id = @id":                                                                                                      1,
		"SELECT id FROM events.log WHERE shard = @shard AND id = @id":                                                                                   0,
		"SELECT l.id FROM events.log l WHERE l.id = @id":                                                                                                1,
		"SELECT l.id FROM events.log AS l WHERE l.shard = @shard":                                                                                       0,
		"UPDATE events.counters SET last_seq = 1 WHERE business_id = @b":                                                                                1,
		"INSERT INTO events.outbox (shard, event_id) VALUES (@shard, @id)":                                                                              0,
		"INSERT INTO events.outbox (event_id) VALUES (@id)":                                                                                             1,
		"SELECT 1 FROM events.log l JOIN events.outbox o ON o.event_id = l.id WHERE l.shard = @shard":                                                   1,
		"SELECT 1 FROM events.log l JOIN events.outbox o ON o.shard = l.shard WHERE l.shard = @shard":                                                   0,
		"-- console read: the operator's list\nSELECT id FROM events.log":                                                                               0,
		"-- console read: the operator's list\nSELECT id FROM events.log FOR UPDATE":                                                                    1,
		"SELECT id FROM accounts.users":                                                                                                                 0,
		"DELETE FROM events.outbox WHERE event_id = @id":                                                                                                1,
		"-- shard = only in a comment\nDELETE FROM events.outbox WHERE event_id = @id":                                                                  1,
		"SELECT 1 FROM tenancy.memberships m JOIN tenancy.businesses b ON b.id = m.business_id":                                                         1,
		"SELECT 1 FROM tenancy.memberships m JOIN tenancy.businesses b ON b.shard = m.business_shard":                                                   1,
		"SELECT id FROM events.waiting":                                                                                                                 1,
		"SELECT 1 FROM events.log l, events.outbox o WHERE l.shard = @shard AND o.shard = l.shard":                                                      0,
		"SELECT 1 FROM events.log l, events.outbox o WHERE l.shard = @shard":                                                                            1,
		"SELECT l.id FROM events.log l WHERE l.shard = ANY(@shards::smallint[])":                                                                        0,
		"SELECT l.id FROM events.log l WHERE l.shard = @shard AND EXISTS (SELECT 1 FROM events.outbox o WHERE o.shard = l.shard)":                       1,
		"SELECT l.id FROM events.log l WHERE l.shard = @shard AND EXISTS (SELECT 1 FROM events.outbox o WHERE o.shard = @shard AND o.event_id = l.id)":  0,
		"SELECT 1 FROM events.shards s CROSS JOIN LATERAL (SELECT x.day FROM events.outbox x WHERE x.shard = s.shard LIMIT 1) o WHERE s.shard = @shard": 1,
		"WITH gone AS (DELETE FROM events.outbox WHERE shard = @shard RETURNING shard, event_id) SELECT 1 FROM gone":                                    0,
		"WITH gone AS (DELETE FROM events.outbox RETURNING shard, event_id) SELECT 1 FROM gone":                                                         1,
		"SELECT 1 FROM (SELECT l.shard FROM events.log l WHERE l.shard = @shard) a JOIN events.outbox o ON o.shard = a.shard":                           0,
		"SELECT id FROM events.log WHERE shard = @shard UNION ALL SELECT event_id FROM events.outbox":                                                   1,
		"INSERT INTO events.outbox (shard, day, event_id) SELECT l.shard, l.day, l.id FROM events.log l WHERE l.id = @id":                               1,
		"UPDATE events.log l SET data = '{}' FROM events.outbox o WHERE l.shard = @shard AND o.event_id = l.id":                                         1,
		"DELETE FROM events.outbox o USING events.log l WHERE o.shard = @shard AND l.id = o.event_id":                                                   1,
	} {
		if got := unsharded(query, sharded); len(got) != want {
			t.Errorf("%s: %q, want %d", query, got, want)
		}
	}
}
