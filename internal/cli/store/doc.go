// Package store keeps what the command line remembers on this machine: profiles in
// config.yaml, which holds no secret, and credentials in the system's keyring, or in
// credentials.yaml where there is none.
//
// Files have mode 600 in a folder of mode 700, and are replaced in one step, so that
// nobody reads half of one.
package store
