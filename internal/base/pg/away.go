package pg

import (
	"context"
	"errors"
	"io"
	"net"
	"slices"
	"strings"

	"github.com/jackc/pgx/v5/pgconn"
)

// passing are the conditions of PostgreSQL that say nothing of the statement that
// met them: it may well work in a moment, or on another server.
var passing = []string{
	"25006",          // read-only: a standby, or a server that was the primary
	"40001", "40P01", // it had to give way to another transaction, whole
	"53100",                                     // disk full
	"53200",                                     // out of memory
	"53300",                                     // too many connections
	"55P03",                                     // a lock was not to be had in time
	"57014",                                     // the statement took too long
	"57P01", "57P02", "57P03", "57P04", "57P05", // shut down, crashed, starting, gone, idle for too long
}

// IsAway reports whether an error says that PostgreSQL is away or too slow: it
// was not reached, there was no free connection in time, or the connection broke.
// What was asked for may have been carried out.
func IsAway(err error) bool {
	if e, ok := errors.AsType[*pgconn.PgError](err); ok {
		return slices.Contains(passing, e.Code) || strings.HasPrefix(e.Code, "08") || lostWorker(e)
	}
	if _, ok := errors.AsType[*pgconn.ConnectError](err); ok {
		return true
	}
	if _, ok := errors.AsType[net.Error](err); ok {
		return true
	}
	return pgconn.SafeToRetry(err) || errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) || errors.Is(err, context.DeadlineExceeded)
}

// lostWorker reports whether the coordinator of a cluster lost one of its servers
// in the middle of something. Of what it does then, only the texts tell.
func lostWorker(e *pgconn.PgError) bool {
	return e.Code == "XX000" && (strings.HasPrefix(e.Message, "could not commit transaction for shard") ||
		strings.HasPrefix(e.Message, "server closed the connection unexpectedly") ||
		strings.HasPrefix(e.Message, "failure on connection marked as essential"))
}
