package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"
	"text/tabwriter"
	"unicode"

	"github.com/counterpart/counterpart/internal/app"
	"github.com/counterpart/counterpart/internal/app/admin"
)

type adminCommands struct {
	JSON bool `help:"Answer as JSON."`

	Users         adminUsers         `cmd:"" help:"Users."`
	Organizations adminOrganizations `cmd:"" help:"Organizations that make apps."`
	Businesses    adminBusinesses    `cmd:"" help:"Businesses that keep books."`
	Apps          adminApps          `cmd:"" help:"Apps."`
	Installations adminInstallations `cmd:"" help:"What businesses have connected."`
	Domains       adminDomains       `cmd:"" help:"Domains whose client id metadata documents count as reviewed."`
	Erasures      adminErasures      `cmd:"" help:"What was erased, so that a backup does not bring it back."`
	Keys          adminKeys          `cmd:"" help:"Keys that seal secrets and vouch for tokens, as COUNTERPART_KEYS lists them."`
	SigningKeys   adminSigningKeys   `cmd:"" help:"Keys that sign session tokens."`
}

type adminUsers struct {
	Create     userCreate `cmd:"" help:"Make a user."`
	List       userList   `cmd:"" help:"List all users."`
	Suspend    userAction `cmd:"" help:"Suspend a user: out everywhere at the next request."`
	Unsuspend  userAction `cmd:"" help:"End a suspension."`
	Restrict   userAction `cmd:"" help:"Put a user under a processing restriction."`
	Unrestrict userAction `cmd:"" help:"End a processing restriction."`
	Unlock     userAction `cmd:"" help:"Let a user try again who is held up after too many wrong passwords or codes."`
	Erase      userErase  `cmd:"" help:"Erase a person for good: nothing is left but the id."`
}

type userCreate struct {
	Email         string `required:"" help:"E-mail address."`
	Name          string `required:"" help:"Name."`
	Operator      bool   `help:"Let the user run the service."`
	PasswordStdin bool   `help:"Read the password from standard input; without it the user sets one by a reset."`
}

func (c userCreate) Run(ctx context.Context, config app.Config, t *terminal) error {
	password := ""
	if c.PasswordStdin {
		line, err := bufio.NewReader(os.Stdin).ReadString('\n')
		if err != nil && line == "" {
			return errors.New("no password on standard input")
		}
		password = strings.TrimRight(line, "\r\n")
	}
	return asOperator(ctx, config, t, func(ctx context.Context, o *admin.Operator) ([]admin.User, error) {
		return one(o.CreateUser(ctx, c.Email, c.Name, password, c.Operator))
	})
}

type userList struct{}

func (userList) Run(ctx context.Context, config app.Config, t *terminal) error {
	return asOperator(ctx, config, t.asList(), func(ctx context.Context, o *admin.Operator) ([]admin.User, error) { return o.Users(ctx) })
}

// userAction is a command that does one thing to one user.
type userAction struct {
	User   string `arg:"" help:"The user's id or e-mail address."`
	action admin.UserAction
}

func (c userAction) Run(ctx context.Context, config app.Config, t *terminal) error {
	return asOperator(ctx, config, t, func(ctx context.Context, o *admin.Operator) ([]admin.User, error) {
		return one(o.DoToUser(ctx, c.User, c.action))
	})
}

type userErase struct {
	User  string `arg:"" help:"The user's id or e-mail address."`
	Email string `required:"" help:"The user's e-mail address, to be sure."`
}

func (c userErase) Run(ctx context.Context, config app.Config, t *terminal) error {
	return asOperator(ctx, config, t, func(ctx context.Context, o *admin.Operator) ([]admin.User, error) {
		return one(o.EraseUser(ctx, c.User, c.Email))
	})
}

type adminOrganizations struct {
	Create          organizationCreate `cmd:"" help:"Make an organization."`
	List            organizationList   `cmd:"" help:"List all organizations."`
	StopFunctions   organizationStop   `cmd:"" help:"Stop the functions of all its apps, from their next run on."`
	ResumeFunctions organizationResume `cmd:"" help:"Let them run again."`
}

type organizationCreate struct {
	Name  string `required:"" help:"Name."`
	Owner string `required:"" help:"The owner's user id or e-mail address."`
}

func (c organizationCreate) Run(ctx context.Context, config app.Config, t *terminal) error {
	return asOperator(ctx, config, t, func(ctx context.Context, o *admin.Operator) ([]admin.Organization, error) {
		return one(o.CreateOrganization(ctx, c.Name, c.Owner))
	})
}

type organizationList struct{}

func (organizationList) Run(ctx context.Context, config app.Config, t *terminal) error {
	return asOperator(ctx, config, t.asList(), func(ctx context.Context, o *admin.Operator) ([]admin.Organization, error) {
		return o.Organizations(ctx)
	})
}

type adminBusinesses struct {
	Create businessCreate `cmd:"" help:"Make a business."`
	List   businessList   `cmd:"" help:"List all businesses."`
	Plan   businessPlan   `cmd:"" help:"Put a business on another plan."`
	Erase  businessErase  `cmd:"" help:"Erase a business for good, with its books: its apps are told to forget it."`
}

type businessCreate struct {
	Name      string `required:"" help:"Name."`
	Owner     string `required:"" help:"The owner's user id or e-mail address."`
	Plan      string `default:"FREE" help:"Plan."`
	Currency  string `required:"" help:"ISO 4217 code of its books."`
	Timezone  string `default:"UTC" help:"IANA name of its time zone."`
	SandboxOf string `help:"Id of the organization whose sandbox it is."`
}

func (c businessCreate) Run(ctx context.Context, config app.Config, t *terminal) error {
	return asOperator(ctx, config, t, func(ctx context.Context, o *admin.Operator) ([]admin.Business, error) {
		return one(o.CreateBusiness(ctx, admin.NewBusiness(c)))
	})
}

type businessPlan struct {
	Business string `arg:"" help:"The business's id."`
	Plan     string `arg:"" help:"Code of the plan, such as GROWTH."`
}

func (c businessPlan) Run(ctx context.Context, config app.Config, t *terminal) error {
	return asOperator(ctx, config, t, func(ctx context.Context, o *admin.Operator) ([]admin.Business, error) {
		return one(o.ChangePlan(ctx, c.Business, c.Plan))
	})
}

type businessErase struct {
	Business string `arg:"" help:"The business's id."`
	Name     string `required:"" help:"The business's name, to be sure."`
}

func (c businessErase) Run(ctx context.Context, config app.Config, t *terminal) error {
	return asOperator(ctx, config, t, func(ctx context.Context, o *admin.Operator) ([]admin.Business, error) {
		return one(o.EraseBusiness(ctx, c.Business, c.Name))
	})
}

type businessList struct{}

func (businessList) Run(ctx context.Context, config app.Config, t *terminal) error {
	return asOperator(ctx, config, t.asList(), func(ctx context.Context, o *admin.Operator) ([]admin.Business, error) {
		return o.Businesses(ctx)
	})
}

type adminApps struct {
	Create          appCreate `cmd:"" help:"Register an app."`
	List            appList   `cmd:"" help:"List all apps."`
	Suspend         appAction `cmd:"" help:"Suspend an app: no calls, no grants, no deliveries."`
	Unsuspend       appAction `cmd:"" help:"End a suspension."`
	Deactivate      appAction `cmd:"" help:"Deactivate an app, as its owner would."`
	Reactivate      appAction `cmd:"" help:"End a deactivation."`
	Approve         appAction `cmd:"" help:"Approve an app's review: it may connect to every business."`
	StopFunctions   appStop   `cmd:"" help:"Stop an app's functions, from their next run on."`
	ResumeFunctions appResume `cmd:"" help:"Let them run again."`
}

type appCreate struct {
	Organization string   `required:"" help:"Id of the organization that makes it."`
	Name         string   `required:"" help:"Name."`
	Type         string   `default:"CONFIDENTIAL" enum:"CONFIDENTIAL,PUBLIC" help:"Client type: ${enum}."`
	RedirectURI  []string `required:"" help:"Redirect URI; may be given several times."`
	Scope        []string `required:"" help:"Scope it may ask for; may be given several times."`
	AppURL       string   `help:"Where its embedded pages live."`
}

func (c appCreate) Run(ctx context.Context, config app.Config, t *terminal) error {
	return asOperator(ctx, config, t, func(ctx context.Context, o *admin.Operator) ([]admin.App, error) {
		return one(o.CreateApp(ctx, admin.NewApp{
			Organization: c.Organization, Name: c.Name, Type: c.Type,
			RedirectURIs: c.RedirectURI, Scopes: c.Scope, AppURL: c.AppURL,
		}))
	})
}

type appList struct{}

func (appList) Run(ctx context.Context, config app.Config, t *terminal) error {
	return asOperator(ctx, config, t.asList(), func(ctx context.Context, o *admin.Operator) ([]admin.App, error) { return o.Apps(ctx) })
}

// appAction is a command that does one thing to one app.
type appAction struct {
	App    string `arg:"" help:"The app's id or client id."`
	action admin.AppAction
}

func (c appAction) Run(ctx context.Context, config app.Config, t *terminal) error {
	return asOperator(ctx, config, t, func(ctx context.Context, o *admin.Operator) ([]admin.App, error) {
		return one(o.DoToApp(ctx, c.App, c.action))
	})
}

type adminInstallations struct {
	List    installationList   `cmd:"" help:"List the apps that a business has connected."`
	Hold    installationAction `cmd:"" help:"Put an app on hold in one business: no calls, no grants, no deliveries there."`
	Release installationAction `cmd:"" help:"End a hold."`
}

type installationList struct {
	Business string `required:"" help:"The business's id."`
}

func (c installationList) Run(ctx context.Context, config app.Config, t *terminal) error {
	return asOperator(ctx, config, t.asList(), func(ctx context.Context, o *admin.Operator) ([]admin.Installation, error) {
		return o.Installations(ctx, c.Business)
	})
}

// installationAction is a command that does one thing to one installation.
type installationAction struct {
	Installation string `arg:"" help:"The installation's id."`
	action       admin.InstallationAction
}

func (c installationAction) Run(ctx context.Context, config app.Config, t *terminal) error {
	return asOperator(ctx, config, t, func(ctx context.Context, o *admin.Operator) ([]admin.Installation, error) {
		return one(o.DoToInstallation(ctx, c.Installation, c.action))
	})
}

type adminDomains struct {
	List     domainList   `cmd:"" help:"List the trusted domains."`
	Trust    domainAction `cmd:"" help:"Trust a domain: its apps may connect to every business."`
	Distrust domainAction `cmd:"" help:"Stop trusting a domain."`
}

type domainList struct{}

func (domainList) Run(ctx context.Context, config app.Config, t *terminal) error {
	return asOperator(ctx, config, t.asList(), func(ctx context.Context, o *admin.Operator) ([]admin.Domain, error) { return o.Domains(ctx) })
}

// domainAction is a command that does one thing to one domain.
type domainAction struct {
	Domain string `arg:"" help:"The domain, such as example.com."`
	action admin.DomainAction
}

func (c domainAction) Run(ctx context.Context, config app.Config, t *terminal) error {
	return asOperator(ctx, config, t.asList(), func(ctx context.Context, o *admin.Operator) ([]admin.Domain, error) {
		return o.DoToDomain(ctx, c.Domain, c.action)
	})
}

type adminKeys struct {
	Status keysStatus `cmd:"" help:"Tell what depends on each key, and which can be dropped from the lists."`
	Rewrap keysRewrap `cmd:"" help:"Seal anew, under the first key of the list, what older keys sealed; a job does so every hour."`
	Retire keyRetire  `cmd:"" help:"Give a key up: seal anew what it sealed, and take its tokens no more."`
}

type keysStatus struct{}

func (keysStatus) Run(ctx context.Context, config app.Config, t *terminal) error {
	return atKeys(ctx, config, t, func(ctx context.Context, o *admin.Operator) ([]admin.Key, error) { return o.Keys(ctx) })
}

type keysRewrap struct{}

func (keysRewrap) Run(ctx context.Context, config app.Config, t *terminal) error {
	return at(ctx, config, t, app.Options{Logs: t.logs, AnyKeys: true}, func(ctx context.Context, o *admin.Operator) ([]admin.Rewrapped, error) {
		return one(o.RewrapKeys(ctx))
	})
}

type keyRetire struct {
	Key        string `arg:"" help:"The key's id."`
	EndTokens  bool   `help:"End the tokens that were made under it, instead of waiting until they have run out."`
	LoseSealed bool   `help:"Give up what it sealed: the key is lost."`
}

func (c keyRetire) Run(ctx context.Context, config app.Config, t *terminal) error {
	return atKeys(ctx, config, t, func(ctx context.Context, o *admin.Operator) ([]admin.Key, error) {
		return o.RetireKey(ctx, c.Key, admin.Price{MACs: c.EndTokens, Sealed: c.LoseSealed})
	})
}

// atKeys is atDesk with whatever keys there are: what is wrong with them is to
// be found out.
func atKeys(ctx context.Context, config app.Config, t *terminal, do func(context.Context, *admin.Operator) ([]admin.Key, error)) error {
	return at(ctx, config, t.asList(), app.Options{Logs: t.logs, AnyKeys: true}, do)
}

type adminSigningKeys struct {
	Rotate signingKeyRotate `cmd:"" help:"End the current key's term now; the next one takes over within a minute."`
}

type signingKeyRotate struct{}

func (signingKeyRotate) Run(ctx context.Context, config app.Config, t *terminal) error {
	node, err := app.BuildTool(ctx, config, app.Options{Logs: t.logs})
	if err != nil {
		return err
	}
	defer node.Close()
	if err := admin.New(node).RotateSigningKey(admin.Sign(ctx)); err != nil {
		return err
	}
	fmt.Fprintln(t.out, "The next key takes over within a minute.")
	return nil
}

// actions says what the commands above do.
func (d *adminCommands) actions() {
	users, apps := &d.Users, &d.Apps
	users.Suspend.action, users.Unsuspend.action = admin.SuspendUser, admin.UnsuspendUser
	users.Restrict.action, users.Unrestrict.action = admin.RestrictUser, admin.UnrestrictUser
	users.Unlock.action = admin.UnlockUser
	apps.Suspend.action, apps.Unsuspend.action = admin.SuspendApp, admin.UnsuspendApp
	apps.Deactivate.action, apps.Reactivate.action = admin.DeactivateApp, admin.ReactivateApp
	apps.Approve.action = admin.ApproveApp
	d.Installations.Hold.action, d.Installations.Release.action = admin.SuspendInstallation, admin.ResumeInstallation
	d.Domains.Trust.action, d.Domains.Distrust.action = admin.TrustDomain, admin.DistrustDomain
}

// asOperator does something as the operator of a node and shows the result.
func asOperator[T any](ctx context.Context, config app.Config, t *terminal, do func(context.Context, *admin.Operator) ([]T, error)) error {
	return at(ctx, config, t, app.Options{Logs: t.logs}, do)
}

func at[T any](ctx context.Context, config app.Config, t *terminal, opt app.Options, do func(context.Context, *admin.Operator) ([]T, error)) error {
	node, err := app.BuildTool(ctx, config, opt)
	if err != nil {
		return err
	}
	defer node.Close()
	shown, err := do(admin.Sign(ctx), admin.New(node))
	if err != nil {
		return err
	}
	return show(t, shown)
}

// one makes a single answer a list of one.
func one[T any](shown T, err error) ([]T, error) { return []T{shown}, err }

// show prints answers: a JSON object for one, a JSON list for a listing, or a
// table for people.
func show[T any](t *terminal, shown []T) error {
	if t.json {
		encoder := json.NewEncoder(t.out)
		encoder.SetIndent("", "  ")
		if t.list {
			return encoder.Encode(shown)
		}
		return encoder.Encode(shown[0])
	}
	if len(shown) == 0 {
		_, err := fmt.Fprintln(t.out, "There are none yet.")
		return err
	}
	return table(t, shown)
}

// table prints one row an answer; the columns are the members of its JSON, in
// their order. Not every answer has all of them.
func table[T any](t *terminal, shown []T) error {
	var columns []string
	rows := make([]map[string]string, len(shown))
	for i, answer := range shown {
		names, values, err := members(answer)
		if err != nil {
			return err
		}
		columns = withColumns(columns, names)
		rows[i] = values
	}
	tw := tabwriter.NewWriter(t.out, 0, 0, 2, ' ', 0)
	fmt.Fprintln(tw, headings(columns))
	for _, row := range rows {
		cells := make([]string, len(columns))
		for i, name := range columns {
			cells[i] = row[name]
		}
		fmt.Fprintln(tw, strings.Join(cells, "\t"))
	}
	return tw.Flush()
}

// withColumns adds the columns that a row has and others before it had not, each
// behind the one that it follows there.
func withColumns(columns, names []string) []string {
	at := 0
	for _, name := range names {
		if known := slices.Index(columns, name); known >= 0 {
			at = known + 1
			continue
		}
		columns = slices.Insert(columns, at, name)
		at++
	}
	return columns
}

// headings makes "CREATED AT" of "createdAt".
func headings(columns []string) string {
	var text strings.Builder
	for _, letter := range strings.Join(columns, "\t") {
		if unicode.IsUpper(letter) {
			text.WriteByte(' ')
		}
		text.WriteRune(unicode.ToUpper(letter))
	}
	return text.String()
}

// members are the names of an answer's JSON in their order, and their values.
func members(answer any) (names []string, values map[string]string, err error) {
	values = map[string]string{}
	text, err := json.Marshal(answer)
	if err != nil {
		return nil, nil, err
	}
	decoder := json.NewDecoder(bytes.NewReader(text))
	if _, err := decoder.Token(); err != nil {
		return nil, nil, err
	}
	for decoder.More() {
		name, err := decoder.Token()
		if err != nil {
			return nil, nil, err
		}
		var value any
		if err := decoder.Decode(&value); err != nil {
			return nil, nil, err
		}
		names = append(names, fmt.Sprint(name))
		values[fmt.Sprint(name)] = strings.Trim(fmt.Sprint(value), "[]")
	}
	return names, values, nil
}
