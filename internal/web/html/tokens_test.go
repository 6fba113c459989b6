package html

import (
	"regexp"
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
	pairs := []struct {
		fore  string
		on    []string
		least float64
	}{
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
	}
	for _, pair := range pairs {
		for _, on := range pair.on {
			fore, ground := tokens[pair.fore], tokens[on]
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
