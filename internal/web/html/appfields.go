package html

// AppFields are what an app shows on a record. Where the reader may edit some of them
// its form posts, to RecordPage.SaveURL: app, and of each such field under its id what is
// wanted, and under shown.<id> what the page showed at first.
type AppFields struct {
	AppID   string
	App     Name
	Fields  []AppField
	MayEdit bool // there is something to save
}

// Inputs are the fields that the reader may edit.
func (a AppFields) Inputs() []AppField { return a.which(true) }

// Facts are the others.
func (a AppFields) Facts() []AppField { return a.which(false) }

func (a AppFields) which(inputs bool) (list []AppField) {
	for _, f := range a.Fields {
		if inputs == (a.MayEdit && f.Editable) {
			list = append(list, f)
		}
	}
	return list
}

// AppField is one of them.
type AppField struct {
	ID          string
	Label       string
	Description string
	Input       FieldInput
	Choices     []string // of a choice
	Value       string   // as it is, or as typed before
	Shown       string   // as it was when the page was made
	Editable    bool
	Wrong       string // why it cannot be kept as typed
}

// FieldInput is how a field is filled in: the type of its input, or one of three that
// are no input.
type FieldInput string

// The ways to fill a field in.
const (
	InputText   FieldInput = "text"
	InputDate   FieldInput = "date"
	InputEmail  FieldInput = "email"
	InputURL    FieldInput = "url"
	InputLong   FieldInput = "long"
	InputChoice FieldInput = "choice"
	InputFlag   FieldInput = "flag"
)

// DescribedBy are the ids of what stands beside the input.
func (f AppField) DescribedBy() string {
	in := input{Name: f.ID, Hint: f.Description, Problem: f.Wrong}
	return describedBy(in)
}

// AppFieldWrong says that a field cannot be kept as it was typed; why, stands beside
// it.
func AppFieldWrong(label string) Message { return Say("problem.app_field", "label", label) }
