// Package pending owns pending actions: what an assistant wants to do to a
// business's books, and the person for whom it acts has to approve first (KIT-05).
//
//	Perform ──▶ asked ──Approve──▶ approved ──Perform──▶ done
//	              │ └────Refuse───▶ refused       │
//	              ├── 15 min ─────▶ expired ◀─────┤ 15 min
//	              └──── what it shows ────────────┴──▶ changed
//
// An action belongs to an installation's request key for as long as it is kept. The
// first call under a key rehearses the operation in a savepoint, reads from the books
// what came of it, and takes it back: so a person is asked only for what would go, and
// sees figures that the operation itself worked out. The same call again carries it
// out, if the person has said yes and no record that they saw has changed since: the
// books are open while that is compared, so nothing changes in between.
//
// The effect and the end of the action are committed together, and with the answer
// that the idempotency key repeats. Nothing but Perform uses an approval up, and each
// is used once. Who may call is the gate's business, and who may look the pages'.
package pending
