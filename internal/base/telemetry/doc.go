// Package telemetry is how the service tells what it does: logs (slog), metrics
// (OpenTelemetry, read by Prometheus) and traces (OpenTelemetry, off unless
// configured).
//
// A log line carries what its context knows (With, and the trace), and passes a
// redaction guard: an attribute whose name says secret, and any text that looks
// like one of our secrets, is blanked. The guard is for the day somebody
// forgets; secrets are not to be logged in the first place.
//
// A trace is named by the request that it began with, and its spans by what they are
// about (Place), so that nothing has to be carried along to add to it later.
//
// But for TellFaults nothing here is global: loggers, meters and tracers are handed to those who
// use them, so tests run side by side.
package telemetry
