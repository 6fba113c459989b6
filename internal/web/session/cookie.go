package session

import (
	"net/http"
	"time"
)

const (
	sessionCookie = "counterpart_session"
	formCookie    = "counterpart_form"

	// formCookieLife is how long somebody may look at a form before signing in.
	formCookieLife = time.Hour
)

// Start gives the browser a session's secret.
func (s *Sessions) Start(w http.ResponseWriter, token string, ends time.Time) {
	c := s.cookie(s.sessionName(), token, ends.Sub(s.Now()))
	c.Domain = s.Domain
	http.SetCookie(w, c)
}

// Stop makes the browser forget its session.
func (s *Sessions) Stop(w http.ResponseWriter) { s.Start(w, "", s.Now()) }

// Keep leaves a value with the browser for this host alone.
func (s *Sessions) Keep(w http.ResponseWriter, name, value string, life time.Duration) {
	http.SetCookie(w, s.cookie(s.hostName(name), value, life))
}

// Drop makes the browser forget what Keep left.
func (s *Sessions) Drop(w http.ResponseWriter, name string) { s.Keep(w, name, "", 0) }

// Kept is what Keep left with the browser; empty when there is nothing.
func (s *Sessions) Kept(r *http.Request, name string) string { return read(r, s.hostName(name)) }

// cookie is one that scripts cannot read and other sites' forms do not carry. A
// life of nothing ends it.
func (s *Sessions) cookie(name, value string, life time.Duration) *http.Cookie {
	c := &http.Cookie{
		Name: name, Value: value, Path: "/", MaxAge: int(life.Seconds()),
		Secure: s.secure, HttpOnly: true, SameSite: http.SameSiteLaxMode,
	}
	if c.MaxAge <= 0 {
		c.MaxAge = -1
	}
	return c
}

// sessionName lets the browser vouch for the cookie: __Host- was set by this
// host and no other, __Secure- by some host of the domain over https.
func (s *Sessions) sessionName() string {
	if s.secure && s.Domain != "" {
		return "__Secure-" + sessionCookie
	}
	return s.hostName(sessionCookie)
}

func (s *Sessions) hostName(name string) string {
	if s.secure {
		return "__Host-" + name
	}
	return name
}

func read(r *http.Request, name string) string {
	if c, err := r.Cookie(name); err == nil {
		return c.Value
	}
	return ""
}
