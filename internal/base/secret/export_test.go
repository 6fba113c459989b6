package secret

// Occupy takes a slot of the hasher until it is released.
func Occupy(p *Passwords) (release func()) {
	p.slots <- struct{}{}
	return func() { <-p.slots }
}
