package demo

import (
	_ "embed"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"text/template"

	"github.com/counterpart/counterpart/internal/app"
	"github.com/counterpart/counterpart/internal/app/fixture"
)

// Guide is what a newcomer has to know of the world.
type Guide struct {
	Password     string // everybody's
	App          fixture.Made
	AppName      string
	Organization string // that makes the app
	Business     fixture.Made
	BusinessName string
	RedirectURI  string // of the app, on this machine
	AccessToken  string // empty when the app may not have any
	RefreshToken string
}

func newGuide(world fixture.World, made fixture.Answer, tokens fixture.Made) Guide {
	app, business := world.Apps[guideApp], world.Installations[guideInstallation].Business
	return Guide{
		Password: world.Users["olivia"].Password,
		App:      made.Apps[guideApp], AppName: app.Name, Organization: world.Organizations[app.Organization].Name,
		Business: made.Businesses[business], BusinessName: world.Businesses[business].Name,
		RedirectURI: app.RedirectURIs[len(app.RedirectURIs)-1],
		AccessToken: tokens.AccessToken, RefreshToken: tokens.RefreshToken,
	}
}

// telling is all that the two texts are filled in with.
type telling struct {
	Demo
	Guide
	Config    app.Config
	Cert, Key string // the receiver's, by their full names
}

var (
	//go:embed welcome.txt
	welcomeText string
	//go:embed env.txt
	envText string

	texts = template.Must(template.Must(template.New("welcome").Parse(welcomeText)).New("env").Funcs(template.FuncMap{"quote": quote}).Parse(envText))
)

// Welcome is what the demo prints.
func (d Demo) Welcome(config app.Config, g Guide) (string, error) {
	return d.fill("welcome", config, g)
}

// WriteEnv writes the variables that the guides use, for a shell to read.
func (d Demo) WriteEnv(config app.Config, g Guide) error {
	text, err := d.fill("env", config, g)
	if err != nil {
		return err
	}
	return os.WriteFile(d.path("env"), []byte(text), 0o600)
}

func (d Demo) fill(name string, config app.Config, g Guide) (string, error) {
	folder, err := filepath.Abs(d.Folder)
	if err != nil {
		return "", err
	}
	var text strings.Builder
	told := telling{d, g, config, filepath.Join(folder, certFile), filepath.Join(folder, keyFile)}
	if err := texts.ExecuteTemplate(&text, name, told); err != nil {
		return "", fmt.Errorf("write the demo's %s: %w", name, err)
	}
	return text.String(), nil
}

// quote makes one word of a text for a shell.
func quote(text string) string { return "'" + strings.ReplaceAll(text, "'", `'\''`) + "'" }
