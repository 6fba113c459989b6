// Package doctor looks at an installation from the machine that it runs on: what
// `counterpartd doctor` finds, and what to do about it.
//
// It asks as a node would and changes nothing: engines, keys, a runner of functions,
// the mail server, and both hosts by their public names, so through whatever stands
// before the nodes.
package doctor
