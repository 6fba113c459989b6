// Package listings owns what apps show of themselves in the marketplace: one
// listing an app, its revisions, its pictures, and the thread between its makers
// and review.
//
// A listing has at most one live revision, which everybody reads, and at most one
// open one, which its makers edit and review decides on:
//
//	DRAFT ──submit──▶ SUBMITTED ──claim──▶ IN_REVIEW ──approve──▶ APPROVED ──the next is approved──▶ SUPERSEDED
//	  ▲  ▲────withdraw────┘ ▲  ▲───release────┘ │ │
//	  │                     └──submit── CHANGES_REQUESTED
//	  └──save── REJECTED ◀──────────reject────────┘
//
// DRAFT and CHANGES_REQUESTED stay as they are when they are saved. Between
// SUBMITTED and a decision nobody edits. The table in states.go is the whole law
// of this; nothing else decides what follows what.
//
// This package owns the states of reviews. The app's own review state (package
// apps) is what the rest of the service goes by: whether the app may connect to
// every business. Until an app is approved it follows its open revision, in the
// same transaction (apps.FollowReview). Once approved it stays so, whatever
// becomes of later revisions, until the operator takes the approval back; then it
// follows again. The operator may approve an app that has no listing.
//
// All that changes a listing locks the app first, so of two who save, submit,
// claim or decide at once the second sees what the first did.
//
// An address (slug) belongs to the app whose live or open revision has it. A
// picture can be deleted unless one of these two shows it. Pictures are decoded
// and encoded anew: nothing that an app sends is ever served to anybody.
package listings
