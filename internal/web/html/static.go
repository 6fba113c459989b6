package html

import (
	"bytes"
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"fmt"
	"net/http"
	"path"
	"strings"
	"time"

	"github.com/counterpart/counterpart/internal/vocab/pagepath"
)

//go:embed static
var staticFiles embed.FS

// asset is a file as the browser gets it.
type asset struct {
	hash        string
	contentType string
	body        []byte
}

// assets are the files under pagepath.Static by their plain name. A page links to a
// name with the content's hash in it, so a browser may keep the file for ever.
type assets map[string]asset

const hashLen = 12

func (a assets) add(name, contentType string, body []byte) {
	sum := sha256.Sum256(body)
	a[name] = asset{hash: hex.EncodeToString(sum[:])[:hashLen], contentType: contentType, body: body}
}

// url is the address of a file, or empty when there is no such file.
func (a assets) url(name string) string {
	if _, ok := a[name]; !ok {
		return ""
	}
	return pagepath.Static + a.hashed(name)
}

func (a assets) hashed(name string) string {
	ext := path.Ext(name)
	return strings.TrimSuffix(name, ext) + "." + a[name].hash + ext
}

// buildAssets makes the files of one brand. The style sheet is put together
// here, from tokens, rules and accent, because an @import costs a round trip
// and the policy allows no style in the page.
func buildAssets(brand Brand) (assets, error) {
	files := assets{}
	tokens, rules, mark := mustStatic("tokens.css"), mustStatic("pages.css"), mustStatic("mark.svg")
	colours, err := tones(tokens)
	if err != nil {
		return nil, fmt.Errorf("read tokens: %w", err)
	}
	accent, err := brand.accent(colours)
	if err != nil {
		return nil, err
	}
	sheet := bytes.Join([][]byte{tokens, rules, accentRule(accent)}, []byte("\n"))
	for _, font := range []string{"inter-latin.woff2", "inter-latin-ext.woff2"} {
		files.add(font, "font/woff2", mustStatic(font))
		sheet = bytes.ReplaceAll(sheet, []byte(font), []byte(files.hashed(font)))
	}
	files.add("accent.css", "text/css; charset=utf-8", accentRule(accent)) // for pages that have a style of their own
	files.add("pages.css", "text/css; charset=utf-8", sheet)
	files.add("bridge.js", "text/javascript; charset=utf-8", mustStatic("bridge.js"))
	files.add("passkey.js", "text/javascript; charset=utf-8", mustStatic("passkey.js"))
	files.add("mark.svg", "image/svg+xml", recolour(mark, colours["accent"].light, accent.light))
	if len(brand.Logo) > 0 {
		ext, contentType, err := brand.logoType()
		if err != nil {
			return nil, err
		}
		files.add("logo"+ext, contentType, brand.Logo)
	}
	return files, nil
}

// mustStatic reads a file that was compiled in.
func mustStatic(name string) []byte {
	body, err := staticFiles.ReadFile("static/" + name)
	if err != nil {
		panic(err)
	}
	return body
}

func accentRule(accent tone) []byte {
	return fmt.Appendf(nil, ":root { --cp-accent: light-dark(%s, %s); }\n", accent.light, accent.dark)
}

// recolour gives the icon the brand's accent: a picture cannot read our tokens.
func recolour(svg []byte, ours, brands colour) []byte {
	return bytes.ReplaceAll(svg, []byte(ours.String()), []byte(brands.String()))
}

// Static serves the files that the pages link to; mount it at pagepath.Static.
func (p *Pages) Static() http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		name, hash := splitHash(strings.TrimPrefix(r.URL.Path, pagepath.Static))
		file, ok := p.files[name]
		if !ok {
			http.NotFound(w, r)
			return
		}
		h := w.Header()
		h.Set("Content-Type", file.contentType)
		h.Set("X-Content-Type-Options", "nosniff")
		h.Set("Cross-Origin-Resource-Policy", "same-origin")
		// A logo may be an SVG; opened by itself it must not run anything.
		h.Set("Content-Security-Policy", "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; base-uri 'none'; sandbox")
		h.Set("ETag", `"`+file.hash+`"`)
		h.Set("Cache-Control", cacheControl(hash == file.hash))
		http.ServeContent(w, r, "", time.Time{}, bytes.NewReader(file.body))
	})
}

// cacheControl lets a file be kept for ever under its own hash. During a
// rolling upgrade a node is asked for files of its neighbour's version; it
// answers with its own, which is better than a page without style, but nobody
// may keep that.
func cacheControl(exact bool) string {
	if exact {
		return "public, max-age=31536000, immutable"
	}
	return "no-store"
}

// splitHash takes pages.3f2a91bc04d7.css apart into pages.css and the hash.
func splitHash(file string) (name, hash string) {
	ext := path.Ext(file)
	stem := strings.TrimSuffix(file, ext)
	hash = strings.TrimPrefix(path.Ext(stem), ".")
	return strings.TrimSuffix(stem, "."+hash) + ext, hash
}
