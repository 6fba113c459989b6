// Preview shows every page of package sample in a browser, to be looked at:
//
//	go run ./internal/web/html/preview
//
// ?lang=en-XA and ?lang=ar-XB show a page in the made-up languages.
package main

import (
	"flag"
	"fmt"
	"html/template"
	"image"
	"image/color"
	"image/png"
	"log"
	"net/http"

	"github.com/counterpart/counterpart/internal/vocab/pagepath"
	"github.com/counterpart/counterpart/internal/web/html"
	"github.com/counterpart/counterpart/internal/web/html/sample"
)

var contents = template.Must(template.New("").Parse(`<!doctype html><title>Pages</title><ul>
{{range .}}<li><a href="/preview/{{.Name}}">{{.Name}}</a>{{end}}</ul>`))

func main() {
	addr := flag.String("addr", "127.0.0.1:8088", "address to listen on")
	flag.Parse()
	mux, err := routes()
	if err != nil {
		log.Fatal(err)
	}
	fmt.Printf("http://%s/\n", *addr)
	log.Fatal(http.ListenAndServe(*addr, mux))
}

func routes() (*http.ServeMux, error) {
	pages, err := html.New(html.Brand{HelpURL: "mailto:help@service.test"})
	if err != nil {
		return nil, err
	}
	mux := http.NewServeMux()
	mux.Handle("GET "+pagepath.Static, pages.Static())
	mux.HandleFunc("GET "+sample.QR, pairingCode)
	mux.HandleFunc("GET "+sample.Logo, logo)
	mux.HandleFunc("GET /{$}", func(w http.ResponseWriter, _ *http.Request) {
		_ = contents.Execute(w, sample.Pages())
	})
	for _, page := range sample.Pages() {
		mux.HandleFunc("GET /preview/"+page.Name, func(w http.ResponseWriter, r *http.Request) {
			page.Frame.Locale = r.URL.Query().Get("lang")
			if err := pages.Render(w, page.Status, page.Frame, page.View); err != nil {
				log.Print(err)
			}
		})
	}
	return mux, nil
}

// logo draws something that an app might call its own.
func logo(w http.ResponseWriter, _ *http.Request) {
	const size = 96
	img := image.NewRGBA(image.Rect(0, 0, size, size))
	for y := range size {
		for x := range size {
			if dx, dy := x-size/2, y-size/2; dx*dx+dy*dy < 40*40 && (x+y)%24 < 18 {
				img.Set(x, y, color.RGBA{R: 0xC8, G: 0x6B, B: 0x1E, A: 0xFF})
			}
		}
	}
	w.Header().Set("Content-Type", "image/png")
	_ = png.Encode(w, img)
}

// pairingCode draws something that looks like a QR code from afar.
func pairingCode(w http.ResponseWriter, _ *http.Request) {
	const cells, size = 33, 4
	img := image.NewGray(image.Rect(0, 0, cells*size, cells*size))
	for y := range cells * size {
		for x := range cells * size {
			img.SetGray(x, y, color.Gray{Y: cell(x/size, y/size, cells)})
		}
	}
	w.Header().Set("Content-Type", "image/png")
	_ = png.Encode(w, img)
}

func cell(x, y, cells int) uint8 {
	dx, dy := min(x, cells-1-x), min(y, cells-1-y)
	if dx < 8 && dy < 8 && (x < 8 || y < 8) {
		ring := max(abs(dx-3), abs(dy-3))
		if ring == 2 || ring == 4 {
			return 255
		}
		return 0
	}
	if (x*x*7+y*13+x*y*5)%11 < 5 {
		return 0
	}
	return 255
}

func abs(n int) int { return max(n, -n) }
