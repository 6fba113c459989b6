package html

import "time"

// ReferenceFrame is what the pages of the API reference share: where one is in
// it. The texts of the reference itself come from the description of the API,
// which is written in English.
type ReferenceFrame struct {
	Version  string // which version is described
	Versions []ReferenceVersion
	Modules  []ReferenceLink // the parts of the API
	At       string          // the address of this page
}

// Described is the version that is described, and what has become of it.
func (f ReferenceFrame) Described() ReferenceVersion {
	for _, v := range f.Versions {
		if v.Name == f.Version {
			return v
		}
	}
	return ReferenceVersion{}
}

// Reference is the first page of the reference.
type Reference struct {
	ReferenceFrame
	About       Prose
	BaseURL     string
	Header      string // in which a call names its version
	Curl        string // a first call
	Description string // the address of the description for programs
	Requests    string // of a file of requests that editors can send
	Postman     string // of the same as a collection
	Parts       []ReferencePart
}

// ReferencePart is a part of the API with what one can do in it.
type ReferencePart struct {
	ReferenceLink
	About      Prose
	Operations []Operation
}

// ReferenceModule is one part of the API in full.
type ReferenceModule struct {
	ReferenceFrame
	ReferencePart
	Records []Record
	Events  []EventEntry // the catalogue of events, in the part that is about them
}

// ReferenceVersions tells what the versions differ in.
type ReferenceVersions struct {
	ReferenceFrame
	Header string
}

// ReferenceLink leads to a page of the reference, or to a place on it.
type ReferenceLink struct {
	Name string
	URL  string
}

// ReferenceVersion is a version and what it brought.
type ReferenceVersion struct {
	ReferenceLink
	State       VersionState
	Released    time.Time
	Deprecated  time.Time // zero while it is not
	Sunset      time.Time // zero while no end is set
	Changes     []Paragraph
	Description string // the address of its description for programs
}

// VersionState is what has become of a version.
type VersionState string

// What can become of a version.
const (
	VersionCurrent    VersionState = "current"
	VersionDeprecated VersionState = "deprecated"
	VersionEnded      VersionState = "ended"
)

// Prose is a text of the description: paragraphs of phrases.
type Prose []Paragraph

// Paragraph is a line of thought.
type Paragraph []Phrase

// Figure reports whether the paragraph is no sentence but a figure drawn in text.
func (p Paragraph) Figure() bool { return len(p) == 1 && p[0].Figure }

// Phrase is a part of a sentence; Code is what it quotes.
type Phrase struct {
	Text   string
	Code   bool
	Figure bool // line by line, as it was drawn
}

// Operation is something that a program can ask for.
type Operation struct {
	ID             string // its place on the page
	URL            string
	Method         string
	Path           string
	Title          string
	About          Prose
	Entry          Entry
	Parameters     []Member
	Body           []Member
	Answers        []Answer
	Errors         []Answer
	Curl           string
	RequestExample string
	AnswerExample  string
}

// Entry is what it takes to be let in.
type Entry struct {
	Kind           AccessKind
	Scope          string
	ScopeSays      string
	Permission     string
	PermissionSays string
}

// AccessKind is how a caller proves itself.
type AccessKind string

// How callers prove themselves.
const (
	AccessToken  AccessKind = "token"
	AccessClient AccessKind = "client"
	AccessOpen   AccessKind = "open"
)

// Answer is a status with what comes along.
type Answer struct {
	Status string
	About  Prose
	Record ReferenceLink
	List   bool     // of such records
	Codes  []string // of a refusal
}

// Record is a named shape.
type Record struct {
	ID      string
	Name    string
	About   Prose
	Members []Member
	Words   []string // of an enumeration
}

// Member is a parameter, or a member of a record.
type Member struct {
	Name     string
	Place    string // of a parameter: path, query, header
	Type     string
	Record   ReferenceLink
	Required bool
	Null     bool // it may be null
	About    Prose
	Words    []string // one of these
	Default  string
	Example  string
}

// EventEntry is an event of the catalogue.
type EventEntry struct {
	ID        string
	Name      string
	Says      string
	Audience  string
	Scope     string
	ScopeSays string
	Sample    string
}

func (Reference) page() string         { return "reference" }
func (ReferenceModule) page() string   { return "reference_module" }
func (ReferenceVersions) page() string { return "reference_versions" }
