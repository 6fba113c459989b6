package route

import (
	"maps"
	"net/http"
)

// Harden sets the headers that protect the answers of an API: they are JSON and
// nothing else, no page may frame them, and no cache keeps them unless their
// handler says so. Pages use none of what browsers ask people's leave for. transport
// is what browsers are told of https, if anything.
func Harden(transport string, next http.Handler) http.Handler {
	// All answers share the values: nobody changes them in place.
	hard := http.Header{
		"X-Content-Type-Options":  {"nosniff"},
		"Content-Security-Policy": {"default-src 'none'; frame-ancestors 'none'; base-uri 'none'"},
		"Referrer-Policy":         {"no-referrer"},
		"Cache-Control":           {"no-store"},
		"Permissions-Policy":      {"accelerometer=(), camera=(), geolocation=(), gyroscope=(), magnetometer=(), microphone=(), payment=(), usb=()"},
	}
	if transport != "" {
		hard.Set("Strict-Transport-Security", transport)
	}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		maps.Copy(w.Header(), hard)
		next.ServeHTTP(w, r)
	})
}

// HTTPS tells browsers to stay with https for two years.
const HTTPS = "max-age=63072000"
