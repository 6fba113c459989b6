package main

import (
	"context"
	"crypto/rand"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"time"
)

// statements is where the node's own statements stand.
const statements = "internal/core/oauth/token/queries.sql"

// bare lets pgbench run a statement of the node's without the node.
type bare struct {
	program string
	url     string
	clients int
	each    time.Duration
	rows    int // how many there are to choose from
}

// sqlOf reads a statement of the node's by its name.
func sqlOf(query string) (string, error) {
	text, err := os.ReadFile(statements)
	if err != nil {
		return "", err
	}
	_, rest, ok := strings.Cut(string(text), "-- name: "+query+" ")
	if !ok {
		return "", fmt.Errorf("%s has no query %s", statements, query)
	}
	_, sql, _ := strings.Cut(rest, "\n")
	sql, _, _ = strings.Cut(sql, ";")
	return sql, nil
}

// run runs the named query on any of the numbered families and tells how many ran in a
// second.
func (b bare) run(ctx context.Context, query string) (float64, error) {
	sql, err := sqlOf(query)
	if err != nil {
		return 0, err
	}
	file := filepath.Join(os.TempDir(), "load-"+query+"-"+rand.Text()+".sql")
	script := fmt.Sprintf("\\set n random(1, %d)\n%s;\n", b.rows, literal(sql))
	if err := os.WriteFile(file, []byte(script), 0o600); err != nil {
		return 0, err
	}
	defer os.Remove(file)
	args := []string{"-n", "-M", "prepared", "-c", fmt.Sprint(b.clients), "-T", fmt.Sprint(max(1, int(b.each.Seconds())/rounds)), "-f", file}
	out, err := exec.CommandContext(ctx, b.program, append(args, b.url)...).CombinedOutput()
	if err != nil {
		return 0, fmt.Errorf("pgbench: %w: %s", err, out)
	}
	found := regexp.MustCompile(`tps = ([\d.]+)`).FindSubmatch(out)
	if found == nil {
		return 0, fmt.Errorf("pgbench told no figure: %s", out)
	}
	return strconv.ParseFloat(string(found[1]), 64)
}

// literal puts values in the place of parameters. pgbench has no ids, so it looks
// them up by number in a small table: that is all that the statement does beside
// the node's. Nor does it know the present token, so what compares with it
// compares the row with itself.
func literal(sql string) string {
	now := time.Now().UTC()
	at := func(d time.Duration) string { return "'" + now.Add(d).Format(time.RFC3339) + "'::timestamptz" }
	hash := `decode(md5(random()::text) || md5(random()::text), 'hex')`
	return strings.NewReplacer(
		"sqlc.embed(b)", "b.*",
		"@shard", "(SELECT shard FROM load_families WHERE n = :n)", "@id", "(SELECT id FROM load_families WHERE n = :n)",
		"@app_id", "f.app_id", "@generation", "f.generation", "@presented_hash", "f.refresh_hash",
		"@access_hash", hash, "@refresh_hash", hash, "@access_expires_at", at(time.Hour), "@refresh_expires_at", at(30*24*time.Hour),
		"@forget_on", at(60*24*time.Hour)+"::date", "@now::timestamptz", at(0),
	).Replace(sql)
}
