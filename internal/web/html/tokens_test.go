package html

import (
	"maps"
	"math"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

func TestColoursCanBeToldApart(t *testing.T) {
	t.Parallel()
	tokens, err := tones(mustStatic("tokens.css"))
	if err != nil {
		t.Fatal(err)
	}
	grounds := []string{"paper", "surface", "wash"}
	mustTellApart(t, tokens, []pair{
		{"ink", grounds, minTextContrast},
		{"muted", grounds, minTextContrast},
		{"accent", grounds, minTextContrast},
		{"danger", grounds, minTextContrast},
		{"warn", grounds, minTextContrast},
		{"ok", grounds, minTextContrast},
		{"info", grounds, minTextContrast},
		{"on-accent", []string{"accent"}, minTextContrast},
		{"paper", []string{"ink"}, minTextContrast},
		{"control", []string{"paper", "surface"}, minControlContrast},
		{"accent", grounds, minControlContrast},
	})
}

// The console derives grounds from the tokens, and writes and draws on them.
func TestColoursOfTheConsoleCanBeToldApart(t *testing.T) {
	t.Parallel()
	tokens, err := tones(mustStatic("tokens.css"))
	if err != nil {
		t.Fatal(err)
	}
	css, err := os.ReadFile("../../../ui/src/style/tokens.css")
	if err != nil {
		t.Fatal(err)
	}
	derived := mixes(t, css, tokens)
	maps.Copy(tokens, derived)
	// What a primary button lies on while it is pointed at (kit.css).
	accent, ink := tokens["accent"], tokens["ink"]
	tokens["accent-hover"] = tone{mix(accent.light, ink.light, 0.84), mix(accent.dark, ink.dark, 0.84)}

	chosen, changed := []string{"accent-wash"}, []string{"ok-wash", "danger-wash", "warn-wash"}
	pairs := []pair{
		// A chosen row, attempt, revision or step has every kind of text on it.
		{"ink", chosen, minTextContrast},
		{"muted", chosen, minTextContrast},
		{"accent", chosen, minTextContrast},
		{"danger", chosen, minTextContrast},
		{"warn", chosen, minTextContrast},
		{"ok", chosen, minTextContrast},
		{"info", chosen, minTextContrast},
		// What was added and removed, and the character that differs.
		{"ink", changed, minTextContrast},
		{"danger", []string{"danger-wash"}, minControlContrast}, // hatching, too
		{"ok", []string{"ok-wash"}, minControlContrast},
		{"warn", []string{"warn-wash"}, minControlContrast},
		// Buttons: what destroys, in its dialog, and the primary one.
		{"surface", []string{"danger"}, minTextContrast},
		{"on-accent", []string{"accent-hover"}, minTextContrast},
		// Bars, lines and shapes of charts; the frame of a chosen part.
		{"accent", append(chosen, "surface"), minControlContrast},
		{"danger", []string{"surface"}, minControlContrast},
		{"control", []string{"surface", "paper"}, minControlContrast},
	}
	mustTellApart(t, tokens, pairs)
	for name := range derived {
		if !slices.ContainsFunc(pairs, func(p pair) bool { return slices.Contains(p.on, name) }) {
			t.Errorf("no pair is on %s", name)
		}
	}
}

// pair is a colour and what it lies on.
type pair struct {
	fore  string
	on    []string
	least float64
}

func mustTellApart(t *testing.T, tokens map[string]tone, pairs []pair) {
	t.Helper()
	for _, pair := range pairs {
		for _, on := range pair.on {
			fore, ok := tokens[pair.fore]
			ground, there := tokens[on]
			if !ok || !there {
				t.Errorf("%s on %s: no such token", pair.fore, on)
			}
			for theme, got := range map[string]float64{
				"light": contrast(fore.light, ground.light),
				"dark":  contrast(fore.dark, ground.dark),
			} {
				if got < pair.least {
					t.Errorf("%s on %s, %s: %.2f:1, want at least %.1f:1", pair.fore, on, theme, got, pair.least)
				}
			}
		}
	}
}

var mixRule = regexp.MustCompile(`--cp-([a-z-]+): color-mix\(in oklab, var\(--cp-([a-z-]+)\) (\d+)%, var\(--cp-([a-z-]+)\)\);`)

// mixes reads the colours that a style sheet mixes from tokens.
func mixes(t *testing.T, css []byte, tokens map[string]tone) map[string]tone {
	t.Helper()
	found := map[string]tone{}
	for _, m := range mixRule.FindAllSubmatch(css, -1) {
		percent, err := strconv.ParseFloat(string(m[3]), 64)
		if err != nil {
			t.Fatal(err)
		}
		a, b := tokens[string(m[2])], tokens[string(m[4])]
		found[string(m[1])] = tone{mix(a.light, b.light, percent/100), mix(a.dark, b.dark, percent/100)}
	}
	if len(found) == 0 {
		t.Fatal("the console derives no colours: is the style sheet written otherwise now?")
	}
	return found
}

// mix is color-mix(in oklab, a share, b), of CSS Color 5.
func mix(a, b colour, share float64) colour {
	x, y := oklab(a), oklab(b)
	for i := range x {
		x[i] = x[i]*share + y[i]*(1-share)
	}
	return fromOklab(x)
}

// oklab and fromOklab are the matrices of CSS Color 4.
func oklab(c colour) [3]float64 {
	r, g, b := linear(c.r), linear(c.g), linear(c.b)
	l := math.Cbrt(0.4122214708*r + 0.5363325363*g + 0.0514459929*b)
	m := math.Cbrt(0.2119034982*r + 0.6806995451*g + 0.1073969566*b)
	s := math.Cbrt(0.0883024619*r + 0.2817188376*g + 0.6299787005*b)
	return [3]float64{
		0.2104542553*l + 0.7936177850*m - 0.0040720468*s,
		1.9779984951*l - 2.4285922050*m + 0.4505937099*s,
		0.0259040371*l + 0.7827717662*m - 0.8086757660*s,
	}
}

func fromOklab(lab [3]float64) colour {
	l := cube(lab[0] + 0.3963377774*lab[1] + 0.2158037573*lab[2])
	m := cube(lab[0] - 0.1055613458*lab[1] - 0.0638541728*lab[2])
	s := cube(lab[0] - 0.0894841775*lab[1] - 1.2914855480*lab[2])
	return colour{
		channel(4.0767416621*l - 3.3077115913*m + 0.2309699292*s),
		channel(-1.2684380046*l + 2.6097574011*m - 0.3413193965*s),
		channel(-0.0041960863*l - 0.7034186147*m + 1.7076147010*s),
	}
}

func cube(v float64) float64 { return v * v * v }

// channel is the inverse of linear.
func channel(v float64) uint8 {
	if v <= 0.0031308 {
		v *= 12.92
	} else {
		v = 1.055*math.Pow(v, 1/2.4) - 0.055
	}
	return uint8(math.Round(255 * min(max(v, 0), 1)))
}

func TestMixingIsThatOfCSS(t *testing.T) {
	t.Parallel()
	white, black := colour{255, 255, 255}, colour{}
	for want, got := range map[colour]colour{
		white:              mix(white, black, 1),
		black:              mix(white, black, 0),
		{0x63, 0x63, 0x63}: mix(white, black, 0.5), // a browser's answer
	} {
		if got != want {
			t.Errorf("want %s, got %s", want, got)
		}
	}
}

func TestContrastIsThatOfWCAG(t *testing.T) {
	t.Parallel()
	black, white := colour{}, colour{255, 255, 255}
	if got := contrast(black, white); got != 21 {
		t.Errorf("black on white: want 21, got %v", got)
	}
	// A well-known pair: #767676 is the lightest grey that passes on white.
	if grey := contrast(colour{0x76, 0x76, 0x76}, white); grey < 4.54 || grey > 4.55 {
		t.Errorf("#767676 on white: want 4.54, got %v", grey)
	}
}

var (
	tokenUse  = regexp.MustCompile(`var\((--cp-[a-z0-9-]+)\)`)
	rawColour = regexp.MustCompile(`#[0-9A-Fa-f]{3,8}\b|rgba?\(|hsla?\(`)
)

func TestRulesUseTokensOnly(t *testing.T) {
	t.Parallel()
	tokens, rules := string(mustStatic("tokens.css")), string(mustStatic("pages.css"))
	for _, use := range tokenUse.FindAllStringSubmatch(rules, -1) {
		if !strings.Contains(tokens, use[1]+":") {
			t.Errorf("token %s is not declared", use[1])
		}
	}
	for line := range strings.Lines(rules) {
		// The one colour that must not follow the theme: a camera wants a white margin.
		if rawColour.MatchString(line) && !strings.HasPrefix(line, ".qr ") {
			t.Errorf("a colour that is no token: %s", line)
		}
	}
}
