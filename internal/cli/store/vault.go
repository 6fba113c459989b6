package store

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"runtime"
	"time"

	"github.com/goccy/go-yaml"
	"github.com/zalando/go-keyring"
)

// Credential is a sign-in.
type Credential struct {
	Token     string    `json:"token"               yaml:"token"`
	Name      string    `json:"name,omitempty"      yaml:"name,omitempty"` // how the account page lists it
	ExpiresAt time.Time `json:"expiresAt,omitzero"  yaml:"expiresAt,omitempty"`
}

// Keyring keeps secrets for the system's user.
type Keyring interface {
	Get(service, user string) (string, error)
	Set(service, user, secret string) error
	Delete(service, user string) error
}

// System is the keyring of the system: Keychain, Secret Service, Credential Manager.
type System struct{}

// Get reads a secret.
func (System) Get(service, user string) (string, error) { return keyring.Get(service, user) }

// Set keeps a secret.
func (System) Set(service, user, secret string) error { return keyring.Set(service, user, secret) }

// Delete forgets a secret.
func (System) Delete(service, user string) error { return keyring.Delete(service, user) }

// ErrNotSignedIn says that a profile has no credential.
var ErrNotSignedIn = errors.New("not signed in")

// ErrOpenFile says that others can read the credentials.
var ErrOpenFile = errors.New("credentials can be read by others")

// Vault keeps credentials.
type Vault struct {
	Folder  Folder
	Keyring Keyring // nil: there is none
}

// Put keeps a profile's credential, in the keyring where that works, and tells where.
func (v Vault) Put(host, profile string, c Credential) (Place, error) {
	if v.Keyring != nil {
		text, err := json.Marshal(c)
		if err != nil {
			return None, fmt.Errorf("write the sign-in: %w", err)
		}
		// A machine without a desktop has no keyring, and says so in many ways.
		if v.Keyring.Set(keyringService(host), profile, string(text)) == nil {
			return InKeyring, nil
		}
	}
	return InFile, v.change(func(kept map[string]Credential) { kept[fileKey(host, profile)] = c })
}

// Get reads a profile's credential.
func (v Vault) Get(host, profile string, at Place) (Credential, error) {
	switch at {
	case InKeyring:
		return v.fromKeyring(host, profile)
	case InFile:
		kept, err := v.read()
		if err != nil {
			return Credential{}, err
		}
		if c, found := kept[fileKey(host, profile)]; found {
			return c, nil
		}
	}
	return Credential{}, ErrNotSignedIn
}

func (v Vault) fromKeyring(host, profile string) (Credential, error) {
	if v.Keyring == nil {
		return Credential{}, ErrNotSignedIn
	}
	text, err := v.Keyring.Get(keyringService(host), profile)
	if errors.Is(err, keyring.ErrNotFound) {
		return Credential{}, ErrNotSignedIn
	}
	if err != nil {
		return Credential{}, fmt.Errorf("read the sign-in from the keyring: %w", err)
	}
	var c Credential
	if err := json.Unmarshal([]byte(text), &c); err != nil {
		return Credential{}, fmt.Errorf("read the sign-in from the keyring: %w", err)
	}
	return c, nil
}

// Remove forgets a profile's credential, if there is one.
func (v Vault) Remove(host, profile string, at Place) error {
	switch at {
	case InKeyring:
		if v.Keyring == nil {
			return nil
		}
		if err := v.Keyring.Delete(keyringService(host), profile); err != nil && !errors.Is(err, keyring.ErrNotFound) {
			return fmt.Errorf("remove the sign-in from the keyring: %w", err)
		}
	case InFile:
		return v.change(func(kept map[string]Credential) { delete(kept, fileKey(host, profile)) })
	}
	return nil
}

func keyringService(host string) string { return "counterpart:" + host }

func fileKey(host, profile string) string { return profile + " at " + host }

func (v Vault) read() (map[string]Credential, error) {
	path, kept := v.Folder.file(credentialFile), map[string]Credential{}
	info, err := os.Stat(path)
	if errors.Is(err, fs.ErrNotExist) {
		return kept, nil
	}
	if err != nil {
		return nil, fmt.Errorf("read the sign-ins: %w", err)
	}
	// Windows has no such bits; a user's own folder is private there.
	if runtime.GOOS != "windows" && info.Mode().Perm()&0o077 != 0 {
		return nil, fmt.Errorf("%w: %s", ErrOpenFile, path)
	}
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, fmt.Errorf("read the sign-ins: %w", err)
	}
	if yaml.Unmarshal(text, &kept) != nil {
		// The library's words would show a part of the file.
		return nil, fmt.Errorf("%s is damaged: remove it and sign in again", path)
	}
	return kept, nil
}

func (v Vault) change(how func(map[string]Credential)) error {
	kept, err := v.read()
	if err != nil {
		return err
	}
	how(kept)
	text, err := yaml.Marshal(kept)
	if err != nil {
		return fmt.Errorf("write the sign-ins: %w", err)
	}
	return v.Folder.write(credentialFile, text)
}
