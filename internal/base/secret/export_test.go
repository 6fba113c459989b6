package secret

// Occupy takes a place of the strangers' queue until it is released.
func Occupy(p *Passwords) (release func()) {
	p.places[Strangers].taken <- struct{}{}
	return func() { <-p.places[Strangers].taken }
}
