package app_test

import (
	"encoding/json"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/goccy/go-yaml"

	"github.com/counterpart/counterpart/internal/apptest"
)

const (
	alertsFile     = "../../deploy/prometheus/alerts.yaml"
	alertTestsFile = "../../deploy/prometheus/alerts_test.yaml"
	operationsFile = "../../docs/operations.md"
)

var (
	instrument = regexp.MustCompile(`\.(Counter|Total|Latency|Gauge|GaugeBy)\("([a-z_]+)", "`)
	figure     = regexp.MustCompile(`\bcounterpart_[a-z_]+\b`)
	routeMatch = regexp.MustCompile(`route(=~?)"([^"]+)"`)
	runbook    = regexp.MustCompile(`(?m)^### (Counterpart\w+)$`)
)

// instruments are the names under which Prometheus sees what the source measures. A
// histogram has three.
func instruments(t *testing.T) map[string][]string {
	t.Helper()
	names := map[string][]string{"counterpart_build_info": {"counterpart_build_info"}}
	err := filepath.WalkDir("..", func(path string, entry fs.DirEntry, err error) error {
		if err != nil || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
			return err
		}
		for _, found := range instrument.FindAllStringSubmatch(read(t, path), -1) {
			name := "counterpart_" + found[2]
			switch found[1] {
			case "Counter", "Total":
				name += "_total"
				names[name] = []string{name}
			case "Latency":
				name += "_seconds"
				names[name] = []string{name, name + "_bucket", name + "_count", name + "_sum"}
			default:
				names[name] = []string{name}
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return names
}

func read(t *testing.T, path string) string {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// dashboards are the files that Grafana is given.
func dashboards(t *testing.T) map[string]string {
	t.Helper()
	paths, err := filepath.Glob("../../deploy/grafana/*.json")
	if err != nil || len(paths) == 0 {
		t.Fatalf("found %d dashboards: %v", len(paths), err)
	}
	texts := map[string]string{}
	for _, path := range paths {
		texts[filepath.Base(path)] = read(t, path)
	}
	return texts
}

func TestEveryFigureThatIsNamedExists(t *testing.T) {
	t.Parallel()
	exist := map[string]bool{}
	for _, names := range instruments(t) {
		for _, name := range names {
			exist[name] = true
		}
	}
	texts := dashboards(t)
	charts, err := filepath.Glob("../../deploy/helm/counterpart/ci/*.yaml")
	if err != nil {
		t.Fatal(err)
	}
	for _, path := range append(charts, "../../deploy/helm/counterpart/values.yaml") {
		texts[path] = read(t, path)
	}
	texts["alerts.yaml"], texts["alerts_test.yaml"], texts["operations.md"] = read(t, alertsFile), read(t, alertTestsFile), read(t, operationsFile)
	for in, text := range texts {
		for _, name := range figure.FindAllString(text, -1) {
			if !exist[name] {
				t.Errorf("%s names %s, which nothing measures", in, name)
			}
		}
	}
}

func TestEveryFigureIsShown(t *testing.T) {
	t.Parallel()
	shown := read(t, alertsFile) + strings.Join(slices.Collect(maps.Values(dashboards(t))), "\n")
	named := figure.FindAllString(shown, -1)
	for name, forms := range instruments(t) {
		if !slices.ContainsFunc(forms, func(form string) bool { return slices.Contains(named, form) }) {
			t.Errorf("%s is on no dashboard and in no alert", name)
		}
	}
}

func TestANodeMeasuresWhatTheSourceSays(t *testing.T) {
	t.Parallel()
	known := instruments(t)
	page := apptest.Start(t).Node(0).Measured(t)
	families := regexp.MustCompile(`(?m)^# TYPE (counterpart_\w+) `).FindAllStringSubmatch(page, -1)
	if len(families) < 20 {
		t.Errorf("only %d families", len(families))
	}
	for _, family := range families {
		if known[family[1]] == nil {
			t.Errorf("a node shows %s, which was not found in the source", family[1])
		}
	}
}

// alert is a rule of alerts.yaml.
type alert struct {
	Alert       string
	Expr        string
	For         string
	Labels      map[string]string
	Annotations map[string]string
}

func alerts(t *testing.T) []alert {
	t.Helper()
	var file struct {
		Groups []struct{ Rules []alert }
	}
	if err := yaml.Unmarshal([]byte(read(t, alertsFile)), &file); err != nil {
		t.Fatal(err)
	}
	var list []alert
	for _, group := range file.Groups {
		list = append(list, group.Rules...)
	}
	if len(list) == 0 {
		t.Fatal("found no alerts")
	}
	return list
}

func TestEveryAlertSaysWhatToDo(t *testing.T) {
	t.Parallel()
	tests := read(t, alertTestsFile)
	for _, a := range alerts(t) {
		if s := a.Labels["severity"]; s != "page" && s != "ticket" {
			t.Errorf("%s has the severity %q", a.Alert, s)
		}
		if a.For == "" || a.Annotations["summary"] == "" || a.Annotations["description"] == "" {
			t.Errorf("%s lacks for, summary or description", a.Alert)
		}
		if want := "docs/operations.md#" + strings.ToLower(a.Alert); a.Annotations["runbook"] != want {
			t.Errorf("%s has the runbook %q, want %q", a.Alert, a.Annotations["runbook"], want)
		}
		if !strings.Contains(tests, `alertname="`+a.Alert+`"`) {
			t.Errorf("no test of alerts_test.yaml expects %s", a.Alert)
		}
	}
}

func TestEveryAlertHasARunbookAndTheReverse(t *testing.T) {
	t.Parallel()
	text := read(t, operationsFile)
	sections := map[string]string{}
	for _, at := range runbook.FindAllStringSubmatchIndex(text, -1) {
		section, _, _ := strings.Cut(text[at[1]:], "\n#")
		sections[text[at[2]:at[3]]] = section
	}
	for _, a := range alerts(t) {
		section, there := sections[a.Alert]
		if !there {
			t.Errorf("docs/operations.md has no section %s", a.Alert)
			continue
		}
		for _, part := range []string{"**It means**", "**Look**", "**Do**"} {
			if !strings.Contains(section, part) {
				t.Errorf("the section %s lacks %s", a.Alert, part)
			}
		}
		delete(sections, a.Alert)
	}
	for name := range sections {
		t.Errorf("docs/operations.md has a section %s, and there is no such alert", name)
	}
}

func TestDashboardsAreWhole(t *testing.T) {
	t.Parallel()
	node := apptest.Start(t).Node(0)
	var routes []string
	for _, row := range append(node.APIRoutes(), node.AppRoutes()...) {
		routes = append(routes, row.Pattern)
	}
	for name, text := range dashboards(t) {
		var board struct {
			UID, Title, Description string
			Panels                  []struct {
				Type, Title, Description string
				Targets                  []struct{ Expr string }
			}
		}
		if err := json.Unmarshal([]byte(text), &board); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		if board.UID != "counterpart-"+strings.TrimSuffix(name, ".json") || board.Title == "" || board.Description == "" {
			t.Errorf("%s lacks its uid, title or description", name)
		}
		for _, panel := range board.Panels {
			if panel.Type == "row" || panel.Type == "text" {
				continue
			}
			if panel.Title == "" || panel.Description == "" || len(panel.Targets) == 0 {
				t.Errorf("%s: the panel %q lacks a title, a description or an expression", name, panel.Title)
			}
			for _, target := range panel.Targets {
				for _, match := range routeMatch.FindAllStringSubmatch(target.Expr, -1) {
					pattern := match[2]
					if match[1] == "=" {
						pattern = regexp.QuoteMeta(pattern)
					}
					if !slices.ContainsFunc(routes, regexp.MustCompile("^(?:"+pattern+")$").MatchString) {
						t.Errorf("%s: the panel %q asks for routes %s, and there are none", name, panel.Title, match[2])
					}
				}
			}
		}
	}
}
