package apps

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"image"
	"image/draw"
	_ "image/jpeg" // a logo may come as a JPEG
	"image/png"
	"slices"
	"time"

	"github.com/counterpart/counterpart/internal/base/ident"
	"github.com/counterpart/counterpart/internal/base/pg"
	"github.com/counterpart/counterpart/internal/core/apps/internal/db"
	"github.com/counterpart/counterpart/internal/core/audit"
)

const (
	// MaxLogoBytes is how large a picture may be that is sent.
	MaxLogoBytes = 512 << 10
	maxLogoSide  = 2048 // of what is sent: bounds the memory that decoding takes
	logoSide     = 256  // of what is kept
)

// Logo is an app's picture: a square PNG.
type Logo struct {
	PNG       []byte
	UpdatedAt time.Time
}

// SetLogo gives an app its logo, from a PNG or JPEG. We encode the picture anew,
// so nothing that an app sends is ever served to anybody. It opens its own
// transaction.
func (s *Service) SetLogo(ctx context.Context, id ident.App, picture []byte) error {
	logo, err := drawLogo(picture)
	if err != nil {
		return err
	}
	return s.deps.DB.InTx(ctx, func(tx *pg.Tx) error {
		app, err := lock(ctx, tx, id)
		if err != nil {
			return err
		}
		now := s.deps.Now()
		err = db.New(tx).PutLogo(ctx, db.PutLogoParams{AppID: id.UUID, Image: logo, UpdatedAt: now})
		if err != nil {
			return fmt.Errorf("put logo of app %s: %w", id, err)
		}
		app.LogoAt = &now
		return s.noteLogo(ctx, tx, app)
	})
}

// DropLogo takes an app's logo away, if it has one. It opens its own transaction.
func (s *Service) DropLogo(ctx context.Context, id ident.App) error {
	return s.deps.DB.InTx(ctx, func(tx *pg.Tx) error {
		app, err := lock(ctx, tx, id)
		if err != nil || app.LogoAt == nil {
			return err
		}
		if err := db.New(tx).RemoveLogo(ctx, id.UUID); err != nil {
			return fmt.Errorf("remove logo of app %s: %w", id, err)
		}
		app.LogoAt = nil
		return s.noteLogo(ctx, tx, app)
	})
}

// noteLogo writes down that the logo changed. No node remembers it, so no epoch
// has to move.
func (s *Service) noteLogo(ctx context.Context, tx *pg.Tx, app App) error {
	app.Version++
	if err := save(ctx, tx, app); err != nil {
		return err
	}
	return s.deps.Audit.Note(ctx, tx, audit.AppLogoSet, app.ID, app.Organization, nil)
}

// Logo reads an app's logo.
func (s *Service) Logo(ctx context.Context, id ident.App) (Logo, error) {
	row, err := db.New(s.deps.DB).Logo(ctx, id.UUID)
	if errors.Is(err, pg.ErrNoRows) {
		return Logo{}, errLogoNotFound
	}
	if err != nil {
		return Logo{}, fmt.Errorf("read logo of app %s: %w", id, err)
	}
	return Logo{PNG: row.Image, UpdatedAt: row.UpdatedAt}, nil
}

// drawLogo makes the square PNG of a picture.
func drawLogo(picture []byte) ([]byte, error) {
	if len(picture) > MaxLogoBytes {
		return nil, errLogoInvalid
	}
	// The head alone tells the size; a small file can unfold to gigabytes.
	head, format, err := image.DecodeConfig(bytes.NewReader(picture))
	if err != nil || !slices.Contains([]string{"png", "jpeg"}, format) || max(head.Width, head.Height) > maxLogoSide || min(head.Width, head.Height) < 1 {
		return nil, errLogoInvalid
	}
	decoded, _, err := image.Decode(bytes.NewReader(picture))
	if err != nil {
		return nil, errLogoInvalid
	}
	var out bytes.Buffer
	if err := png.Encode(&out, shrink(square(decoded), logoSide)); err != nil {
		return nil, fmt.Errorf("encode logo: %w", err)
	}
	return out.Bytes(), nil
}

// square puts a picture in the middle of a transparent square.
func square(picture image.Image) *image.RGBA {
	b := picture.Bounds()
	side := max(b.Dx(), b.Dy())
	canvas := image.NewRGBA(image.Rect(0, 0, side, side))
	corner := image.Pt((side-b.Dx())/2, (side-b.Dy())/2)
	draw.Draw(canvas, image.Rectangle{Min: corner, Max: corner.Add(b.Size())}, picture, b.Min, draw.Src)
	return canvas
}

// shrink makes a square picture at most side pixels wide. Each pixel becomes
// the mean of those that it stands for, which is all that shrinking needs.
func shrink(picture *image.RGBA, side int) *image.RGBA {
	from := picture.Bounds().Dx()
	if from <= side {
		return picture
	}
	small := image.NewRGBA(image.Rect(0, 0, side, side))
	for y := range side {
		for x := range side {
			part := image.Rect(x*from/side, y*from/side, (x+1)*from/side, (y+1)*from/side)
			copy(small.Pix[small.PixOffset(x, y):], mean(picture, part))
		}
	}
	return small
}

func mean(picture *image.RGBA, part image.Rectangle) []byte {
	var sum [4]int
	for y := part.Min.Y; y < part.Max.Y; y++ {
		row := picture.Pix[picture.PixOffset(part.Min.X, y):picture.PixOffset(part.Max.X, y)]
		for i, v := range row {
			sum[i%4] += int(v)
		}
	}
	pixels := part.Dx() * part.Dy()
	return []byte{byte(sum[0] / pixels), byte(sum[1] / pixels), byte(sum[2] / pixels), byte(sum[3] / pixels)}
}
