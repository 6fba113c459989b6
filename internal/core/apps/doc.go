// Package apps owns the registry of apps: what each is called, who made it, how
// it authenticates, where consent may send people back to, which scopes it may
// ask for, which API version it is pinned to, and whether it may act at all.
//
// An app is active unless the operator has suspended it or its owner has
// deactivated it. The two do not undo each other, and either shuts the app out
// everywhere at the next request:
//
//	active ◀──operator──▶ suspended      active ◀──owner──▶ deactivated
//
// Review decides which businesses an app may connect to (package installs has
// that rule):
//
//	draft ──submit──▶ submitted ──claim──▶ in review ──▶ approved
//	  ▲ └──withdraw──────┘    ▲               │ └─────▶ rejected ──edit──▶ draft
//	  │                       └── changes ◀───┘
//	  └── the operator may also approve what he knows from any state, and take
//	      an approval back to changes requested
//
// The states of a review are those of the app's listing (package listings), which
// owns them; what stands here follows it until the app is approved, and is what
// the rest of the service goes by.
//
// An app that registered itself belongs to an organization from the day that one
// claims it, by its client secret. An app on which nothing depends can be removed.
//
// Nodes remember apps, so every change of one goes through package epoch. A
// client secret is shown once and kept as a hash; an app may hold two at a time,
// so that it can change over without a gap. Apps are control data.
package apps
