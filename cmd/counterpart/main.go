// Command counterpart is the command line for people who make apps: what the
// developer console can do, from a terminal.
package main

import (
	"context"
	"os"
	"os/exec"
	"os/signal"
	"runtime"
	"syscall"
	"time"

	"github.com/counterpart/counterpart/internal/cli"
	"github.com/counterpart/counterpart/internal/cli/store"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	os.Exit(cli.Run(ctx, os.Args[1:], world()))
}

// world is this machine.
func world() cli.World {
	dir, _ := os.Getwd()
	home, _ := os.UserConfigDir()
	machine, _ := os.Hostname()
	return cli.World{
		In: os.Stdin, Out: os.Stdout, Err: os.Stderr,
		InIsTerminal: isTerminal(os.Stdin), OutIsTerminal: isTerminal(os.Stdout),
		Getenv: os.Getenv, Dir: dir, Home: home, Machine: machine,
		Now: time.Now, Wait: cli.Sleep, Browse: browse, Keyring: store.System{},
	}
}

func isTerminal(file *os.File) bool {
	info, err := file.Stat()
	return err == nil && info.Mode()&os.ModeCharDevice != 0 && !isNull(info)
}

// isNull reports whether a file is the null device, which is a character device too.
func isNull(info os.FileInfo) bool {
	null, err := os.Stat(os.DevNull)
	return err == nil && os.SameFile(info, null)
}

// browse opens an address in the user's browser.
func browse(address string) error {
	switch runtime.GOOS {
	case "darwin":
		return exec.Command("open", address).Start()
	case "windows":
		return exec.Command("rundll32", "url.dll,FileProtocolHandler", address).Start()
	}
	return exec.Command("xdg-open", address).Start()
}
