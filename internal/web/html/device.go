package html

import (
	"net/url"
	"time"

	"github.com/counterpart/counterpart/internal/vocab/pagepath"
)

// EnterCode asks for the code that a device shows. Field: user_code.
type EnterCode struct {
	Code     string // as typed before, or as it came in the link
	FromLink bool   // it came in the link: ask whether the device shows the same
	Problems Problems
}

// ConfirmDevice asks whether a device may work in the business that the reader
// is signed into. It posts to pagepath.DeviceDecision: user_code, business, decision
// ("approve" or "deny") and, with AskPassword, current_password.
type ConfirmDevice struct {
	Code   string // as the device shows it
	App    App
	Device Spot // where the code was asked for
	Here   Spot // where the reader is
	// Elsewhere: the device and the reader are in different networks.
	Elsewhere bool
	AskedAt   time.Time
	ExpiresAt time.Time // when the code is forgotten
	Decision
}

// Spot is where a request came from.
type Spot struct {
	Address string
	Program string // "Firefox on Windows", or what it says of itself; may be empty
}

// Back is where the reader continues after signing in as somebody else, or
// choosing another business.
func (v ConfirmDevice) Back() string { return deviceBack(v.Code) }

// DeviceDone says what became of a device's request.
type DeviceDone struct {
	Denied bool
	App    App // which app was let in; zero when it is not known any more
	// Machine: it was a command line, which works for the reader.
	Machine bool
}

// Named reports whether the page knows which app it was.
func (v DeviceDone) Named() bool { return v.App != App{} }

func (EnterCode) page() string     { return "enter_code" }
func (ConfirmDevice) page() string { return "confirm_device" }
func (DeviceDone) page() string    { return "device_done" }

func (v EnterCode) problems() Problems { return v.Problems }

func deviceBack(code string) string {
	return pagepath.Device + "?" + url.Values{"user_code": {code}}.Encode()
}
