// Package apptest is the whole service in one process, for tests: as many nodes
// as a test wants, over real PostgreSQL, Redis, SMTP and TLS, with a clock that
// stands until it is moved.
//
//	svc := apptest.Start(t, apptest.Nodes(2))
//	olivia := svc.User(t, "Olivia")
//	browser := olivia.SignIn(t, svc.Node(0))
//	svc.Suspend(t, olivia)
//	browser.At(svc.Node(1)).IsSignedOut()
//
// Every answer of the API host is held to api/, and every recorded event to its
// schema in the catalog. Moving the clock first makes the partitions and then
// runs the jobs that fell due, as an installation does by itself.
package apptest
