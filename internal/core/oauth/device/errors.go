package device

import "github.com/counterpart/counterpart/internal/vocab/fault"

// ErrNotFound answers for a user code that never was, is over or has been
// decided on, so that guessing learns nothing from it.
var ErrNotFound = fault.Declare(fault.NotFound, "DEVICE_CODE_NOT_FOUND",
	"That code does not exist or has expired. Please check what your device shows.")
