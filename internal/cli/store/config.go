package store

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/goccy/go-yaml"
)

// Config is config.yaml.
type Config struct {
	Current  string             `yaml:"current,omitempty"`
	Profiles map[string]Profile `yaml:"profiles,omitempty"`
}

// Profile is a service, and what commands are about there unless they say otherwise.
type Profile struct {
	Host         string `yaml:"host"`
	Organization string `yaml:"organization,omitempty"`
	App          string `yaml:"app,omitempty"`
	Sandbox      string `yaml:"sandbox,omitempty"`
	CAFile       string `yaml:"ca_file,omitempty"`
	Credentials  Place  `yaml:"credentials,omitempty"`
	// Connections are the businesses that apps were connected to from here.
	Connections []Connection `yaml:"connections,omitempty"`
}

// Connection is an app in a business, without its tokens.
type Connection struct {
	App         string `yaml:"app"`
	Business    string `yaml:"business"`
	Name        string `yaml:"name,omitempty"` // of the business
	Scope       string `yaml:"scope,omitempty"`
	Credentials Place  `yaml:"credentials"`
}

// Key is what the connection's tokens are kept under.
func (c Connection) Key() string { return c.App + " in " + c.Business }

// Place is where a profile's credentials are.
type Place string

// The places. None is a profile that nobody is signed in with.
const (
	None      Place = ""
	InKeyring Place = "keyring"
	InFile    Place = "file"
)

// Folder is where the files are.
type Folder string

const (
	configFile     = "config.yaml"
	credentialFile = "credentials.yaml"
)

// Config reads config.yaml; a machine without one has no profiles.
func (f Folder) Config() (Config, error) {
	config := Config{Profiles: map[string]Profile{}}
	text, err := os.ReadFile(f.file(configFile))
	if errors.Is(err, fs.ErrNotExist) {
		return config, nil
	}
	if err != nil {
		return config, fmt.Errorf("read the profiles: %w", err)
	}
	if err := yaml.UnmarshalWithOptions(text, &config, yaml.Strict()); err != nil {
		return config, fmt.Errorf("%s: %w", f.file(configFile), err)
	}
	if config.Profiles == nil {
		config.Profiles = map[string]Profile{}
	}
	return config, nil
}

// Save writes config.yaml.
func (f Folder) Save(config Config) error {
	text, err := yaml.Marshal(config)
	if err != nil {
		return fmt.Errorf("write the profiles: %w", err)
	}
	return f.write(configFile, text)
}

func (f Folder) file(name string) string { return filepath.Join(string(f), name) }

func (f Folder) write(name string, text []byte) error {
	if err := os.MkdirAll(string(f), 0o700); err != nil {
		return fmt.Errorf("make the folder of the settings: %w", err)
	}
	return Replace(f.file(name), text)
}

// Replace puts a file that only its owner can read in another's place, in one step.
func Replace(path string, text []byte) error {
	// CreateTemp makes files of mode 600.
	next, err := os.CreateTemp(filepath.Dir(path), ".counterpart-*")
	if err != nil {
		return fmt.Errorf("write %s: %w", path, err)
	}
	defer os.Remove(next.Name()) // gone already where all went well
	_, err = next.Write(text)
	if err := errors.Join(err, next.Close()); err != nil {
		return fmt.Errorf("write %s: %w", path, err)
	}
	if err := os.Rename(next.Name(), path); err != nil {
		return fmt.Errorf("write %s: %w", path, err)
	}
	return nil
}
