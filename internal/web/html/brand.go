package html

import (
	"bytes"
	"errors"
	"fmt"
	"net/http"
)

// Brand is all of the look that an operator may replace.
type Brand struct {
	Name      string // stands in the header and in every title; "Service" when empty
	Logo      []byte // an SVG, PNG, JPEG or WebP shown 28 px high instead of mark and name; may be empty
	Accent    Accent // colour of links and the primary button; ours when empty
	HelpURL   string // where people find help, https: or mailto:; no link when empty
	GuidesURL string // where developers find guides, https:; no link when empty
}

// Accent is the brand's colour on light and on dark paper, written #RRGGBB.
type Accent struct{ Light, Dark string }

func (b Brand) name() string {
	if b.Name == "" {
		return "Service"
	}
	return b.Name
}

// logoType tells what kind of picture the logo is.
func (b Brand) logoType() (ext, contentType string, err error) {
	if bytes.Contains(b.Logo[:min(len(b.Logo), 1024)], []byte("<svg")) {
		return ".svg", "image/svg+xml", nil
	}
	switch contentType = http.DetectContentType(b.Logo); contentType {
	case "image/png":
		return ".png", contentType, nil
	case "image/jpeg":
		return ".jpg", contentType, nil
	case "image/webp":
		return ".webp", contentType, nil
	}
	return "", "", errors.New("the logo is not an SVG, PNG, JPEG or WebP picture")
}

// accent reads the brand's accent. It refuses colours that could not be read as
// a link. The text on a button needs no check of its own: it is lighter than
// every light ground and darker than every dark one.
func (b Brand) accent(tokens map[string]tone) (accent tone, err error) {
	if b.Accent == (Accent{}) {
		return tokens["accent"], nil
	}
	if accent.light, err = parseColour(b.Accent.Light); err != nil {
		return accent, fmt.Errorf("light accent: %w", err)
	}
	if accent.dark, err = parseColour(b.Accent.Dark); err != nil {
		return accent, fmt.Errorf("dark accent: %w", err)
	}
	for _, name := range []string{"paper", "surface", "wash"} {
		ground := tokens[name]
		if got := contrast(accent.light, ground.light); got < minTextContrast {
			return accent, fmt.Errorf("light accent %s has a contrast of %.1f:1 on %s and needs 4.5:1: choose a darker one", accent.light, got, ground.light)
		}
		if got := contrast(accent.dark, ground.dark); got < minTextContrast {
			return accent, fmt.Errorf("dark accent %s has a contrast of %.1f:1 on %s and needs 4.5:1: choose a lighter one", accent.dark, got, ground.dark)
		}
	}
	return accent, nil
}
