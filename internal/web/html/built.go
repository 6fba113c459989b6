package html

import (
	"html/template"
	"net/http"
	"strings"
)

// Facts are what a page that was built ahead has to be told.
type Facts struct {
	API     string // the API's origin, which the page's script asks
	Service string // what the names of the API's own headers begin with
	Form    string // the token that signing out needs
}

var builtHead = template.Must(template.New("").Parse(`<meta name="counterpart-api" content="{{.API}}">
<meta name="counterpart-service" content="{{.Service}}">
<meta name="counterpart-form" content="{{.Form}}">
<meta name="counterpart-name" content="{{.Name}}">
<link rel="icon" href="{{.Icon}}">
<link rel="stylesheet" href="{{.Accent}}">
`))

// Built writes a page that was built ahead (package bundle), with the facts in its
// head. The brand's accent comes after the page's own style.
func (p *Pages) Built(w http.ResponseWriter, entry func(head string) []byte, facts Facts) {
	var head strings.Builder
	// A builder takes all, and the template is tested.
	_ = builtHead.Execute(&head, struct {
		Facts
		Name, Icon, Accent string
	}{facts, p.brand.name(), p.files.url("mark.svg"), p.files.url("accent.css")})
	setHeaders(w.Header(), strings.Join([]string{
		"default-src 'none'", "script-src 'self'", "style-src 'self'", "font-src 'self'", "img-src 'self' blob: " + facts.API,
		"connect-src 'self' " + facts.API, "form-action 'self'", "frame-ancestors 'none'", "base-uri 'none'",
	}, "; "))
	// The reader may have gone away; there is nobody left to tell.
	_, _ = w.Write(entry(head.String()))
}
