package actor

import "net/netip"

// Network is the network that an address belongs to. The address itself may
// stand for a person: a browser app calls from its user's own.
func Network(address netip.Addr) netip.Addr {
	if !address.IsValid() {
		return netip.Addr{}
	}
	bits := 48
	if address = address.Unmap(); address.Is4() {
		bits = 24
	}
	prefix, err := address.WithZone("").Prefix(bits)
	if err != nil {
		return netip.Addr{}
	}
	return prefix.Addr()
}
