package listings_test

import (
	"bytes"
	"encoding/binary"
	"hash/crc32"
	"image"
	"image/gif"
	"image/jpeg"
	"testing"

	"github.com/counterpart/counterpart/internal/core/listings"
)

func TestAPictureIsDrawnAnew(t *testing.T) {
	t.Parallel()
	s := newShop(t)
	app, _, _ := s.app(t)
	var photo bytes.Buffer
	must(t, jpeg.Encode(&photo, image.NewRGBA(image.Rect(0, 0, 400, 320)), nil))
	// A segment for applications right after the start, where cameras say where they were.
	const secret = "Exif\x00\x00 52.5200 N 13.4050 E"
	segment := binary.BigEndian.AppendUint16([]byte{0xff, 0xe1}, uint16(len(secret)+2))
	tagged := append(append(append(append([]byte{}, photo.Bytes()[:2]...), segment...), secret...), photo.Bytes()[2:]...)
	tagged = append(tagged, "<script>behind the last pixel</script>"...)
	png := append(drawing(t, 640, 480), "<?php behind the last chunk"...)
	for media, sent := range map[string][]byte{"image/jpeg": tagged, "image/png": png} {
		made, err := s.AddAsset(t.Context(), app, listings.Screenshot, "A view", sent)
		must(t, err)
		kept, err := s.Picture(t.Context(), app.ID, made.ID)
		must(t, err)
		for _, hidden := range []string{"52.5200", "script", "php"} {
			if bytes.Contains(kept.Image, []byte(hidden)) {
				t.Errorf("%s still says %q", media, hidden)
			}
		}
		if _, format, err := image.Decode(bytes.NewReader(kept.Image)); err != nil || "image/"+format != media || kept.MediaType != media || made.Bytes != len(kept.Image) {
			t.Errorf("%s became %s, %s: %v", media, format, kept.MediaType, err)
		}
	}
}

func TestWhatIsNoPictureOrTooLargeIsRefused(t *testing.T) {
	t.Parallel()
	s := newShop(t)
	app, _, _ := s.app(t)
	var animated bytes.Buffer
	must(t, gif.Encode(&animated, image.NewRGBA(image.Rect(0, 0, 400, 400)), nil))
	broken := drawing(t, 400, 400)
	for name, c := range map[string]struct {
		kind    listings.AssetKind
		picture []byte
	}{
		"nothing":              {listings.Screenshot, nil},
		"a text":               {listings.Screenshot, []byte("<svg xmlns='http://www.w3.org/2000/svg'/>")},
		"a GIF":                {listings.Screenshot, animated.Bytes()},
		"half a PNG":           {listings.Screenshot, broken[:len(broken)-40]},
		"a bomb":               {listings.Screenshot, bomb(60_000, 60_000)},
		"more pixels than fit": {listings.Screenshot, bomb(3840, 3840)},
		"too small":            {listings.Screenshot, drawing(t, 319, 400)},
		"an icon not square":   {listings.Icon, drawing(t, 256, 255)},
		"an icon too large":    {listings.Icon, bomb(1025, 1025)},
		"more bytes than fit":  {listings.Screenshot, append(drawing(t, 400, 400), make([]byte, listings.MaxPicture)...)},
	} {
		_, err := s.AddAsset(t.Context(), app, c.kind, "A view", c.picture)
		if err == nil {
			t.Errorf("%s was taken", name)
			continue
		}
		refused(t, err, "PICTURE_INVALID")
	}
	for i := range 18 {
		_, err := s.AddAsset(t.Context(), app, listings.Icon, "More", drawing(t, 128+i, 128+i))
		must(t, err)
	}
	_, err := s.AddAsset(t.Context(), app, listings.Icon, "One too many", drawing(t, 128, 128))
	refused(t, err, "ASSET_LIMIT")
}

// bomb is a PNG of which nothing but the head is there: whoever decodes it makes
// room for all of its pixels first.
func bomb(width, height uint32) []byte {
	head := append([]byte("IHDR"), binary.BigEndian.AppendUint32(binary.BigEndian.AppendUint32(nil, width), height)...)
	head = append(head, 16, 6, 0, 0, 0) // 64 bits a pixel
	out := append([]byte("\x89PNG\r\n\x1a\n"), 0, 0, 0, 13)
	out = append(out, head...)
	return binary.BigEndian.AppendUint32(out, crc32.ChecksumIEEE(head))
}
