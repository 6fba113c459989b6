package route

import "net/http"

// Harden sets the headers that protect the answers of an API: they are JSON and
// nothing else, no page may frame them, and no cache keeps them unless their
// handler says so. Pages use none of what browsers ask people's leave for. transport
// is what browsers are told of https, if anything.
func Harden(transport string, next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		h := w.Header()
		h.Set("X-Content-Type-Options", "nosniff")
		h.Set("Content-Security-Policy", "default-src 'none'; frame-ancestors 'none'")
		h.Set("Referrer-Policy", "no-referrer")
		h.Set("Cache-Control", "no-store")
		h.Set("Permissions-Policy", "accelerometer=(), camera=(), geolocation=(), gyroscope=(), magnetometer=(), microphone=(), payment=(), usb=()")
		if transport != "" {
			h.Set("Strict-Transport-Security", transport)
		}
		next.ServeHTTP(w, r)
	})
}

// HTTPS tells browsers to stay with https for two years.
const HTTPS = "max-age=63072000"
