package apps_test

import (
	"bytes"
	"image"
	"image/color"
	"image/gif"
	"image/jpeg"
	"image/png"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/counterpart/counterpart/internal/base/ident"
	"github.com/counterpart/counterpart/internal/core/apps"
)

var (
	red  = color.RGBA{R: 200, A: 255}
	none = color.RGBA{}
)

func TestALogoIsDrawnAnewAsASquare(t *testing.T) {
	t.Parallel()
	r := newRegistry(t)
	app, _ := r.register(t, r.sync())
	for name, one := range map[string]struct {
		sent   []byte
		side   int
		corner color.RGBA
	}{
		"a large square is shrunk":     {asPNG(t, plain(1024, 1024)), 256, red},
		"an odd size too":              {asPNG(t, plain(301, 301)), 256, red},
		"a small one keeps its size":   {asPNG(t, plain(64, 64)), 64, red},
		"a wide one is put in between": {asPNG(t, plain(512, 100)), 256, none},
		"a tall one is put in between": {asPNG(t, plain(20, 40)), 40, none},
		"a JPEG will do":               {asJPEG(t, plain(300, 300)), 256, red},
	} {
		must(t, r.SetLogo(t.Context(), app.ID, one.sent))
		logo, err := r.Logo(t.Context(), app.ID)
		must(t, err)
		got, err := png.Decode(bytes.NewReader(logo.PNG))
		must(t, err)
		if diff := cmp.Diff(image.Rect(0, 0, one.side, one.side), got.Bounds()); diff != "" {
			t.Errorf("%s: %s", name, diff)
		}
		near(t, name+", corner", one.corner, got.At(0, 0))
		near(t, name+", middle", red, got.At(one.side/2, one.side/2))
	}
}

func TestShrinkingMixesColours(t *testing.T) {
	t.Parallel()
	r := newRegistry(t)
	app, _ := r.register(t, r.sync())
	chequered := image.NewRGBA(image.Rect(0, 0, 512, 512))
	for y := range 512 {
		for x := range 512 {
			if (x+y)%2 == 0 {
				chequered.SetRGBA(x, y, color.RGBA{R: 255, G: 255, B: 255, A: 255})
			} else {
				chequered.SetRGBA(x, y, color.RGBA{A: 255})
			}
		}
	}
	must(t, r.SetLogo(t.Context(), app.ID, asPNG(t, chequered)))
	logo, err := r.Logo(t.Context(), app.ID)
	must(t, err)
	got, err := png.Decode(bytes.NewReader(logo.PNG))
	must(t, err)
	near(t, "grey", color.RGBA{R: 127, G: 127, B: 127, A: 255}, got.At(100, 33))
}

func TestWhatIsNoLogoIsRefused(t *testing.T) {
	t.Parallel()
	r := newRegistry(t)
	app, _ := r.register(t, r.sync())
	whole := asPNG(t, plain(64, 64))
	var animation bytes.Buffer
	must(t, gif.Encode(&animation, plain(64, 64), nil)) // the test knows GIF, so the decoder does too
	for name, sent := range map[string][]byte{
		"nothing":        nil,
		"text":           []byte("<svg xmlns='http://www.w3.org/2000/svg'/>"),
		"a GIF":          animation.Bytes(),
		"cut off":        whole[:len(whole)/2],
		"too many bytes": append(whole, make([]byte, 512<<10)...),
		"too wide":       asPNG(t, plain(2049, 1)),
	} {
		err := r.SetLogo(t.Context(), app.ID, sent)
		if err == nil {
			t.Errorf("%s is let in", name)
			continue
		}
		refused(t, err, "LOGO_INVALID")
	}
	_, err := r.Logo(t.Context(), app.ID)
	refused(t, err, "LOGO_NOT_FOUND")
	refused(t, r.SetLogo(t.Context(), ident.New[ident.App](ident.Control, r.clock.Now()), whole), apps.ErrNotFound.Code)
}

func plain(width, height int) *image.RGBA {
	picture := image.NewRGBA(image.Rect(0, 0, width, height))
	for i := 0; i < len(picture.Pix); i += 4 {
		copy(picture.Pix[i:], []byte{red.R, red.G, red.B, red.A})
	}
	return picture
}

func asPNG(t testing.TB, picture image.Image) []byte {
	t.Helper()
	var out bytes.Buffer
	must(t, png.Encode(&out, picture))
	return out.Bytes()
}

func asJPEG(t testing.TB, picture image.Image) []byte {
	t.Helper()
	var out bytes.Buffer
	must(t, jpeg.Encode(&out, picture, nil))
	return out.Bytes()
}

// near allows for what a JPEG loses.
func near(t testing.TB, what string, want color.RGBA, got color.Color) {
	t.Helper()
	have := color.RGBAModel.Convert(got).(color.RGBA)
	off := func(a, b uint8) int { return max(int(a)-int(b), int(b)-int(a)) }
	if max(off(want.R, have.R), off(want.G, have.G), off(want.B, have.B), off(want.A, have.A)) > 3 {
		t.Errorf("%s: want %v, got %v", what, want, have)
	}
}
