package main

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
)

// call is an operation that the client has a method for.
type call struct {
	operation
	verb, path    string
	group, method string // group is empty for what a business has by itself
}

// operations are those with an x-method, in the description's order.
func (w *writer) operations() (list []call) {
	for _, path := range w.doc.Paths.keys {
		item := w.doc.Paths.values[path]
		for _, verb := range item.keys {
			op := item.values[verb]
			if op.Method == "" {
				continue
			}
			group, method, found := strings.Cut(op.Method, ".")
			if !found {
				group, method = "", group
			}
			list = append(list, call{op, verb, path, exported(group), exported(method)})
		}
	}
	return list
}

// answer is the schema of what an operation answers when it did what was asked;
// none has no name.
func (c call) answer() schema {
	for _, status := range []string{"200", "201"} {
		if found, ok := c.Responses[status].Content["application/json"]; ok {
			return found.Schema
		}
	}
	return schema{}
}

func (c call) body() (schema, bool) {
	if c.RequestBody == nil {
		return schema{}, false
	}
	return c.RequestBody.Content["application/json"].Schema, true
}

// methods writes the resources, their queries and one method an operation.
func (w *writer) methods() string {
	w.out.Reset()
	calls := w.operations()
	var groups []string
	for _, c := range calls {
		if c.group != "" && !slices.Contains(groups, c.group) {
			groups = append(groups, c.group)
		}
	}
	w.resources(groups)
	for _, c := range calls {
		w.query(c)
		w.method(c)
	}
	return imports(w.out.String())
}

func (w *writer) resources(groups []string) {
	w.printf("// Resources has a method for every operation of the Business API.\ntype Resources struct {\n")
	for _, group := range groups {
		w.printf("%s %s\n", group, group)
	}
	w.printf("}\n\nfunc resources(c *connection) Resources {\nreturn Resources{")
	for i, group := range groups {
		if i > 0 {
			w.printf(", ")
		}
		w.printf("%s{c}", group)
	}
	w.printf("}\n}\n\n")
	for _, group := range groups {
		w.printf("// %s are calls about one part of a business.\ntype %s struct{ c *connection }\n\n", group, group)
	}
}

// queryName is the type of what a call takes in its query, or empty.
func (c call) queryName(parameters []parameter) string {
	if len(parameters) == 0 {
		return ""
	}
	name := singular(c.group)
	if !slices.Contains([]string{"List", "Page", "Get"}, c.method) {
		name += c.method
	}
	return name + "Query"
}

// inQuery are the parameters of a call's query.
func (w *writer) inQuery(c call) (list []parameter) {
	for _, p := range c.Parameters {
		if p.Ref != "" {
			p = w.doc.Components.Parameters[p.Ref[strings.LastIndex(p.Ref, "/")+1:]]
		}
		if p.In == "query" {
			list = append(list, p)
		}
	}
	return list
}

// query writes the struct of a call's query. What is left out is the zero value.
func (w *writer) query(c call) {
	parameters := w.inQuery(c)
	name := c.queryName(parameters)
	if name == "" {
		return
	}
	after := w.nested()
	w.printf("// %s says what to look for: %s\ntype %s struct {\n", name, sentence(small(c.Summary)), name)
	setters := make([]string, len(parameters))
	for i, p := range parameters {
		kind, setter := w.queryKind(p, after)
		w.printf("%s%s %s\n", comment(sentence(p.Description)), exported(p.Name), kind)
		setters[i] = fmt.Sprintf("v.%s(%q, %s)\n", setter, p.Name, fmt.Sprintf(argument(setter), "q."+exported(p.Name)))
	}
	w.printf("}\n\nfunc (q %s) values() url.Values {\nv := query{}\n%sreturn url.Values(v)\n}\n\n", name, strings.Join(setters, ""))
	after.flush()
}

func argument(setter string) string {
	if setter == "text" {
		return "string(%s)"
	}
	return "%s"
}

// queryKind is the Go type of a parameter, and what puts it into a query.
func (w *writer) queryKind(p parameter, after *nested) (kind, setter string) {
	kind, _ = w.kind(p.Schema, exported(p.Name), p.Name, request, after)
	switch kind {
	case "int":
		return kind, "number"
	case "bool":
		if p.Schema.Default == nil {
			return "Field[bool]", "choice"
		}
		return kind, "flag"
	case "Date":
		return kind, "date"
	case "time.Time":
		return kind, "time"
	case "[]string":
		return kind, "list"
	}
	return kind, "text"
}

var inPath = regexp.MustCompile(`\{(\w+)\}`)

// place is the expression of a path, with its ids escaped.
func place(path string) string {
	whole := inPath.ReplaceAllString(fmt.Sprintf("%q", path), `" + url.PathEscape($1) + "`)
	return strings.TrimSuffix(whole, ` + ""`)
}

// method writes a method, or for a list two: all of it, and a page of it.
func (w *writer) method(c call) {
	on := "r " + c.group
	connection := "r.c"
	if c.group == "" {
		on, connection = "b *Business", "b.c"
	}
	takes := []string{"ctx context.Context"}
	for _, id := range inPath.FindAllStringSubmatch(c.path, -1) {
		takes = append(takes, id[1]+" string")
	}
	query, body := "nil", "nil"
	if s, ok := c.body(); ok {
		kind, _ := w.named(s.ref())
		takes, body = append(takes, "in "+kind), "in"
	}
	if name := c.queryName(w.inQuery(c)); name != "" {
		takes, query = append(takes, "q "+name), "q.values()"
	}
	takes = append(takes, "opts ...Option")
	arguments := fmt.Sprintf("(%s)", strings.Join(takes, ", "))
	request := fmt.Sprintf("ctx, %s, http.Method%s, %s, %s, %s, opts", connection, exported(c.verb), place(c.path), query, body)
	does := sentence(small(c.Summary))
	if c.answer().Ref == "" {
		w.printf("// %s: %s\nfunc (%s) %s%s error {\nreturn callNothing(%s)\n}\n\n", c.method, does, on, c.method, arguments, request)
		return
	}
	kind, _ := w.named(c.answer().ref())
	if c.method == "List" {
		item := strings.TrimSuffix(strings.TrimPrefix(kind, "Page["), "]")
		w.printf("// List reads all, a page at a time: %s\nfunc (%s) List%s iter.Seq2[%s, error] {\nreturn list[%s](ctx, %s, %s, %s, opts)\n}\n\n",
			does, on, arguments, item, item, connection, place(c.path), query)
		w.printf("func (r %s) recordID() string { return r.ID }\n\n", item)
		c.method = "Page"
		does = "a part of the list, " + does
	}
	w.printf("// %s: %s\nfunc (%s) %s%s (%s, error) {\nreturn call[%s](%s)\n}\n\n", c.method, does, on, c.method, arguments, kind, kind, request)
}
