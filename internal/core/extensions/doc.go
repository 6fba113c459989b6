// Package extensions owns where an app's own pages appear in the service: in a
// panel or behind a button on a record, as a page in the navigation, or as a card
// on the dashboard.
//
//	RECORD_PANEL, RECORD_ACTION   on records of one type
//	NAV_PAGE, DASHBOARD_CARD      on none
//
// An extension has a path, which is joined to the App URL. Whatever it says, the
// page it leads to lies on the origin of the App URL; that is judged by parsing
// what came of the joining, not by looking at the path. And an extension on a
// record is for apps that ask to read records of that type.
//
// Both are rules of today: when an app changes its App URL or its scopes, an
// extension may break them. It is kept, is not shown to anybody, and says why
// (Problem).
package extensions
