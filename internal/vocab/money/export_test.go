package money

import "slices"

// Currencies lists all of them by code.
func Currencies() []Currency { return slices.Clone(currencies) }
