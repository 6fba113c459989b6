package session

import (
	"crypto/rand"
	"encoding/base64"
	"net/http"
	"strings"
)

// FormToken is what a form on the page must send back. Somebody who is not
// signed in gets a cookie to bind it to.
func (s *Sessions) FormToken(w http.ResponseWriter, r *http.Request) string {
	return s.FormTokenAbout(w, r, "")
}

// FormTokenAbout is one that is good for forms about one thing alone.
func (s *Sessions) FormTokenAbout(w http.ResponseWriter, r *http.Request, about string) string {
	keyID, sum := s.forms.Sum(formText(s.boundTo(w, r), about))
	return keyID + "." + base64.RawURLEncoding.EncodeToString(sum)
}

// CheckForm refuses a form whose token is not the one that its sender was given.
func (s *Sessions) CheckForm(r *http.Request, token string) error {
	return s.CheckFormAbout(r, token, "")
}

// CheckFormAbout does so for a form about one thing.
func (s *Sessions) CheckFormAbout(r *http.Request, token, about string) error {
	keyID, encoded, _ := strings.Cut(token, ".")
	sum, err := base64.RawURLEncoding.DecodeString(encoded)
	bound := s.bond(r)
	if err != nil || bound == "" || !s.forms.Valid(keyID, formText(bound, about), sum) {
		return ErrFormExpired
	}
	return nil
}

// formText is what a form token signs. A bond holds no line break.
func formText(bond, about string) []byte {
	if about == "" {
		return []byte(bond)
	}
	return []byte(bond + "\n" + about)
}

// bond is what a form token stands for: the session, half open or not, or the
// form cookie; empty when there is neither.
func (s *Sessions) bond(r *http.Request) string {
	if v := visitorFrom(r.Context()); !v.Session.ID.IsZero() {
		return "session " + v.token
	}
	if value := s.Kept(r, formCookie); value != "" {
		return "form " + value
	}
	return ""
}

// boundTo is the bond of a form about to be shown. The cookie's life begins anew
// with every form.
func (s *Sessions) boundTo(w http.ResponseWriter, r *http.Request) string {
	bond := s.bond(r)
	if bond == "" {
		bond = "form " + rand.Text()
	}
	if value, ok := strings.CutPrefix(bond, "form "); ok {
		s.Keep(w, formCookie, value, formCookieLife)
	}
	return bond
}
