package main

import (
	"errors"
	"fmt"
	"net/url"
	"os"
	"strings"

	"github.com/alecthomas/kong"
)

// fileSuffix is what the name of a secret's variable has when it names a file.
const fileSuffix = "_FILE"

// secretFiles reads the settings that are marked as secret from the files that
// COUNTERPART_…_FILE name.
func secretFiles(_ *kong.Context, _ *kong.Path, flag *kong.Flag) (any, error) {
	if !flag.Tag.Has("secret") {
		return nil, nil
	}
	variable := flag.Envs[0]
	file := os.Getenv(variable + fileSuffix)
	if file == "" {
		return nil, nil
	}
	if os.Getenv(variable) != "" {
		return nil, fmt.Errorf("%s and %s are both set: one is enough", variable, variable+fileSuffix)
	}
	text, err := os.ReadFile(file)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", variable+fileSuffix, err)
	}
	return strings.TrimSpace(string(text)), nil
}

// refuseSecretFlags refuses secrets on the command line, which every user of the
// machine can read.
func refuseSecretFlags(command *kong.Context) error {
	var refused []error
	for _, given := range command.Path {
		if given.Flag == nil || given.Resolved || !given.Flag.Tag.Has("secret") {
			continue
		}
		value := command.FlagValue(given.Flag)
		if given.Flag.Tag.Get("secret") == "url" && !hasPassword(fmt.Sprint(value)) {
			continue
		}
		variable := given.Flag.Envs[0]
		refused = append(refused, fmt.Errorf("--%s puts a secret where every user of this machine can read it: set %s, or let %s name a file",
			given.Flag.Name, variable, variable+fileSuffix))
	}
	return errors.Join(refused...)
}

// hasPassword is true for whatever cannot be read, too. PostgreSQL also takes
// "password=…", as a parameter or in a text that is no URL.
func hasPassword(text string) bool {
	at, err := url.Parse(text)
	if err != nil || strings.Contains(text, "password") {
		return true
	}
	_, has := at.User.Password()
	return has
}
