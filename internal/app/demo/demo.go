// Package demo is an attractive small world to look around in, and the settings
// under which it is served.
package demo

import (
	_ "embed"
	"os"
	"path/filepath"
	"strings"

	"github.com/counterpart/counterpart/internal/app"
	"github.com/counterpart/counterpart/internal/app/fixture"
)

//go:embed world.yaml
var file string

// Password is everybody's in the demo.
const Password = "correct horse battery staple"

// World reads the demo's world.
func World() (fixture.World, error) {
	world, err := fixture.Read(strings.NewReader(file))
	world.Own = "demo "
	return world, err
}

// Configure fills in what a demo needs and was not given.
func Configure(config app.Config) app.Config {
	config.Development = true
	if config.Keys == "" {
		config.Keys = app.DevelopmentKeys
	}
	if config.MailServer == "" && config.MailFolder == "" {
		config.MailFolder = filepath.Join(os.TempDir(), "counterpart-demo-mail")
	}
	return config
}
