package cli

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strconv"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/counterpart/counterpart/internal/cli/service"
)

// show prints what the service said: in its own words with --json, else as people
// read it.
func show[T any](r *run, answer service.Answer, human func(T) error) error {
	if r.flags.JSON {
		return r.printJSON(answer.Body)
	}
	var said T
	if err := answer.Read(&said); err != nil {
		return err
	}
	return human(said)
}

// printJSON prints JSON on one line, and over several for people; or what --jq makes
// of it.
func (r *run) printJSON(body []byte) error {
	if r.filter != nil {
		return r.filter.print(r, body)
	}
	var out bytes.Buffer
	var err error
	if r.OutIsTerminal {
		err = json.Indent(&out, body, "", "  ")
	} else {
		err = json.Compact(&out, body)
	}
	if err != nil {
		return fmt.Errorf("read the service's answer: %w", err)
	}
	out.WriteByte('\n')
	_, err = r.Out.Write(out.Bytes())
	return err
}

// printValue prints a value of this program's own as JSON.
func (r *run) printValue(v any) error {
	var text bytes.Buffer
	encoder := json.NewEncoder(&text)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(v); err != nil {
		return err
	}
	return r.printJSON(text.Bytes())
}

// note tells people something that nobody pipes.
func (r *run) note(format string, args ...any) {
	if !r.flags.Quiet && !r.flags.JSON {
		fmt.Fprintln(r.Err, clean(fmt.Sprintf(format, args...)))
	}
}

// list prints a table, or what to do where there is nothing to show.
func (r *run) list(head []string, rows [][]any, empty string) error {
	if len(rows) == 0 {
		r.note("There are none yet. %s", empty)
		return nil
	}
	r.table(head, rows)
	return nil
}

// table prints rows: aligned under headings in a terminal, tab-separated in a pipe.
func (r *run) table(head []string, rows [][]any) {
	texts := make([][]string, len(rows))
	for i, row := range rows {
		for _, value := range row {
			texts[i] = append(texts[i], r.cell(value))
		}
	}
	if !r.OutIsTerminal {
		for _, row := range texts {
			fmt.Fprintln(r.Out, strings.Join(row, "\t"))
		}
		return
	}
	r.align(head, texts)
}

func (r *run) align(head []string, rows [][]string) {
	widths := make([]int, len(head))
	for _, row := range append([][]string{head}, rows...) {
		for i, text := range row {
			widths[i] = max(widths[i], utf8.RuneCountInString(text))
		}
	}
	line := func(row []string) string {
		var out strings.Builder
		for i, text := range row {
			out.WriteString(text)
			if i < len(row)-1 {
				out.WriteString(strings.Repeat(" ", widths[i]-utf8.RuneCountInString(text)+2))
			}
		}
		return strings.TrimRight(out.String(), " ")
	}
	fmt.Fprintln(r.Out, r.bold(line(head)))
	for _, row := range rows {
		fmt.Fprintln(r.Out, line(row))
	}
}

// field is a line about one thing.
type field struct {
	name  string
	value any
}

// fields prints what is known of one thing.
func (r *run) fields(list ...field) {
	widest := 0
	for _, f := range list {
		widest = max(widest, utf8.RuneCountInString(f.name))
	}
	for _, f := range list {
		if r.OutIsTerminal {
			fmt.Fprintf(r.Out, "%s%s  %s\n", r.bold(f.name), strings.Repeat(" ", widest-utf8.RuneCountInString(f.name)), r.cell(f.value))
		} else {
			fmt.Fprintf(r.Out, "%s\t%s\n", f.name, r.cell(f.value))
		}
	}
}

// cell is a value as people read it, or as programs do.
func (r *run) cell(value any) string {
	switch v := value.(type) {
	case nil:
		return ""
	case string:
		return clean(v)
	case *string:
		if v == nil {
			return ""
		}
		return clean(*v)
	case *int:
		if v == nil {
			return ""
		}
		return strconv.Itoa(*v)
	case bool:
		if v {
			return "yes"
		}
		return "no"
	case []string:
		return clean(strings.Join(v, " "))
	case *time.Time:
		if v == nil {
			return ""
		}
		return r.time(*v)
	case time.Time:
		return r.time(v)
	}
	return clean(fmt.Sprint(value))
}

// time is how long ago something was for people, and a time in UTC for programs.
func (r *run) time(at time.Time) string {
	if at.IsZero() {
		return ""
	}
	if !r.OutIsTerminal {
		return at.UTC().Format(time.RFC3339)
	}
	return ago(r.Now().Sub(at))
}

func ago(d time.Duration) string {
	// Clocks differ by a little: what is to come in a moment may be what just was.
	const moment = 5 * time.Second
	form, recent := "%s ago", time.Minute
	if d < 0 {
		d, form, recent = -d, "in %s", moment
	}
	switch {
	case d < recent:
		return "just now"
	case d < time.Minute:
		return fmt.Sprintf(form, fmt.Sprintf("%d s", int(d.Seconds())))
	case d < time.Hour:
		return fmt.Sprintf(form, fmt.Sprintf("%d min", int(d.Minutes())))
	case d < 48*time.Hour:
		return fmt.Sprintf(form, fmt.Sprintf("%d h", int(d.Hours())))
	}
	return fmt.Sprintf(form, fmt.Sprintf("%d d", int(d.Hours()/24)))
}

// moment is a time in a sentence.
func moment(at time.Time) string { return at.UTC().Format("2 Jan 2006, 15:04 UTC") }

func (r *run) bold(text string) string  { return r.paint("1", text) }
func (r *run) red(text string) string   { return r.paint("31", text) }
func (r *run) green(text string) string { return r.paint("32", text) }

// paint colours text on a terminal whose owner has nothing against it.
func (r *run) paint(code, text string) string {
	if !r.OutIsTerminal || r.flags.NoColor || r.Getenv("NO_COLOR") != "" || r.Getenv("TERM") == "dumb" {
		return text
	}
	return "\x1b[" + code + "m" + text + "\x1b[0m"
}

// clean takes out what would steer a terminal: names and log lines are written by
// others. Tabs and line feeds would break a table.
func clean(text string) string {
	return strings.Map(func(c rune) rune {
		switch {
		case c == '\t' || c == '\n':
			return ' '
		case unicode.IsControl(c) || unicode.Is(unicode.Cf, c):
			return -1
		}
		return c
	}, text)
}

// count is a number of things.
func count(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return strconv.Itoa(n) + " " + many
}
