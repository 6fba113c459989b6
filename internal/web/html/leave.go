package html

// LeaveBusiness asks whether it is meant. Field: business. It is named At because the
// frame's Business is the one that the reader is signed into.
type LeaveBusiness struct {
	At        Business
	Apps      int  // which act in the reader's name there
	OnlyOwner bool // without whom nobody would own it
	Problems  Problems
}

func (LeaveBusiness) page() string { return "leave_business" }

func (v LeaveBusiness) problems() Problems { return v.Problems }
