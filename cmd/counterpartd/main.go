// Command counterpartd is the service: one binary that serves, migrates, and
// lets operators and developers look after an installation.
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"strings"
	"syscall"

	"github.com/alecthomas/kong"

	_ "time/tzdata" // businesses have time zones, and small machines have none

	"github.com/counterpart/counterpart/internal/app"
)

// commands is all that the program can do. The settings stand beside them, so
// every command takes them.
type commands struct {
	app.Config `embed:""`

	Serve   serve         `cmd:"" help:"Run a node."`
	Migrate migrate       `cmd:"" help:"Bring the database to this program's schema."`
	Doctor  doctorCommand `cmd:"" help:"Look at an installation, and say what is wrong and what to do."`
	Key     key           `cmd:"" help:"Make a key for COUNTERPART_KEYS."`
	Admin   adminCommands `cmd:"" help:"Look after users, organizations, businesses and apps."`
	Fixture worldFile     `cmd:"" help:"Load a world from a file (development only)."`
	Dev     dev           `cmd:"" help:"Development tools."`
	Demo    demo          `cmd:"" help:"Migrate, load a demo world, serve, and say where to go."`
	Version version       `cmd:"" help:"Print what program this is."`
}

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	os.Exit(run(ctx, os.Args[1:], os.Stdout, os.Stderr))
}

// run is the program, for main and for tests.
func run(ctx context.Context, args []string, out, logs io.Writer) int {
	var cli commands
	cli.Admin.actions()
	parser, err := kong.New(&cli,
		kong.Name("counterpartd"),
		kong.Description("The partner platform of a multi-business accounting service.\n\nEvery setting is a flag and an environment variable COUNTERPART_…\nA secret is not given as a flag, and can be in a file that COUNTERPART_…_FILE names."),
		kong.Resolvers(kong.ResolverFunc(secretFiles)),
		kong.DefaultEnvars("COUNTERPART"),
		kong.Vars{"code": "`"},
		kong.Writers(out, logs),
		kong.UsageOnError(),
		kong.Exit(func(code int) { panic(exit(code)) }),
	)
	if err != nil {
		fmt.Fprintln(logs, "counterpartd:", err)
		return 2
	}
	return execute(ctx, parser, &cli, args, out, logs)
}

// exit is how kong ends the program after --help.
type exit int

func execute(ctx context.Context, parser *kong.Kong, cli *commands, args []string, out, logs io.Writer) (code int) {
	defer func() {
		switch end := recover().(type) {
		case nil:
		case exit:
			code = int(end)
		default:
			panic(end)
		}
	}()
	command, err := parser.Parse(args)
	if err != nil {
		fmt.Fprintln(logs, "counterpartd:", err)
		fmt.Fprintf(logs, "%s --help tells what there is.\n", asFarAs(err))
		return 2
	}
	if err := refuseSecretFlags(command); err != nil && !cli.Development && command.Command() != "demo" {
		fmt.Fprintln(logs, "counterpartd:", err)
		return 2
	}
	command.BindTo(ctx, (*context.Context)(nil))
	command.Bind(cli.Config, &terminal{out: out, logs: logs, json: cli.Admin.JSON || cli.Fixture.Load.JSON})
	if err := command.Run(); err != nil && !errors.Is(err, context.Canceled) {
		fmt.Fprintln(logs, "counterpartd:", err)
		return 1
	}
	return 0
}

// asFarAs is the command that was understood, whose help is the one to read.
func asFarAs(err error) string {
	var failed *kong.ParseError
	if errors.As(err, &failed) && failed.Context != nil {
		command, _, _ := strings.Cut(failed.Context.Command(), " <") // without what it wants
		return strings.TrimSpace("counterpartd " + command)
	}
	return "counterpartd"
}

// terminal is where a command's answers and notes go, and in which form.
type terminal struct {
	out, logs io.Writer
	json      bool // answer as JSON
	list      bool // the answer is a list, even of one
}

func (t *terminal) asList() *terminal {
	t.list = true
	return t
}
