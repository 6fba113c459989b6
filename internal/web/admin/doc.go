// Package admin is the operator's face: JSON under /admin on the API host, for
// those who run the service. It does what `counterpartd admin` does to users,
// apps, domains and plans, from a browser and in the name of a person.
//
// Whoever comes passes one guard, whatever the row:
//
//	an app's token                        counted, 403 ENDPOINT_NOT_EXPOSED
//	no session                            401
//	a page of another origin              403 CROSS_ORIGIN_REQUEST
//	a user who is no operator             404, as where there is no row
//	an operator without a second factor   403 SECOND_FACTOR_NEEDED
//	an operator                           the row
//
// Unknown paths under /admin/ pass it too, so nobody learns which exist. What an
// operator changes is signed as the operator's with the person's id, and each
// transaction first locks that the person still is one.
package admin
