package admin

import (
	"context"
	"errors"
	"strings"
	"unicode/utf8"
)

// Functions is whether the functions of an app, or of all apps of an organization,
// run. A stop of the one stands by that of the other.
type Functions struct {
	Of      string `json:"of"`
	Name    string `json:"name"`
	Stopped bool   `json:"stopped"`
	Reason  string `json:"reason,omitempty"`
}

const longestReason = 1000 // as the API has it

// StopAppFunctions stops the functions of an app, found by id or client id. Its
// makers read the reason.
func (o *Operator) StopAppFunctions(ctx context.Context, which, reason string) (Functions, error) {
	reason, err := checkReason(reason)
	if err != nil {
		return Functions{}, err
	}
	found, err := o.findApp(ctx, which)
	if err != nil {
		return Functions{}, err
	}
	return Functions{found.ID.String(), found.Name, true, reason}, o.app.Functions.StopApp(ctx, found, reason)
}

// ResumeAppFunctions lets them run again.
func (o *Operator) ResumeAppFunctions(ctx context.Context, which string) (Functions, error) {
	found, err := o.findApp(ctx, which)
	if err != nil {
		return Functions{}, err
	}
	return Functions{Of: found.ID.String(), Name: found.Name}, o.app.Functions.ResumeApp(ctx, found)
}

// StopOrganizationFunctions stops the functions of all apps of an organization.
func (o *Operator) StopOrganizationFunctions(ctx context.Context, which, reason string) (Functions, error) {
	reason, err := checkReason(reason)
	if err != nil {
		return Functions{}, err
	}
	found, err := o.findOrganization(ctx, which)
	if err != nil {
		return Functions{}, err
	}
	return Functions{found.ID.String(), found.Name, true, reason}, o.app.Functions.StopOrganization(ctx, found.ID, reason)
}

// ResumeOrganizationFunctions lets them run again.
func (o *Operator) ResumeOrganizationFunctions(ctx context.Context, which string) (Functions, error) {
	found, err := o.findOrganization(ctx, which)
	if err != nil {
		return Functions{}, err
	}
	return Functions{Of: found.ID.String(), Name: found.Name}, o.app.Functions.ResumeOrganization(ctx, found.ID)
}

func checkReason(reason string) (string, error) {
	reason = strings.TrimSpace(reason)
	if reason == "" || utf8.RuneCountInString(reason) > longestReason {
		return "", errors.New("give a reason of 1 to 1000 characters with --reason: the makers read it")
	}
	return reason, nil
}
