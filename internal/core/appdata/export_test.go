package appdata

// Types lists the types of fields, for tests from outside.
func Types() []Type { return types }
