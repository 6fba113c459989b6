package journal

// Reads is how many reads of an app the log keeps in an hour before it samples.
const Reads = 1000

// standsFor is how many calls like it the line of a call stands for; zero where
// it gets none. Every call that writes and every call that is refused has its
// line. So have the first reads of an app in an hour, as many as the budget says;
// of those up to ten times as many every tenth, then every hundredth, and so on:
// an hour's reads have at most the budget's lines, and nine tenths of that for
// each tenfold.
func (c Call) standsFor(budget int64) int64 {
	if c.Read == 0 || c.Status >= 400 {
		return 1
	}
	every := int64(1)
	for most := budget; c.Read > most; most *= 10 {
		every *= 10
	}
	if c.Read%every != 0 {
		return 0
	}
	return every
}
