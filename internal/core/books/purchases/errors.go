package purchases

import "github.com/counterpart/counterpart/internal/vocab/fault"

var (
	errSupplierNotFound = fault.Declare(fault.NotFound, "SUPPLIER_NOT_FOUND",
		"There is no such supplier.")
	errSupplierErased = fault.Declare(fault.Conflict, "SUPPLIER_ERASED",
		"The supplier's personal data was erased. It cannot be changed.")
)
