package cli

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"slices"
	"strings"
	"time"

	"github.com/alecthomas/kong"

	"github.com/counterpart/counterpart/internal/cli/store"
)

// World is what a run of the program touches outside of itself.
type World struct {
	In                          io.Reader
	Out, Err                    io.Writer
	InIsTerminal, OutIsTerminal bool

	Getenv    func(string) string
	Dir       string // where relative paths begin
	Home      string // the folder of settings, unless COUNTERPART_CONFIG_DIR names one
	Machine   string // this machine's name
	Now       func() time.Time
	Wait      func(context.Context, time.Duration) error
	Browse    func(address string) error
	Keyring   store.Keyring     // nil: there is none
	Transport http.RoundTripper // nil: the net
}

// globals are the flags of every command.
type globals struct {
	Profile string           `help:"Profile to use (COUNTERPART_PROFILE)." placeholder:"NAME"`
	Host    string           `help:"Address of the service's API host (COUNTERPART_HOST)." placeholder:"URL"`
	Org     string           `help:"Organization, by id or name (COUNTERPART_ORG)." placeholder:"ORG"`
	App     string           `help:"App, by id or name (COUNTERPART_APP)." placeholder:"APP"`
	JSON    bool             `help:"Print what the service said, as JSON." name:"json"`
	JQ      string           `help:"Print what a jq expression makes of that JSON." name:"jq" placeholder:"EXPR"`
	NoColor bool             `help:"No colours; also with NO_COLOR or TERM=dumb."`
	NoInput bool             `help:"Ask nothing; also with CI=true."`
	Quiet   bool             `help:"Print nothing but the answer." short:"q"`
	Verbose bool             `help:"Tell of every request, on stderr." short:"v"`
	Timeout time.Duration    `help:"How long one request may take." default:"30s"`
	Version kong.VersionFlag `help:"Print the version and end."`
}

// commands is all that the program can do.
type commands struct {
	globals `embed:"" group:"all"`

	Login    login    `cmd:"" group:"start" help:"Sign in, with a browser on any device."`
	Logout   logout   `cmd:"" group:"start" help:"End this sign-in."`
	Status   status   `cmd:"" group:"start" aliases:"whoami" help:"Who is signed in, where, and which app commands are about."`
	Profiles profiles `cmd:"" group:"start" help:"Services that you work with."`

	Orgs      orgs        `cmd:"" group:"start" help:"Organizations that you are in."`
	Apps      apps        `cmd:"" group:"build" help:"Apps of the organization."`
	Secrets   secrets     `cmd:"" group:"build" help:"Client secrets of an app."`
	Redirects redirects   `cmd:"" group:"build" help:"Redirect URIs of an app."`
	Scopes    scopes      `cmd:"" group:"build" help:"Scopes that an app may ask for."`
	Fields    fields      `cmd:"" group:"build" help:"What an app keeps on records."`
	Webhooks  webhooks    `cmd:"" group:"build" help:"Webhooks of an app."`
	Functions functions   `cmd:"" group:"build" help:"Code of an app that runs with the service."`
	Versions  versions    `cmd:"" group:"build" help:"Versions of the API, and which one an app speaks."`
	Listen    listen      `cmd:"" group:"build" help:"Bring events of your sandboxes to this machine."`
	Sandboxes sandboxes   `cmd:"" group:"build" help:"Businesses to try apps on."`
	Trigger   trigger     `cmd:"" group:"build" help:"Make an event happen in a sandbox."`
	Connect   connect     `cmd:"" group:"build" help:"Connect your app to a business, by a real consent."`
	Connected connections `cmd:"" group:"build" name:"connections" help:"Businesses that your apps are connected to from here."`
	API       api         `cmd:"" group:"build" name:"api" aliases:"call" help:"Call the Business API as your app."`
	Verify    verify      `cmd:"" group:"build" help:"Check the signature of a webhook request that you saved."`
	Example   example     `cmd:"" group:"build" help:"Programs to begin with."`

	Logs       logs       `cmd:"" group:"watch" help:"What your app called."`
	Deliveries deliveries `cmd:"" group:"watch" help:"Events on their way to your webhooks."`
	Events     events     `cmd:"" group:"watch" help:"Events that happened, and their types."`
	Trace      trace      `cmd:"" group:"watch" help:"Follow an id from the call to the last attempt at a delivery."`
	Doctor     doctor     `cmd:"" group:"watch" help:"Check connection, clock, sign-in, app and webhooks."`
	Open       open       `cmd:"" group:"watch" help:"Open the developer console in the browser."`
	Errors     errorCodes `cmd:"" group:"watch" help:"What an error code means, and what to do; offline."`

	Completion completion `cmd:"" group:"else" help:"Print a script that completes commands in your shell."`
	Man        man        `cmd:"" group:"else" help:"Print the manual page."`
	Versioned  version    `cmd:"" group:"else" name:"version" help:"Print what program this is."`
	Complete   complete   `cmd:"" group:"else" hidden:"" name:"__complete"`
}

const description = `The command line of Counterpart, for people who make apps.

Answers go to stdout, everything else to stderr. Exit codes: 0 done, 1 refused or
failed, 2 wrong command line, 3 no such thing, 4 not signed in, 5 not allowed,
6 try later, 7 no connection, 8 the answer is no, 130 interrupted.`

const firstRun = `This is the command line of Counterpart, for people who make apps.

You are not signed in anywhere yet. Begin with:
  counterpart login --host http://localhost:8080     a service on this machine, such as make demo
  counterpart login --host https://api.example.com   any other

Then: counterpart apps list. All commands: counterpart --help
`

// Run is the program. It returns the exit code.
func Run(ctx context.Context, args []string, world World) int {
	var cli commands
	parser, err := newParser(&cli, world)
	r := &run{World: world, ctx: ctx, flags: &cli.globals}
	if err != nil {
		return r.report(err)
	}
	r.parser = parser
	return r.execute(args)
}

func newParser(cli *commands, world World) (*kong.Kong, error) {
	cli.Apps.Deactivate.verb, cli.Apps.Reactivate.verb = "deactivate", "reactivate"
	cli.Redirects.Add.verb, cli.Redirects.Remove.verb = adds, removes
	return kong.New(cli,
		kong.Name("counterpart"),
		kong.Description(description),
		kong.Vars{"version": versionText()},
		kong.Writers(world.Out, world.Err),
		kong.ConfigureHelp(kong.HelpOptions{Compact: true, NoExpandSubcommands: true, FlagsLast: true, WrapUpperBound: 80}),
		kong.ExplicitGroups([]kong.Group{
			{Key: "start", Title: "Start:"},
			{Key: "build", Title: "Build:"},
			{Key: "watch", Title: "Watch:"},
			{Key: "else", Title: "Else:"},
			{Key: "all", Title: "Flags of all commands:"},
		}),
		kong.Exit(func(code int) { panic(exit(code)) }),
	)
}

// exit is how kong ends the program after --help.
type exit int

func (r *run) execute(args []string) (code int) {
	defer func() {
		switch end := recover().(type) {
		case nil:
		case exit:
			code = int(end)
		default:
			panic(end)
		}
	}()
	if len(args) == 0 {
		return r.greet()
	}
	command, err := r.parser.Parse(args)
	if err != nil {
		r.flags.JSON = slices.Contains(args, "--json") || slices.Contains(args, "--jq")
		return r.report(wrong(exitUsage, r.usageHint(args), "%s", sentence(err.Error())))
	}
	r.flags.fromEnvironment(r.Getenv)
	if r.flags.JQ != "" {
		r.flags.JSON = true
		if r.filter, err = parseFilter(r.flags.JQ); err != nil {
			return r.report(err)
		}
	}
	if err := command.Run(r); err != nil {
		return r.report(err)
	}
	return 0
}

// greet answers the bare name of the program: what it is, for who is new, and where
// one is for everybody else.
func (r *run) greet() int {
	config, err := r.folder().Config()
	if err != nil {
		return r.report(err)
	}
	if len(config.Profiles) == 0 {
		fmt.Fprint(r.Out, firstRun)
		return 0
	}
	if _, err := r.parser.Parse([]string{"--help"}); err != nil {
		return r.report(err)
	}
	return 0
}

// fromEnvironment fills in what no flag says.
func (g *globals) fromEnvironment(getenv func(string) string) {
	for name, flag := range map[string]*string{"PROFILE": &g.Profile, "HOST": &g.Host, "ORG": &g.Org, "APP": &g.App} {
		if *flag == "" {
			*flag = getenv("COUNTERPART_" + name)
		}
	}
	if getenv("CI") == "true" {
		g.NoInput = true
	}
}

// usageHint leads to the help of the command that was meant.
func (r *run) usageHint(args []string) string {
	path, node := "counterpart", r.parser.Model.Node
	for _, word := range args {
		if node = childNamed(node, word); node == nil {
			break
		}
		path += " " + word
	}
	return "See: " + path + " --help"
}

// sentence makes one of an error's text.
func sentence(text string) string {
	if strings.HasSuffix(text, "?") || strings.HasSuffix(text, ".") {
		return upper(text)
	}
	return upper(text) + "."
}

func upper(text string) string {
	if text == "" {
		return text
	}
	return strings.ToUpper(text[:1]) + text[1:]
}
