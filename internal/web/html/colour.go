package html

import (
	"fmt"
	"math"
	"regexp"
	"strconv"
)

// minTextContrast and minControlContrast are WCAG 2.2, 1.4.3 and 1.4.11.
const (
	minTextContrast    = 4.5
	minControlContrast = 3.0
)

// colour is an opaque sRGB colour.
type colour struct{ r, g, b uint8 }

// tone is a colour token: its value on light and on dark paper.
type tone struct{ light, dark colour }

var (
	hexColour  = regexp.MustCompile(`^#([0-9A-Fa-f]{6})$`)
	colourRule = regexp.MustCompile(`--cp-([a-z-]+):\s*light-dark\((#[0-9A-Fa-f]{6}),\s*(#[0-9A-Fa-f]{6})\);`)
)

func parseColour(text string) (colour, error) {
	m := hexColour.FindStringSubmatch(text)
	if m == nil {
		return colour{}, fmt.Errorf("%q is not a colour: write it like #0B6E5F", text)
	}
	n, err := strconv.ParseUint(m[1], 16, 32)
	if err != nil {
		return colour{}, err
	}
	return colour{r: uint8(n >> 16), g: uint8(n >> 8), b: uint8(n)}, nil
}

func (c colour) String() string { return fmt.Sprintf("#%02X%02X%02X", c.r, c.g, c.b) }

// luminance is the relative luminance of WCAG 2.
func (c colour) luminance() float64 {
	return 0.2126*linear(c.r) + 0.7152*linear(c.g) + 0.0722*linear(c.b)
}

func linear(channel uint8) float64 {
	v := float64(channel) / 255
	if v <= 0.04045 {
		return v / 12.92
	}
	return math.Pow((v+0.055)/1.055, 2.4)
}

// contrast is the contrast ratio of two colours, 1 to 21.
func contrast(a, b colour) float64 {
	x, y := a.luminance(), b.luminance()
	return (max(x, y) + 0.05) / (min(x, y) + 0.05)
}

// tones reads the colour tokens of a style sheet. The sheet is the one place
// where they are written down; the checks read them from there.
func tones(css []byte) (map[string]tone, error) {
	found := map[string]tone{}
	for _, m := range colourRule.FindAllSubmatch(css, -1) {
		light, err := parseColour(string(m[2]))
		if err != nil {
			return nil, err
		}
		dark, err := parseColour(string(m[3]))
		if err != nil {
			return nil, err
		}
		found[string(m[1])] = tone{light: light, dark: dark}
	}
	return found, nil
}
