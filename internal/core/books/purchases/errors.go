package purchases

import "github.com/counterpart/counterpart/internal/vocab/fault"

var errSupplierNotFound = fault.Declare(fault.NotFound, "SUPPLIER_NOT_FOUND",
	"There is no such supplier.")
