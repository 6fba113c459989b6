package listings

import (
	"bytes"
	"context"
	"fmt"
	"image"
	"image/jpeg"
	"image/png"
)

const (
	// MaxPicture is how many bytes a picture may have as it is sent.
	MaxPicture = 3 << 20
	// maxKept is how many it may have as it is kept.
	maxKept = 4 << 20
	// decodedAtOnce is how many pictures a node decodes at a time: one takes up to
	// eight bytes a pixel.
	decodedAtOnce = 2
	jpegQuality   = 90
)

// frame is how large a picture may be. The number of pixels bounds the memory that
// decoding takes.
type frame struct {
	minSide, maxSide, maxPixels int
	square                      bool
}

var frames = map[AssetKind]frame{
	Icon:       {minSide: 128, maxSide: 1024, maxPixels: 1024 * 1024, square: true},
	Screenshot: {minSide: 320, maxSide: 3840, maxPixels: 3840 * 2160},
}

// drawn is a picture as we encoded it.
type drawn struct {
	Picture
	width, height int
}

// redraw decodes a picture and encodes it anew. What is kept is what can be seen
// and nothing else: neither where a photo was taken nor what hides behind the
// last pixel.
func (s *Service) redraw(ctx context.Context, kind AssetKind, picture []byte) (drawn, error) {
	if len(picture) > MaxPicture {
		return drawn{}, errPictureInvalid.With(fmt.Sprintf("has more than %d MB", MaxPicture>>20))
	}
	// The head alone tells the size; a small file can unfold to gigabytes.
	head, format, err := image.DecodeConfig(bytes.NewReader(picture))
	if err != nil || format != "png" && format != "jpeg" {
		return drawn{}, errPictureInvalid.With("is neither a PNG nor a JPEG")
	}
	if why := frames[kind].refuse(head); why != "" {
		return drawn{}, errPictureInvalid.With(why)
	}
	select {
	case s.decoding <- struct{}{}:
		defer func() { <-s.decoding }()
	case <-ctx.Done():
		return drawn{}, ctx.Err()
	}
	decoded, _, err := image.Decode(bytes.NewReader(picture))
	if err != nil {
		return drawn{}, errPictureInvalid.With("is damaged")
	}
	return encode(decoded, format)
}

// refuse says what is wrong with the size of a picture.
func (f frame) refuse(head image.Config) string {
	shorter, longer := min(head.Width, head.Height), max(head.Width, head.Height)
	switch {
	case f.square && shorter != longer:
		return "must be square"
	case shorter < f.minSide || longer > f.maxSide:
		return fmt.Sprintf("must have %d to %d pixels a side", f.minSide, f.maxSide)
	case head.Width*head.Height > f.maxPixels:
		return fmt.Sprintf("must have at most %d pixels", f.maxPixels)
	}
	return ""
}

func encode(decoded image.Image, format string) (drawn, error) {
	var out bytes.Buffer
	var err error
	media := "image/" + format
	if format == "jpeg" {
		err = jpeg.Encode(&out, decoded, &jpeg.Options{Quality: jpegQuality})
	} else {
		err = png.Encode(&out, decoded)
	}
	if err != nil {
		return drawn{}, fmt.Errorf("encode a picture: %w", err)
	}
	if out.Len() > maxKept {
		return drawn{}, errPictureInvalid.With(fmt.Sprintf("has more than %d MB, once it is encoded anew", maxKept>>20))
	}
	size := decoded.Bounds().Size()
	return drawn{Picture{MediaType: media, Image: out.Bytes()}, size.X, size.Y}, nil
}
