package html

import (
	"strconv"
	"time"

	"github.com/counterpart/counterpart/internal/vocab/pagepath"
)

// OwnApps are the apps that act in the reader's name, in all their businesses.
type OwnApps struct {
	List []OwnApp // by business
	Next int      // from which of the reader's businesses on there is more; zero: there is not
}

// OwnApp is what the reader allowed an app in one business.
type OwnApp struct {
	ID         string // of the installation
	App        App
	Business   Business
	Access     []Access
	AllowedAt  time.Time
	LastUsedAt time.Time // by anybody there; zero when it is not known
	NeverUsed  bool      // it is known that nobody ever used it
}

// NextURL is where more of it is.
func (v OwnApps) NextURL() string {
	return withQuery(pagepath.OwnApps, "from", strconv.Itoa(v.Next))
}

// StopApp asks whether it is meant. Field: installation.
type StopApp struct {
	ID       string // of the installation
	App      App
	Business Business
	Others   []string // the names of those, beside the reader, for whom the app acts there
}

func (OwnApps) page() string { return "own_apps" }
func (StopApp) page() string { return "stop_app" }
