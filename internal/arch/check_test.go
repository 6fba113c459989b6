package arch

import (
	"fmt"
	"maps"
	"slices"
	"strings"
)

// check returns what is wrong with the tree, each complaint with the file and
// the rule it breaks.
func check(tree []pkg) []string {
	var complaints []string
	complain := func(format string, args ...any) { complaints = append(complaints, fmt.Sprintf(format, args...)) }
	for _, p := range tree {
		if why := misplaced(p.path); why != "" {
			complain("%s: %s", p.path, why)
			continue
		}
		if !p.documented && !p.generated && !p.onlyTests {
			complain("%s: has no package comment", p.path)
		}
		for _, i := range p.imports {
			if why := refuse(p.path, i); why != "" {
				complain("%s: imports %s, but %s", i.file, i.path, why)
			}
		}
	}
	if circle := findCircle(tree); circle != nil {
		complain("folders depend on each other in a circle: %s", strings.Join(circle, " → "))
	}
	return complaints
}

// misplaced says why a package stands where nobody decided that one should.
func misplaced(folder string) string {
	if partOf(folder) == "" {
		return "is no part of the codebase; give it a place in layers"
	}
	if domain, inCore := childOf("internal/core", folder); inCore && domains[domain] == nil {
		return "is no domain; give it a row in domains"
	}
	return ""
}

// refuse says why a package must not import something, or nothing if it may.
func refuse(from string, i imported) string {
	if !i.own {
		return refuseLibrary(from, i)
	}
	for _, rule := range []func(string, imported) string{refuseKit, refuseLayer, refuseFace, refuseDomain} {
		if why := rule(from, i); why != "" {
			return why
		}
	}
	return ""
}

func refuseKit(from string, i imported) string {
	if within(i.path, testKits) && !i.inTest && !within(from, testKits) {
		return "that is for tests only"
	}
	return ""
}

// refuseLayer holds the parts to layers. A test may also use the part that its
// own part stands in: work's table of jobs beside work/delivery.
func refuseLayer(from string, i imported) string {
	part, target := partOf(from), partOf(i.path)
	if part == target || i.inTest && (within(i.path, testKits) || target != "" && under(part, target)) {
		return ""
	}
	if target == "" || !within(i.path, layers[part]) {
		return fmt.Sprintf("%s may depend on %s", part, list(layers[part]))
	}
	return ""
}

func refuseFace(from string, i imported) string {
	face, isFace := childOf("internal/web", i.path)
	if !isFace || !slices.Contains(faces, face) {
		return ""
	}
	if own, inWeb := childOf("internal/web", from); inWeb && own != face {
		return "only internal/app knows the faces"
	}
	return ""
}

// refuseDomain holds the domains to their table. A domain's tests may set a
// stage with any other domain.
func refuseDomain(from string, i imported) string {
	domain, inCore := childOf("internal/core", from)
	target, toCore := childOf("internal/core", i.path)
	if !inCore || !toCore || domain == target || i.inTest {
		return ""
	}
	if !slices.Contains(domains[domain], target) {
		return fmt.Sprintf("%s may depend on %s", domain, list(domains[domain]))
	}
	return ""
}

// refuseLibrary judges imports from outside the module. Tests use what they need.
func refuseLibrary(from string, i imported) string {
	if i.inTest {
		return ""
	}
	for library, places := range owners {
		if under(i.path, library) {
			if !keeps(from, places) {
				return fmt.Sprintf("%s is used through %s", library, list(places))
			}
			return ""
		}
	}
	if within(from, onlyStandardLibrary) && !standard(i.path) {
		return fmt.Sprintf("%s uses the standard library alone", partOf(from))
	}
	if within(i.path, barred[partOf(from)]) {
		return fmt.Sprintf("%s does without it", partOf(from))
	}
	return ""
}

func keeps(from string, places []string) bool {
	return slices.ContainsFunc(places, func(place string) bool {
		if ending, anywhere := strings.CutPrefix(place, "*"); anywhere {
			return strings.HasSuffix(from, ending)
		}
		return under(from, place)
	})
}

// standard tells a package of the standard library by its first element, which
// for all others is a host name.
func standard(importPath string) bool {
	first, _, _ := strings.Cut(importPath, "/")
	return !strings.Contains(first, ".")
}

// partOf returns the part a package belongs to: the longest name that fits.
func partOf(folder string) string {
	longest := ""
	for part := range layers {
		if under(folder, part) && len(part) > len(longest) {
			longest = part
		}
	}
	return longest
}

// childOf returns the folder right below parent in which a package stands.
func childOf(parent, folder string) (string, bool) {
	rest, ok := strings.CutPrefix(folder, parent+"/")
	child, _, _ := strings.Cut(rest, "/")
	return child, ok
}

func under(name, folder string) bool { return name == folder || strings.HasPrefix(name, folder+"/") }

func within(name string, folders []string) bool {
	return slices.ContainsFunc(folders, func(folder string) bool { return under(name, folder) })
}

func list(names []string) string {
	if len(names) == 0 {
		return "nothing else"
	}
	return strings.Join(names, ", ")
}

// findCircle looks for folders that depend on each other. The compiler forbids
// circles of packages; two folders can still need one another through different
// packages, and then neither can be understood alone.
func findCircle(tree []pkg) []string {
	arrows := map[string]map[string]bool{}
	for _, p := range tree {
		for _, i := range p.imports {
			from, to := folderOf(p.path), folderOf(i.path)
			if i.own && !i.inTest && from != to && !within(from, testKits) {
				if arrows[from] == nil {
					arrows[from] = map[string]bool{}
				}
				arrows[from][to] = true
			}
		}
	}
	done := map[string]bool{}
	for _, from := range slices.Sorted(maps.Keys(arrows)) {
		if circle := walk(arrows, done, []string{from}); circle != nil {
			return circle
		}
	}
	return nil
}

// walk follows the arrows from the end of a way until it meets itself.
func walk(arrows map[string]map[string]bool, done map[string]bool, way []string) []string {
	here := way[len(way)-1]
	if at := slices.Index(way, here); at < len(way)-1 {
		return way[at:]
	}
	if done[here] {
		return nil
	}
	for _, next := range slices.Sorted(maps.Keys(arrows[here])) {
		if circle := walk(arrows, done, append(slices.Clone(way), next)); circle != nil {
			return circle
		}
	}
	done[here] = true
	return nil
}

// folderOf names the folder that must be free of circles: a domain, a face, a
// catalogue, an engine, else the part itself.
func folderOf(folder string) string {
	for _, parent := range []string{"internal/core", "internal/web", "internal/vocab", "internal/base"} {
		if child, ok := childOf(parent, folder); ok {
			return parent + "/" + child
		}
	}
	return partOf(folder)
}
