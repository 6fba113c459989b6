package session

import (
	"strings"
)

// sign is a text in a User-Agent header that tells what sent it. The order
// matters: most browsers claim to be others as well.
type sign struct{ text, name string }

var browsers = []sign{
	{"Edg/", "Edge"},
	{"EdgA/", "Edge"},
	{"EdgiOS/", "Edge"},
	{"OPR/", "Opera"},
	{"SamsungBrowser/", "Samsung Internet"},
	{"Vivaldi/", "Vivaldi"},
	{"Firefox/", "Firefox"},
	{"FxiOS/", "Firefox"},
	{"CriOS/", "Chrome"},
	{"Chrome/", "Chrome"},
	{"Safari/", "Safari"},
	{"curl/", "curl"},
}

var systems = []sign{
	{"iPhone", "iPhone"},
	{"iPad", "iPad"},
	{"Android", "Android"},
	{"CrOS", "ChromeOS"},
	{"Windows", "Windows"},
	{"Macintosh", "Mac"},
	{"Linux", "Linux"},
}

// Device names a browser as its owner would: "Firefox on Windows". It is empty
// when nothing can be told.
func Device(userAgent string) string {
	browser, system := find(browsers, userAgent), find(systems, userAgent)
	if browser == "" || system == "" {
		return browser + system
	}
	return browser + " on " + system
}

func find(signs []sign, userAgent string) string {
	for _, s := range signs {
		if strings.Contains(userAgent, s.text) {
			return s.name
		}
	}
	return ""
}
