package event

// The ids that the samples speak of. They all belong to one small story: a
// bakery invoices a café 1,190.00 EUR, and the café pays in two parts.
const (
	anInvoice       = "inv_g406gxrdfrk1yh910x6zxqk463z8"
	aCreditNote     = "inv_g406gxrdfrk1sr1axxwvh1xjgvc4"
	anImport        = "imp_g406gxrdfrk1zhv3vba7cz9s6ex4"
	aCustomer       = "cus_g406gxrdfrk1w3bdm4htmkmve0b8"
	anotherCustomer = "cus_g406gxrdfrk1wwsbsf6a02exqxs4"
	aSupplier       = "sup_g406gxrdfrk1z2v3k118d8ct39gr"
	aPayment        = "pay_g406gxrdfrk1rt96dpm0yqt4cse4"
	anAccount       = "acc_g406gxrdfrk1wrs3mf8zeaxc969g"
	anEntry         = "jrn_g406gxrdfrk1zrf34snq1pyy496w"
	aReversal       = "jrn_g406gxrdfrk1tzk0c821adv74jn4"
	aBusiness       = "biz_g406gxrdfrk1swn08g84tm256ts8"
	anInstallation  = "ins_g406gxrdfrk1smdfz62v9bnmmkyr"
	aValue          = "adv_g406gxrdfrk1yfhaashwft3zjq3c"
	anApp           = "app_0006gxrdfrk1x11d12edbk9kwx7g"
	aUser           = "usr_0006gxrdfrk1v2z7f1st8mh0mnz0"
)

// And its days.
const (
	today     = "2026-11-14"
	dueDay    = "2026-12-14"
	rightNow  = "2026-11-14T22:38:07.000Z"
	in30Days  = "2026-12-14T22:38:07.000Z"
	nextYear  = "2026-12-31T23:00:00.000Z" // midnight in Berlin
	lastMonth = "2026-10-31"
)
