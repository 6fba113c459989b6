// Package installs owns which business let which app in, and who in the business
// said yes to it. The rule which app may connect to which business stands here,
// in connect.go, and nowhere else.
//
// An installation is one row of one business and one app:
//
//	ACTIVE ◀──the operator suspends, resumes──▶ SUSPENDED
//	   └──────the business uninstalls──────▶ UNINSTALLED
//
// An ended one is never revived: connecting again makes a new row, and what
// hung on the old one stays dead. While an installation is suspended it
// can be neither approved nor uninstalled, else uninstalling and connecting
// again would end the suspension.
//
// Two days after an uninstall the app is told to erase what it has of the
// business (business.redact), unless the business has installed it again.
//
// A consent is a user's yes, to no more than the business granted. It comes with
// the approval that connects the app, or by itself from a member of a business
// that has connected it. It ends when the user takes it back or the business
// revokes access, and it is active while the user is the member who gave it: who
// leaves the business and comes back has said yes to nothing, since a membership
// is younger then than the consent (tenancy.acting_members tells since when).
// Each is a row of its own, so that a renewed consent revives nothing that hung
// on the old one. Codes and tokens carry the ids of the installation and the
// consent, and the installation's access generation, which revoking access moves
// on. Thus nothing here knows of tokens, and still they end.
//
// Whoever issues under an installation takes it FOR SHARE (LockShare); every
// operation here takes it FOR UPDATE. Locks are taken in one order: rights in the
// business (tenancy.LockRights), installation, grant, family, counter.
package installs
