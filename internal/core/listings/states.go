package listings

import "slices"

// State is how far a revision has come.
type State string

// The states. All but the last two are open.
const (
	Draft            State = "DRAFT"
	Submitted        State = "SUBMITTED"
	InReview         State = "IN_REVIEW"
	ChangesRequested State = "CHANGES_REQUESTED"
	Rejected         State = "REJECTED"
	Approved         State = "APPROVED" // it is live
	Superseded       State = "SUPERSEDED"
)

// States lists them all.
var States = []State{Draft, Submitted, InReview, ChangesRequested, Rejected, Approved, Superseded}

// Open reports whether a revision may still become live.
func (s State) Open() bool { return s != Approved && s != Superseded }

// Action is what moves a revision on.
type Action string

// The actions. The first three are the makers', the others review's.
const (
	Save           Action = "save"
	Submit         Action = "submit"
	Withdraw       Action = "withdraw"
	Claim          Action = "claim"
	Release        Action = "release"
	RequestChanges Action = "request changes"
	Reject         Action = "reject"
	Approve        Action = "approve"
	supersede      Action = "supersede" // by approving the next one
)

// Actions lists those that somebody can ask for.
var Actions = []Action{Save, Submit, Withdraw, Claim, Release, RequestChanges, Reject, Approve}

// Transition is what an action makes of a revision.
type Transition struct {
	From State
	Does Action
	To   State
}

var transitions = []Transition{
	{Draft, Save, Draft},
	{Draft, Submit, Submitted},
	{Submitted, Withdraw, Draft},
	{Submitted, Claim, InReview},
	{InReview, Release, Submitted},
	{InReview, RequestChanges, ChangesRequested},
	{InReview, Reject, Rejected},
	{InReview, Approve, Approved},
	{ChangesRequested, Save, ChangesRequested},
	{ChangesRequested, Submit, Submitted},
	{Rejected, Save, Draft},
	{Approved, supersede, Superseded},
}

// Next tells what an action makes of a revision in a state; ok is false where it
// is not allowed.
func Next(from State, does Action) (to State, ok bool) {
	i := slices.IndexFunc(transitions, func(t Transition) bool { return t.From == from && t.Does == does })
	if i < 0 {
		return from, false
	}
	return transitions[i].To, true
}
